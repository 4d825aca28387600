// Players by strength, with the computer's levels among them as fixed points.

import { choice, el } from "../dom.js";
import { ask } from "../server.js";
import { RANKING } from "../strings-people.js";
import { PLATE } from "../strings.js";

/** @import {Players, Ranked} from "../types/protocol" */

/** The card with the list; it is there at once and filled when the server has answered. */
export function ranking() {
  const list = el("ol", { class: "ranking" });
  /** @type {Players | null} */
  let players = null;
  /** @type {"live" | "days"} */
  let kind = "live";
  const paint = () => list.replaceChildren(...(players?.[kind] ?? []).map(row));
  const switcher = choice(RANKING.kind, "ranking", RANKING.kinds, kind, (value) => {
    kind = value === "days" ? "days" : "live";
    paint();
  });
  ask("/api/players").then(
    (found) => {
      players = found;
      paint();
    },
    () => card.remove(),
  );
  const card = el("section", { class: "card people-card", id: "ranking" }, el("header", {}, el("h2", {}, RANKING.title), switcher), list);
  return card;
}

/** @param {Ranked} player */
function row({ name, rating, level, games }) {
  return el(
    "li",
    { class: level ? "level" : "" },
    el("span", { class: "grow" }, el("b", {}, level ? RANKING.level(level, name) : name), el("small", {}, level ? RANKING.fixed : RANKING.games(games))),
    el("span", { class: "points" }, rating ? PLATE.rating(rating) : ""),
  );
}
