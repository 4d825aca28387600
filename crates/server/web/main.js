// The page: its one state, what changes it, and the way from an address to a game.

import { Board, NOTHING, indexOf, keyOf, shown, valueText } from "./board.js";
import { Panel, find, say, scoreText, spoken, toast, warn, welcome } from "./panel.js";
import { Failure, Line, ask } from "./server.js";

/** @import {App, Created, Kept, Prefs, State, StudySource, Update} from "./types/wire" */

/** The state without a game. @type {Omit<State, "heard">} */
const NO_GAME = {
  game: "",
  kept: null,
  update: null,
  presence: null,
  connection: "none",
  pending: null,
  record: null,
  at: null,
  study: false,
  values: null,
  showValues: false,
  hint: null,
  unfinished: "",
};

/** @type {State} */
const state = { ...NO_GAME, heard: 0 };

/** @type {Prefs} */
const prefs = {
  theme: "auto",
  contrast: "auto",
  board: "green",
  marks: true,
  confirm: false,
  sound: true,
  keys: true,
  name: "",
  newGame: {},
};

/** @type {Line | null} */
let line = null;
/** @type {string | null} */
let chosen = null;
let typed = "";
/** The next try to start, while the server cannot be reached. @type {ReturnType<typeof setTimeout> | undefined} */
let starting;
/** Called when a game that was opened is on the board. @type {() => void} */
let arrived = () => {};

// ---------------------------------------------------------------- the picture

function paint() {
  const now = shown(state) ?? NOTHING;
  const mayPlay = state.study || (now.newest && !state.pending && Boolean(state.update?.you.may.includes("play")));
  const waits = state.pending || (now.newest && state.update?.state.awaits === "computer");
  const key = keyOf(now.position);
  const values = new Map();
  if (state.showValues && state.values?.key === key) {
    const best = state.values.lines[0]?.value;
    for (const { move, value, certainty } of state.values.lines) {
      const kind = value >= best - 0.05 ? "best" : value >= 0 ? "good" : "bad";
      values.set(move, {
        text: valueText(value, certainty),
        kind,
        label: `worth ${valueText(value, certainty)}${kind === "best" ? ", best" : ""}`,
      });
    }
  }
  const hint = chosen ?? (state.hint?.key === key ? state.hint.move : null);
  board.paint({
    shown: now,
    playable: mayPlay,
    marks: prefs.marks && (mayPlay || !state.update?.you.seats.length),
    values,
    hint,
  });
  panel.paint(now);
  if (state.showValues && state.values?.key !== key && !waits)
    void lazy.analyse().then((module) => module.values(app, key));
}

/** @param {unknown} error */
function explain(error) {
  if (error instanceof Failure) warn(error.message);
  else throw error;
}

// ---------------------------------------------------------------- a game on the server

/** @param {Update} update */
function hear(update) {
  const before = state.update;
  const moved = update.state.moves.length !== before?.state.moves.length || update.state.round !== before?.state.round;
  state.update = update;
  state.heard = performance.now();
  if (!state.pending || update.state.moves.length > state.pending.ply || update.state.round !== before?.state.round)
    state.pending = null;
  if (moved) {
    if (!before || state.at === null || update.state.round !== before.state.round) {
      state.record = null;
      state.at = null;
      chosen = null;
    }
    if (update.state.round !== before?.state.round) clearReview();
  }
  paint();
  arrived();
  note(update);
  learn(update);
  const fresh = update.type === "update" || before !== null;
  const news = update.events.filter((event) => event.what !== "credited").map((event) => event.sentence);
  if (fresh && news.length) {
    const { position, turn, result } = update.state;
    const mine = update.you.seats;
    const end = result
      ? ""
      : ` ${scoreText(position)} ${turn && mine.length === 1 && mine[0] === turn ? "Your turn." : ""}`;
    say((news.join(" ") + end).trim());
    const pass = update.events.find((event) => event.what === "passed");
    if (pass && !result) toast(pass.sentence, "note");
    if (prefs.sound) void lazy.sound().then((module) => module.play(update.events, update));
  } else if (!before) {
    say(welcome(update));
  }
}

/**
 * Goes to a game; it is on the board when the promise is kept.
 * @param {string} game @param {Kept | null} kept @param {boolean} [replace] @returns {Promise<void>}
 */
