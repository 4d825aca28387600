// The card of the review: the moment on the board in words, with its lines; or the plain facts of any other move.

import { el, icon } from "../dom.js";
import { run } from "../notice.js";
import { isOpen, mayLookDeeper, momentAt, moveAt, nameOf, sentenceFor, showLine } from "../review.js";
import { LABELS, REVIEW } from "../strings-review.js";
import { KINDS } from "./sheet.js";
import { STUDY } from "../strings.js";

/** @import {ReviewState} from "../types/page" */
/** @import {Moment, ReviewedMove} from "../types/protocol" */

/** So many moves of a line are offered. */
const LINE = 8;

/** A mark as a tag. @param {string} mark */
export const glyph = (mark) => el("span", { class: `glyph ${KINDS[mark] ?? ""}`, "aria-hidden": "true" }, mark);

export class MomentCard {
  /** @param {(action: string) => void} act */
  constructor(act) {
    this.act = act;
    this.drawn = "";
    this.root = el("article", { class: "moment-card", id: "moment", "aria-live": "off" });
  }

  /** @param {ReviewState} review */
  paint(review) {
    const move = moveAt(review);
    const moment = momentAt(review);
    const { line, trying, solved, progress, problem, whole, at } = review;
    const open = isOpen(review, moment);
    const key = JSON.stringify([move?.ply, move?.label, moment, open, line?.kind, line?.moves, line?.at, trying, solved, Boolean(progress), problem, whole?.deep, at === 0]);
    if (this.drawn === key) return;
    this.drawn = key;
    const focused = this.root.contains(document.activeElement) ? document.activeElement?.getAttribute("data-action") : null;
    this.root.ariaLabel = moment ? REVIEW.moments : REVIEW.title;
    this.root.replaceChildren(...(moment && move ? this.moment(review, moment, move, open) : this.plain(review, move)));
    if (focused) /** @type {HTMLElement | null} */ (this.root.querySelector(`[data-action="${focused}"]`) ?? this.root.querySelector("button"))?.focus();
  }

  /** @param {ReviewState} review @param {Moment} moment @param {ReviewedMove} move @param {boolean} open @returns {HTMLElement[]} */
  moment(review, moment, move, open) {
    const { trying, solved, moments, you } = review;
    const who = moment.side === you ? REVIEW.you : nameOf(review, moment.side);
    const head = this.head(move, REVIEW.nth(who, moments.indexOf(moment) + 1, moments.length));
    if (trying)
      return [
        head,
        el("p", { class: "why" }, REVIEW.ask(moment.side, moment.side === you, moment.move)),
        el("p", { class: "tried", role: "status" }, trying.said),
        el("div", { class: "do" }, this.button("better", REVIEW.giveUp), this.button("try", REVIEW.stopTrying)),
      ];
    const told = solved?.ply === moment.ply ? [el("p", { class: "solved" }, icon("tick"), solved.said)] : [];
    const summary = el("p", { class: "cost" }, moment.summary);
    if (!open)
      return [
        head,
        summary,
        el("p", { class: "why" }, REVIEW.question),
        el("div", { class: "do" }, this.button("try", REVIEW.tryIt), this.button("better", REVIEW.show)),
      ];
    const better = moment.better ? [el("b", {}, REVIEW.better(moment.better)), " "] : [];
    const buttons = moment.kind === "mistake" ? [this.button("try", REVIEW.tryIt), this.button("better", REVIEW.hide)] : [];
    return [
      head,
      ...told,
      el("p", { class: "why" }, ...better, sentenceFor(review, moment)),
      summary,
      ...this.lines(review, moment, move),
      el("div", { class: "do" }, ...buttons, ...(moment.word ? [this.word(moment.word)] : [])),
    ];
  }

