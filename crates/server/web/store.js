// The one state of the page. It is changed here and nowhere else; whoever watches is told of every change.

import { readPrefs, writePrefs } from "./memory.js";
import { indexOf } from "./squares.js";

/** @import {GameRequest, Kept, Live, PageState, Prefs, ReviewState, Shown, Study, TreeNode} from "./types/page" */
/** @import {About, MoveValue, Position, Presence, Side, State, Update, View} from "./types/protocol" */

/** @type {Prefs} */
const USUAL = {
  theme: "auto",
  contrast: "auto",
  board: "green",
  marks: true,
  confirm: false,
  sound: true,
  keys: true,
  notify: false,
  name: "",
  name2: "",
  asked: false,
  newGame: {},
};

/** What a view starts with. */
const EMPTY = /** @type {const} */ ({
  connection: "none",
  game: null,
  study: null,
  review: null,
  drill: null,
  values: null,
  showValues: false,
  hint: null,
  chosen: null,
  said: "",
});

/** @type {PageState} */
export const state = { prefs: { ...USUAL, ...readPrefs() }, about: null, ...EMPTY };

/** @type {Set<() => void>} */
const watchers = new Set();

/** Calls back after every change, until the returned function is called. @param {() => void} watcher */
export function watch(watcher) {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

/** @param {Partial<PageState>} change */
function set(change) {
  Object.assign(state, change);
  for (const watcher of [...watchers]) watcher();
}

/** @param {Partial<Live>} change @param {Partial<PageState>} [more] */
function setGame(change, more) {
  if (state.game) set({ game: { ...state.game, ...change }, ...more });
}

// ---------------------------------------------------------------- what is on the board

/** What is on the board, or nothing yet. @returns {Shown | null} */
export function shown() {
  if (state.study) {
    const { ply } = state.study.at;
    return { ...ply, newest: false };
  }
  if (state.review) {
    const { line, view, at } = state.review;
    return { ...(line ? line.plies[line.at] : view.plies[at]), newest: false };
  }
  if (state.drill) return state.drill;
  const { game } = state;
  const now = game?.update?.state;
  if (!game || !now) return null;
  if (game.at !== null && game.record)
    return { ...game.record.plies[Math.min(game.at, game.record.moves.length)], newest: false };
  if (game.pending) return foreseen(now, game.pending.move);
  return { position: now.position, last: now.last, passed: now.passed, ply: now.moves.length, newest: true };
}

/** Our own move before the server has confirmed it: it told us what flips. @param {State} game @param {string} move @returns {Shown} */
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

/** Two positions with the same key are the same. @param {Position} position */
export const keyOf = (position) => `${position.board} ${position.turn} ${position.rules}`;

/** Whom values are told for, everywhere on the page: the one player of this browser, or Black. @returns {Side} */
export function viewpoint() {
  if (state.review) return state.review.you ?? "black";
  const mine = state.game?.update?.you.seats ?? [];
  return mine.length === 1 ? mine[0] : "black";
}

// ---------------------------------------------------------------- writers

/** @param {Partial<Prefs>} change */
export function setPrefs(change) {
  const prefs = { ...state.prefs, ...change };
  writePrefs(prefs);
  set({ prefs });
}

/** @param {About} about */
export const setAbout = (about) => set({ about });

/** Clears the table for the next view. */
export const clear = () => set(EMPTY);

/** @type {Live} */
const NO_GAME = {
  id: "",
  request: null,
  kept: null,
  update: null,
  heard: 0,
  presence: null,
  pending: null,
  record: null,
  at: null,
  greetings: {},
  rated: null,
};

/** Puts a game on the table that the server does not have yet. @param {GameRequest} request @param {Update} update */
export const openDraft = (request, update) => set({ ...EMPTY, game: { ...NO_GAME, request, update } });

/** @param {string} id @param {Kept | null} kept */
export const openGame = (id, kept) =>
  set({ ...EMPTY, connection: "connecting", game: { ...NO_GAME, id, kept } });

/** The server has made the game on the table. @param {string} id @param {Kept} kept */
export const gameMade = (id, kept) => setGame({ id, kept, request: null }, { connection: "connecting" });

/** @param {Kept | null} kept */
export const setKept = (kept) => setGame({ kept });

/** @param {PageState["connection"]} connection */
export const setConnection = (connection) => state.connection !== connection && set({ connection });

/** @param {Presence} presence */
export const setPresence = (presence) => setGame({ presence });

/** Takes in what the server said. @param {Update} update */
export function hear(update) {
  const { game } = state;
  if (!game) return;
  const before = game.update?.state;
  const { moves, round } = update.state;
  const newRound = round !== before?.round;
  const moved = newRound || moves.length !== before?.moves.length;
  const stays = game.at !== null && !newRound && before;
  const pending = newRound || (game.pending && moves.length > game.pending.ply) ? null : game.pending;
  const greetings = { ...game.greetings };
  let { rated } = game;
  for (const event of update.events) {
    if (event.what === "greeted") greetings[event.by] = event.greeting;
    else if (event.what === "placed") delete greetings[event.by === "black" ? "white" : "black"];
    else if (event.what === "rated") rated = event;
    else if (event.what === "started") {
      delete greetings.black, delete greetings.white;
      rated = null;
    }
  }
  setGame(
    {
      greetings,
      rated,
      update,
      heard: performance.now(),
      pending,
      ...(moved && !stays && { record: null, at: null }),
    },
    {
      ...(moved && !stays && { chosen: null, hint: null }),
      // What was asked for one game is not carried into the next.
      ...(newRound && before && { showValues: false, values: null }),
    },
  );
}

/** @param {string} move @param {number} ply */
export const setPending = (move, ply) => setGame({ pending: { move, ply } }, { chosen: null });
export const clearPending = () => setGame({ pending: null });

/** @param {View} record */
export const setRecord = (record) => setGame({ record });
/** Shows a ply of the game; null is the newest. @param {number | null} at */
export const step = (at) => setGame({ at }, { hint: null, chosen: null });

/** @param {Study} study */
export const openStudy = (study) => set({ ...EMPTY, study });
/** Goes to a position of the study. @param {TreeNode} at */
export const visit = (at) => state.study && set({ study: { ...state.study, at }, hint: null, chosen: null });
/** Adds a position to the study and goes there. @param {TreeNode} parent @param {TreeNode} child */
export function grow(parent, child) {
  parent.children.push(child);
  visit(child);
}
/** Takes a variation out of the study. @param {TreeNode} node */
export function prune(node) {
  const { parent } = node;
  if (!parent || node.main) return;
  parent.children.splice(parent.children.indexOf(node), 1);
  visit(parent);
}
/** @param {boolean} graph */
export const showGraph = (graph) => state.study && set({ study: { ...state.study, graph } });
/** What the engine thinks of a position of the study, and of the move that led there. @param {TreeNode} node @param {TreeNode["value"]} value @param {number} [loss] */
export function setNodeValue(node, value, loss) {
  // A value that has been shown stays: a second look would only move the line a little.
  if (value) node.value ??= value;
  if (loss !== undefined) node.loss ??= loss;
  set({});
}

/** @param {ReviewState} review */
export const openReview = (review) => set({ ...EMPTY, review });
/** @param {Partial<ReviewState>} change */
export const changeReview = (change) => state.review && set({ review: { ...state.review, ...change } });

/** What a drill has on the board. @param {Shown} drill */
export const showDrill = (drill) => set({ drill });

/** @param {string} key @param {MoveValue[]} lines @param {boolean} done */
export const setValues = (key, lines, done) => set({ values: { key, lines, done } });
/** @param {boolean} showValues */
export const setShowValues = (showValues) => set({ showValues });
/** @param {NonNullable<typeof state.hint>} hint */
export const setHint = (hint) => set({ hint });
/** The move of a hint for a position, once it has been told. @param {string} key */
export const hintedMove = (key) => (state.hint?.key === key && state.hint.told > 1 ? state.hint.move : null);
/** @param {string | null} chosen */
export const choose = (chosen) => set({ chosen });
/** @param {string} said */
export const setSaid = (said) => set({ said });
