// Play with people: one's own games, open offers, games to watch.

import { el, icon, select, tick, write } from "../dom.js";
import { games, rememberGame } from "../memory.js";
import { announce, run, toast } from "../notice.js";
import { chosenRated, clockOfNow, clocks, offer as offerDialog, termsOfNow } from "../dialogs/offer.js";
import { LobbyLine } from "../lobby.js";
import { ranking } from "../parts/ranking.js";
import { badge, byUrgency, card, fill, gameRow, offerRow, playingRow, waits } from "../parts/rows.js";
import { introduce, key, setKey } from "../people.js";
import { go } from "../router.js";
import { Failure, ask } from "../server.js";
import { setAbout, setConnection, state } from "../store.js";
import { LOBBY } from "../strings-people.js";
import { APP } from "../strings.js";

/** @import {PageView, Place} from "../types/page" */
/** @import {LobbyAction, LobbyState, Me, MyGame, Offer, Paired, Terms} from "../types/protocol" */

/** @param {HTMLElement} root @param {Place} place @returns {Promise<PageView>} */
export async function show(root, place) {
  if (!state.about) setAbout(await ask("/api/about"));
  const view = new LobbyView(root);
  const { now, take, withdraw, offer } = place.kept ?? {};
  // What was asked for on the start page is done once, not with every reload.
  if (place.kept) history.replaceState(null, "");
  if (now) run(() => view.findGame());
  else if (take) run(() => view.take(take));
  else if (withdraw) run(() => view.withdraw(withdraw));
  else if (offer) view.makeOffer.click();
  return view;
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
    this.clock = select(clocks().map((one) => [one.name, one.text]), clockOfNow());
    this.clock.setAttribute("aria-label", LOBBY.time);
    this.rated = chosenRated();
    this.now = el(
      "button",
      { type: "button", class: "btn primary big", id: "now", onclick: () => run(() => this.findGame()) },
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
        el("div", { class: "card people-now" }, this.clock, tick(LOBBY.rated, this.rated, (on) => (this.rated = on)), this.now, this.waiting),
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
        if (waits(game)) this.remind(LOBBY.yourMove(game.opponent.name), game.game);
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
        setConnection(connected ? "live" : "lost");
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

  /** Somebody waits for us: said, and shown by the browser while the tab is hidden. @param {string} text @param {string} game */
  remind(text, game) {
    announce(text);
    if (document.hidden) void import("../alerts.js").then(({ notify }) => notify(text, game));
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
    this.remind(LOBBY.paired(opponent.name, side), game);
    toast(LOBBY.paired(opponent.name, side));
    void go(path);
  }

  /**
   * Asks for something that a player can ask for. This browser is made known first; who has a name that is taken chooses another.
   * @param {LobbyAction} action @param {{offer?: string, terms?: Terms}} more @returns {Promise<void>}
   */
  async ask(action, more) {
    if (!this.you) {
      try {
        this.you = await introduce();
      } catch (failure) {
        if (!(failure instanceof Failure && failure.code === "refused")) throw failure;
        return this.whoAmI(failure.message, () => this.ask(action, more));
      }
      this.connect();
    }
    const { offer } = await /** @type {LobbyLine} */ (this.line).send(action, more);
    this.posted(offer, more.terms);
  }

  findGame() {
    return this.ask("now", { terms: termsOfNow(this.clock.value, this.rated) });
  }

  /** @param {Terms} chosen */
  post(chosen) {
    return this.ask("offer", { terms: chosen });
  }

  /** @param {string | null} [offer] @param {Terms} [terms] */
  posted(offer, terms) {
    if (!offer) return;
    // Nobody stays for these: there is no line that says so as for live ones.
    if (terms && !isLive(terms)) toast(LOBBY.posted);
    this.computer = null;
    this.mine = [...new Set([...this.mine, offer])];
    this.paint();
  }

  /** @param {string} offer */
  take(offer) {
    return this.ask("take", { offer });
  }

  /** @param {string} offer */
  async withdraw(offer) {
    await /** @type {LobbyLine} */ (this.line).send("withdraw", { offer });
    this.mine = this.mine.filter((one) => one !== offer);
    this.computer = null;
    this.paint();
  }

  /** @param {string} [problem] why one is asked @param {() => unknown} [then] what was to be done */
  async whoAmI(problem, then) {
    const { whoAmI } = await import("../dialogs/me.js");
    await whoAmI((known) => {
      this.you = known;
      this.games = [];
      this.connect();
      if (then) run(then);
    }, problem);
  }

  /** @param {string} action */
  act(action) {
    if (action === "new") this.now.focus();
    return action === "new";
  }

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
    fill(this.myGames, open.map((game) => gameRow(game, this.skew)), LOBBY.noGames);
    const offers = this.lobby?.offers ?? [];
    fill(this.offers, offers.map((offer) => this.offerRow(offer)), LOBBY.noOffers);
    fill(this.playing, (this.lobby?.playing ?? []).map(playingRow), LOBBY.noPlaying);
    if (focused) /** @type {HTMLElement | null} */ (document.querySelector(`[data-row="${CSS.escape(focused)}"]`))?.focus();
  }

  /** @param {Offer} offer */
  offerRow(offer) {
    const own = this.mine.includes(offer.id);
    return offerRow(offer, own, () => (own ? this.withdraw(offer.id) : this.take(offer.id)));
  }

  paintWaiting() {
    const own = (this.lobby?.offers ?? []).filter((offer) => this.mine.includes(offer.id));
    const live = own.find((offer) => isLive(offer.terms));
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
}

/** @param {Terms} terms */
const isLive = ({ clock }) => Boolean(clock && !clock.per_move);

/** A game against the computer that waits for its first move. @param {number} level */
const against = (level) => ({
  black: { player: "human", ...(state.prefs.name && { name: state.prefs.name }) },
  white: { player: "computer", level },
  rules: "standard",
  undo: "once",
  confirm_pass: false,
  clock: null,
});
