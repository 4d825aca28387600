// Play with people: one's own games, open offers, games to watch.

import { el, icon, select, write } from "../dom.js";
import { games, rememberGame } from "../memory.js";
import { announce, run, toast } from "../notice.js";
import { chosenClock, clocks, offer as offerDialog, terms } from "../dialogs/offer.js";
import { LobbyLine } from "../lobby.js";
import { miniBoard } from "../parts/mini.js";
import { ranking } from "../parts/ranking.js";
import { introduce, key, setKey } from "../people.js";
import { go } from "../router.js";
import { ask } from "../server.js";
import { setAbout, state } from "../store.js";
import { LOBBY } from "../strings-people.js";
import { APP } from "../strings.js";

/** @import {PageView, Place} from "../types/page" */
/** @import {LobbyState, Me, MyGame, Offer, Paired, PlayerCard, Terms} from "../types/protocol" */

/** @param {HTMLElement} root @param {Place} _place @returns {Promise<PageView>} */
export async function show(root, _place) {
  if (!state.about) setAbout(await ask("/api/about"));
  return new LobbyView(root);
}

class LobbyView {
  /** @param {HTMLElement} root */
  constructor(root) {
    /** @type {LobbyState | null} */
    this.lobby = null;
    /** @type {Me | null} */
    this.you = null;
    /** @type {string[]} */
    this.mine = [];
    /** @type {MyGame[]} */
    this.games = [];
    /** What the computer was proposed for. @type {number | null} */
    this.computer = null;
    this.skew = 0;

    this.who = el("button", { type: "button", class: "btn", id: "me", onclick: () => run(() => this.whoAmI()) });
    this.note = el("p", { class: "soft", id: "here" });
    this.clock = select(clocks().map((one) => [one.name, one.text]), chosenClock());
    this.clock.setAttribute("aria-label", LOBBY.time);
    this.now = el(
      "button",
      { type: "button", class: "btn primary big", id: "now", onclick: () => run(() => this.findGame(terms(this.clock.value))) },
      icon("play"),
      LOBBY.now,
    );
    this.waiting = el("div", { class: "waiting", role: "status" });
    this.myGames = el("ul", { class: "people-rows" });
    this.offers = el("ul", { class: "people-rows" });
    this.playing = el("ul", { class: "people-rows" });
    this.makeOffer = el(
      "button",
      { type: "button", class: "btn small", id: "offer", onclick: () => offerDialog((chosen) => run(() => this.post(chosen))) },
      LOBBY.make,
    );
    const card = (/** @type {string} */ title, /** @type {HTMLElement} */ list, /** @type {HTMLElement | null} */ action = null) =>
      el("section", { class: "card people-card" }, el("header", {}, el("h2", {}, title), action), list);
    root.append(
      el(
        "div",
        { class: "people" },
        el(
          "header",
          { class: "people-head" },
          el("div", {}, el("h1", { tabindex: "-1" }, LOBBY.heading), this.note),
          this.who,
        ),
        el("div", { class: "card people-now" }, this.clock, this.now, this.waiting),
        el(
          "div",
          { class: "people-cards" },
          card(LOBBY.myGames, this.myGames, el("a", { class: "btn small", href: "/games" }, LOBBY.finished)),
          card(LOBBY.offers, this.offers, this.makeOffer),
          card(LOBBY.watch, this.playing),
        ),
        ranking(),
      ),
    );
    document.body.classList.remove("in-game");
    this.connect();
    this.paint();
    this.ticking = setInterval(() => this.paint(), 20000);
  }

