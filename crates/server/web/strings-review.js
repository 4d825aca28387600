// The words of the review.

import { colour, list, plural, valueText } from "./strings.js";

/** @import {ReviewedMove, Side} from "./types/protocol" */

/** What a label is called. @type {Record<ReviewedMove["label"], string>} */
export const LABELS = {
  forced: "the only legal move",
  best: "best",
  only_move: "the only good move",
  sacrifice: "a sacrifice",
  good: "good",
  fair: "fair",
  inaccuracy: "inaccuracy",
  mistake: "mistake",
  blunder: "blunder",
};

export const REVIEW = {
  title: "Review",
  colour,
  you: "You",
  start: "Start.",
  before: "Before the move",
  passed: "pass",
  moments: "Key moments",
  tabs: { moments: "Moments", moves: "Moves", numbers: "Numbers" },
  looking: (/** @type {number} */ done, /** @type {number} */ of) => `Looking at the game: ${Math.floor((100 * done) / Math.max(of, 1))}%`,
  waiting: "Looking at the game…",
  ready: (/** @type {number} */ count) => (count ? `The review is ready: ${plural(count, "key moment")}.` : "The review is ready. No move stands out."),
  calm: "No move stands out: nobody gave away much at once.",
  untrained: "There are no trained values for these rules: numbers are rough, and no reasons are given.",
  again: "Try again",
  another: "Open another game",
  deeper: "Look deeper",
  deeperTitle: "Review the game again, some plies deeper; it takes longer and replaces this review",
  overview: "The game",
  /** @param {1 | -1} way */
  noMore: (way) => (way > 0 ? "There is no later moment." : "There is no earlier moment."),
  nth: (/** @type {string} */ who, /** @type {number} */ n, /** @type {number} */ of) => `${who} · ${n} of ${of}`,
  question: "What was better?",
  show: "Show the better move",
  hide: "Hide it",
  tryIt: "Try it yourself",
  giveUp: "Show it",
  stopTrying: "Back to the game",
  better: (/** @type {string} */ better) => `Better: ${better}.`,
  /** @param {Side} side @param {boolean} mine @param {string} move */
  ask: (side, mine, move) => `${mine ? "You" : colour(side)} played ${move}. Find something better.`,
  askTitle: (/** @type {Side} */ side) => `${colour(side)} to move`,
  /** @param {string} square @param {readonly string[]} others */
  right: (square, others) => `Right: ${square}.${others.length ? ` ${list(others)} ${others.length === 1 ? "is" : "are"} fine, too.` : ""}`,
  same: (/** @type {string} */ square) => `${square} is the move of the game. Look for another one.`,
  wrong: (/** @type {string} */ square) => `${square} gives too much away. Try another move, or press “Show it”.`,
  lines: { best: "Best play", played: "In the game", proof: "It goes on" },
  lineOf: (/** @type {string} */ name) => `${name}: a line to step through`,
  after: (/** @type {string} */ move) => `After ${move}`,
  inLine: (/** @type {number} */ at, /** @type {number} */ of) => ["A line", `${at} of ${of}`],
  back: "Back to the game",
  word: (/** @type {string} */ word) => `What is “${word}”?`,
  glossary: "The words of reviews",
  moment: "Moment",
  previous: "Previous moment",
  next: "Next moment",
  steps: "Step through the game",
  dock: { better: "Better", tryIt: "Try it", moves: "Moves", previous: "Moment", next: "Moment" },
  study: "Study",
  studyTitle: "Open this position in the study, where moves can be played",
  practise: "Practise",
  practiseTitle: "Makes cards of the mistakes, which come again until they are known",
  practising: "Making cards of the mistakes…",
  whose: "Whose mistakes?",
  accuracy: "Accuracy",
  of: (/** @type {number} */ percent) => `${percent} percent accuracy`,
  noChoice: "–",
  phases: { opening: "Opening", midgame: "Middle", end: "End" },
  phasesShort: { opening: "opening", midgame: "middle", end: "end" },
  lost: "Discs given away",
  best: "Best moves",
  about: "Accuracy falls with the win chance that moves gave away; 100 is perfect play.",
  graph: (/** @type {Side} */ side, /** @type {boolean} */ mine) => `Values along the game; up is good for ${mine ? "you" : colour(side)}. The numbers are in the table.`,
  up: (/** @type {Side} */ side, /** @type {boolean} */ mine) => `Up is good for ${mine ? "you" : colour(side)}, in discs.`,
  table: ["No", "Move", "Value", "Best", "Loss", "Win chance", ""],
  tableName: "All moves with their values, each for the side that moves",
  turningPoint: "turning point",
  missedChance: "missed chance",
  marks: (/** @type {string[]} */ marks) => (marks.length ? marks.join("  ") : "no marks"),
  /** A move that is no moment, in a sentence. @param {ReviewedMove} move */
  plain(move) {
    const value = valueText(move.value, move.certainty);
    const sure = move.certainty === "exact" ? "exact" : "estimate";
    if (move.label === "forced") return `There was nothing else to play. Worth ${value} (${sure}).`;
    if (!move.loss) return `As good as any. Worth ${value} (${sure}).`;
    return `Worth ${value}; ${move.best.move} is worth ${valueText(move.best.value, move.best.certainty)} (${sure}).`;
  },
  /** @param {ReviewedMove | undefined} move @param {string} what */
  spokenMove: (move, what) => (move ? `Move ${move.number}, ${colour(move.side)} ${what}, ${LABELS[move.label]}.` : `${what}.`),
  badge: (/** @type {ReviewedMove} */ move) => LABELS[move.label],
  betterSquare: "the better move",
  tryFirst: "Press Try it yourself to play a move here, or open the position in the study.",
  noMoment: "Go to a moment first.",
  solvedSquare: "a right answer",
};

export const GLOSSARY = {
  title: "Words",
  all: "All words",
};
