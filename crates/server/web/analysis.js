// Hints and the values of moves, as the engine of the server sees them.

import { announce, warn } from "./notice.js";
import { Failure, stream } from "./server.js";
import { keyOf, setHint, setSaid, setShowValues, setValues, shown, state, viewpoint } from "./store.js";
import { MESSAGES, VALUES, valueText, worth } from "./strings.js";

/** @import {AnalysisMessage, MoveValue, Setup, Side} from "./types/protocol" */

/** @type {AbortController | null} */
let running = null;
let wanted = "";

/** The part of a position that is sent. @param {Setup} position @returns {Setup} */
export const setup = ({ board, turn, rules, discs_left }) => ({ board, turn, rules, discs_left });

/** A value for the side to move as the page tells it: for one and the same side everywhere. @param {number} value @param {Side} turn */
export const told = (value, turn) => (turn === viewpoint() ? value : -value);

/** Stops what was asked for. */
export function stop() {
  running?.abort();
  running = null;
  wanted = "";
}

/** Fills in the values of all moves of the position on the board, better and better. */
export async function values() {
  const now = shown();
  if (!now) return;
  const key = keyOf(now.position);
  if (wanted === key) return;
  running?.abort();
  wanted = key;
  const mine = (running = new AbortController());
  /** A move that a later, deeper look has not reached keeps its earlier value. @type {Map<string, MoveValue>} */
  const known = new Map();
  try {
    if (now.position.over || !Object.keys(now.position.legal).length) return;
    // Someone who steps quickly does not want every position searched.
    await new Promise((resolve) => setTimeout(resolve, 150));
    if (mine.signal.aborted || !state.showValues) return;
    for await (const part of stream("/api/analyse", { position: setup(now.position) }, mine.signal)) {
      const message = /** @type {AnalysisMessage} */ (part);
      if (!("moves" in message)) continue;
      for (const one of message.moves) known.set(one.move, one);
      setValues(key, [...known.values()].sort((a, b) => b.value - a.value), message.type === "done");
    }
    const best = state.values?.lines[0];
    if (best && state.values?.key === key) announce(VALUES.best(best.move, told_(best, now.position.turn)));
  } catch (error) {
    if (mine.signal.aborted) return;
    if (!(error instanceof Failure)) throw error;
    setShowValues(false);
    setSaid(error.message);
    warn(error.message);
  } finally {
    if (wanted === key) wanted = "";
  }
}

/** @param {MoveValue} line @param {Side} turn */
const told_ = ({ value, certainty }, turn) => worth(told(value, turn), certainty, viewpoint());

/** Goes a step further with the hint for the position: where to look, the move and what it does, the line. */
export async function hint() {
  const now = shown();
  if (!now) return;
  if (now.position.over) return warn(MESSAGES.notOver);
  const key = keyOf(now.position);
  const known = state.hint?.key === key ? state.hint : await look(key, now.position);
  if (!known) return;
  // Who sees the values of all moves does not have to be told where to look; the last step can be heard again.
  const step = Math.min(Math.max(known.told, state.showValues ? 1 : 0), known.steps.length - 1);
  setHint({ ...known, told: step + 1 });
  setSaid(known.steps[step]);
  announce(known.steps[step]);
}

/** A hint for a position, if that is still the one on the board when it is known. @param {string} key @param {Setup} position */
async function look(key, position) {
  announce(MESSAGES.looking);
  setSaid(MESSAGES.looking);
  /** @type {AnalysisMessage | null} */
  let last = null;
  try {
    const request = { position: setup(position), moves: 3, steps: true };
    for await (const part of stream("/api/analyse", request, new AbortController().signal)) {
      last = /** @type {AnalysisMessage} */ (part);
    }
  } catch (error) {
    setSaid(error instanceof Failure ? error.message : "");
    throw error;
  }
  setSaid("");
  const later = shown();
  if (!later || keyOf(later.position) !== key || !last || last.type !== "done" || !last.steps?.length) return null;
  return { key, move: last.moves[0].move, steps: last.steps, told: 0 };
}

/** What the squares of the position on the board show. */
export function valuesOnBoard() {
  const now = shown();
  /** @type {Map<string, {text: string, kind: string, label: string}>} */
  const texts = new Map();
  if (!now || !state.showValues || state.values?.key !== keyOf(now.position)) return texts;
  const { lines } = state.values;
  for (const { move, value, certainty } of lines) {
    const here = told(value, now.position.turn);
    const best = value >= lines[0].value - 0.05;
    const text = valueText(here, certainty);
    // The number is told as everywhere on this screen, the colour is for the side to move.
    const kind = best ? "best" : value >= 0 ? "good" : "bad";
    texts.set(move, { text, kind, label: VALUES.label(text, viewpoint(), best) });
  }
  return texts;
}
