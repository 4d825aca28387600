// Playing a game: against the computer, with a friend, two people on one device, or watching.

import { stop as stopAnalysis, values, valuesOnBoard } from "../analysis.js";
import { el, find, pick, sure, write } from "../dom.js";
import { SIDES, again, close, go, may, open, play, record, send, undoOptions, wait } from "../game.js";
import { games, readKey, rememberGame } from "../memory.js";
import { announce, explain, run, toast } from "../notice.js";
import { Plate, isLow } from "../parts/plate.js";
import { makeFrame } from "../parts/frame.js";
import { moveNumber } from "../parts/moves.js";
import { Score } from "../parts/score.js";
import { Ribbon, Sheet } from "../parts/sheet.js";
import { factRows, makeStart, rulesList } from "../parts/start.js";
import { Steps } from "../parts/steps.js";
import { Tools } from "../parts/tools.js";
import { go as goTo } from "../router.js";
import { startPosition } from "../squares.js";
import { hintedMove, keyOf, setShowValues, shown, state, step, viewpoint, watch } from "../store.js";
import { FACTS, KEYS, MESSAGES, MORE, REQUEST, STUDY, SURE, TITLE, TOOLS, UNDO, VALUES, APP, paceText, turnNote, turnTitle } from "../strings.js";

/** @import {GameRequest, Kept, PageView, Place, Shown} from "../types/page" */
/** @import {Side} from "../types/protocol" */

/** @returns {GameRequest} */
const usual = () => ({
  black: { player: "human", ...(state.prefs.name && { name: state.prefs.name }) },
  white: { player: "computer", level: 5 },
  rules: "standard",
  undo: "once",
  confirm_pass: false,
  clock: null,
});

/** @param {HTMLElement} root @param {Place} place @returns {PageView} */
export function show(root, place) {
  const view = new PlayView(root);
  const [game] = place.params;
  if (!game) {
    wait(place.kept?.draft ?? usual());
    const idle = window.requestIdleCallback ?? ((/** @type {() => void} */ work) => setTimeout(work, 200));
    idle(() => run(() => view.showFront()));
  } else {
    // What is stored is newer than what the history of the tab holds: it knows which games were counted.
    /** @type {Kept | null} */
    const kept = games()[game] ?? place.kept?.kept ?? null;
    const token = place.hash.get("s") ?? kept?.token;
    const invite = place.hash.get("i");
    const mine = token ? { ...kept, token, at: Date.now() } : null;
    open(game, mine);
    // A secret that is kept does not stay in the address, which people copy for those who watch.
    if (mine && rememberGame(game, mine) && location.hash) history.replaceState(history.state, "", place.path);
    if (invite && !token) run(async () => (await import("../dialogs/join.js")).join(game, invite));
  }
  return view;
}

