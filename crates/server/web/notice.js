// What the page tells: a line that screen readers speak, and messages that come and go at the top.

import { find } from "./dom.js";
import { Failure } from "./server.js";
import { MESSAGES } from "./strings.js";

/** Has screen readers say something politely. @param {string} text */
export function announce(text) {
  if (text) find("live").textContent = text;
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let hiding;

/** Shows a message at the top of the page for a while. @param {string} text @param {"error" | "note"} [kind] */
export function toast(text, kind = "note") {
  const alert = find("alert");
  alert.textContent = text;
  alert.className = `toast shown ${kind}`;
  clearTimeout(hiding);
  hiding = setTimeout(hush, 1800 + text.length * 45);
}

/** Takes the message away: what it was about is over. */
export function hush() {
  clearTimeout(hiding);
  find("alert").className = "toast";
}

/** Says what went wrong, at once. @param {string} text */
export const warn = (text) => toast(text, "error");

/** Tells people what failed; what is a mistake of the page stays one. @param {unknown} error */
export function explain(error) {
  if (error instanceof Failure) warn(error.message);
  else if (error instanceof TypeError && /import|module/i.test(error.message)) warn(MESSAGES.notLoaded);
  else throw error;
}

/** Runs what a button or a key stands for. @param {() => unknown} what */
export function run(what) {
  Promise.resolve()
    .then(what)
    .catch(explain);
}
