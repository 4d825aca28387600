// A game on the table: its line to the server, and everything people do in it.

import { canWait, draft } from "./draft.js";
import { announce, explain, hush, toast, warn } from "./notice.js";
import { past, readKey, rememberGame, rememberPast, games } from "./memory.js";
import { go as goTo, missing, rename } from "./router.js";
import { Failure, Line, ask } from "./server.js";
import {
  choose,
  clearPending,
  gameMade,
  hear,
  openDraft,
  openGame,
  setConnection,
  setKept,
  setPending,
  setPresence,
  setRecord,
  setSaid,
  shown,
  state,
  step,
  watch,
} from "./store.js";
import { MESSAGES, SPOKEN, STEPS, eventText, nameOfSeat, scoreText, welcome } from "./strings.js";

/** @import {GameRequest, Kept} from "./types/page" */
/** @import {Action, Command, Created, Side, Update, View} from "./types/protocol" */

/** @type {Line | null} */
let line = null;

/** The sides in their usual order. */
export const SIDES = /** @type {const} */ (["black", "white"]);

// ---------------------------------------------------------------- coming and going

/** Opens a game of the server. @param {string} id @param {Kept | null} kept */
export function open(id, kept) {
  close();
  openGame(id, kept);
  connect(id, kept);
}

/** Puts a game on the table that is made with its first move. @param {GameRequest} request */
export function wait(request) {
  close();
  openDraft(request, draft(request));
}

export function close() {
  line?.close();
  line = null;
}

/** @param {string} id @param {Kept | null} kept */
function connect(id, kept) {
  line = new Line(id, kept?.token ?? "", {
    update: heard,
    presence: setPresence,
    connection: setConnection,
    lost: (sentence, code) => {
      if (code === "not_found") return void missing("game");
      warn(sentence);
      open(id, null);
    },
  });
}

/** Begins a game: on the server at once, or here if it can wait for its first move. @param {GameRequest} request */
export async function begin(request) {
  if (canWait(request)) return goTo("/", { draft: request });
  const { id, kept, address } = keep(await ask("/api/games", request, owner(request)));
  await goTo(address, { kept });
  await arrived(id);
}

/** Resolves when a game is on the board, or another one is. @param {string} id @returns {Promise<void>} */
const arrived = (id) =>
  new Promise((resolve) => {
    const look = () => {
      if (state.game?.id === id && !state.game.update) return;
      stop();
      resolve();
    };
    const stop = watch(look);
    look();
  });

/** Whose game it will be on all their devices: with one person of this browser in it, it is the one known to the server. @param {GameRequest} request */
const owner = ({ black, white }) => ((black.player === "human") !== (white.player === "human") ? readKey() : "");

/** Remembers the right to a game that was made. @param {Created} made */
function keep({ game: id, token, invites }) {
  /** @type {Kept} */
  const kept = { token, invites, at: Date.now() };
  const address = `/g/${id}` + (rememberGame(id, kept) ? "" : `#s=${token}`);
  return { id, kept, address };
}

/** Makes the game that waits on the table. @param {GameRequest} request */
async function make(request) {
  const { id, kept, address } = keep(await ask("/api/games", request, owner(request)));
  gameMade(id, kept);
  rename(address, { kept });
  connect(id, kept);
}

// ---------------------------------------------------------------- what the server says

/** @param {Update} update @param {boolean} first whether it is what a socket begins with */
function heard(update, first) {
  const before = state.game?.update ?? null;
  const fresh = Boolean(before) && !first;
  hear(update);
  note(update);
  learn(update);
  const { state: game, you } = update;
  const moved = before?.state.moves.length !== game.moves.length || before.state.round !== game.round;
  if (moved) hush();
  const heard = update.events.filter((event) => event.what !== "greeted" || !(state.prefs.muted || you.seats.includes(event.by)));
  const asked = before?.state.request?.by;
  const news = heard.map((event) => eventText(event, game, you.seats, asked)).filter(Boolean);
  if (!fresh || !news.length) {
    if (!before) announce(welcome(update));
    return;
  }
  const mine = you.seats.length === 1 && you.seats[0] === game.turn;
  const end = game.result ? [] : [scoreText(game.position), ...(mine ? [SPOKEN.yourTurn] : [])];
  announce([...news, ...end].join(" "));
  if (moved) setSaid("");
  const told = heard.find(
    (event) =>
      event.what === "greeted" || (event.what === "passed" && !game.result) || (event.what === "declined" && !you.seats.includes(event.by)),
  );
  if (told) toast(eventText(told, game, you.seats, asked));
  void import("./alerts.js").then((module) => module.alert(update, news)).catch(() => {});
}

