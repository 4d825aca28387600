// The board: 64 squares as an ARIA grid with one tab stop. It knows no rules; what is legal and what flips is told.

import { indexOf, nameOf } from "../squares.js";
import { BETTER, squareLabel } from "../strings.js";

/** @import {Shown} from "../types/page" */
/** @import {Side} from "../types/protocol" */

const LONG_PRESS = 350;
/** @type {Record<string, Side | "">} */
const COLOUR = { X: "black", O: "white", "-": "" };

/**
 * @typedef {object} Look
 * @property {Shown} shown
 * @property {boolean} playable whether a click would play
 * @property {boolean} marks whether legal squares are marked
 * @property {Map<string, {text: string, kind: string, label: string}>} values
 * @property {string | null} hint
 * @property {Map<string, {text: string, kind: string, label: string}>} [badges] marks at the corner of squares
 * @property {{square: string, side: Side, flips: readonly string[]}} [better] a move that could have been played, and what it would have turned over
 * @property {Set<string>} [named] squares that a sentence names
 */

export class Board {
  /** @param {HTMLElement} root @param {(square: string) => void} choose */
  constructor(root, choose) {
    this.root = root;
    this.choose = choose;
    this.cursor = 19;
    /** @type {string | null} */
    this.previewed = null;
    /** @type {Look | null} */
    this.look = null;
    this.cells = Array.from({ length: 64 }, (_, index) => this.makeCell(index));
    for (let row = 0; row < 8; row++) {
      const line = document.createElement("div");
      line.setAttribute("role", "row");
      line.append(...this.cells.slice(row * 8, row * 8 + 8).map((cell) => cell.root));
      root.append(line);
    }
    this.listen();
  }

  /** @param {number} index */
  makeCell(index) {
    const root = document.createElement("div");
    root.className = "cell";
    root.dataset.square = nameOf(index);
    root.setAttribute("role", "gridcell");
    root.tabIndex = index === this.cursor ? 0 : -1;
    const disc = document.createElement("span");
    disc.className = "disc";
    disc.append(document.createElement("i"));
    const value = document.createElement("span");
    value.className = "value";
    const badge = document.createElement("span");
    badge.className = "badge";
    root.append(disc, value, badge);
    return { root, disc, value, badge };
  }

  /** @param {Look} look */
  paint(look) {
    this.look = look;
    const { position, last } = look.shown;
    const flipped = new Set(last?.flips);
    const target = last ? indexOf(last.square) : -1;
    this.root.dataset.turn = position.turn;
    this.root.classList.toggle("playable", look.playable);
    this.cells.forEach(({ root, disc, value, badge }, index) => {
      const name = nameOf(index);
      const colour = COLOUR[position.board[index]];
      const legal = position.legal[name];
      if (disc.dataset.colour !== colour) {
        // Discs turn over one after the other, outwards from the new one.
        const far = Math.max(Math.abs((index % 8) - (target % 8)), Math.abs((index >> 3) - (target >> 3)));
        disc.style.setProperty("--delay", `${flipped.has(name) ? far * 45 : 0}ms`);
        disc.style.setProperty("--axis", axis(index, target));
        disc.classList.toggle("turning", Boolean(disc.dataset.colour && colour));
        disc.classList.toggle("new", !disc.dataset.colour && index === target);
        disc.dataset.colour = colour;
      }
      const given = look.values.get(name);
      root.classList.toggle("legal", Boolean(legal) && look.marks && !given);
      root.classList.toggle("last", index === target);
      root.classList.toggle("flipped", flipped.has(name));
      root.classList.toggle("hint", look.hint === name);
      value.textContent = given?.text ?? "";
      value.className = `value ${given?.kind ?? ""}`;
      const mark = look.badges?.get(name);
      badge.textContent = mark?.text ?? "";
      badge.className = `badge ${mark?.kind ?? ""}`;
      const better = look.better?.square === name;
      const wouldTurn = Boolean(look.better?.flips.includes(name));
      root.classList.toggle("better", better);
      root.classList.toggle("would-turn", wouldTurn);
      root.classList.toggle("named", Boolean(look.named?.has(name)) && !better);
      if (better) root.dataset.side = look.better?.side;
      root.setAttribute("aria-disabled", String(!(look.playable && legal)));
      const label = squareLabel(name, colour, {
        flips: legal?.length,
        last: index === target,
        turned: flipped.has(name),
        value: given?.label,
        note: [mark?.label, wouldTurn && BETTER.wouldTurn].filter(Boolean).join(", "),
      });
      if (root.ariaLabel !== label) root.ariaLabel = label;
    });
    this.preview(this.previewed);
  }

