// The rules: one move as a moving picture, the rules in force, and the keys.

import { dialog, el, svg } from "../dom.js";
import { rulesList } from "../parts/start.js";
import { ask } from "../server.js";
import { state } from "../store.js";
import { RULES } from "../strings-dialogs.js";
import { APP, KEYS, undoRule } from "../strings.js";

/** @import {RulesText} from "../types/protocol" */

/** Texts by the rules they are for, so that they can be read without the server. @type {Map<string, RulesText>} */
const texts = new Map();

/** @param {{rules?: string, undo?: string}} inForce @returns {Promise<RulesText>} */
async function load(inForce) {
  const query = String(new URLSearchParams(inForce));
  const known = texts.get(query) ?? (await ask(`/api/rules?${query}`));
  texts.set(query, known);
  return known;
}

/** Fetches the text while the server is there. */
export const prepare = () => load(ofGame());

/** @returns {{rules?: string, undo?: string}} */
function ofGame() {
  const game = state.game?.update?.state;
  return game ? { rules: game.position.rules, undo: game.undo } : {};
}

export async function rules() {
  const inForce = ofGame();
  const { title, sections } = await load(inForce);
  const keys = KEYS.table.map(([key, what]) => el("tr", {}, el("th", { scope: "row" }, el("kbd", {}, key)), el("td", {}, what)));
  dialog(
    title,
    el("p", { class: "lead" }, APP.goal),
    diagram(),
    inForce.rules
      ? el("section", { class: "in-force" }, el("h3", {}, RULES.inForce), ...rulesList(inForce.rules), el("p", { class: "rule" }, undoRule(inForce.undo ?? "")))
      : null,
    el(
      "div",
      { class: "prose" },
      ...sections.map(({ heading, paragraphs }) => el("section", {}, el("h3", {}, heading), ...paragraphs.map((text) => el("p", {}, text)))),
      el("h3", {}, RULES.keys),
      el("table", {}, el("tbody", {}, ...keys)),
    ),
  );
}

/** One move: a disc is put down, and the two between turn over. It plays once, and again when asked. */
function diagram() {
  const row = svg("svg", { viewBox: "0 0 600 120", role: "img", class: "diagram", "aria-label": RULES.diagram });
  [..."bcdefg"].forEach((file, index) => {
    row.append(svg("rect", { x: index * 100, y: 0, width: 100, height: 100, class: "square" }));
    const text = svg("text", { x: index * 100 + 50, y: 116 });
    text.textContent = `${file}4`;
    row.append(text);
  });
  /** @param {number} at @param {string} kind */
  const disc = (at, kind) => svg("circle", { cx: at * 100 + 50, cy: 50, r: 40, class: `disc-d ${kind}` });
  row.append(disc(1, "black"), disc(2, "turns first"), disc(3, "turns second"), disc(4, "placed"));
  const replay = () => {
    row.classList.remove("plays");
    // Reading a size makes the browser take note of the class being gone.
    void row.getBoundingClientRect();
    row.classList.add("plays");
  };
  row.classList.add("plays");
  return el(
    "figure",
    { class: "one-move" },
    row,
    el("figcaption", {}, RULES.caption, " ", el("button", { type: "button", class: "btn small", onclick: replay }, RULES.again)),
  );
}
