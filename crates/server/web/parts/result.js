// The end of a game: who won, the discs counted out, how it went, and the ways on.

import { el, icon, write } from "../dom.js";
import { go, may, record } from "../game.js";
import { run } from "../notice.js";
import { go as goTo } from "../router.js";
import { Failure, stream } from "../server.js";
import { state, viewpoint } from "../store.js";
import { RESULT, VALUES, other, ratingText, resultSentence, resultTitle } from "../strings.js";
import { Graph } from "./graph.js";
import { moveNumber } from "./moves.js";
import { KINDS } from "./sheet.js";

/** @import {Moment, Review, ReviewMessage, Side, Update} from "../types/protocol" */

/** Less than this is not worth a word. */
const SMALLEST_LEAD = 2;
const FALLING = 16;

export class ResultCard {
  /** @param {(action: string) => void} act */
  constructor(act) {
    this.key = "";
    this.crest = el("i", { class: "crest chip" });
    this.title = el("h2", { class: "result-title" });
    this.why = el("p", { class: "soft" });
    this.falling = el("div", { class: "falling", "aria-hidden": "true" });
    this.count = el("div", { class: "count", role: "img" });
    this.story = el("p", { class: "story", role: "status" });
    this.show = el("button", { type: "button", class: "btn small", "data-action": "moment", hidden: true }, RESULT.show);
    this.practise = el("a", { class: "btn small", href: "/practice/cards", hidden: true });
    this.graph = new Graph("", (ply) => run(() => go(ply)), 110);
    /** @type {Record<string, HTMLButtonElement>} */
    this.buttons = {};
    /** @param {string} action @param {string} picture @param {string} label @param {string} [kind] */
    const button = (action, picture, label, kind = "") =>
      (this.buttons[action] = el(
        "button",
        { type: "button", class: `btn ${kind}`, "data-action": action, onclick: () => act(action) },
        icon(picture),
        el("span", {}, label),
      ));
    /** Where an offer of another game is answered: with the ways on, which are always in sight. */
    this.asks = el("div", { class: "asks" });
    this.root = el(
      "section",
      { class: "result", "aria-label": RESULT.lead },
      el("div", { class: "won" }, this.falling, this.crest, this.title, this.why),
      this.count,
      el("div", { class: "how" }, this.story, el("div", { class: "how-do" }, this.show, this.practise), this.graph.root),
      el(
        "div",
        { class: "acts" },
        this.asks,
        button("review", "chart", RESULT.review, "primary big"),
        button("again", "again", RESULT.again),
        button("swap", "swap", RESULT.swap),
        button("share", "share", RESULT.share),
        button("new", "plus", RESULT.newGame),
        button("people", "play", RESULT.newOpponent),
      ),
    );
    this.reviewLabel = /** @type {HTMLElement} */ (this.buttons.review.querySelector("span"));
    this.root.hidden = true;
    /** @type {AbortController | null} */
    this.looking = null;
  }

  /** @param {Update | null} update @param {boolean} visible */
  paint(update, visible) {
    const result = update?.state.result;
    this.root.hidden = !(visible && result);
    if (!update || !result) return this.stop();
    const { state: game, you } = update;
    const key = `${update.game} ${game.round}`;
    for (const action of ["again", "swap"]) {
      // Whoever only watches has nobody to play with.
      this.buttons[action].hidden = !you.seats.length && !may("rematch");
      this.buttons[action].disabled = !may("rematch");
    }
    this.buttons.review.hidden = !game.moves.length;
    // Who has met a stranger wants to meet the next one.
    const stranger = Boolean(you.seats.length && game.seats.black.rating && game.seats.white.rating);
    this.buttons.people.hidden = !stranger;
    this.buttons.new.hidden = stranger;
    if (this.key === key) return;
    this.stop();
    this.key = key;
    const { winner, black, white } = result;
    const won = winner !== null && you.seats.length === 1 && you.seats[0] === winner;
    this.root.classList.toggle("victory", won);
    this.crest.className = `crest chip ${winner ?? "draw"}`;
    write(this.title, resultTitle(game, result, you.seats));
    const why = resultSentence(game, result, you.seats).replace(`${this.title.textContent}. `, "");
    write(this.why, `${why} ${ratingText(state.game?.rated, you.seats)}`.trim());
    this.count.ariaLabel = RESULT.count(black, white);
    this.count.replaceChildren(
      ...Array.from({ length: 64 }, (_, index) =>
        el("i", { class: `chip small ${index < black ? "black" : index >= 64 - white ? "white" : "empty"}` }),
      ),
    );
    this.falling.replaceChildren(...(won ? Array.from({ length: FALLING }, (_, index) => fallingDisc(index)) : []));
    this.graph.root.style.display = "none";
    write(this.story, "");
    write(this.reviewLabel, RESULT.review);
    this.show.hidden = this.practise.hidden = true;
    if (game.moves.length && !this.root.hidden) run(() => this.look(update));
  }