  /** Shows what a move would turn over. @param {string | null} square */
  preview(square) {
    this.previewed = square;
    const flips = (square && this.look?.playable && this.look.shown.position.legal[square]) || null;
    for (const { root } of this.cells) {
      root.classList.toggle("ghost", Boolean(flips) && root.dataset.square === square);
      root.classList.toggle("preview", Boolean(flips?.includes(root.dataset.square ?? "")));
    }
  }

  /** Moves the tab stop. @param {number} index @param {boolean} [focus] */
  point(index, focus = true) {
    this.cells[this.cursor].root.tabIndex = -1;
    this.cursor = index;
    this.cells[index].root.tabIndex = 0;
    if (focus) this.cells[index].root.focus({ preventScroll: true });
  }

  /** Moves the tab stop to a square that was typed. @param {string} square @param {boolean} [focus] */
  pointTo(square, focus = false) {
    this.point(indexOf(square), focus || this.root.contains(document.activeElement));
  }

  listen() {
    const { root } = this;
    /** @param {Event} event */
    const squareOf = (event) =>
      /** @type {HTMLElement} */ (event.target).closest?.("[data-square]")?.getAttribute("data-square") ?? null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let press;
    let held = false;
    const release = () => {
      clearTimeout(press);
      this.preview(null);
    };
    root.addEventListener("pointerover", (event) => event.pointerType === "mouse" && this.preview(squareOf(event)));
    root.addEventListener("pointerleave", release);
    root.addEventListener("pointercancel", release);
    root.addEventListener("pointerdown", (event) => {
      held = false;
      if (event.pointerType === "mouse") return;
      press = setTimeout(() => {
        held = true;
        this.preview(squareOf(event));
      }, LONG_PRESS);
    });
    root.addEventListener("pointerup", (event) => event.pointerType !== "mouse" && release());
    // A click plays and does not move the focus here: after it, arrows still step through the game.
    root.addEventListener("mousedown", (event) => root.contains(document.activeElement) || event.preventDefault());
    root.addEventListener("contextmenu", (event) => held && event.preventDefault());
    root.addEventListener("click", (event) => {
      const square = squareOf(event);
      if (!square || held) return;
      this.point(indexOf(square), root.contains(document.activeElement));
      this.choose(square);
    });
    root.addEventListener("focusin", (event) => {
      const square = squareOf(event);
      if (square && root.matches(":focus-within") && document.activeElement?.matches(":focus-visible"))
        this.preview(square);
    });
    root.addEventListener("focusout", () => this.preview(null));
    root.addEventListener("keydown", (event) => this.key(event));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const [row, file] = [this.cursor >> 3, this.cursor % 8];
    /** @type {Record<string, [number, number]>} */
    const ways = {
      ArrowLeft: [row, Math.max(file - 1, 0)],
      ArrowRight: [row, Math.min(file + 1, 7)],
      ArrowUp: [Math.max(row - 1, 0), file],
      ArrowDown: [Math.min(row + 1, 7), file],
      Home: [event.ctrlKey ? 0 : row, 0],
      End: [event.ctrlKey ? 7 : row, 7],
      PageUp: [0, file],
      PageDown: [7, file],
    };
    const to = ways[event.key];
    if (event.altKey || event.metaKey) return;
    if (to) this.point(to[0] * 8 + to[1]);
    else if (event.key === "Enter" || event.key === " ") this.choose(nameOf(this.cursor));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

/** Around which line a disc turns over: square to the way from the new disc. @param {number} from @param {number} to */
function axis(from, to) {
  const across = Math.sign((from % 8) - (to % 8));
  const down = Math.sign((from >> 3) - (to >> 3));
  return to < 0 || (!across && !down) ? "0, 1, 0" : `${-down}, ${across}, 0`;
}
