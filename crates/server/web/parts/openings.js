// The openings that can be trained: found by name or moves, with how far one has come.

import { choice, el, field, icon, write } from "../dom.js";
import { OPENINGS } from "../strings-practice.js";
import { trainingOf } from "../training.js";

/** @import {OpeningProgress, OpeningState, Side} from "../types/protocol" */

/** What matters of a name when it is searched. @param {string} text */
const letters = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
/** Moves as people type them. @param {string} text */
const asMoves = (text) => (/^([a-h][1-8]\s*)+$/i.test(text.trim()) ? letters(text) : "");

export class OpeningsPage {
  /** @param {Side} side @param {(side: Side) => void} changed */
  constructor(side, changed) {
    this.side = side;
    /** @type {readonly OpeningState[]} */
    this.openings = [];
    this.due = el("div", { class: "card due-openings" });
    this.due.hidden = true;
    this.search = el("input", { type: "search", id: "find-opening", autocomplete: "off", spellcheck: false, oninput: () => this.paint(), onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event) });
    this.count = el("p", { class: "soft", role: "status" });
    this.rows = el("ul", { class: "opening-rows" });
    const sides = choice(OPENINGS.side, "side", [["black", OPENINGS.sides.black], ["white", OPENINGS.sides.white]], side, (chosen) => {
      this.side = /** @type {Side} */ (chosen);
      changed(this.side);
      this.paint();
    });
    this.root = el(
      "div",
      { class: "people practice openings" },
      el("header", { class: "people-head" }, el("div", {}, el("h1", { tabindex: "-1" }, OPENINGS.title), el("p", { class: "soft" }, OPENINGS.note))),
      this.due,
      el("section", { class: "card", "aria-label": OPENINGS.choose }, el("div", { class: "opening-find" }, field(OPENINGS.find, this.search), sides), this.count, this.rows),
    );
  }

  /** @param {readonly OpeningState[]} openings */
  show(openings) {
    this.openings = openings;
    this.paint();
  }

  /** Enter opens the first that was found. @param {KeyboardEvent} event */
  key(event) {
    if (event.key === "Enter") /** @type {HTMLElement | null} */ (this.rows.querySelector("a"))?.click();
  }

  /** What the search finds: what is nearest to the moves; else what is due first, then what people play most. */
  found() {
    const wanted = letters(this.search.value);
    const moves = asMoves(this.search.value);
    const fits = (/** @type {OpeningState} */ { name, aliases, moves: line }) =>
      moves ? line.startsWith(moves) || (line && moves.startsWith(line)) : [name, ...aliases.split(",")].some((one) => letters(one).includes(wanted));
    const due = (/** @type {OpeningState} */ one) => Number(one.moves !== "" && one.progress[this.side].due > 0);
    if (moves) return this.openings.filter(fits).sort((a, b) => Math.abs(a.moves.length - moves.length) - Math.abs(b.moves.length - moves.length));
    return this.openings.filter(fits).sort((a, b) => Number(b.moves === "") - Number(a.moves === "") || due(b) - due(a) || b.share - a.share);
  }

  paint() {
    if (!this.openings.length) return;
    const found = this.found();
    const moves = asMoves(this.search.value);
    const rows = found.map((opening) => this.row(opening));
    // Moves without a name can be trained as well.
    if (moves && !found.some((opening) => opening.moves === moves)) rows.unshift(this.line(moves, OPENINGS.these(moves), "", null));
    write(this.count, OPENINGS.count(found.length, this.openings.length));
    this.rows.replaceChildren(...rows);
    this.paintDue();
  }

  /** What is due in all openings, which is what comes through the first moves. */
  paintDue() {
    const all = this.openings.find((opening) => opening.moves === "")?.progress;
    const sides = /** @type {const} */ (["black", "white"]).filter((side) => all?.[side].due);
    this.due.hidden = !sides.length;
    this.due.replaceChildren(
      el("h2", {}, OPENINGS.dueNow),
      ...sides.map((side) => el("a", { class: "btn primary", href: trainingOf("", side), "data-due": side }, OPENINGS.repeat(all?.[side].due ?? 0, side))),
    );
  }

  /** @param {OpeningState} opening */
  row({ name, aliases, moves, share, progress }) {
    const note = [moves, aliases && OPENINGS.also(aliases), OPENINGS.share(share)].filter((part) => part && moves).join(" · ");
    return this.line(moves, name, note || OPENINGS.firstMoves, progress[this.side]);
  }

  /** @param {string} moves @param {string} name @param {string} note @param {OpeningProgress | null} progress */
  line(moves, name, note, progress) {
    const known = progress && progress.known > 0 && !progress.due;
    const told = progress?.answers ? OPENINGS.known(progress) : "";
    return el(
      "li",
      {},
      el(
        "a",
        { href: trainingOf(moves, this.side), class: "lesson-row" },
        el("span", { class: "grow" }, el("b", {}, name), el("small", {}, note)),
        told && el("small", { class: "told-progress" }, told),
        told && el("span", { class: `sign ${known ? "done" : ""}`, "aria-hidden": "true" }, known ? icon("tick") : String(progress?.due || "")),
      ),
    );
  }
}