/** Remembers whether the game can be gone on with. @param {Update} update */
function note({ state: game, you }) {
  const live = state.game;
  const open = Boolean(game.moves.length && !game.result && you.seats.length);
  if (!live?.kept || Boolean(live.kept.open) === open) return;
  const kept = { ...live.kept, open, seats: you.seats };
  setKept(kept);
  rememberGame(live.id, kept);
}

/** Remembers, once, how a game against a computer that adapts went. @param {Update} update */
function learn({ state: { result, round }, you }) {
  const live = state.game;
  if (!live?.kept || !result?.past || !you.seats.length) return;
  const known = { ...live.kept, ...games()[live.id] };
  if ((known.learned ?? 0) >= round) return;
  const kept = { ...live.kept, learned: round };
  setKept(kept);
  if (rememberGame(live.id, kept)) rememberPast(result.past);
}

// ---------------------------------------------------------------- what people do

/** @param {Action} what @param {Partial<Command>} [fields] */
export async function send(what, fields) {
  try {
    await line?.send(what, fields);
  } catch (error) {
    explain(error);
  }
}

/** Whether the server would accept it now. @param {Action} what */
export const may = (what) => Boolean(state.game?.update?.you.may.includes(what));

/** Plays a square, or says why not. @param {string} move @param {(square: string | null) => void} preview */
export async function play(move, preview) {
  const live = state.game;
  const now = shown();
  if (!live?.update || !now || live.pending) return;
  const { state: game, you } = live.update;
  if (!now.newest) return warn(MESSAGES.earlier);
  if (!you.seats.length) return warn(MESSAGES.watching);
  if (game.result) return warn(MESSAGES.over);
  if (game.awaits === "friend") return warn(MESSAGES.waitsForFriend);
  if (!may(move === "pass" ? "pass" : "play")) return warn(MESSAGES.notYourTurn);
  if (move !== "pass" && !now.position.legal[move]) {
    const taken = now.position.board["abcdefgh".indexOf(move[0]) + 8 * (Number(move[1]) - 1)] !== "-";
    return warn(taken ? MESSAGES.taken(move) : MESSAGES.flipsNothing(move));
  }
  if (state.prefs.confirm && state.chosen !== move && move !== "pass") {
    choose(move);
    announce(MESSAGES.once_more(move));
    return preview(move);
  }
  if (state.chosen) preview(null);
  const ply = game.moves.length;
  if (move !== "pass") setPending(move, ply);
  try {
    if (!live.id && live.request) await make(live.request);
    await line?.send("play", { move, ply });
  } catch (error) {
    clearPending();
    // The newer position is on its way and speaks for itself.
    if (!(error instanceof Failure && error.code === "stale")) explain(error);
  }
}

/** Another game after the end, with the same colours or swapped; a computer that adapts is told first what it has to adapt to. @param {boolean} swap */
export async function again(swap) {
  const game = state.game?.update?.state;
  const auto = game && SIDES.find((side) => game.seats[side].auto);
  if (auto) await send("level", { past: past(), seat: auto });
  step(null);
  return send("rematch", { swap });
}

/** @typedef {{side: Side, name: string, square: string, replies: string[], left: number | null}} UndoOption */

/** The moves that the players of this browser could take back now. @returns {UndoOption[]} */
export function undoOptions() {
  const update = state.game?.update;
  if (!update || !may("undo")) return [];
  const { seats } = update.state;
  return SIDES.flatMap((side) => {
    const { undo: square, undo_replies: replies, undos_left: left } = seats[side];
    if (!square || !update.you.seats.includes(side)) return [];
    return [{ side, name: nameOfSeat(seats, side), square, replies, left }];
  });
}

// ---------------------------------------------------------------- stepping

/** The game on the table, ply by ply. @returns {Promise<View>} */
export async function record() {
  const live = state.game;
  const moves = live?.update?.state.moves ?? [];
  if (live?.record && live.record.moves.length === moves.length) return live.record;
  const fetched = live?.id
    ? await ask(`/api/games/${live.id}/view`)
    : await ask("/api/view", { start: live?.update?.state.start, moves: [] });
  setRecord(fetched);
  return fetched;
}

/** Shows a ply of the game; null is the newest. @param {number | null} ply */
export async function go(ply) {
  const { moves, plies } = await record();
  const to = Math.max(0, Math.min(ply ?? moves.length, moves.length));
  step(ply === null || to === moves.length ? null : to);
  const { last, passed, position, comment } = plies[to];
  const what = passed ? "pass" : (last?.square ?? "");
  announce(`${STEPS.at(to, moves.length, "of")[0]} ${what}. ${scoreText(position)} ${comment}`.trim());
}
