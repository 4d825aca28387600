// What this browser keeps of practice: lines of a log, only ever added, in the order in which they came.

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

/** All lines. @returns {Promise<string[]>} */
export async function readLines() {
  const kept = await within("readonly", (lines) => lines.getAll()).catch(() => undefined);
  return [...(kept ?? []), ...unkept];
}

/** The log as a file has it. */
export async function readLog() {
  const lines = await readLines();
  return lines.map((line) => `${line}\n`).join("");
}

/** Adds lines; whether they will be there when we come back. @param {readonly string[]} lines @returns {Promise<boolean>} */
export async function addLines(lines) {
  try {
    if (await open()) {
      await within("readwrite", (store) => lines.forEach((line) => store.add(line)));
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
