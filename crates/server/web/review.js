// A review: what the server says of a game, where one is in it, and what is tried on its board.

import { setup } from "./analysis.js";
import { games } from "./memory.js";
import { announce } from "./notice.js";
import { Failure, ask, stream } from "./server.js";
import { changeReview, openReview, state } from "./store.js";
import { REVIEW } from "./strings-review.js";
import { scoreText } from "./strings.js";
import { fromAddress, load } from "./study.js";

/** @import {Place, ReviewState} from "./types/page" */
/** @import {Moment, ReviewMessage, ReviewedMove, Side, View} from "./types/protocol" */

/** @type {AbortController | null} */
let reading = null;

/** Opens the review that an address names: of a game of the server, or of the moves in it. @param {Place} place */
export async function open(place) {
  const [game = ""] = place.params;
  const { start, moves } = fromAddress(place.hash);
  /** @type {View} */
  const view = game ? await ask(`/api/games/${game}/view`) : await load({ start, moves });
  const mine = game ? (games()[game]?.seats ?? []) : [];
  const ply = place.hash.get("ply");
  openReview({
    game,
    view,
    players: place.kept?.players ?? view.players,
    you: mine.length === 1 ? mine[0] : null,
    moves: [],
    moments: [],
    whole: null,
    progress: null,
    problem: "",
    at: ply === null ? view.moves.length : clamp(Number(ply) || 0, view.moves.length),
    chosen: ply !== null,
    line: null,
    trying: null,
    opened: [],
  });
}

/** @param {number} ply @param {number} most */
const clamp = (ply, most) => Math.max(0, Math.min(ply, most));

/** Has the server review the game; what it finds is told as it comes. @param {boolean} [deep] deeper than usual, in place of what is known */
export async function read(deep = false) {
  const { review } = state;
  if (!review) return;
  stop();
  const mine = (reading = new AbortController());
  const { game, view } = review;
  const body = game ? undefined : { start: setup(view.plies[0].position), moves: view.moves, ...(deep && { deep }) };
  const path = game ? `/api/games/${game}/review${deep ? "?deep=true" : ""}` : "/api/review";
  changeReview({ problem: "", progress: { done: 0, of: view.plies.length } });
  try {
    for await (const part of stream(path, body, mine.signal))
      if (!mine.signal.aborted) hear(part);
  } catch (error) {
    if (mine.signal.aborted) return;
    if (!(error instanceof Failure)) throw error;
    changeReview({ problem: error.message, progress: null });
    announce(error.message);
  }
}

export function stop() {
  reading?.abort();
  reading = null;
}

/** @param {ReviewMessage} message */
function hear(message) {
  const { review } = state;
  if (!review) return;
  if (message.type === "part" && review.whole) {
    // What is known stays until the deeper review is complete.
    const { done, of } = message;
    changeReview({ progress: { done, of } });
  } else if (message.type === "part") {
    const moves = [...review.moves];
    for (const move of message.moves ?? []) moves[move.ply] = move;
    const { done, of } = message;
    changeReview({ moves, moments: message.moments ?? [], progress: { done, of } });
  } else if (message.type === "done") {
    changeReview({ moves: message.moves, moments: message.moments, whole: message, progress: null });
    announce(REVIEW.ready(message.moments.length));
    // Whoever has not gone anywhere meanwhile is shown the first moment.
    if (!state.review?.chosen && message.moments.length) goTo(message.moments[0].ply + 1, false);
  }
}

/** Whether there is a deeper review to be had. @param {ReviewState} review */
export const mayLookDeeper = ({ whole, progress }) => Boolean(whole && !whole.deep && !progress);

// ---------------------------------------------------------------- where one is

/** The move on the board: the one that led to it, or the one that is tried for. @param {ReviewState} review @returns {ReviewedMove | undefined} */
export const moveAt = (review) => review.moves[plyOf(review)];

/** The moment on the board. @param {ReviewState} review @returns {Moment | undefined} */
export const momentAt = (review) => review.moments.find(({ ply }) => ply === plyOf(review));

/** @param {ReviewState} review */
const plyOf = ({ at, line, trying }) => trying?.ply ?? line?.ply ?? at - 1;

/** Whether the better move of a moment may be seen: a mistake of one's own is a question first. @param {ReviewState} review @param {Moment | undefined} moment */
export const isOpen = (review, moment) =>
  !moment || moment.kind !== "mistake" || moment.side !== review.you || review.opened.includes(moment.ply);

/** Goes to the position after so many moves. @param {number} ply @param {boolean} [chosen] */
export function goTo(ply, chosen = true) {
  const { review } = state;
  if (!review) return;
  const at = clamp(ply, review.view.moves.length);
  changeReview({ at, chosen: review.chosen || chosen, line: null, trying: null });
  const parts = new URLSearchParams(location.hash.slice(1));
  parts.set("ply", String(at));
  history.replaceState(history.state, "", `${location.pathname}#${parts}`);
  if (chosen) tell();
}