  connect() {
    this.line?.close();
    this.line = new LobbyLine(key(), {
      welcome: ({ lobby, you, mine, games }) => {
        Object.assign(this, { you, mine, games });
        this.hear(lobby);
      },
      lobby: (lobby) => this.hear(lobby),
      game: (game) => {
        this.games = [game, ...this.games.filter((one) => one.game !== game.game)].sort(byUrgency);
        this.paint();
        if (game.my_turn) announce(LOBBY.yourMove(game.opponent.name));
      },
      paired: (paired) => this.paired(paired),
      gone: (offer) => {
        this.mine = this.mine.filter((one) => one !== offer);
        if (!this.mine.length) this.computer = null;
        this.paint();
      },
      computer: (_offer, level) => {
        this.computer = level;
        this.paint();
        announce(LOBBY.nobody);
      },
      connection: (connected) => {
        document.body.dataset.connection = connected ? "live" : "lost";
        this.now.disabled = this.makeOffer.disabled = !connected;
      },
      // The server does not know the key: it was forgotten there.
      refused: () => {
        setKey("");
        this.you = null;
        this.connect();
        this.paint();
      },
    });
  }

  /** @param {LobbyState} lobby */
  hear(lobby) {
    this.lobby = lobby;
    this.skew = lobby.now - Date.now();
    this.paint();
  }

  /** @param {Paired} paired */
  paired({ game, path, opponent, side }) {
    // Told again to whoever comes back soon: a game that was opened before is in the list.
    if (games()[game]) return;
    rememberGame(game, { token: key(), at: Date.now(), open: true });
    if (state.prefs.sound) void import("../sound.js").then((sound) => sound.called());
    announce(LOBBY.paired(opponent.name, side));
    toast(LOBBY.paired(opponent.name, side));
    void go(path);
  }

  /** Makes this browser known before it plays with people. */
  async known() {
    if (this.you) return;
    this.you = await introduce();
    this.connect();
  }

  /** @param {Terms} chosen */
  async findGame(chosen) {
    await this.known();
    const { offer } = await /** @type {LobbyLine} */ (this.line).send("now", { terms: chosen });
    this.posted(offer);
  }

  /** @param {Terms} chosen */
  async post(chosen) {
    await this.known();
    const { offer } = await /** @type {LobbyLine} */ (this.line).send("offer", { terms: chosen });
    this.posted(offer);
  }

  /** @param {string | null} [offer] */
  posted(offer) {
    if (!offer) return;
    this.computer = null;
    this.mine = [...new Set([...this.mine, offer])];
    this.paint();
  }

  /** @param {string} offer */
  async take(offer) {
    await this.known();
    await /** @type {LobbyLine} */ (this.line).send("take", { offer });
  }

  /** @param {string} offer */
  async withdraw(offer) {
    await /** @type {LobbyLine} */ (this.line).send("withdraw", { offer });
    this.mine = this.mine.filter((one) => one !== offer);
    this.computer = null;
    this.paint();
  }

  async whoAmI() {
    const { whoAmI } = await import("../dialogs/me.js");
    await whoAmI(() => {
      this.you = null;
      this.games = [];
      this.connect();
    });
  }

  /** @param {string} action */
  act(action) {
    if (action === "new") this.now.focus();
    return action === "new";
  }

  /** Squares that are typed mean nothing here. */
  play() {}

  point() {}

  leave() {
    clearInterval(this.ticking);
    this.line?.close();
    badge(0);
  }

  // ---------------------------------------------------------------- the picture

  paint() {
    const focused = document.activeElement?.getAttribute("data-row");
    const turns = this.games.filter((game) => waits(game) && !game.over).length;
    document.title = `${turns ? `(${turns}) ` : ""}${LOBBY.heading} · ${APP.name}`;
    badge(turns);
    write(this.who, this.you ? LOBBY.me(this.you) : LOBBY.nobodyYet);
    write(this.note, this.lobby ? LOBBY.here(this.lobby) : LOBBY.connecting);
    this.paintWaiting();
    const open = this.games.filter((game) => !game.over);
    fill(this.myGames, open.map((game) => this.gameRow(game)), LOBBY.noGames);
    const offers = this.lobby?.offers ?? [];
    fill(this.offers, offers.map((offer) => this.offerRow(offer)), LOBBY.noOffers);
    fill(this.playing, (this.lobby?.playing ?? []).map((game) => this.playingRow(game)), LOBBY.noPlaying);
    if (focused) /** @type {HTMLElement | null} */ (document.querySelector(`[data-row="${CSS.escape(focused)}"]`))?.focus();
  }

