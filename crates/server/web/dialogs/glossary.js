// The words of reviews and hints, each with a small board.

import { dialog, el, svg } from "../dom.js";
import { ask } from "../server.js";
import { indexOf } from "../squares.js";
import { GLOSSARY } from "../strings-review.js";

/** @import {GlossaryEntry} from "../types/protocol" */

/** @type {Promise<GlossaryEntry[]> | null} */
let entries = null;

/** @returns {Promise<GlossaryEntry[]>} */
const load = () => (entries ??= ask("/api/glossary").catch((/** @type {unknown} */ error) => {
  entries = null;
  throw error;
}));

/** Shows what a word means, and the way to the others. @param {string} word */
export async function glossary(word) {
  const all = await load();
  const entry = all.find((one) => one.word === word) ?? all[0];
  const place = el("div", { class: "word" });
  const box = dialog(GLOSSARY.title, place, list());
  /** @param {GlossaryEntry} shown */
  function show(shown) {
    place.replaceChildren(
      el("h3", { tabindex: -1 }, shown.word),
      el("p", {}, shown.meaning),
      el("figure", {}, smallBoard(shown), el("figcaption", {}, shown.caption)),
    );
    for (const button of box.querySelectorAll("[data-word]"))
      if (button.getAttribute("data-word") === shown.word) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
  }
  function list() {
    const words = all.map((one) =>
      el(
        "li",
        {},
        el("button", { type: "button", class: "tag", "data-word": one.word, onclick: () => {
          show(one);
          box.scrollTo({ top: 0 });
          /** @type {HTMLElement | null} */ (place.querySelector("h3"))?.focus({ preventScroll: true });
        } }, one.word),
      ),
    );
    return el("details", { class: "all-words" }, el("summary", {}, GLOSSARY.all), el("ul", {}, ...words));
  }
  show(entry);
}

/** @param {GlossaryEntry} entry */
function smallBoard({ board, marked, caption }) {
  const picture = svg("svg", { viewBox: "0 0 80 80", role: "img", class: "small-board", "aria-label": caption });
  picture.append(svg("rect", { width: 80, height: 80, class: "felt" }));
  for (let n = 1; n < 8; n++)
    picture.append(svg("path", { d: `M${10 * n} 0V80M0 ${10 * n}H80`, class: "lines" }));
  [...board].forEach((cell, index) => {
    const [x, y] = [(index % 8) * 10 + 5, (index >> 3) * 10 + 5];
    if (cell !== "-") picture.append(svg("circle", { cx: x, cy: y, r: 4, class: cell === "X" ? "black" : "white" }));
  });
  for (const square of marked) {
    const index = indexOf(square);
    picture.append(svg("rect", { x: (index % 8) * 10 + 1.2, y: (index >> 3) * 10 + 1.2, width: 7.6, height: 7.6, class: "marked" }));
  }
  return picture;
}
