// Studying a game or a position: moves of both sides are tried on the board, with values and a graph.

import { setup, stop as stopAnalysis, values, valuesOnBoard } from "../analysis.js";
import { el, find, icon, write } from "../dom.js";
import { explain, run, toast, warn } from "../notice.js";
import { Explorer } from "../parts/explorer.js";
import { makeFrame } from "../parts/frame.js";
import { Graph } from "../parts/graph.js";
import { moveNumber } from "../parts/moves.js";
import { Score } from "../parts/score.js";
import { Steps } from "../parts/steps.js";
import { Tools } from "../parts/tools.js";
import { Tree } from "../parts/tree.js";
import { go } from "../router.js";
import { Failure, stream } from "../server.js";
import { startPosition } from "../squares.js";
import { hintedMove, keyOf, setNodeValue, setShowValues, shown, showGraph, state, watch } from "../store.js";
import { APP, MESSAGES, MORE, STUDY, TITLE, TOOLS, VALUES, valueText } from "../strings.js";
import { addressOf, backToGame, goTo, goToPly, lineOf, mainLine, movesOf, open, pathTo, play, takeOut } from "../study.js";

/** @import {PageView, Place, TreeNode} from "../types/page" */
/** @import {GraphPoint} from "../types/protocol" */

/** @param {HTMLElement} root @param {Place} place @returns {Promise<PageView>} */
export async function show(root, place) {
  const view = new StudyView(root);
  try {
    await open(place.hash, place.kept);
  } catch (error) {
    explain(error);
    await open(new URLSearchParams(), null).catch(explain);
  }
  return view;
}

class StudyView {
  /** @param {HTMLElement} root */
  constructor(root) {
    const act = (/** @type {string} */ action) => void this.act(action);
    const { root: frame, board } = makeFrame((square) => this.play(square));
    this.board = board;
    this.chip = el("i", { class: "chip" });
    this.name = el("h2", { id: "opening" });
    this.turn = el("span", { id: "turn", class: "soft" });
    this.back = el(
      "button",
      { type: "button", class: "btn small", "data-action": "to-game", title: `${STUDY.returnToGame} (${STUDY.returnKey})`, onclick: () => act("to-game") },
      icon("undo"),
      STUDY.returnToGame,
    );
    this.score = new Score();
    this.said = el("p", { id: "said", class: "soft" });
    this.tree = new Tree((node) => goTo(node));
    this.explorer = new Explorer((square) => this.play(square));
    this.graph = new Graph(STUDY.graph, (ply) => goToPly(ply));
    this.given = el("p", { class: "soft given", role: "status" });
    this.rows = el("tbody", {});
    const head = el("tr", {}, ...STUDY.head.map((text) => el("th", { scope: "col" }, text)));
    this.review = el(
      "section",
      { class: "review", "aria-label": TOOLS.graph },
      this.given,
      this.graph.root,
      el("p", { class: "legend" }, STUDY.legend),
      el(
        "details",
        {},
        el("summary", {}, STUDY.table),
        el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": STUDY.region }, el("table", {}, el("thead", {}, head), this.rows)),
      ),
    );
    this.steps = new Steps(act);
    this.tools = new Tools(
      STUDY.title,
      [
        { id: "values", label: TOOLS.values, icon: "values", title: TOOLS.titles.values },
        { id: "hint", label: TOOLS.hint, icon: "hint", title: TOOLS.titles.hint },
        { id: "graph", label: TOOLS.graph, icon: "chart", title: TOOLS.titles.graph },
        { id: "play-on", label: TOOLS.playOn, icon: "play", title: TOOLS.titles["play-on"] },
        { id: "share", label: TOOLS.share, icon: "share", title: TOOLS.titles.share, wide: true },
        { id: "more", label: TOOLS.more, icon: "more", title: TOOLS.titles.more },
      ],
      act,
    );
    const crumb = el("div", { class: "crumb" }, this.chip, el("div", {}, this.name, this.turn), this.back);
    const body = el("div", { class: "body" }, crumb, this.score.root, this.said, this.explorer.root, this.review, this.tree.root, this.steps.root, this.tools.root);
    root.append(el("h1", { class: "unseen" }, STUDY.title), el("section", { class: "table solo", id: "table", "aria-label": STUDY.title }, frame, body));
    document.body.classList.add("in-game");
    /** @type {AbortController | null} */
    this.reading = null;
    this.readingLine = "";
    this.stopWatching = watch(() => this.paint());
    this.paint();
  }