function open(game, kept, replace = false) {
  leave();
  Object.assign(state, { game, kept, connection: "connecting" });
  const address = `/g/${game}` + (kept && !remember(game, kept) ? `#s=${kept.token}` : "");
  const invited = !kept && location.pathname === address;
  if (!invited && location.pathname + location.hash !== address)
    history[replace ? "replaceState" : "pushState"](null, "", address);
  line = new Line(game, kept?.token ?? "", {
    update: hear,
    presence: (presence) => {
      state.presence = presence;
      paint();
    },
    connection: (connection) => {
      state.connection = connection;
      paint();
    },
    lost: (sentence, code) => {
      if (code === "forbidden") void open(game, null, true);
      state.connection = "none";
      warn(sentence);
      paint();
    },
  });
  paint();
  return new Promise((resolve) => (arrived = resolve));
}

function leave() {
  clearTimeout(starting);
  line?.close();
  line = null;
  chosen = null;
  clearReview();
  Object.assign(state, NO_GAME);
}

function clearReview() {
  find("review").hidden = true;
  find("review").replaceChildren();
}

/** @param {object} request @returns {Promise<Created>} */
async function create(request) {
  const made = /** @type {Created} */ (await ask("/api/games", request));
  await open(made.game, { token: made.token, invites: made.invites, at: Date.now() });
  return made;
}

/** Begins another round; a computer that adapts is told first what it has to adapt to. @param {"rematch" | "restart"} what */
async function again(what) {
  const game = state.update?.state;
  const auto = game?.result && /** @type {const} */ (["black", "white"]).find((side) => game.seats[side].auto);
  if (auto) await send("level", { past: past(), seat: auto });
  return send(what);
}

/** @param {string} what @param {object} [fields] */
async function send(what, fields) {
  try {
    await line?.send(what, fields);
  } catch (error) {
    explain(error);
  }
}

/** Plays a square, or has the server say why not. @param {string} move */
async function play(move) {
  const now = shown(state);
  if (!now) return;
  if (state.study) return (await lazy.study()).play(app, move).catch(explain);
  if (!now.newest) return warn("This is an earlier position. Go back to the game to play.");
  const { update } = state;
  if (!update || state.pending) return;
  if (!update.you.seats.length) return warn("You are watching this game.");
  if (update.state.result) return warn("The game is over.");
  const ready = update.you.may.includes("play") && (now.position.legal[move] || move === "pass");
  if (ready && prefs.confirm && chosen !== move && move !== "pass") {
    chosen = move;
    say(`${move}: once more to play it.`);
    paint();
    return board.preview(move);
  }
  if (chosen) board.preview(null);
  chosen = null;
  const ply = update.state.moves.length;
  if (ready && move !== "pass") {
    state.pending = { move, ply };
    paint();
  }
  try {
    await line?.send("play", { move, ply });
  } catch (error) {
    state.pending = null;
    paint();
    // The newer position is on its way and speaks for itself.
    if (!(error instanceof Failure && error.code === "stale")) explain(error);
  }
}

// ---------------------------------------------------------------- stepping and studying

async function record() {
  const moves = state.update?.state.moves.length;
  if (!state.record || (!state.study && state.record.moves.length !== moves))
    state.record = await ask(`/api/games/${state.game}/view`);
  return /** @type {import("./types/wire").View} */ (state.record);
}

/** Shows a ply; null is the newest. @param {number | null} ply */
async function go(ply) {
  try {
    const { moves, plies } = await record();
    const to = Math.max(0, Math.min(ply ?? moves.length, moves.length));
    state.at = !state.study && (ply === null || (to === moves.length && !state.update?.state.result)) ? null : to;
    state.hint = null;
    if (state.study) void lazy.study().then((module) => module.note(app));
    paint();
    const { last, passed, position, comment } = plies[to];
    const what = passed ? "pass" : (last?.square ?? "start");
    say(`${to ? `Move ${to}: ${what}.` : "The start."} ${scoreText(position)} ${comment}`.trim());
    dispatchEvent(new Event("stepped"));
  } catch (error) {
    explain(error);
  }
}

/** @param {StudySource} source */
async function openStudy(source) {
  const module = await lazy.study();
  const record = await module.load(source);
  leave();
  Object.assign(state, {
    study: true,
    record,
    at: "ply" in source ? (source.ply ?? record.moves.length) : record.moves.length,
  });
  module.note(app, true);
  paint();
  const about = [
    record.players.black && `${record.players.black} – ${record.players.white}`,
    record.event,
    record.date,
  ];
  say(about.filter(Boolean).join(", ") || "Play moves for both sides, step, and ask for values.");
}

// ---------------------------------------------------------------- actions

