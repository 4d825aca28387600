// The review of a game: its moments as cards, the better move on the board, the graph with marks, and all numbers.

import { setup } from "../analysis.js";
import { el, find, icon, pick, reveal, write } from "../dom.js";
import { explain, run, toast, warn } from "../notice.js";
import { makeFrame } from "../parts/frame.js";
import { Graph } from "../parts/graph.js";
import { MomentCard, glyph } from "../parts/moment.js";
import { moveNumber } from "../parts/moves.js";
import { Numbers, Players } from "../parts/players.js";
import { KINDS, Sheet } from "../parts/sheet.js";
import { Steps } from "../parts/steps.js";
import { Tools } from "../parts/tools.js";
import { answer, goTo, goToMoment, isOpen, leaveLine, mayLookDeeper, momentAt, moveAt, nameOf, neighbour, open, read, step, stop, toggleBetter, tryIt } from "../review.js";
import { go } from "../router.js";
import { startPosition } from "../squares.js";
import { shown, state, viewpoint, watch } from "../store.js";
import { REVIEW } from "../strings-review.js";
import { APP, MESSAGES, valueText } from "../strings.js";
import { addressOf } from "../study.js";

/** @import {PageView, Place, ReviewState} from "../types/page" */
/** @import {ReviewRequest} from "../types/protocol" */

const TABS = /** @type {const} */ (["moments", "moves", "numbers"]);

/** @param {HTMLElement} root @param {Place} place @returns {Promise<PageView>} */
export async function show(root, place) {
  const view = new ReviewView(root);
  try {
    await open(place);
    run(read);
  } catch (error) {
    explain(error);
    view.fail(error);
  }
  return view;
}

class ReviewView {
  /** @param {HTMLElement} root */
  constructor(root) {
    const act = (/** @type {string} */ action) => void this.act(action);
    const { root: frame, board } = makeFrame((square) => this.play(square));
    this.board = board;
    this.players = new Players();
    this.graph = new Graph("", (ply) => goTo(ply), 110);
    this.legend = el("p", { class: "legend" });
    this.progress = el("progress", { max: 1, "aria-label": REVIEW.waiting });
    this.status = el("p", { class: "looking", role: "status" });
    this.card = new MomentCard(act);
    this.sheet = new Sheet((ply) => goTo(ply), "reviewed");
    this.numbers = new Numbers((ply) => goTo(ply));
    this.moments = el("ul", { class: "moments", "aria-label": REVIEW.moments });
    this.listed = "";
    /** The ply that was on the board at the last look. */
    this.seen = -1;
    this.deeper = el("button", { type: "button", class: "btn small quiet", title: REVIEW.deeperTitle, "data-action": "look-deeper", onclick: () => act("deeper") }, REVIEW.deeper);
    /** Chooses one of the tabs. */
    this.choose = (/** @type {number} */ _tab) => {};
    this.pane = this.makePane();
    this.steps = new Steps(act);
    // Wide screens have all moves beside the board.
    this.all = new Sheet((ply) => goTo(ply), "all-reviewed");
    this.previous = el("button", { type: "button", class: "btn", title: REVIEW.previous, "aria-label": REVIEW.previous, "data-action": "previous", onclick: () => act("previous") }, icon("back"), el("span", {}, REVIEW.moment));
    this.next = el("button", { type: "button", class: "btn primary", title: REVIEW.next, "aria-label": REVIEW.next, "data-action": "next", onclick: () => act("next") }, el("span", {}, REVIEW.moment), icon("forward"));
    const foot = el("div", { class: "foot" }, this.steps.root, el("div", { class: "jump desk" }, this.previous, this.next));
    this.dock = new Tools(
      REVIEW.title,
      [
        { id: "previous", label: REVIEW.dock.previous, icon: "back", title: REVIEW.previous },
        { id: "better", label: REVIEW.dock.better, icon: "hint", title: REVIEW.show },
        { id: "try", label: REVIEW.dock.tryIt, icon: "target", title: REVIEW.tryIt },
        { id: "moves", label: REVIEW.dock.moves, icon: "moves", title: REVIEW.tabs.moves },
        { id: "next", label: REVIEW.dock.next, icon: "forward", title: REVIEW.next },
      ],
      act,
    );
    this.dock.root.classList.add("phone");
    const graph = el("section", { class: "who-ahead" }, this.graph.root, this.legend);
    const looking = el("div", { class: "looking-at" }, this.status, this.progress);
    this.looking = looking;
    this.parts = [this.players.root, graph, this.card.root, this.pane, foot, this.dock.root];
    const body = el("div", { class: "body" }, this.players.root, graph, looking, this.card.root, this.pane, foot, this.dock.root);
    const aside = el("aside", { class: "aside", "aria-label": REVIEW.overview });
    const wide = matchMedia("(min-width: 1600px)");
    const arrange = () => {
      if (wide.matches) aside.replaceChildren(this.players.root, graph, this.all.root);
      else body.prepend(this.players.root, graph);
      if (wide.matches) this.choose(0);
    };
    wide.addEventListener("change", arrange);
    this.stopArranging = () => wide.removeEventListener("change", arrange);
    arrange();
    this.heading = el("h1", { class: "unseen" }, REVIEW.title);
    root.append(this.heading, el("section", { class: "table solo reviews", id: "table", "aria-label": REVIEW.title }, aside, frame, body));
    document.body.classList.add("in-game");
    this.swipe();
    this.stopWatching = watch(() => this.paint());
    this.paint();
  }

