// How both played: accuracy in large, marks counted, and every number in tables.

import { el, write } from "../dom.js";
import { glyph } from "./moment.js";
import { nameOf } from "../review.js";
import { LABELS, REVIEW } from "../strings-review.js";
import { valueText } from "../strings.js";

/** @import {ReviewState} from "../types/page" */
/** @import {ReviewedMove, Side} from "../types/protocol" */

const SIDES = /** @type {const} */ (["black", "white"]);
const MARKS = ["?!", "?", "??"];
const PHASES = /** @type {const} */ (["opening", "midgame", "end"]);

/** The accuracy of both, at the top of the panel. */
export class Players {
  constructor() {
    this.sides = SIDES.map((side) => {
      const parts = { name: el("b", {}), marks: el("small", {}), phases: el("small", { class: "phases" }), percent: el("span", { class: "percent" }) };
      const root = el("div", { class: "player", "data-side": side }, el("i", { class: `chip ${side}` }), el("div", { class: "who" }, parts.name, parts.marks), parts.percent, parts.phases);
      return { side, root, ...parts };
    });
    this.root = el("section", { class: "players", "aria-label": REVIEW.accuracy }, ...this.sides.map(({ root }) => root));
  }

  /** @param {ReviewState} review */
  paint(review) {
    const { whole, you } = review;
    for (const { side, name, marks, phases, percent } of this.sides) {
      write(name, side === you && !review.players[side] ? REVIEW.you : nameOf(review, side));
      write(marks, whole ? REVIEW.marks(MARKS.flatMap((mark) => counted(whole.moves, side, mark))) : "");
      const known = whole ? PHASES.flatMap((phase) => {
        const value = whole.phases[side][phase];
        return value === null ? [] : [`${REVIEW.phasesShort[phase]} ${Math.round(value)}`];
      }) : [];
      write(phases, known.join(" · "));
      const accuracy = whole?.accuracy[side];
      const text = accuracy === undefined ? "" : accuracy === null ? REVIEW.noChoice : String(Math.round(accuracy));
      if (percent.dataset.text === text) continue;
      percent.dataset.text = text;
      percent.replaceChildren(...(text ? [text, accuracy === null ? "" : el("small", {}, "%"), el("span", { class: "unseen" }, ` ${REVIEW.accuracy}`)] : []));
    }
  }
}

/** @param {readonly ReviewedMove[]} moves @param {Side} side @param {string} mark */
function counted(moves, side, mark) {
  const count = moves.filter((move) => move.side === side && move.mark === mark).length;
  return count ? [`${count} ${mark}`] : [];
}

/** Everything in numbers. */
export class Numbers {
  /** @param {(ply: number) => void} go */
  constructor(go) {
    this.go = go;
    this.drawn = "";
    this.root = el("div", { class: "numbers" });
  }

  /** @param {ReviewState} review */
  paint(review) {
    const { whole } = review;
    const key = whole ? `${whole.moves.length} ${whole.deep} ${whole.accuracy.black} ${whole.accuracy.white}` : "";
    if (this.drawn !== key) {
      this.drawn = key;
      this.root.replaceChildren(...(whole ? this.tables(review, whole) : []));
    }
    this.root.querySelector("[aria-current]")?.removeAttribute("aria-current");
    this.root.querySelector(`[data-ply="${review.at}"]`)?.setAttribute("aria-current", "step");
  }

  /** @param {ReviewState} review @param {NonNullable<ReviewState["whole"]>} whole */
  tables(review, whole) {
    const percent = (/** @type {number | null} */ value) => (value === null ? REVIEW.noChoice : value.toFixed(1));
    /** @param {string} name @param {(side: Side) => string} cell */
    const row = (name, cell) => el("tr", {}, el("th", { scope: "row" }, name), ...SIDES.map((side) => el("td", {}, cell(side))));
    const summary = el(
      "table",
      { class: "summary" },
      el("thead", {}, el("tr", {}, el("td", {}), ...SIDES.map((side) => el("th", { scope: "col" }, nameOf(review, side))))),
      el(
        "tbody",
        {},
        row(REVIEW.accuracy, (side) => percent(whole.accuracy[side])),
        ...PHASES.map((phase) => row(REVIEW.phases[phase], (side) => percent(whole.phases[side][phase]))),
        row(REVIEW.lost, (side) => whole.lost[side].toFixed(1)),
        row(REVIEW.best, (side) => (whole.choices[side] ? `${whole.best[side]}/${whole.choices[side]}` : REVIEW.noChoice)),
      ),
    );
    const rows = whole.moves.map((move) => {
      const wrong = move.loss > 0;
      const chance = (/** @type {number} */ value) => `${Math.round(100 * value)}%`;
      const step = el("button", { type: "button", class: "mv", "data-ply": move.ply + 1, onclick: () => this.go(move.ply + 1) }, el("i", { class: `chip small ${move.side}` }), el("span", { class: "unseen" }, `${REVIEW.colour(move.side)} `), move.move);
      const notes = [move.ply === whole.turning_point ? REVIEW.turningPoint : "", move.missed_chance ? REVIEW.missedChance : ""].filter(Boolean);
      const label = move.mark ? [glyph(move.mark), el("span", { class: "unseen" }, LABELS[move.label])] : [];
      return el(
        "tr",
        {},
        el("th", { scope: "row" }, String(move.number)),
        el("td", {}, step),
        el("td", {}, valueText(move.value, move.certainty)),
        el("td", {}, wrong ? `${move.best.move} ${valueText(move.best.value, move.best.certainty)}` : ""),
        el("td", {}, wrong ? move.loss.toFixed(1) : ""),
        el("td", {}, wrong ? `${chance(move.chance_before)} → ${chance(move.chance_after)}` : chance(move.chance_after)),
        el("td", {}, ...label, notes.join(", ")),
      );
    });
    const theory = whole.about_opening ? el("p", { class: "soft" }, whole.about_opening) : null;
    return [
      theory,
      summary,
      el("p", { class: "soft" }, REVIEW.about),
      el("table", { "aria-label": REVIEW.tableName }, el("thead", {}, el("tr", {}, ...REVIEW.table.map((text) => el("th", { scope: "col" }, text)))), el("tbody", {}, ...rows)),
    ].filter((part) => part !== null);
  }
}
