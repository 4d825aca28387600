// What this browser remembers: settings, the rights to its games, and how games at the adaptive level went.

/** @import {Kept, Prefs} from "./types/page" */

const GAMES_KEPT = 60;
const PAST_KEPT = 40;

/** @param {string} key @returns {any} */
function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "{}");
  } catch {
    return {};
  }
}

/** Whether it could be kept: a browser that keeps nothing still plays. @param {string} key @param {unknown} value */
function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** @returns {Partial<Prefs>} */
export const readPrefs = () => read("outflank.prefs");
/** @param {Prefs} prefs */
export const writePrefs = (prefs) => write("outflank.prefs", prefs);

/** @returns {Record<string, Kept>} */
export const games = () => read("outflank.games");

/** Whether the right to a game will be there when we come back. @param {string} game @param {Kept} kept */
export function rememberGame(game, kept) {
  const entries = Object.entries({ ...games(), [game]: { ...kept, at: Date.now() } });
  const newest = entries.sort(([, a], [, b]) => b.at - a.at).slice(0, GAMES_KEPT);
  return write("outflank.games", Object.fromEntries(newest)) && games()[game]?.token === kept.token;
}

/** The game that was left in the middle last. */
export function unfinished() {
  const [last] = Object.entries(games())
    .filter(([, kept]) => kept.open)
    .sort(([, a], [, b]) => b.at - a.at);
  return last?.[0] ?? "";
}

/** The key by which the server knows this player; nothing if it does not. @returns {string} */
export const readKey = () => read("outflank.key").key ?? "";
/** @param {string} key */
export const writeKey = (key) => write("outflank.key", key ? { key } : {});

/** The past games from which the adaptive level follows, as the server told them. @returns {string[]} */
export function past() {
  const known = read("outflank.past");
  return Array.isArray(known) ? known : [];
}

/** @param {string} game */
export const rememberPast = (game) => write("outflank.past", [...past(), game].slice(-PAST_KEPT));
