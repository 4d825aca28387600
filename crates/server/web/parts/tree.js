// The tree of a study as text: the game in full ink, variations indented beside it.

import { el, reveal } from "../dom.js";
import { STUDY, colour } from "../strings.js";

/** @import {TreeNode} from "../types/page" */

export class Tree {
  /** @param {(node: TreeNode) => void} go */
  constructor(go) {
    this.go = go;
    this.root = el("div", { class: "tree", id: "tree", role: "group", "aria-label": STUDY.tree });
    /** @type {Map<TreeNode, HTMLElement>} */
    this.buttons = new Map();
    this.drawn = "";
    /** @type {TreeNode | null} */
    this.at = null;
  }

  /** @param {TreeNode} root @param {TreeNode} at */
  paint(root, at) {
    const key = shape(root);
    if (this.drawn !== key || !this.buttons.has(at)) {
      this.drawn = key;
      this.buttons.clear();
      this.root.replaceChildren(...this.line(root, 0, true));
    }
    if (this.at) this.buttons.get(this.at)?.removeAttribute("aria-current");
    this.at = at;
    const current = this.buttons.get(at);
    current?.setAttribute("aria-current", "step");
    reveal(current);
  }

  /** The moves after a position, its variations first where they leave the line. @param {TreeNode} from @param {number} number of discs placed so far @param {boolean} main @returns {Node[]} */
  line(from, number, main) {
    /** @type {Node[]} */
    const parts = main ? [this.startButton(from)] : [];
    let at = from;
    let count = number;
    while (at.children.length) {
      const [next, ...others] = at.children;
      const mine = count + (next.move === "pass" ? 0 : 1);
      parts.push(this.button(next, mine));
      for (const other of others) {
        const first = count + (other.move === "pass" ? 0 : 1);
        parts.push(el("div", { class: "variation" }, this.button(other, first), ...this.line(other, first, false)));
      }
      if (next.ply.opening && next.ply.opening !== at.ply.opening) parts.push(el("span", { class: "tag" }, next.ply.opening));
      if (next.ply.comment) parts.push(el("q", {}, next.ply.comment));
      count = mine;
      at = next;
    }
    return parts;
  }

  /** @param {TreeNode} node */
  startButton(node) {
    const button = el("button", { type: "button", class: "mv start-mv", onclick: () => this.go(node) }, STUDY.start);
    this.buttons.set(node, button);
    return button;
  }

  /** @param {TreeNode} node @param {number} number */
  button(node, number) {
    const pass = node.move === "pass";
    const by = node.ply.last?.by;
    const button = el(
      "button",
      { type: "button", class: `mv${node.main ? "" : " aside-mv"}`, "data-move": node.move, onclick: () => this.go(node) },
      !pass && el("small", {}, String(number)),
      by && !pass && el("span", { class: "unseen" }, ` ${colour(by)} `),
      pass ? "–" : node.move,
      pass && el("span", { class: "unseen" }, "pass"),
    );
    this.buttons.set(node, button);
    return button;
  }
}

/** @param {TreeNode} node @returns {string} */
const shape = (node) => `${node.move}${node.main ? "" : "'"}(${node.children.map(shape).join()})`;