  paintWaiting() {
    const own = (this.lobby?.offers ?? []).filter((offer) => this.mine.includes(offer.id));
    const live = own.find((offer) => offer.terms.clock && !offer.terms.clock.per_move);
    this.waiting.replaceChildren();
    if (!live) return;
    const level = this.computer;
    this.waiting.append(
      el("p", {}, el("b", {}, LOBBY.waiting(live.terms)), " ", level ? LOBBY.nobody : LOBBY.waitingNote),
      level
        ? el("button", { type: "button", class: "btn small", "data-row": "computer", onclick: () => void go("/", { draft: against(level) }) }, LOBBY.computer(level))
        : "",
      el("button", { type: "button", class: "btn small", "data-row": "cancel", onclick: () => run(() => this.withdraw(live.id)) }, LOBBY.cancel),
    );
  }

  /** @param {MyGame} game */
  gameRow(game) {
    const open = () => rememberGame(game.game, { token: key(), at: Date.now(), open: true });
    const left = game.deadline === null ? "" : LOBBY.left(game.deadline - Date.now() - this.skew);
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

  /** @param {Offer} offer */
  offerRow(offer) {
    const own = this.mine.includes(offer.id);
    const yours = own ? offer.terms.colour : { black: "white", white: "black", any: "any" }[offer.terms.colour];
    const label = own ? LOBBY.withdraw : LOBBY.accept;
    return el(
      "li",
      {},
      el("span", { class: `chip ${yours === "any" ? "draw" : yours}`, "aria-hidden": "true" }),
      el("span", { class: "grow" }, el("b", {}, own ? LOBBY.own : withRating(offer.by)), el("small", {}, LOBBY.terms(offer.terms, own))),
      el(
        "button",
        {
          type: "button",
          class: "btn small",
          "data-row": offer.id,
          "aria-label": own ? LOBBY.withdrawOffer : LOBBY.acceptOf(offer.by.name),
          onclick: () => run(() => (own ? this.withdraw(offer.id) : this.take(offer.id))),
        },
        label,
      ),
    );
  }

  /** @param {LobbyState["playing"][number]} game */
  playingRow({ game, players, moves, clock }) {
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
}

/** Whether another person waits for us; the computer waits for nobody. @param {MyGame} game */
const waits = (game) => game.my_turn && !game.opponent.level;

/** @param {MyGame} a @param {MyGame} b */
function byUrgency(a, b) {
  return Number(waits(b)) - Number(waits(a)) || Number(Boolean(a.opponent.level)) - Number(Boolean(b.opponent.level)) || (a.deadline ?? Infinity) - (b.deadline ?? Infinity) || b.touched - a.touched;
}

/** @param {PlayerCard} player */
function withRating({ name, rating }) {
  return rating ? `${name} (${rating.points}${rating.provisional ? "?" : ""})` : name;
}

/** A game against the computer that waits for its first move. @param {number} level */
const against = (level) => ({
  black: { player: "human", ...(state.prefs.name && { name: state.prefs.name }) },
  white: { player: "computer", level },
  rules: "standard",
  undo: "once",
  confirm_pass: false,
  clock: null,
});

/** @param {HTMLElement} list @param {HTMLElement[]} rows @param {string} empty */
function fill(list, rows, empty) {
  list.replaceChildren(...(rows.length ? rows : [el("li", { class: "soft" }, empty)]));
}

/** The number on the icon of an installed page. @param {number} count */
function badge(count) {
  const app = /** @type {{setAppBadge?: (count: number) => Promise<void>, clearAppBadge?: () => Promise<void>}} */ (/** @type {unknown} */ (navigator));
  void (count ? app.setAppBadge?.(count) : app.clearAppBadge?.())?.catch(() => {});
}
