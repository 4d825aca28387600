// Who plays in this browser: a key of its own making, which is all the server knows a person by.

import { readKey, writeKey } from "./memory.js";
import { Failure, request, secret } from "./server.js";
import { state } from "./store.js";

/** @import {KeyFound, Me, MyGames} from "./types/protocol" */

/** @type {Me | null} */
let known = null;

/** Whether this browser has been introduced. */
export const hasKey = () => Boolean(readKey());
export const key = () => readKey();

/** Takes a key from a link, from words, or forgets the one there is. @param {string} text */
export function setKey(text) {
  known = null;
  writeKey(text);
}

/** @param {string} path @param {object} [body] @param {string} [method] @returns {Promise<any>} */
export async function askAsMe(path, body, method) {
  const response = await request(path, body, undefined, { method, key: readKey() });
  return response.status === 204 ? null : response.json();
}

/** Keeps what the server answers as a file; the key that it needs does not belong into an address. @param {string} path @param {string} [token] */
export async function download(path, token = readKey()) {
  const response = await request(path, undefined, undefined, { key: token });
  const address = URL.createObjectURL(await response.blob());
  const [, name] = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "") ?? [];
  const link = document.createElement("a");
  Object.assign(link, { href: address, download: name ?? "" });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60000);
}

/** Who we are, if anybody. @returns {Promise<Me | null>} */
export async function me() {
  if (!readKey()) return null;
  try {
    known ??= /** @type {Me} */ (await askAsMe("/api/me"));
  } catch (failure) {
    // The key could not be told, or was forgotten there.
    if (!(failure instanceof Failure && failure.code === "not_found")) throw failure;
  }
  return known;
}

/** Makes this browser known to the server, once, or changes its name. @param {string} [name] @returns {Promise<Me>} */
export async function introduce(name = state.prefs.name) {
  const fresh = !readKey();
  // Kept before it is told: an answer may get lost.
  if (fresh) writeKey(secret(16));
  try {
    known = await askAsMe("/api/me", name ? { name } : {}, "PUT");
  } catch (failure) {
    if (fresh && failure instanceof Failure && failure.code === "refused") writeKey("");
    throw failure;
  }
  return /** @type {Me} */ (known);
}

/** Begins days off from games over days; 0 ends them. @param {number} days @returns {Promise<Me>} */
export async function vacation(days) {
  known = await askAsMe("/api/me", { vacation_days: days }, "PUT");
  return /** @type {Me} */ (known);
}

/** The key that eight words say. @param {string} words @returns {Promise<KeyFound>} */
export const keyOfWords = async (words) => (await request("/api/key", { words })).json();

/** Games of ours that go on, our turn first. @returns {Promise<MyGames>} */
export const myGames = () => askAsMe("/api/me/games");
