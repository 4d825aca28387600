// What goes on here, under the board of the start page: my games, open offers, games to watch.

import { el } from "../dom.js";
import { readKey } from "../memory.js";
import { me, myGames } from "../people.js";
import { go } from "../router.js";
import { ask } from "../server.js";
import { LOBBY } from "../strings-people.js";
import { badge, byUrgency, card, fill, gameRow, offerRow, playingRow, waits } from "./rows.js";

/** @import {LobbyState, MyGames} from "../types/protocol" */

const LOOK_EVERY = 15000;
/** The most rows of each list; the lobby has the others. */
const MOST = 3;

export class Front {
  /** @param {(action: string) => void} act */
  constructor(act) {
    this.games = el("ul", { class: "people-rows" });
    this.offers = el("ul", { class: "people-rows" });
    this.playing = el("ul", { class: "people-rows" });
    this.all = el("a", { class: "btn small", href: "/lobby" }, LOBBY.all);
    const make = el("button", { type: "button", class: "btn small", onclick: () => void go("/lobby", { offer: true }) }, LOBBY.make);
    const computers = el("button", { type: "button", class: "btn small", onclick: () => act("new-watch") }, LOBBY.computers);
    this.root = el("div", { class: "people-cards front" }, card(LOBBY.myGames, this.games, this.all), card(LOBBY.offers, this.offers, make), card(LOBBY.watch, this.playing, computers));
    /** In how many games somebody waits for us. */
    this.turns = 0;
    this.timer = setInterval(() => void this.look(), LOOK_EVERY);
    void this.look();
  }

  stop() {
    clearInterval(this.timer);
    badge(0);
    this.root.remove();
  }

  /** Asks again; what cannot be had stays as it was. */
  async look() {
    if (this.root.hidden || (document.hidden && !readKey())) return;
    const none = () => null;
    const [lobby, mine, known] = await Promise.all([ask("/api/lobby").catch(none), readKey() ? myGames().catch(none) : null, me().catch(none)]);
    if (lobby) this.paint(lobby, mine, known?.name ?? "");
  }

  /** @param {LobbyState} lobby @param {MyGames | null} mine @param {string} name ours, which nobody else has here */
  paint(lobby, mine, name) {
    const offers = lobby.offers.slice(0, MOST).map((offer) => {
      const ours = Boolean(name) && offer.by.name === name;
      return offerRow(offer, ours, () => go("/lobby", ours ? { withdraw: offer.id } : { take: offer.id }));
    });
    const focused = document.activeElement?.getAttribute("data-row");
    const open = (mine?.games ?? []).filter((game) => !game.over).sort(byUrgency);
    this.turns = open.filter(waits).length;
    badge(this.turns);
    const own = new Set(open.map(({ game }) => game));
    fill(this.games, open.slice(0, MOST).map((game) => gameRow(game, lobby.now - Date.now())), LOBBY.noGames);
    this.all.textContent = open.length > MOST ? LOBBY.allOf(open.length) : LOBBY.all;
    fill(this.offers, offers, LOBBY.noOffers);
    fill(this.playing, lobby.playing.filter(({ game }) => !own.has(game)).slice(0, MOST).map(playingRow), LOBBY.noPlaying);
    if (focused) /** @type {HTMLElement | null} */ (this.root.querySelector(`[data-row="${CSS.escape(focused)}"]`))?.focus();
  }
}