class PlayView {
  /** @param {HTMLElement} root */
  constructor(root) {
    const act = (/** @type {string} */ action) => void this.act(action);
    const to = (/** @type {number} */ ply) => run(() => go(ply));
    const { root: frame, board } = makeFrame((square) => this.play(square));
    this.board = board;
    const plate = (/** @type {Side} */ side) => new Plate(side, () => run(() => this.undo(side)), () => act("greet"));
    this.plates = { black: plate("black"), white: plate("white") };
    this.score = new Score();
    this.turn = el("h2", { id: "turn" });
    this.said = el("p", { id: "said" });
    this.ask = el("div", { id: "ask", class: "ask" });
    this.inForce = el("div", { class: "in-force" });
    this.sheet = new Sheet(to);
    this.ribbon = new Ribbon(to);
    this.steps = new Steps(act);
    this.start = makeStart(act, (name) => this.named(name));
    /** @type {import("../parts/result.js").ResultCard | null} */
    this.result = null;
    this.resultPlace = el("div", { class: "result-place" });
    this.tools = new Tools(
      FACTS.title,
      [
        { id: "undo", label: TOOLS.undo, icon: "undo", title: TOOLS.titles.undo },
        { id: "hint", label: TOOLS.hint, icon: "hint", title: TOOLS.titles.hint },
        { id: "values", label: TOOLS.values, icon: "values", title: TOOLS.titles.values },
        { id: "share", label: TOOLS.share, icon: "share", title: TOOLS.titles.share },
        { id: "resign", label: TOOLS.resign, icon: "flag", title: TOOLS.titles.resign, wide: true },
        { id: "more", label: TOOLS.more, icon: "more", title: TOOLS.titles.more },
      ],
      act,
    );
    this.facts = el("div", {});
    const keys = KEYS.short.flatMap(([key, what]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, what)]);
    this.say = el("div", { class: "say" }, this.turn, this.said, this.ask);
    this.body = el("div", { class: "body" }, this.score.root, this.say, this.inForce, this.start.root, this.sheet.root, this.ribbon.root, this.resultPlace, this.steps.root, this.tools.root);
    this.table = el(
      "section",
      { class: "table", id: "table", "aria-label": FACTS.title },
      el(
        "aside",
        { class: "aside", "aria-label": FACTS.title },
        el("section", { class: "card rows" }, el("h2", {}, FACTS.title), this.facts),
        el("section", { class: "card rows" }, el("h2", {}, FACTS.keys), el("dl", { class: "keys" }, ...keys)),
      ),
      this.plates.white.root,
      frame,
      this.plates.black.root,
      this.body,
    );
    this.heading = el("h1", { class: "unseen" });
    /** What goes on here, on the start page. @type {import("../parts/front.js").Front | null} */
    this.front = null;
    root.append(this.heading, this.table);
    this.root = root;
    this.asked = "";
    this.loadsResult = false;
    this.left = false;
    this.stopWatching = watch(() => this.paint());
    this.ticking = setInterval(() => this.tick(), 200);
  }

  /** Time passes. */
  tick() {
    for (const side of SIDES) this.plates[side].paintClock();
    this.paintTab();
    const now = shown();
    if (now?.newest && state.game?.update?.state.first_move_by) this.paintSay(now);
  }

  leave() {
    this.stopWatching();
    clearInterval(this.ticking);
    this.result?.stop();
    this.front?.stop();
    this.left = true;
    stopAnalysis();
    close();
  }

  /** The lists of the start page, which the first board does not wait for. */
  async showFront() {
    const { Front } = await import("../parts/front.js");
    if (this.left || this.front || state.game?.id) return;
    this.front = new Front((action) => void this.act(action));
    this.root.append(this.front.root);
  }

  // ---------------------------------------------------------------- what people do

  /** @param {string} square */
  play(square) {
    run(() => play(square, (target) => this.board.preview(target)));
  }

  /** @param {string} square */
  point(square) {
    // The start goes with the first move: the keyboard stays on the board.
    this.board.pointTo(square, this.start.root.contains(document.activeElement));
  }

  /** The player's name, given on the start: for the game that waits, or the one that has begun. @param {string} name */
  named(name) {
    const live = state.game;
    // Whoever is known to the server is called so there, too.
    if (name && readKey()) run(async () => (await import("../people.js")).introduce(name));
    if (live?.request && !live.id) return wait({ ...live.request, black: { ...live.request.black, name: name || undefined } });
    if (name && may("name")) void send("name", { name });
  }

  /** @param {string} action */
  act(action) {
    const does = /** @type {Record<string, () => unknown>} */ ({
      first: () => go(0),
      back: () => go((shown()?.ply ?? 0) - 1),
      on: () => shown()?.newest || go((shown()?.ply ?? 0) + 1),
      last: () => (shown()?.newest ? undefined : go(null)),
      undo: () => this.undo(),
      pass: () => this.play("pass"),
      pause: () => (may("continue") ? send("continue") : may("pause") ? send("pause") : undefined),
      accept: () => send("accept"),
      decline: () => send("decline"),
      hint: () => this.help(async () => (await import("../analysis.js")).hint()),
      values: () => this.help(() => setShowValues(!state.showValues)),
      claim: () => send("claim"),
      resign: () => this.resign(),
      restart: () => this.restart(),
      again: () => again(false),
      swap: () => again(true),
      review: () => this.review(),
      study: () => this.study(),
      greet: async () => (await import("../dialogs/greet.js")).greet(),
      report: async () => (await import("../dialogs/report.js")).report(),
      share: async () => (await import("../dialogs/share.js")).share(),
      more: () => this.more(),
      device: async () => (await import("../dialogs/share.js")).device(),
      moves: async () => (await import("../dialogs/moves.js")).moves(),
      people: () => goTo("/lobby", { now: true }),
      "new-friend": async () => (await import("../dialogs/newgame.js")).newGame("friend"),
      "new-computer": async () => (await import("../dialogs/newgame.js")).newGame("computer"),
      "new-two": async () => (await import("../dialogs/newgame.js")).newGame("screen"),
      "new-watch": async () => (await import("../dialogs/newgame.js")).newGame("watch"),
    })[action];
    if (!does) return false;
    run(does);
    return true;
  }

  /** Help of the engine, unless a game with a friend is on. @param {() => unknown} what */
  help(what) {
    if (helpClosed()) return toast(MESSAGES.helpClosed);
    return what();
  }

  /** Takes back a move of a player, or asks whose. @param {Side} [side] */
  async undo(side) {
    const apart = Boolean(state.game?.update?.state.apart);
    const options = undoOptions().filter((option) => !side || option.side === side);
    if (!options.length) return toast(friendMissing() ? UNDO.friendMissing : UNDO.none);
    const mine = state.game?.update?.you.seats.length === 1;
    const words = (/** @type {typeof options[number]} */ { name, square, replies }) => UNDO.option(mine ? "" : name, square, replies);
    let [chosen] = options;
    if (options.length > 1) {
      const answer = await pick(
        UNDO.title,
        options.map((option) => [words(option), option.side]),
        options
          .filter(({ left }) => left === 1)
          .map(({ name }) => UNDO.last(name))
          .join(" "),
      );
      const found = options.find((option) => option.side === answer);
      if (!found) return;
      chosen = found;
    } else if (chosen.left === 1) {
      const note = mine ? UNDO.lastYours : UNDO.last(chosen.name);
      if (!(await sure(UNDO.question(words(chosen), apart), apart ? UNDO.ask : UNDO.yes, note, true))) return;
    }
    step(null);
    await send("undo", { seat: chosen.side });
  }

  async resign() {
    if (await sure(SURE.resign, SURE.resignYes)) await send("resign");
  }

  async restart() {
    if (!(await sure(SURE.restart, SURE.restartYes))) return;
    step(null);
    await send("restart");
  }

  review() {
    if (helpClosed()) return toast(MESSAGES.studyClosed);
    return goTo(`/g/${state.game?.id}/review`, { players: namesOfSeats() });
  }

  async study() {
    if (helpClosed()) return toast(MESSAGES.studyClosed);
    const now = shown();
    const { plies, moves, players } = await record();
    const { addressOf } = await import("../study.js");
    const names = players.black || players.white ? players : namesOfSeats();
    return goTo(addressOf({ start: plies[0].position, moves, ply: now?.ply ?? moves.length }), { players: names });
  }

  async more() {
    const game = state.game?.update?.state;
    const [{ more }, { GREET }] = await Promise.all([import("../dialogs/more.js"), import("../strings-people.js")]);
    /** @type {import("../dialogs/more.js").Item[]} */
    const people = [
      ["greet", "say", GREET.title, GREET.note, !may("greet")],
      ["report", "flag", GREET.report, GREET.reportNote, !readKey() || friendMissing()],
    ];
    more([
      ["new", "plus", MORE.newGame],
      ["restart", "again", MORE.restart, MORE.restartNote, !(may("restart") && game?.moves.length)],
      ["study", "study", MORE.study, helpClosed() ? MESSAGES.studyClosed : "", !game?.moves.length || helpClosed()],
      ["moves", "moves", MORE.moves, "", !game?.moves.length],
      ["device", "device", MORE.device, MORE.deviceNote, !state.game?.kept],
      ...(game?.apart ? people : []),
      ["rules", "book", MORE.rules],
      ["resign", "flag", MORE.resign, "", !may("resign") || Boolean(game?.result)],
    ]);
  }

  // ---------------------------------------------------------------- the picture

  paint() {
    const live = state.game;
    const update = live?.update ?? null;
    const game = update?.state;
    /** @type {Shown} */
    const now = shown() ?? { position: { ...startPosition("standard"), legal: {} }, last: null, passed: null, ply: 0, newest: true };
    const mine = update?.you.seats ?? [];
    const key = keyOf(now.position);
    const playable = now.newest && !live?.pending && may("play");
    this.table.dataset.below = mine.length === 1 ? mine[0] : "black";
    this.board.paint({
      shown: now,
      playable,
      marks: state.prefs.marks && (playable || !mine.length),
      values: valuesOnBoard(),
      hint: state.chosen ?? hintedMove(key),
    });
    const options = undoOptions();
    for (const side of SIDES) this.plates[side].paint(now, options.some((option) => option.side === side));
    this.score.paint(now.position);
    const early = Boolean(update && !live?.id);
    const over = Boolean(game?.result && now.newest);
    this.table.classList.toggle("early", early);
    if (this.front) this.front.root.hidden = !early;
    this.table.classList.toggle("over", over);
    document.body.classList.toggle("in-game", Boolean(live?.id));
    this.paintSay(now);
    this.paintAsk(over);
    this.paintRules();
    this.paintMoves(now);
    this.paintResult(over);
    this.paintTools(now);
    this.paintTitles();
    if (game) this.facts.replaceChildren(...factRows(game, live?.presence?.watching ?? 0));
    const waits = live?.pending || (now.newest && game?.awaits === "computer");
    if (state.showValues && state.values?.key !== key && !waits) void values().catch(explain);
  }

  /** @param {Shown} now */
  paintSay(now) {
    const update = state.game?.update;
    if (!update) return;
    this.turn.dataset.turn = now.position.over ? "" : now.position.turn;
    write(this.turn, now.newest ? turnTitle(update) : now.position.over ? STUDY.over(now.position) : STUDY.toMove(now.position.turn));
    const legend = state.showValues ? VALUES.legend(viewpoint()) : "";
    const note = now.newest ? turnNote(update, performance.now() - (state.game?.heard ?? 0)) : MESSAGES.earlier;
    const goal = !update.state.moves.length && !state.game?.id ? `${APP.goal} ${note}` : note;
    write(this.said, state.said || [goal, legend].filter(Boolean).join(" "));
  }

  /** What waits for an answer of ours. @param {boolean} over */
  paintAsk(over) {
    const home = over && this.result ? this.result.asks : this.say;
    if (this.ask.parentElement !== home) home.append(this.ask);
    const update = state.game?.update;
    /** @type {[string, string, string?][]} */
    const buttons = [];
    let text = "";
    if (update?.state.request) {
      text = REQUEST.text(update.state, update.you.seats);
      if (may("accept")) buttons.push(["accept", REQUEST.accept, "primary"], ["decline", REQUEST.decline]);
      else if (may("decline")) buttons.push(["decline", REQUEST.withdraw]);
    } else if (may("pass") && shown()?.newest) buttons.push(["pass", TOOLS.pass, "primary"]);
    else if (may("claim")) buttons.push(["claim", TOOLS.claim, "primary"]);
    else if (may("continue")) buttons.push(["pause", TOOLS.continue, "primary"]);
    else if (may("pause")) buttons.push(["pause", TOOLS.pause]);
    else if (inviteOpen()) buttons.push(["share", TOOLS.invite, "primary"]);
    const key = JSON.stringify([text, buttons]);
    if (this.asked === key) return;
    this.asked = key;
    const focused = this.ask.contains(document.activeElement);
    this.ask.replaceChildren(
      ...(text ? [el("p", {}, text)] : []),
      ...buttons.map(([action, label, kind]) =>
        el("button", { type: "button", class: `btn small ${kind ?? ""}`, "data-action": action, onclick: () => void this.act(action) }, label),
      ),
    );
    if (focused) (this.ask.querySelector("button") ?? find("board").querySelector("[tabindex='0']"))?.focus();
    if (text) announce(text);
  }

  paintRules() {
    const rules = state.game?.update?.state.position.rules ?? "standard";
    if (this.inForce.dataset.rules === rules) return;
    this.inForce.dataset.rules = rules;
    this.inForce.replaceChildren(...rulesList(rules));
    this.inForce.hidden = !this.inForce.firstChild;
  }

  /** @param {Shown} now */
  paintMoves(now) {
    const game = state.game?.update?.state;
    const moves = game?.moves ?? [];
    const first = game?.start.turn ?? "black";
    const empties = [...(game?.start.board ?? "")].filter((cell) => cell === "-").length || 60;
    const opening = (now.newest ? game?.opening : state.game?.record?.plies[now.ply]?.opening) ?? "";
    this.sheet.paint(moves, first, empties, now.ply, opening);
    this.ribbon.paint(moves, first, now.ply);
    const what = !now.newest ? "of" : game?.result ? "end" : "live";
    this.steps.paint(moveNumber(moves, now.ply), moveNumber(moves, moves.length), what, now.ply > 0, !now.newest);
  }

  /** The card of the result is loaded with the first end. @param {boolean} over */
  paintResult(over) {
    if (this.result) return this.result.paint(state.game?.update ?? null, over);
    if (!over || this.loadsResult) return;
    this.loadsResult = true;
    run(async () => {
      const { ResultCard } = await import("../parts/result.js");
      this.result = new ResultCard((action) => void this.act(action));
      this.resultPlace.replaceWith(this.result.root);
      this.paint();
    });
  }

  /** @param {Shown} now */
  paintTools(now) {
    const game = state.game?.update?.state;
    const closed = helpClosed();
    const over = now.position.over || Boolean(now.newest && game?.result);
    const help = { disabled: closed || over || !game, why: closed ? MESSAGES.helpClosed : over ? MESSAGES.notOver : "" };
    const none = !undoOptions().length;
    this.tools.paint({
      undo: { disabled: none, why: friendMissing() ? UNDO.friendMissing : UNDO.none },
      hint: help,
      values: { ...help, pressed: state.showValues },
      share: { label: inviteOpen() ? TOOLS.invite : TOOLS.share },
      resign: { disabled: !may("resign") || Boolean(game?.result) },
    });
  }

  paintTitles() {
    const update = state.game?.update;
    if (!update) return;
    const { state: game } = update;
    const pair = TITLE.pair(game);
    this.paintTab();
    write(this.heading, pair);
    write(find("where-title"), pair);
    write(find("where-note"), [game.position.rules === "standard" ? "" : game.position.rules, FACTS.undo(game.undo)[0], game.clock ? paceText(game.clock) : ""].filter(Boolean).join(" · "));
  }

  /** The title, which is seen while the tab is hidden. */
  paintTab() {
    const update = state.game?.update;
    if (!update) return;
    const { state: game, you } = update;
    const turn = game.turn && you.seats.includes(game.turn) && game.awaits === "move" && you.seats.length === 1;
    const call = turn ? `● ${isLow() ? TITLE.lowTime : TITLE.yourTurn} · ` : "";
    const waiting = this.front?.turns ? `(${this.front.turns}) ` : "";
    const title = state.game?.id ? `${call}${TITLE.pair(game)} · ${APP.name}` : waiting + APP.title;
    if (document.title !== title) document.title = title;
  }
}

/** A game between people that is on: the engine keeps out of it. */
function helpClosed() {
  const game = state.game?.update?.state;
  return Boolean(game?.apart && !game.result);
}

function friendMissing() {
  const game = state.game?.update?.state;
  return Boolean(game && SIDES.some((side) => !game.seats[side].joined));
}

/** Whether we hold an invite that nobody has taken yet. */
function inviteOpen() {
  return friendMissing() && Boolean(state.game?.kept?.invites) && Boolean(state.game?.update?.you.seats.length);
}

function namesOfSeats() {
  const seats = state.game?.update?.state.seats;
  return { black: seats?.black.name ?? "", white: seats?.white.name ?? "" };
}