  leave() {
    this.stopWatching();
    this.reading?.abort();
    stopAnalysis();
  }

  /** @param {string} square */
  play(square) {
    const now = shown();
    if (now && !now.position.legal[square]) return warn(MESSAGES.flipsNothing(square));
    run(() => play(square));
  }

  /** @param {string} square */
  point(square) {
    this.board.pointTo(square);
  }

  /** @param {string} action */
  act(action) {
    const depth = state.study ? pathTo(state.study.at).length - 1 : 0;
    const does = /** @type {Record<string, () => unknown>} */ ({
      first: () => goToPly(0),
      back: () => goToPly(depth - 1),
      on: () => goToPly(depth + 1),
      last: () => goToPly(Infinity),
      "to-game": () => backToGame(),
      hint: async () => (await import("../analysis.js")).hint(),
      values: () => setShowValues(!state.showValues),
      graph: () => this.toggleGraph(),
      "play-on": async () => (await import("../dialogs/newgame.js")).newGame(undefined, shown()?.position),
      share: async () => (await import("../dialogs/share.js")).share(),
      "take-out": () => takeOut(),
      review: () => this.openReview(),
      more: () => this.more(),
    })[action];
    if (!does) return false;
    if (action === "to-game" && state.study?.at.main) return false;
    run(does);
    return true;
  }

  /** The review of the game that was opened. */
  openReview() {
    const { study } = state;
    if (!study) return;
    const moves = movesOf(mainLine(study.root));
    return go(addressOf({ start: study.root.ply.position, moves, ply: moves.length }, "/study/review"), { players: study.players });
  }

  async more() {
    const main = state.study?.at.main ?? true;
    const { more } = await import("../dialogs/more.js");
    more([
      ["paste", "file", MORE.paste],
      ["review", "chart", STUDY.review, STUDY.reviewNote, !state.study || mainLine(state.study.root).length < 2],
      ["to-game", "undo", STUDY.returnToGame, STUDY.returnKey, main],
      ["take-out", "cut", TOOLS.takeOut, TOOLS.titles["take-out"], main],
      ["share", "share", TOOLS.share],
      ["new", "plus", MORE.newGame],
      ["rules", "book", MORE.rules],
    ]);
  }

  // ---------------------------------------------------------------- the graph

  toggleGraph() {
    const { study } = state;
    if (!study) return;
    if (!study.graph && lineOf(study.at).length < 2) return toast(MESSAGES.noMoves);
    showGraph(!study.graph);
  }

  /** Has the engine look at the positions of a line that it has not seen yet. @param {TreeNode[]} line */
  async read(line) {
    const missing = line.findIndex((node, index) => !node.value || (index > 0 && node.loss === undefined));
    const key = movesOf(line).join("");
    if (missing < 0 || this.readingLine === key) return;
    this.reading?.abort();
    this.readingLine = key;
    const mine = (this.reading = new AbortController());
    const from = Math.max(0, missing - 1);
    const part = line.slice(from);
    try {
      const request = { start: setup(part[0].ply.position), moves: movesOf(part) };
      for await (const told of stream("/api/graph", request, mine.signal)) {
        if (told.type !== "ply") continue;
        const { ply, value, certainty, best, loss } = /** @type {GraphPoint} */ (told);
        setNodeValue(part[ply], { value, certainty, best });
        if (part[ply + 1]) setNodeValue(part[ply + 1], undefined, loss ?? 0);
      }
    } catch (error) {
      if (mine.signal.aborted) return;
      if (!(error instanceof Failure)) throw error;
      // Not asked again for this line until the graph is opened again.
      return write(this.given, error.message);
    }
    this.reading = null;
    this.readingLine = "";
    this.paint();
  }