  /** Has the game reviewed, for its biggest moment. @param {Update} update */
  async look(update) {
    const { state: game, you, game: id } = update;
    const mine = (this.looking = new AbortController());
    write(this.story, RESULT.looking);
    const { moves } = await record();
    this.graph.root.setAttribute("aria-label", VALUES.along(viewpoint()));
    const points = [...moves, ""].map(() => /** @type {import("./graph.js").Point} */ ({}));
    const sign = viewpoint() === "black" ? 1 : -1;
    /** @type {Review | null} */
    let review = null;
    try {
      for await (const part of stream(`/api/games/${id}/review`, undefined, mine.signal)) {
        const message = /** @type {ReviewMessage} */ (part);
        if (message.type === "done") {
          review = message;
          message.values.forEach((value, ply) => (points[ply] = { value: sign * value }));
        } else if (message.type === "part")
          for (const { ply, side, best } of message.moves ?? []) points[ply].value = (side === viewpoint() ? 1 : -1) * best.value;
        this.graph.root.style.display = "";
        this.graph.paint(points, null);
      }
    } catch (error) {
      if (mine.signal.aborted) return;
      if (!(error instanceof Failure)) throw error;
      return write(this.story, error.message);
    }
    if (!review) return;
    if (you.seats.length === 1 && review.trained) run(() => this.learn(id, you.seats[0], mine.signal));
    const { moments } = review;
    const moment = biggest(review);
    const words = [lead(update, review.values), moment ? RESULT.moment(game, you.seats, moment) : RESULT.noMoment];
    write(this.story, words.filter(Boolean).join(" "));
    if (moments.length) write(this.reviewLabel, RESULT.reviewOf(moments.length));
    if (!moment) return;
    this.graph.paint(points, null, [{ ply: moment.ply + 1, kind: KINDS[review.moves[moment.ply].mark] }]);
    this.show.hidden = false;
    this.show.onclick = () => run(() => goTo(`/g/${id}/review#ply=${moment.ply + 1}`));
  }

  /** Makes cards of one's own mistakes. @param {string} game @param {Side} side @param {AbortSignal} signal */
  async learn(game, side, signal) {
    const { learn } = await import("../practice.js");
    const { cards } = await learn({ game, side });
    if (!cards || signal.aborted) return;
    write(this.practise, RESULT.practise(cards));
    this.practise.hidden = false;
  }

  stop() {
    this.looking?.abort();
    this.looking = null;
    this.key = "";
  }
}

/** The mistake that cost most. @param {Review} review */
function biggest({ moments, moves }) {
  const cost = (/** @type {Moment} */ { ply }) => moves[ply].chance_before - moves[ply].chance_after;
  const mistakes = moments.filter(({ kind }) => kind === "mistake");
  return mistakes.reduce((most, one) => (!most || cost(one) > cost(most) ? one : most), /** @type {Moment | null} */ (null));
}

/** Who was ahead, and until when. @param {Update} update @param {readonly number[]} values for Black, by ply */
function lead({ state: game, you }, values) {
  const winner = game.result?.winner;
  if (!winner) return "";
  const sign = winner === "black" ? 1 : -1;
  const behind = values.findLastIndex((value) => sign * value <= -SMALLEST_LEAD);
  return behind < 0
    ? RESULT.aheadThroughout(game, you.seats, winner)
    : RESULT.aheadUntil(game, you.seats, other(winner), moveNumber(game.moves, behind));
}

/** @param {number} index */
function fallingDisc(index) {
  const disc = el("i", { class: `chip ${index % 2 ? "black" : "white"}` });
  disc.style.left = `${(index * 61) % 100}%`;
  disc.style.animationDelay = `${(index * 67) % 500}ms`;
  const size = 8 + ((index * 5) % 9);
  disc.style.width = disc.style.height = `${size}px`;
  return disc;
}
