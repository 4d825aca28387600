// Hints and the values of moves, as the engine of the server sees them.

import { keyOf, valueText } from "./board.js";
import { Failure, stream } from "./server.js";
import { setup } from "./study.js";

/** @import {Analysis, App, ValueLine} from "./types/wire" */

/** @type {AbortController | null} */
let running = null;
let wanted = "";

/** Fills in the values of all moves of the position on the board, better and better. @param {App} app @param {string} key */
export async function values(app, key) {
  const shown = app.shown();
  if (wanted === key || !shown || keyOf(shown.position) !== key) return;
  running?.abort();
  wanted = key;
  const mine = (running = new AbortController());
  /** A move that a later, deeper look has not reached keeps its earlier value. @type {Map<string, ValueLine>} */
  const known = new Map();
  try {
    if (shown.position.over || !Object.keys(shown.position.legal).length) return;
    // Someone who steps quickly does not want every position searched.
    await new Promise((resolve) => setTimeout(resolve, 150));
    if (mine.signal.aborted || !app.state.showValues) return;
    for await (const part of stream("/api/analyse", { position: setup(shown.position) }, mine.signal)) {
      const { type, moves } = /** @type {Analysis} */ (part);
      if (!moves) continue;
      for (const move of moves) known.set(move.move, move);
      app.state.values = { key, lines: [...known.values()].sort((a, b) => b.value - a.value), done: type === "done" };
      app.paint();
    }
    const best = app.state.values?.lines[0];
    if (best) app.say(`Best: ${best.move}, ${worth(best.value, best.certainty, shown.position.turn)}.`);
  } catch (error) {
    if (mine.signal.aborted) return;
    if (error instanceof Failure) app.warn(error.message);
    else throw error;
  } finally {
    if (wanted === key) wanted = "";
  }
}

/** Shows the best move. @param {App} app */
export async function hint(app) {
  const shown = app.shown();
  if (!shown) return;
  const key = keyOf(shown.position);
  app.say("Looking for a good move…");
  /** @type {Analysis["lines"]} */
  let lines = [];
  for await (const part of stream(
    "/api/analyse",
    { position: setup(shown.position), moves: 1 },
    new AbortController().signal,
  )) {
    lines = /** @type {Analysis} */ (part).moves ?? lines;
  }
  const now = app.shown();
  if (!lines.length || !now || keyOf(now.position) !== key) return;
  const [{ move, value, certainty }] = lines;
  app.state.hint = { key, move };
  app.say(`Hint: ${move}, ${worth(value, certainty, shown.position.turn)}.`);
  app.paint();
}

/** @param {number} score @param {string} certainty @param {string} turn */
function worth(score, certainty, turn) {
  const side = turn === "black" ? "Black" : "White";
  const sure = certainty === "exact" ? "ends" : "about";
  return `${sure} ${valueText(score, certainty)} for ${side}`;
}
