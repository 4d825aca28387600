// The opening explorer: what the book and tournament players know of the position on the board.

import { setup } from "../analysis.js";
import { el, write } from "../dom.js";
import { Failure, ask } from "../server.js";
import { keyOf } from "../store.js";
import { EXPLORER, valueText } from "../strings.js";
import { trainingOf } from "../training.js";

/** @import {Explorer as Known, ExplorerMove, Position} from "../types/protocol" */

/** Rows that are shown at once; the rest is counted. */
const ROWS = 5;
/** Positions that are remembered. */
const KEPT = 200;

export class Explorer {
  /** @param {(square: string) => void} play */
  constructor(play) {
    this.play = play;
    /** @type {Map<string, Known | null>} what the server said, null while it is asked */
    this.known = new Map();
    this.drawn = "";
    this.count = el("span", { class: "games" });
    this.train = el("a", { class: "train", title: EXPLORER.trainNote }, EXPLORER.train);
    this.trust = el("p", { class: "soft trust" });
    this.rows = el("tbody", {});
    this.rest = el("p", { class: "soft rest" });
    const head = el("tr", {}, ...EXPLORER.head.map(([text, about]) => el("th", { scope: "col", title: about }, text)));
    this.root = el(
      "section",
      { class: "explorer", id: "explorer", "aria-label": EXPLORER.title },
      el("div", { class: "explorer-head" }, el("h3", {}, EXPLORER.title), this.train, this.count),
      this.trust,
      el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": EXPLORER.title }, el("table", {}, el("thead", {}, head), this.rows)),
      this.rest,
    );
    this.root.hidden = true;
  }

  /** @param {Position | null} position @param {() => void} again paints when the answer is there @param {string} moves that lead there from the usual start, if they do */
  paint(position, again, moves) {
    this.train.hidden = !moves;
    if (moves && position) this.train.setAttribute("href", trainingOf(moves, position.turn));
    const key = position && !position.over && position.rules === "standard" ? keyOf(position) : "";
    if (key && position && !this.known.has(key)) void this.fetch(key, position, again);
    const known = this.known.get(key);
    // While the answer is on its way the last one stays, so that nothing jumps.
    if (known === null && this.drawn) return;
    this.root.hidden = !known?.moves.length;
    if (!known || !position || this.drawn === key) return;
    this.drawn = key;
    this.draw(known, position);
  }

  /** @param {string} key @param {Position} position @param {() => void} again */
  async fetch(key, position, again) {
    if (this.known.size >= KEPT) this.known.clear();
    this.known.set(key, null);
    try {
      this.known.set(key, await ask("/api/book", { position: setup(position) }));
    } catch (error) {
      // A position that may not be looked up, or a server that is away: nothing is shown, and it is asked again.
      this.known.delete(key);
      if (!(error instanceof Failure)) throw error;
      this.root.hidden = true;
      return;
    }
    again();
  }

  /** @param {Known} known @param {Position} position */
  draw(known, position) {
    const sign = position.turn === "black" ? 1 : -1;
    write(this.count, EXPLORER.games(known.games));
    this.trust.hidden = !known.trust;
    if (known.trust) {
      const { at_least, at_most, grade, lines } = known.trust;
      const [low, high] = sign > 0 ? [at_least, at_most] : [-at_most, -at_least];
      write(this.trust, EXPLORER.trust(valueText(low, "estimate"), valueText(high, "estimate"), grade, lines));
    }
    const [shown, rest] = [known.moves.slice(0, ROWS), known.moves.slice(ROWS)];
    this.rows.replaceChildren(...shown.map((mv, index) => this.row(mv, known.games, position, index === 0 && mv.value !== null)));
    this.rest.hidden = !rest.length;
    write(this.rest, EXPLORER.rest(rest.length, rest.reduce((sum, mv) => sum + mv.games, 0)));
  }

  /** @param {ExplorerMove} mv @param {number} games @param {Position} position @param {boolean} best */
  row(mv, games, position, best) {
    const sign = position.turn === "black" ? 1 : -1;
    const value = mv.value === null ? "" : valueText(sign * mv.value, mv.certainty ?? "estimate");
    const share = mv.games && games ? `${Math.round((100 * mv.games) / games)}%` : "";
    const black = position.turn === "black" ? mv.won : 1 - mv.won - mv.drawn;
    const label = EXPLORER.ended(black, mv.drawn);
    const bar = mv.games
      ? el("span", { class: "ended", role: "img", "aria-label": label, title: label }, part("black", black), part("drawn", mv.drawn), part("white", 1 - black - mv.drawn))
      : null;
    const button = el("button", { type: "button", class: "btn small", onclick: () => this.play(mv.move) }, mv.move);
    const lines = mv.trust ? `${mv.trust.lines.black}:${mv.trust.lines.white}` : "";
    return el(
      "tr",
      {},
      el("th", { scope: "row" }, button),
      el("td", { class: best ? "best" : "" }, value, mv.trust ? el("small", { title: EXPLORER.grade(mv.trust.grade) }, ` ${mv.trust.grade}`) : null),
      el("td", {}, mv.games ? EXPLORER.count(mv.games) : ""),
      el("td", {}, share),
      el("td", {}, bar),
      el("td", { class: "lines" }, lines),
      el("td", {}, mv.opening ?? ""),
    );
  }
}

/** A piece of the bar. The page has no styles in its HTML, so its width is set here. @param {string} side @param {number} share */
function part(side, share) {
  const piece = el("i", { class: side });
  piece.style.flexGrow = String(Math.max(0, share));
  return piece;
}
