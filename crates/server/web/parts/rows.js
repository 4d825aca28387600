// Rows of the lists of the lobby and of the start page: my games, open offers, games to watch.

import { el, icon } from "../dom.js";
import { readKey, rememberGame } from "../memory.js";
import { run } from "../notice.js";
import { miniBoard } from "./mini.js";
import { LOBBY } from "../strings-people.js";

/** @import {LobbyState, MyGame, Offer, PlayerCard} from "../types/protocol" */

/** Whether another person waits for us; the computer waits for nobody. @param {MyGame} game */
export const waits = (game) => game.my_turn && !game.opponent.level;

/** @param {MyGame} a @param {MyGame} b */
export function byUrgency(a, b) {
  return Number(waits(b)) - Number(waits(a)) || Number(Boolean(a.opponent.level)) - Number(Boolean(b.opponent.level)) || (a.deadline ?? Infinity) - (b.deadline ?? Infinity) || b.touched - a.touched;
}

/** @param {PlayerCard} player */
function withRating({ name, rating }) {
  return rating ? `${name} (${rating.points}${rating.provisional ? "?" : ""})` : name;
}

/** @param {MyGame} game @param {number} skew by how much the server's clock is ahead */
export function gameRow(game, skew) {
  const open = () => rememberGame(game.game, { token: readKey(), at: Date.now(), open: true });
  const left = game.deadline === null ? "" : LOBBY.left(game.deadline - Date.now() - skew);
  return el(
    "li",
    {},
    el(
      "a",
      { class: "row-link", href: game.path, "data-row": game.game, onclick: open },
      miniBoard(game.board),
      el("span", { class: "grow" }, el("b", {}, withRating(game.opponent)), el("small", {}, [LOBBY.move(game.moves), left].filter(Boolean).join(" · "))),
      game.my_turn ? el("span", { class: "tag turn" }, LOBBY.turn) : el("span", { class: "tag" }, LOBBY.theirTurn),
    ),
  );
}

/** @param {Offer} offer @param {boolean} own @param {() => unknown} act accepts it, or takes one's own back */
export function offerRow(offer, own, act) {
  const yours = own ? offer.terms.colour : { black: "white", white: "black", any: "any" }[offer.terms.colour];
  return el(
    "li",
    {},
    el("span", { class: `chip ${yours === "any" ? "draw" : yours}`, "aria-hidden": "true" }),
    el("span", { class: "grow" }, el("b", {}, own ? LOBBY.own : withRating(offer.by)), el("small", {}, LOBBY.terms(offer.terms, own))),
    el(
      "button",
      { type: "button", class: "btn small", "data-row": offer.id, "aria-label": own ? LOBBY.withdrawOffer : LOBBY.acceptOf(offer.by.name), onclick: () => run(act) },
      own ? LOBBY.withdraw : LOBBY.accept,
    ),
  );
}

/** @param {LobbyState["playing"][number]} game */
export function playingRow({ game, players, moves, clock }) {
  return el(
    "li",
    {},
    el(
      "a",
      { class: "row-link", href: `/g/${game}`, "data-row": game },
      el("span", { class: "chip draw", "aria-hidden": "true" }),
      el("span", { class: "grow" }, el("b", {}, `${players.black.name} – ${players.white.name}`), el("small", {}, `${LOBBY.move(moves)} · ${LOBBY.clock(clock)}`)),
      icon("eye"),
    ),
  );
}

/** A card with a list. @param {string} title @param {HTMLElement} list @param {HTMLElement | null} [action] */
export const card = (title, list, action = null) => el("section", { class: "card people-card" }, el("header", {}, el("h2", {}, title), action), list);

/** @param {HTMLElement} list @param {HTMLElement[]} rows @param {string} empty */
export function fill(list, rows, empty) {
  list.replaceChildren(...(rows.length ? rows : [el("li", { class: "soft" }, empty)]));
}

/** The number on the icon of an installed page. @param {number} count */
export function badge(count) {
  const app = /** @type {{setAppBadge?: (count: number) => Promise<void>, clearAppBadge?: () => Promise<void>}} */ (/** @type {unknown} */ (navigator));
  void (count ? app.setAppBadge?.(count) : app.clearAppBadge?.())?.catch(() => {});
}