const lazy = {
  newGame: () => import("./newgame.js"),
  join: () => import("./join.js"),
  share: () => import("./share.js"),
  settings: () => import("./settings.js"),
  rules: () => import("./rules.js"),
  study: () => import("./study.js"),
  analyse: () => import("./analyse.js"),
  graph: () => import("./graph.js"),
  sound: () => import("./sound.js"),
};

/** @param {string} action */
async function act(action) {
  const ply = shown(state)?.ply ?? 0;
  const game = state.update?.state;
  switch (action) {
    case "first":
      return go(0);
    case "back":
      return go(ply - 1);
    case "on":
      return go(ply + 1);
    case "last":
      return go(null);
    case "pass":
      return play("pass");
    case "undo":
    case "accept":
    case "decline":
      state.at = null;
      return send(action);
    case "rematch":
      state.at = null;
      return again(action);
    case "resign":
    case "restart": {
      const { sure } = await import("./dom.js");
      const question = action === "resign" ? "Resign this game?" : "Start this game again from the beginning?";
      if (!(await sure(question, action === "resign" ? "Resign" : "Restart"))) return;
      return action === "resign" ? send(action) : again(action);
    }
    case "hint":
      return (await lazy.analyse()).hint(app).catch(explain);
    case "values":
      state.showValues = !state.showValues;
      return paint();
    case "review":
      return (await lazy.graph()).review(app).catch(explain);
    case "share":
      return (await lazy.share()).share(app);
    case "paste":
      return (await lazy.study()).paste(app);
    case "play-on":
      return (await lazy.newGame()).newGame(app, shown(state)?.position);
    case "continue":
      return open(state.unfinished, memory()[state.unfinished] ?? null);
    case "new":
      return (await lazy.newGame()).newGame(app);
    case "study":
      if (game) return openStudy({ start: game.start, moves: game.moves, ply });
      return (await lazy.study()).paste(app);
    case "rules":
      return (await lazy.rules()).rules(game ? { rules: game.position.rules, undo: game.undo } : {});
    case "settings":
      return (await lazy.settings()).settings(app);
  }
}

/** @param {Partial<Prefs>} change */
function setPrefs(change) {
  Object.assign(prefs, change);
  try {
    localStorage.setItem("outflank.prefs", JSON.stringify(prefs));
  } catch {
    // A browser that keeps nothing still plays.
  }
  applyPrefs();
  paint();
}

function applyPrefs() {
  const { dataset } = document.documentElement;
  dataset.theme = prefs.theme;
  dataset.contrast = prefs.contrast;
  dataset.board = prefs.board;
  find("letters").hidden = !prefs.keys;
}

// ---------------------------------------------------------------- what this browser remembers

const GAMES_KEPT = 60;

/** @returns {Record<string, Kept>} */
function memory() {
  return read("outflank.games");
}

/** @param {string} key @returns {any} */
function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "{}");
  } catch {
    return {};
  }
}

/** Remembers whether the game can be gone on with. @param {Update} update */
function note({ state: game, you }) {
  const open = Boolean(game.moves.length && !game.result && you.seats.length);
  if (!state.kept || Boolean(state.kept.open) === open) return;
  state.kept = { ...state.kept, open };
  remember(state.game, state.kept);
}

const PAST_KEPT = 40;

/** The past games from which *auto* takes its level, as the server told them. @returns {string[]} */
function past() {
  const known = read("outflank.past");
  return Array.isArray(known) ? known : [];
}

/** Remembers, once, how a game against a computer that adapts went. @param {Update} update */
function learn({ state: { result, round }, you }) {
  const known = { ...state.kept, ...memory()[state.game] };
  if (!state.kept || !result?.past || !you.seats.length || (known.learned ?? 0) >= round) return;
  state.kept = { ...state.kept, learned: round };
  if (!remember(state.game, state.kept)) return;
  localStorage.setItem("outflank.past", JSON.stringify([...past(), result.past].slice(-PAST_KEPT)));
}

/** Whether it will be there when we come back. @param {string} game @param {Kept} kept */
function remember(game, kept) {
  try {
    const entries = Object.entries({ ...memory(), [game]: { ...kept, at: Date.now() } });
    const newest = entries.sort(([, a], [, b]) => b.at - a.at).slice(0, GAMES_KEPT);
    localStorage.setItem("outflank.games", JSON.stringify(Object.fromEntries(newest)));
    return memory()[game]?.token === kept.token;
  } catch {
    return false;
  }
}

// ---------------------------------------------------------------- keys