  /** There is nothing to review: that stays said, and nothing is offered that would do nothing. @param {unknown} error */
  fail(error) {
    for (const part of this.parts) part.hidden = true;
    this.progress.hidden = true;
    this.looking.append(el("a", { class: "btn", href: "/study" }, REVIEW.another));
    write(this.status, error instanceof Error ? error.message : String(error));
  }

  /** On a touch screen the card can be pushed aside for the next one, besides the buttons. */
  swipe() {
    const { root } = this.card;
    let from = 0;
    root.addEventListener("touchstart", ({ touches }) => (from = touches[0].clientX), { passive: true });
    root.addEventListener("touchend", ({ changedTouches }) => {
      const way = changedTouches[0].clientX - from;
      if (Math.abs(way) > 60) goToMoment(way < 0 ? 1 : -1);
    });
  }

  leave() {
    this.stopWatching();
    this.stopArranging();
    stop();
  }

  /** What does not fit beside the board at once, behind tabs. */
  makePane() {
    const contents = { moments: el("div", { class: "told" }, this.moments, this.deeper), moves: this.sheet.root, numbers: this.numbers.root };
    const tabs = TABS.map((tab, index) =>
      el("button", { type: "button", role: "tab", id: `tab-${tab}`, "aria-controls": `panel-${tab}`, onclick: () => choose(index) }, REVIEW.tabs[tab]),
    );
    const panels = TABS.map((tab) => el("div", { role: "tabpanel", id: `panel-${tab}`, "aria-labelledby": `tab-${tab}`, tabindex: tab === "numbers" ? 0 : null }, contents[tab]));
    const choose = (/** @type {number} */ chosen) => {
      tabs.forEach((tab, index) => {
        tab.ariaSelected = String(index === chosen);
        tab.tabIndex = index === chosen ? 0 : -1;
        panels[index].hidden = index !== chosen;
      });
    };
    const list = el("div", { role: "tablist", "aria-label": REVIEW.title }, ...tabs);
    const study = el("button", { type: "button", class: "btn small quiet", title: REVIEW.studyTitle, "data-action": "study", onclick: () => void this.act("study") }, icon("study"), REVIEW.study);
    list.addEventListener("keydown", (event) => {
      const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!way) return;
      const at = tabs.findIndex((tab) => tab === document.activeElement);
      const to = (at + way + tabs.length) % tabs.length;
      choose(to);
      tabs[to].focus();
      event.preventDefault();
      event.stopPropagation();
    });
    choose(0);
    this.choose = choose;
    const practise = el("button", { type: "button", class: "btn small quiet", title: REVIEW.practiseTitle, "data-action": "practise", "aria-label": REVIEW.practise, onclick: () => void this.act("practise") }, icon("target"), el("span", {}, REVIEW.practise));
    return el("div", { class: "pane desk" }, el("div", { class: "pane-head" }, list, practise, study), ...panels);
  }

  // ---------------------------------------------------------------- what people do

  /** @param {string} square */
  play(square) {
    const { review } = state;
    if (!review) return;
    if (!review.trying) return toast(REVIEW.tryFirst);
    if (!shown()?.position.legal[square]) return warn(MESSAGES.flipsNothing(square));
    run(() => answer(square));
  }

  /** @param {string} square */
  point(square) {
    this.board.pointTo(square);
  }

  /** @param {string} action */
  act(action) {
    const does = /** @type {Record<string, () => unknown>} */ ({
      first: () => step(-Infinity),
      back: () => step(-1),
      on: () => step(1),
      last: () => step(Infinity),
      next: () => goToMoment(1),
      previous: () => goToMoment(-1),
      better: () => toggleBetter(),
      hint: () => toggleBetter(),
      try: () => tryIt(),
      again: () => read(),
      deeper: () => read(true),
      study: () => this.study(),
      practise: () => this.practise(),
      moves: async () => (await import("../dialogs/reviewed.js")).reviewed(),
    })[action];
    if (action === "to-game") return leaveLine();
    if (!does) return false;
    run(does);
    return true;
  }

  /** The position on the board in the study, where moves can be played. */
  study() {
    const { review } = state;
    if (!review) return;
    const { view, line, at, players } = review;
    const place = line ? { line: [...view.moves.slice(0, line.ply), ...line.moves], ply: line.ply + line.at } : { ply: at };
    return go(addressOf({ start: view.plies[0].position, moves: view.moves, ...place }), { players });
  }

  /** Makes cards of the mistakes of one side, and goes to them. */
  async practise() {
    const { review } = state;
    if (!review) return;
    const { you, view, game } = review;
    const side = you ?? (await pick(REVIEW.whose, [[nameOf(review, "black"), "black"], [nameOf(review, "white"), "white"]]));
    if (side !== "black" && side !== "white") return;
    toast(REVIEW.practising);
    const { learn } = await import("../practice.js");
    await learn(game ? { game, side } : { record: /** @type {ReviewRequest} */ ({ start: setup(view.plies[0].position), moves: view.moves }), side });
    await go("/practice");
  }

  // ---------------------------------------------------------------- the picture

  paint() {
    const { review } = state;
    const now = shown() ?? { position: { ...startPosition("standard"), legal: {} }, last: null, passed: null, ply: 0, newest: false };
    this.board.paint({ shown: now, playable: Boolean(review?.trying), marks: Boolean(review?.trying), values: new Map(), hint: null, ...(review && marksOf(review)) });
    if (!review) return;
    const { whole, progress, view, at, line } = review;
    this.players.paint(review);
    this.looking.hidden = !progress;
    if (progress) {
      this.progress.value = progress.done / Math.max(progress.of, 1);
      write(this.status, REVIEW.waiting);
    }
    this.paintGraph(review);
    this.card.paint(review);
    this.paintMoments(review);
    const empties = view.plies[0].position.empties;
    const marked = new Map(review.moves.filter(Boolean).map((move) => [move.ply + 1, move]));
    for (const sheet of [this.sheet, this.all]) sheet.paint(view.moves, view.plies[0].position.turn, empties, at, whole?.opening ?? "", marked);
    this.deeper.hidden = !mayLookDeeper(review);
    this.numbers.paint(review);
    if (this.seen !== at) for (const list of [this.sheet.root, this.numbers.root]) reveal(list.querySelector("[aria-current]"));
    this.seen = at;
    if (line) {
      this.steps.paint(0, 0, "of", line.at > 0, line.at < line.moves.length);
      const [where, note] = REVIEW.inLine(line.at, line.moves.length);
      write(this.steps.where, where);
      write(this.steps.note, note);
    } else this.steps.paint(moveNumber(view.moves, at), moveNumber(view.moves, view.moves.length), "of", at > 0, at < view.moves.length);
    const moment = momentAt(review);
    const [before, after] = [neighbour(-1), neighbour(1)];
    this.previous.ariaDisabled = String(!before);
    this.next.ariaDisabled = String(!after);
    const mistake = moment?.kind === "mistake";
    const none = { disabled: !mistake, why: REVIEW.noMoment };
    this.dock.paint({
      previous: { disabled: !before, why: REVIEW.noMore(-1), label: before ? `${REVIEW.moment} ${review.moments.indexOf(before) + 1}` : REVIEW.moment },
      next: { disabled: !after, why: REVIEW.noMore(1), primary: true, label: after ? `${REVIEW.moment} ${review.moments.indexOf(after) + 1}` : REVIEW.moment },
      better: { ...none, pressed: Boolean(mistake && isOpen(review, moment) && !review.trying) },
      try: { ...none, pressed: Boolean(review.trying) },
    });
    const pair = `${nameOf(review, "black")} – ${nameOf(review, "white")}`;
    document.title = `${REVIEW.title}: ${pair} · ${APP.name}`;
    write(this.heading, `${REVIEW.title}: ${pair}`);
    write(find("where-title"), REVIEW.title);
    write(find("where-note"), pair);
  }

  /** @param {ReviewState} review */
  paintGraph(review) {
    const { whole, view, at, you, line, trying } = review;
    const side = viewpoint();
    const sign = side === "black" ? 1 : -1;
    const points = view.plies.map((_, ply) => {
      const move = review.moves[ply];
      const value = whole?.values[ply] ?? (move ? (move.side === "black" ? 1 : -1) * move.best.value : undefined);
      return { value: value === undefined ? undefined : sign * value };
    });
    const dots = review.moments.map(({ ply }) => ({ ply: ply + 1, kind: KINDS[review.moves[ply]?.mark] ?? "" }));
    const cursor = trying ? trying.ply + 1 : line ? line.ply + 1 : at;
    this.graph.paint(points, cursor, dots);
    this.graph.root.setAttribute("aria-label", REVIEW.graph(side, side === you));
    write(this.legend, REVIEW.up(side, side === you));
  }

  /** @param {ReviewState} review */
  paintMoments(review) {
    const { moments, moves, progress } = review;
    const key = JSON.stringify([moments, Boolean(progress)]);
    if (this.listed !== key) {
      this.listed = key;
      const rows = moments.map((moment) => {
        const move = moves[moment.ply];
        const text = moment.title ?? REVIEW.badge(move);
        return el(
          "li",
          {},
          el(
            "button",
            { type: "button", class: "mo", "data-ply": moment.ply, onclick: () => goTo(moment.ply + 1) },
            glyph(move.mark),
            el("span", { class: "m" }, el("i", { class: `chip small ${moment.side}` }), el("span", { class: "unseen" }, `${REVIEW.colour(moment.side)} `), `${moment.number} ${moment.move}`),
            el("span", { class: "t" }, text),
            el("span", { class: "l" }, moment.kind === "mistake" ? valueText(-move.loss, move.certainty) : ""),
          ),
        );
      });
      this.moments.replaceChildren(...rows);
    }
    const here = momentAt(review)?.ply;
    for (const button of this.moments.querySelectorAll("button"))
      if (button.dataset.ply === String(here)) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
  }
}

/** What a review marks on the board: the mark of the move, the better one, and the squares of the sentence. @param {ReviewState} review */
function marksOf(review) {
  const { line, trying, solved, view } = review;
  const move = moveAt(review);
  const moment = momentAt(review);
  /** @type {Map<string, {text: string, kind: string, label: string}>} */
  const badges = new Map();
  if (!move || trying) return { badges };
  if (line) {
    const first = line.moves[0];
    if (line.at > 0 && moment && line.kind !== "played" && (line.kind !== "tried" || solved?.ply === moment.ply))
      badges.set(first, { text: "✓", kind: "right", label: line.kind === "tried" ? REVIEW.solvedSquare : REVIEW.betterSquare });
    return { badges };
  }
  if (move.mark) badges.set(move.move, { text: move.mark, kind: KINDS[move.mark], label: REVIEW.badge(move) });
  if (moment?.kind !== "mistake" || !isOpen(review, moment)) return { badges };
  const best = move.best.move;
  badges.set(best, { text: "✓", kind: "right", label: REVIEW.betterSquare });
  return { badges, better: { square: best, side: move.side, flips: view.plies[move.ply].position.legal[best] ?? [] }, named: new Set(moment.squares) };
}
