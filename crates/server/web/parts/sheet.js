// The sheet of all moves: every move has its cell from the start, so that nothing scrolls or moves. A pass is a small
// dash in the cell after which it came, and has no number.

import { el, write } from "../dom.js";
import { SHEET, colour, other } from "../strings.js";

/** @import {ReviewedMove, Side} from "../types/protocol" */

/** How a mark looks. @type {Record<string, string>} */
export const KINDS = { "?!": "doubt", "?": "wrong", "??": "grave", "!": "fine", "!!": "fine" };

/** @typedef {{number: number, move: string, side: Side, ply: number, passed: boolean}} Cell */

/** The discs placed, with the ply after each. @param {readonly string[]} moves @param {Side} first @returns {Cell[]} */
export function cells(moves, first) {
  /** @type {Cell[]} */
  const list = [];
  let side = first;
  moves.forEach((move, index) => {
    if (move !== "pass") list.push({ number: list.length + 1, move, side, ply: index + 1, passed: false });
    else if (list.length) {
      // The position after the pass is the one to look at.
      const cell = list[list.length - 1];
      cell.passed = true;
      cell.ply = index + 1;
    }
    side = other(side);
  });
  return list;
}

export class Sheet {
  /** @param {(ply: number) => void} go @param {string} [id] */
  constructor(go, id = "moves") {
    this.drawn = "";
    this.opening = el("small", { class: "opening" });
    this.list = el("ol", { id });
    this.root = el("section", { class: "sheet", "aria-label": SHEET.title }, el("header", {}, el("h3", {}, SHEET.title), this.opening), this.list);
    this.list.addEventListener("click", (event) => {
      const ply = /** @type {HTMLElement} */ (event.target).closest("button")?.dataset.ply;
      if (ply) go(Number(ply));
    });
  }

  /** @param {readonly string[]} moves @param {Side} first @param {number} empties of the start @param {number} ply on the board @param {string} opening @param {Map<number, ReviewedMove>} [reviewed] by the ply after the move */
  paint(moves, first, empties, ply, opening, reviewed) {
    write(this.opening, opening);
    const marks = [...(reviewed?.values() ?? [])].map(({ mark }) => mark).join();
    const key = `${first} ${empties} ${moves.join(" ")} ${marks}`;
    const all = cells(moves, first);
    if (this.drawn !== key) {
      this.drawn = key;
      const count = Math.max(empties, all.length);
      this.list.replaceChildren(...Array.from({ length: count }, (_, index) => el("li", {}, moveButton(index + 1, all[index], reviewed))));
    }
    markCurrent(this.list, all, ply);
  }
}

/** The last six moves, for narrow screens. */
export class Ribbon {
  /** @param {(ply: number) => void} go */
  constructor(go) {
    this.root = el("div", { class: "ribbon", role: "group", "aria-label": SHEET.title });
    this.root.addEventListener("click", (event) => {
      const ply = /** @type {HTMLElement} */ (event.target).closest("button")?.dataset.ply;
      if (ply) go(Number(ply));
    });
  }

  /** @param {readonly string[]} moves @param {Side} first @param {number} ply */
  paint(moves, first, ply) {
    const all = cells(moves, first);
    const until = all.findLastIndex((cell) => cell.ply <= ply) + 1;
    const end = Math.min(all.length, Math.max(until, 6));
    this.root.replaceChildren(
      ...(all.length ? all.slice(Math.max(0, end - 6), end).map((cell) => moveButton(cell.number, cell)) : [el("small", { class: "soft" }, SHEET.none)]),
    );
    markCurrent(this.root, all, ply);
  }
}

/** @param {number} number @param {Cell} [cell] @param {Map<number, ReviewedMove>} [reviewed] */
function moveButton(number, cell, reviewed) {
  const label = el("small", {}, String(number));
  if (!cell) return el("span", { class: "mv none" }, label);
  return el(
    "button",
    { type: "button", class: `mv ${cell.side}`, "data-ply": cell.ply, "data-move": cell.move },
    label,
    el("span", { class: "unseen" }, ` ${colour(cell.side)} `),
    cell.move,
    ...marked(reviewed?.get(cell.passed ? cell.ply - 1 : cell.ply)),
    cell.passed && el("span", { class: "passed", title: SHEET.pass(other(cell.side)) }, "–", el("span", { class: "unseen" }, ` ${SHEET.pass(other(cell.side))}`)),
  );
}

/** The mark behind a move. @param {ReviewedMove} [move] */
function marked(move) {
  if (!move?.mark) return [];
  return [el("em", { class: KINDS[move.mark], "aria-hidden": "true" }, move.mark), el("span", { class: "unseen" }, ` ${move.label.replace("_", " ")}`)];
}

/** @param {Element} root @param {Cell[]} all @param {number} ply */
function markCurrent(root, all, ply) {
  root.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const cell = all.findLast((one) => one.ply <= ply);
  if (cell) root.querySelector(`[data-ply="${cell.ply}"]`)?.setAttribute("aria-current", "step");
}