/** @param {KeyboardEvent} event */
function key(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (target.closest?.("input, textarea, select, dialog")) return;
  const letter = event.key.toLowerCase();
  // Without shortcuts of one letter, squares can be typed on the board only, and nothing else by letters at all.
  if (!prefs.keys && letter.length === 1 && !(/[a-h1-8]/.test(letter) && find("board").contains(target))) return;
  if (/^[a-h]$/.test(letter)) {
    typed = letter;
    return;
  }
  if (/^[1-8]$/.test(letter) && typed) {
    const square = typed + letter;
    typed = "";
    board.point(indexOf(square), find("board").contains(document.activeElement));
    return void play(square);
  }
  typed = "";
  /** @type {Record<string, string>} */
  const actions = {
    u: "undo",
    i: "hint",
    v: "values",
    n: "new",
    "?": "rules",
    arrowleft: "back",
    arrowright: "on",
    home: "first",
    end: "last",
  };
  const action = actions[letter];
  const now = shown(state);
  const words = now && spoken(letter, now, state);
  if (words) say(words);
  else if (action && !(action === "undo" && !state.update?.you.may.includes("undo"))) void act(action);
  else return;
  event.preventDefault();
}

// ---------------------------------------------------------------- the beginning

/** From the address to a game. */
async function route() {
  const secrets = new URLSearchParams(location.hash.slice(1));
  const [, place, game] = location.pathname.split("/");
  if (place === "study") {
    const module = await lazy.study();
    return openStudy(module.fromAddress(secrets)).catch((error) => {
      explain(error);
      return openStudy({ start: null, moves: [] });
    });
  }
  if (place === "g" && game) {
    const kept = memory()[game] ?? null;
    const token = secrets.get("s") ?? kept?.token;
    const invite = secrets.get("i");
    if (invite && !token) {
      void open(game, null, true);
      return (await lazy.join()).join(app, game, invite);
    }
    return open(game, token ? { ...kept, token, at: Date.now() } : null, true);
  }
  const made = /** @type {Created} */ (
    await ask("/api/games", prefs.name ? { black: { player: "human", name: prefs.name } } : {})
  );
  const [last] = Object.entries(memory())
    .filter(([, kept]) => kept.open)
    .sort(([, a], [, b]) => b.at - a.at);
  const opened = open(made.game, { token: made.token, at: Date.now() }, true);
  state.unfinished = last?.[0] ?? "";
  return opened;
}

const SLOWEST_START = 8000;

/** Goes where the address says, as soon as the server can be reached. @param {number} [wait] */
async function begin(wait = 500) {
  clearTimeout(starting);
  try {
    await route();
  } catch (error) {
    if (state.connection !== "lost") explain(error);
    if (!(error instanceof Failure && ["unreachable", "unavailable", "too_many"].includes(error.code))) return;
    state.connection = "lost";
    paint();
    starting = setTimeout(() => void begin(Math.min(wait * 2, SLOWEST_START)), wait);
  }
}

/** @type {App} */
const app = {
  state,
  prefs,
  paint,
  say,
  warn,
  tell: (text) => toast(text, "note"),
  setPrefs,
  open,
  create,
  openStudy,
  go,
  send,
  past,
  shown: () => shown(state),
  record,
};
Object.assign(prefs, read("outflank.prefs"));
applyPrefs();
const board = new Board(find("board"), (square) => void play(square));
const panel = new Panel(app, (action) => void act(action));
paint();
for (const id of ["new", "study", "rules", "settings"]) find(id).addEventListener("click", () => void act(id));
document.addEventListener("keydown", key);
document.addEventListener("paste", (event) => {
  const text = event.clipboardData?.getData("text").trim();
  if (!text || /** @type {HTMLElement} */ (event.target).closest?.("input, textarea, dialog")) return;
  openStudy({ text }).catch(explain);
});
document.addEventListener("copy", (event) => {
  const moves = state.study ? state.record?.moves : state.update?.state.moves;
  if (
    !moves?.length ||
    String(getSelection()) ||
    /** @type {HTMLElement} */ (event.target).closest?.("input, textarea, dialog")
  )
    return;
  event.clipboardData?.setData("text/plain", moves.filter((move) => move !== "pass").join(""));
  event.preventDefault();
  toast("The transcript is copied.", "note");
});
addEventListener("popstate", () => void begin());
void begin().finally(() => {
  // Not needed to play, so it does not delay the board.
  const manifest = document.createElement("link");
  manifest.rel = "manifest";
  manifest.href = "/outflank.webmanifest";
  document.head.append(manifest);
});