  /** @param {TreeNode[]} line @param {number} at */
  paintGraph(line, at) {
    const open = Boolean(state.study?.graph) && line.length > 1;
    this.review.hidden = !open;
    if (!open) {
      this.reading?.abort();
      this.reading = null;
      this.readingLine = "";
      return;
    }
    this.graph.paint(
      line.map(({ value, loss, ply }) => ({ value: value?.value, loss, by: ply.last?.by })),
      at,
    );
    const done = line.every((node, index) => node.value && (!index || node.loss !== undefined));
    const lost = (/** @type {string} */ side) =>
      line.reduce((sum, { ply, loss, move }) => sum + (ply.last?.by === side && move !== "pass" ? (loss ?? 0) : 0), 0);
    if (!done) {
      if (this.readingLine !== movesOf(line).join("")) write(this.given, STUDY.reading);
      return run(() => this.read(line));
    }
    write(this.given, STUDY.given(lost("black"), lost("white")));
    const key = movesOf(line).join("");
    if (this.rows.dataset.line === key) return;
    this.rows.dataset.line = key;
    const moves = movesOf(line);
    this.rows.replaceChildren(
      ...line.slice(1).flatMap((node, index) => {
        if (node.move === "pass" || !node.value) return [];
        const step = el("button", { type: "button", class: "btn small", onclick: () => goTo(node) }, String(moveNumber(moves, index + 1)));
        const cells = [node.move, valueText(node.value.value, node.value.certainty), line[index].value?.best ?? "", (node.loss ?? 0).toFixed(1)];
        return [el("tr", {}, el("th", { scope: "row" }, step), ...cells.map((text) => el("td", {}, text)))];
      }),
    );
  }

  // ---------------------------------------------------------------- the picture

  paint() {
    const { study } = state;
    const now = shown() ?? { position: { ...startPosition("standard"), legal: {} }, last: null, passed: null, ply: 0, newest: false };
    const { position } = now;
    const key = keyOf(position);
    this.board.paint({ shown: now, playable: Boolean(study), marks: state.prefs.marks, values: valuesOnBoard(), hint: hintedMove(key) });
    this.score.paint(position);
    if (!study) {
      // Nothing can be asked about what is still being loaded.
      const early = { disabled: true };
      return this.tools.paint({ values: early, hint: early, graph: early, "play-on": early, share: early });
    }
    const line = lineOf(study.at);
    const depth = pathTo(study.at).length - 1;
    const moves = movesOf(line);
    this.chip.className = `chip ${position.over ? "empty" : position.turn}`;
    const named = pathTo(study.at).findLast((node) => node.ply.opening)?.ply.opening;
    write(this.name, named ?? study.title);
    const number = moveNumber(moves, depth);
    const square = study.at.ply.last?.square ?? "";
    write(this.turn, `${STUDY.after(number, square)}, ${position.over ? STUDY.over(position) : STUDY.toMove(position.turn)}`);
    this.back.hidden = study.at.main;
    const { black, white } = study.players;
    const about = [black || white ? `${black || "Black"} – ${white || "White"}` : "", study.title === named ? "" : study.title === STUDY.title ? "" : study.title].filter(Boolean).join(", ");
    const comment = study.at.ply.comment;
    const legend = state.showValues ? VALUES.legend("black") : "";
    write(this.said, state.said || [comment, legend].filter(Boolean).join(" ") || about || STUDY.empty);
    this.tree.paint(study.root, study.at);
    this.paintGraph(line, depth);
    const usual = study.root.ply.position.empties === 60 && position.rules === "standard";
    const played = pathTo(study.at).slice(1).map(({ move }) => move);
    if (this.review.hidden) this.explorer.paint(position, () => this.paint(), usual ? played.filter((move) => move !== "pass").join("") : "");
    else this.explorer.root.hidden = true;
    this.steps.paint(number, moveNumber(moves, moves.length), "of", depth > 0, depth < moves.length);
    const over = position.over;
    this.tools.paint({
      values: { pressed: state.showValues, disabled: over, why: MESSAGES.notOver },
      hint: { disabled: over, why: MESSAGES.notOver },
      graph: { pressed: study.graph, disabled: line.length < 2, why: MESSAGES.noMoves },
      "play-on": { disabled: over, why: MESSAGES.notOver },
    });
    document.title = `${TITLE.study}${named ? `: ${named}` : ""} · ${APP.name}`;
    write(find("where-title"), named ?? STUDY.title);
    write(find("where-note"), about);
    if (state.showValues && !over && state.values?.key !== key) void values().catch(explain);
  }
}
