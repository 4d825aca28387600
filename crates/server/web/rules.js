// The rules in force, and the keys.

import { dialog, el } from "./dom.js";
import { ask } from "./server.js";

const KEYS = [
  ["d3", "Play a square by its name"],
  ["Arrows, Enter", "Move on the board, play"],
  ["U  I  V  N", "Undo, hint, values, new game"],
  ["← →", "Step through the game (outside the board)"],
  ["S  M  L  T", "Hear the score, the legal moves, the last move, the clocks"],
  ["Ctrl+V", "Paste any record to look at it"],
];

/** @param {{rules?: string, undo?: string}} inForce */
export async function rules(inForce) {
  const text = await ask(`/api/rules?${new URLSearchParams(inForce)}`);
  const sections = text.sections.map((/** @type {{heading: string, paragraphs: string[]}} */ { heading, paragraphs }) =>
    el("section", {}, el("h3", {}, heading), ...paragraphs.map((paragraph) => el("p", {}, paragraph))),
  );
  const keys = KEYS.map(([key, what]) =>
    el("tr", {}, el("th", { scope: "row" }, el("kbd", {}, key)), el("td", {}, what)),
  );
  dialog(
    text.title,
    el("div", { class: "prose" }, ...sections, el("h3", {}, "Keys"), el("table", {}, el("tbody", {}, ...keys))),
  );
}