  /** @param {ReviewState} review @param {ReviewedMove | undefined} move @returns {HTMLElement[]} */
  plain(review, move) {
    const { progress, problem, whole, view, at } = review;
    if (problem) return [el("p", { class: "why" }, problem), el("div", { class: "do" }, this.button("again", REVIEW.again))];
    const note = whole && !whole.trained ? [el("p", { class: "cost" }, REVIEW.untrained)] : [];
    const calm = whole && !whole.moments.length ? [el("p", { class: "cost" }, REVIEW.calm)] : [];
    if (!move) {
      const heading = at ? STUDY.over(view.plies[view.plies.length - 1].position) : REVIEW.start.replace(".", "");
      if (progress && at) return [el("p", { class: "why" }, REVIEW.waiting)];
      const opening = whole?.about_opening ? [el("p", { class: "cost" }, whole.about_opening)] : [];
      return [el("div", { class: "head" }, el("h2", {}, heading)), el("p", { class: "why" }, view.result ?? ""), ...opening, ...note, ...calm, ...this.onward(review)];
    }
    // Where the game left what is known, that is told; after the last move what to do next is offered.
    const left = whole?.about_opening && whole.left_book === move.ply ? [el("p", { class: "cost" }, whole.about_opening)] : [];
    const last = at === view.moves.length ? this.onward(review) : [];
    const lines = move.loss > 0.05 && move.move !== "pass" ? this.lines(review, null, move) : [];
    return [this.head(move, LABELS[move.label]), el("p", { class: "why" }, REVIEW.plain(move)), ...left, ...lines, ...note, ...calm, ...last];
  }

  /** At the end of the game: cards of its mistakes, for screens without a button of their own for it, and a deeper look. @param {ReviewState} review @returns {HTMLElement[]} */
  onward(review) {
    const practise = this.button("practise", REVIEW.practise);
    practise.classList.add("phone");
    const deeper = mayLookDeeper(review) ? [this.button("deeper", REVIEW.deeper)] : [];
    return review.whole ? [el("div", { class: "do" }, practise, ...deeper)] : [];
  }

  /** @param {ReviewedMove} move @param {string} over */
  head(move, over) {
    const name = el("h2", {}, move.mark && glyph(move.mark), `${move.number}. ${move.move}`, el("span", { class: "unseen" }, `, ${LABELS[move.label]}`));
    return el("div", { class: "head" }, name, el("span", { class: "by" }, el("i", { class: `chip small ${move.side}` }), over));
  }

  /** @param {string} action @param {string} label */
  button(action, label) {
    return el("button", { type: "button", class: "btn small", "data-action": action, onclick: () => this.act(action) }, label);
  }

  /** @param {string} word */
  word(word) {
    const show = async () => (await import("../dialogs/glossary.js")).glossary(word);
    return el("button", { type: "button", class: "btn small quiet", "data-action": "word", onclick: () => run(show) }, icon("book"), REVIEW.word(word));
  }

  /** Best play after either move, each move a button. @param {ReviewState} review @param {Moment | null} moment @param {ReviewedMove} move @returns {HTMLElement[]} */
  lines(review, moment, move) {
    const { line } = review;
    const number = move.number;
    /** @param {string} name @param {readonly string[]} moves @param {"best" | "played"} kind */
    const row = (name, moves, kind) => {
      let n = number - 1;
      const buttons = moves.slice(0, LINE).map((square, index) => {
        if (square !== "pass") n++;
        const current = line?.ply === move.ply && line.moves.join() === moves.join() && line.at === index + 1;
        return el(
          "button",
          { type: "button", class: "mv", "aria-current": current ? "step" : null, "data-action": `${kind}-${index}`, onclick: () => run(() => showLine(move.ply, moves, index + 1, kind)) },
          el("small", {}, square === "pass" ? "" : String(n)),
          square,
        );
      });
      return el("div", { class: "line", role: "group", "aria-label": REVIEW.lineOf(name) }, el("span", {}, name), ...buttons);
    };
    const rows =
      moment?.kind === "found"
        ? [row(REVIEW.lines.proof, move.best.line, "best")]
        : [row(REVIEW.after(move.best.move), move.best.line, "best"), row(REVIEW.after(move.move), move.line, "played")];
    return [el("div", { class: "lines" }, ...rows)];
  }
}
