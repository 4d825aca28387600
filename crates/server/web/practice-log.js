// What this browser keeps of practice: lines of a log, only ever added, in the order in which they came. Lines that are
// kept with a player, too, say whose they are, so that they do not become those of somebody else who plays here.

/** A line, or one of a player. @typedef {string | {of: string, line: string}} Kept */

import { readKey } from "./memory.js";

const NAME = "outflank.practice";
const LINES = "lines";
/** The games of this browser that were looked at, by their ids. */
const LEARNT = "outflank.learnt";
const LEARNT_KEPT = 200;

/** Lines of a browser that keeps nothing, for as long as the page is open. @type {string[]} */
const unkept = [];

/** @type {Promise<IDBDatabase | null> | null} */
let opening = null;

/** @returns {Promise<IDBDatabase | null>} */
function open() {
  opening ??= new Promise((resolve) => {
    try {
      const request = indexedDB.open(NAME, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(LINES, { autoIncrement: true });
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => resolve(null);
    } catch {
      // Some browsers refuse in private windows.
      resolve(null);
    }
  });
  return opening;
}

/** @param {IDBTransactionMode} mode @param {(lines: IDBObjectStore) => IDBRequest | void} work @returns {Promise<any>} */
async function within(mode, work) {
  const database = await open();
  if (!database) return undefined;
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(LINES, mode);
    const request = work(transaction.objectStore(LINES));
    transaction.oncomplete = () => resolve(request?.result);
    transaction.onerror = transaction.onabort = () => reject(transaction.error);
  });
}

/** Who a key is here: enough of it to tell players apart. @param {string} key */
const owner = (key) => key.slice(0, 8);

/** The lines of whoever plays here. @param {string} [key] @returns {Promise<string[]>} */
export async function readLines(key = readKey()) {
  /** @type {Kept[]} */
  const kept = (await within("readonly", (lines) => lines.getAll()).catch(() => undefined)) ?? [];
  const own = kept.filter((one) => typeof one === "string" || one.of === owner(key));
  return [...own.map((one) => (typeof one === "string" ? one : one.line)), ...unkept];
}

/** The log as a file has it. @param {string} [key] */
export async function readLog(key = readKey()) {
  const lines = await readLines(key);
  return lines.map((line) => `${line}\n`).join("");
}

/** Makes the lines of one player, or of nobody, those of another. @param {string} from @param {string} to */
export async function handOver(from, to) {
  await within("readwrite", (lines) => {
    const request = lines.openCursor();
    request.onsuccess = () => {
      const cursor = request.result;
      if (!cursor) return;
      /** @type {Kept} */
      const one = cursor.value;
      const [of, line] = typeof one === "string" ? ["", one] : [one.of, one.line];
      if (of === owner(from)) cursor.update(to ? { of: owner(to), line } : line);
      cursor.continue();
    };
  });
}

/** Adds lines; whether they will be there when we come back. @param {readonly string[]} lines @param {string} key of the player who has them, too, or nothing @returns {Promise<boolean>} */
export async function addLines(lines, key) {
  try {
    if (await open()) {
      const of = owner(key);
      await within("readwrite", (store) => lines.forEach((line) => store.add(of ? { of, line } : line)));
      return true;
    }
  } catch {
    // A full disk: what was learnt now still counts until the page is closed.
  }
  unkept.push(...lines);
  return false;
}

/** Forgets everything. */
export async function clearLines() {
  unkept.length = 0;
  await within("readwrite", (lines) => lines.clear());
  localStorage.removeItem(LEARNT);
}

/** The games that were looked at. @returns {string[]} */
export function learntGames() {
  try {
    const known = JSON.parse(localStorage.getItem(LEARNT) ?? "[]");
    return Array.isArray(known) ? known : [];
  } catch {
    return [];
  }
}

/** @param {string} game */
export function rememberLearnt(game) {
  try {
    localStorage.setItem(LEARNT, JSON.stringify([...new Set([...learntGames(), game])].slice(-LEARNT_KEPT)));
  } catch {
    // Then it is asked again next time, and the server finds that it is known.
  }
}
