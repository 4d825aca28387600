// The board: 64 squares as an ARIA grid with one tab stop. It knows no rules; what is legal and what flips is told.

/** @import {GameState, Position, Shown, Side, State} from "./types/wire" */

/** The usual start, to have something to look at while the server is asked. */
export const START = "---------------------------OX------XO---------------------------";

const FILES = "abcdefgh";
const LONG_PRESS = 350;
/** @type {Record<string, Side | "">} */
const COLOUR = { X: "black", O: "white", "-": "" };

/** @param {number} index */
export const nameOf = (index) => FILES[index % 8] + (Math.floor(index / 8) + 1);
/** @param {string} name */
export const indexOf = (name) => FILES.indexOf(name[0]) + 8 * (Number(name[1]) - 1);

/** Two positions with the same key are the same. @param {Position} position */
export const keyOf = (position) => `${position.board} ${position.turn} ${position.rules}`;

/** What a move is worth, short enough for a square. @param {number} score @param {string} certainty */
export function valueText(score, certainty) {
  const digits = certainty === "exact" || Math.abs(score) >= 10 ? 0 : 1;
  const text = Math.abs(score).toFixed(digits);
  return (Number(text) === 0 ? "" : score > 0 ? "+" : "−") + text;
}

/**
 * @typedef {object} Look
 * @property {Shown} shown
 * @property {boolean} playable whether a click would play
 * @property {boolean} marks whether legal squares are marked
 * @property {Map<string, {text: string, kind: string, label: string}>} values
 * @property {string | null} hint
 */

/** @type {Shown} */
export const NOTHING = {
  position: {
    board: START,
    turn: "black",
    rules: "standard",
    discs_left: null,
    score: { black: 2, white: 2 },
    empties: 60,
    legal: {},
    must_pass: false,
    over: false,
  },
  last: null,
  passed: null,
  ply: 0,
  newest: true,
};

/** What is on the board. @param {State} state @returns {Shown | null} */
export function shown(state) {
  const game = state.update?.state;
  if (state.at !== null && state.record) {
    const ply = state.record.plies[Math.min(state.at, state.record.moves.length)];
    return { ...ply, newest: false };
  }
  if (!game) return null;
  if (state.pending) return foreseen(game, state.pending.move);
  return { position: game.position, last: game.last, passed: game.passed, ply: game.moves.length, newest: true };
}

/** Our own move before the server has confirmed it: it told us what flips. @param {GameState} game @param {string} move @returns {Shown} */
function foreseen(game, move) {
  const { position } = game;
  const flips = position.legal[move];
  const disc = position.turn === "black" ? "X" : "O";
  const cells = [...position.board];
  for (const square of [move, ...flips]) cells[indexOf(square)] = disc;
  const count = (/** @type {string} */ what) => cells.filter((cell) => cell === what).length;
  return {
    position: { ...position, board: cells.join(""), legal: {}, score: { black: count("X"), white: count("O") } },
    last: { by: position.turn, square: move, flips },
    passed: null,
    ply: game.moves.length + 1,
    newest: true,
  };
}

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
    root.append(disc, value);
    return { root, disc, value };
  }

  /** @param {Look} look */
  paint(look) {
    this.look = look;
    const { position, last } = look.shown;
    const flipped = new Set(last?.flips);
    const target = last ? indexOf(last.square) : -1;
    this.root.dataset.turn = position.turn;
    this.root.classList.toggle("playable", look.playable);
    this.cells.forEach(({ root, disc, value }, index) => {
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
      root.setAttribute("aria-disabled", String(!(look.playable && legal)));
      const parts = [name, colour || "empty"];
      if (legal) parts.push("legal", `flips ${legal.length}`);
      if (index === target) parts.push("last move");
      else if (flipped.has(name)) parts.push("just flipped");
      if (given) parts.push(given.label);
      const label = parts.join(", ");
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
    root.addEventListener("contextmenu", (event) => held && event.preventDefault());
    root.addEventListener("click", (event) => {
      const square = squareOf(event);
      if (!square || held) return;
      this.point(indexOf(square));
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