/** Says where one is, and what there is to say. */
function tell() {
  const { review } = state;
  if (!review) return;
  const moment = momentAt(review);
  const { position, passed, last } = review.view.plies[review.at];
  const what = passed ? REVIEW.passed : (last?.square ?? "");
  const where = review.at ? REVIEW.spokenMove(review.moves[review.at - 1], what) : REVIEW.start;
  announce([where, moment ? `${moment.summary} ${isOpen(review, moment) ? sentenceFor(review, moment) : REVIEW.question}` : scoreText(position)].join(" "));
}

/** The sentence about a moment as whoever looks is told it. @param {ReviewState} review @param {Moment} moment */
export const sentenceFor = ({ you }, moment) => (you ? moment.told[you] : moment.sentence);

/** The next moment, or the one before. @param {1 | -1} way @returns {Moment | undefined} */
export function neighbour(way) {
  const { review } = state;
  if (!review) return undefined;
  const here = plyOf(review);
  return way > 0 ? review.moments.find(({ ply }) => ply > here) : review.moments.findLast(({ ply }) => ply < here);
}

/** @param {1 | -1} way */
export function goToMoment(way) {
  const moment = neighbour(way);
  if (moment) goTo(moment.ply + 1);
  else announce(REVIEW.noMore(way));
}

/** One step, along the line that is looked at or along the game. @param {number} way plies, or infinite for the end */
export function step(way) {
  const { review } = state;
  if (!review) return;
  const { line, at, view } = review;
  if (!line) return goTo(Number.isFinite(way) ? at + way : way > 0 ? view.moves.length : 0);
  const to = clamp(Number.isFinite(way) ? line.at + way : way > 0 ? Infinity : 0, line.moves.length);
  changeReview({ line: { ...line, at: to } });
  announce(`${to ? line.moves[to - 1] : REVIEW.before}. ${scoreText(line.plies[to].position)}`);
}

// ---------------------------------------------------------------- lines

/** Shows a position of a line that begins before a move. @param {number} ply @param {readonly string[]} moves @param {number} at @param {"best" | "played" | "tried"} kind */
export async function showLine(ply, moves, at, kind) {
  const { review } = state;
  if (!review) return;
  const { view } = review;
  const before = view.moves.slice(0, ply);
  const known = review.line?.ply === ply && review.line.moves.join() === moves.join() ? review.line.plies : null;
  const plies = known ?? (await load({ start: setup(view.plies[0].position), moves: [...before, ...moves] })).plies.slice(ply);
  if (state.review?.view !== view) return;
  changeReview({ line: { ply, moves, plies, at, kind }, at: ply + 1, trying: null, chosen: true });
  announce(`${at ? moves[at - 1] : REVIEW.before}. ${scoreText(plies[at].position)}`);
}

/** Back to the game from a line, or from trying. Whether there was anything to leave. */
export function leaveLine() {
  const { review } = state;
  if (!review?.line && !review?.trying) return false;
  goTo(plyOf(review) + 1);
  return true;
}

// ---------------------------------------------------------------- the better move

/** Shows the better move, or hides it again. */
export function toggleBetter() {
  const { review } = state;
  const moment = review && momentAt(review);
  if (!review || !moment) return;
  const { opened } = review;
  const open = isOpen(review, moment) && !review.trying;
  changeReview({
    opened: open ? opened.filter((ply) => ply !== moment.ply) : [...opened, moment.ply],
    at: moment.ply + 1,
    line: null,
    trying: null,
  });
  if (!open) announce(`${REVIEW.better(moment.better)} ${sentenceFor(review, moment)}`);
}

/** Asks for a better move, in the position before it. */
export function tryIt() {
  const { review } = state;
  const moment = review && momentAt(review);
  if (!review || moment?.kind !== "mistake") return;
  if (review.trying) return void leaveLine();
  changeReview({ trying: { ply: moment.ply, said: "", wrong: [] }, at: moment.ply, line: null, chosen: true });
  announce(REVIEW.ask(moment.side, moment.side === review.you, moment.move));
}

/** A move that was tried. @param {string} square */
export async function answer(square) {
  const { review } = state;
  const moment = review && momentAt(review);
  if (!review?.trying || !moment) return;
  const { trying, opened } = review;
  if (moment.accepted.includes(square)) {
    const right = REVIEW.right(square, moment.accepted.filter((move) => move !== square));
    changeReview({ opened: [...opened, moment.ply] });
    await showLine(moment.ply, square === moment.accepted[0] ? review.moves[moment.ply].best.line : [square], 1, "tried");
    changeReview({ solved: { ply: moment.ply, said: right } });
    return announce(`${right} ${sentenceFor(review, moment)}`);
  }
  const said = square === moment.move ? REVIEW.same(square) : REVIEW.wrong(square);
  changeReview({ trying: { ...trying, said, wrong: [...trying.wrong, square] } });
  announce(said);
}

/** Who somebody is called. @param {ReviewState} review @param {Side} side */
export const nameOf = ({ players }, side) => players[side] || REVIEW.colour(side);
