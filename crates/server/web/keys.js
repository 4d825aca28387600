// The keyboard: squares by name, actions by one letter, and what a screen reader's user asks for.

import { announce } from "./notice.js";
import { timeLeft } from "./parts/plate.js";
import { view } from "./router.js";
import { shown, state } from "./store.js";
import { SPOKEN, clockText } from "./strings.js";

/** @type {Record<string, string>} */
const ACTIONS = {
  u: "undo",
  i: "hint",
  v: "values",
  p: "pause",
  n: "new",
  "?": "rules",
  arrowleft: "back",
  arrowright: "on",
  home: "first",
  end: "last",
  arrowup: "previous",
  arrowdown: "next",
  r: "try",
  escape: "to-game",
};

let typed = "";

/** Listens for keys; whatever is no square and nothing to hear is an action. @param {(action: string) => boolean} act */
export function listenForKeys(act) {
  document.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.closest?.("input, textarea, select, dialog")) return;
    const letter = event.key.toLowerCase();
    const board = document.getElementById("board");
    // Without shortcuts of one letter, squares can be typed on the board only, and nothing else by letters at all.
    if (!state.prefs.keys && letter.length === 1 && !(/[a-h1-8]/.test(letter) && board?.contains(target))) return;
    if (/^[a-h]$/.test(letter)) {
      typed = letter;
      return;
    }
    if (/^[1-8]$/.test(letter) && typed) {
      const square = typed + letter;
      typed = "";
      view()?.point?.(square);
      return view()?.play?.(square);
    }
    typed = "";
    const words = spoken(letter);
    if (words) announce(words);
    else if (!ACTIONS[letter] || !act(ACTIONS[letter])) return;
    event.preventDefault();
  });
}

/** What a screen reader's user asks for by a key. @param {string} letter */
function spoken(letter) {
  const now = shown();
  if (!now) return "";
  const { position, last } = now;
  switch (letter) {
    case "s":
      return SPOKEN.score(position, document.getElementById("turn")?.textContent ?? "");
    case "m":
      return SPOKEN.legal(Object.keys(position.legal));
    case "l":
      return last ? SPOKEN.last(last.by, last.square, last.flips) : SPOKEN.noMove;
    case "t": {
      const [black, white] = [timeLeft("black"), timeLeft("white")];
      return black === null || white === null ? SPOKEN.noClock : SPOKEN.clocks(clockText(black), clockText(white));
    }
  }
  return "";
}
