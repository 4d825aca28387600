// A drill: the board, what is asked, what can be answered, and what came of it.

import { el, find, icon, write } from "../dom.js";
import { announce, run, toast } from "../notice.js";
import { showDrill, state } from "../store.js";
import { DRILL } from "../strings-practice.js";
import { APP, MESSAGES } from "../strings.js";
import { makeFrame } from "./frame.js";

/** @import {Shown} from "../types/page" */
/** @import {DrillChoice, DrillLine, DrillPrompt, DrillReply, Mention} from "../types/protocol" */

/**
 * @typedef {object} Ways
 * @property {(reply: DrillReply) => void} reply
 * @property {() => void} clue
 * @property {() => number} lessons how many there are
 * @property {(address: string) => void} open
 */

/** So many tasks are drawn at most. */
const RUNGS = 14;

export class DrillTable {
  /** @param {DrillChoice} drill @param {Ways} ways */
  constructor(drill, ways) {
    this.drill = drill;
    this.ways = ways;
    /** @type {DrillPrompt | null} */
    this.prompt = null;
    /** The square that was answered last. @type {string | null} */
    this.answered = null;
    /** What the last answer turned over. @type {string[]} */
    this.turned = [];
    /** How many tasks were done when this one was asked. */
    this.before = 0;
    /** Whether the answer before this task was right. */
    this.praised = false;
    /** The line on the board, and how far it is played. @type {{line: DrillLine, at: number} | null} */
    this.line = null;

    const { root: frame, board } = makeFrame((square) => this.play(square));
    this.board = board;
    this.ladder = el("ol", { class: "ladder" });
    this.place = el("p", { class: "place", id: "turn" });
    this.text = el("div", { class: "told" });
    this.choices = el("div", { class: "sentences", role: "group", "aria-label": DRILL.choose });
    this.hint = el("p", { class: "clue", role: "status" });
    this.lines = el("div", { class: "drill-lines", role: "group", "aria-label": DRILL.lines });
    /** @param {string} action @param {string} label @param {() => void} click @param {string} [picture] */
    const button = (action, label, click, picture) =>
      el("button", { type: "button", class: "btn", "data-action": action, onclick: click }, picture && icon(picture), el("span", {}, label));
    this.buttons = {
      clue: button("clue", DRILL.clue, () => this.ways.clue(), "hint"),
      show: button("show", DRILL.show, () => this.answer("show")),
      skip: button("skip", DRILL.skip, () => this.answer("skip")),
      next: button("next", DRILL.next, () => this.goOn()),
    };
    this.buttons.next.classList.add("primary");
    const top = el(
      "div",
      { class: "drill-top" },
      el("a", { class: "icon desk", href: this.home, "aria-label": DRILL.back, title: DRILL.back }, icon("back")),
      this.ladder,
      this.place,
    );
    const body = el(
      "div",
      { class: "body" },
      top,
      el("div", { class: "drill-text" }, this.text, this.hint, this.choices, this.lines),
      el("div", { class: "drill-foot" }, ...Object.values(this.buttons)),
    );
    this.heading = el("h1", { class: "unseen" }, DRILL.title(drill));
    this.root = el("div", { class: "drill-view" }, this.heading, el("section", { class: "table solo drills", id: "table", "aria-label": DRILL.title(drill) }, frame, body));
    /** Whether the last thing somebody did was done with a key. */
    this.typing = false;
    this.listening = new AbortController();
    const { signal } = this.listening;
    document.addEventListener("keydown", (event) => this.key(event), { signal });
    document.addEventListener("pointerdown", () => (this.typing = false), { signal, capture: true });
    document.addEventListener("keydown", () => (this.typing = true), { signal, capture: true });
    document.title = `${DRILL.title(drill)} · ${APP.name}`;
    write(find("where-title"), DRILL.title(drill));
    write(find("where-note"), "");
    this.paint();
  }

  leave() {
    this.listening.abort();
  }

  // ---------------------------------------------------------------- what people do

  /** @param {KeyboardEvent} event */
  key(event) {
    const { target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || (target instanceof Element && target.closest("input, textarea, select, dialog"))) return;
    const ask = this.prompt?.ask;
    if (ask?.what === "choice" && state.prefs.keys && /^[1-9]$/.test(event.key) && Number(event.key) <= ask.sentences.length) {
      event.preventDefault();
      this.answer({ choice: Number(event.key) - 1 });
    } else if (event.key === "Enter" && !(target instanceof Element && target.closest("button, a, [role=gridcell]"))) {
      if (!this.buttons.next.disabled) this.goOn();
    }
  }

  /** @param {string} square */
  play(square) {
    const ask = this.prompt?.ask;
    if (!ask) return;
    if (this.line) this.look(null);
    if (ask.what === "square") {
      if (!ask.squares.includes(square)) return toast(this.prompt?.position.legal[square] ? DRILL.notThere(square) : MESSAGES.flipsNothing(square), "error");
      this.answered = square;
      return this.answer({ square });
    }
    // On the board, Enter goes on as it does elsewhere.
    if (ask.what !== "choice" && !this.buttons.next.disabled && document.activeElement?.matches("[role=gridcell]:focus-visible")) return this.goOn();
    toast({ choice: DRILL.choose, next: DRILL.goOn, wait: DRILL.wait, done: DRILL.ended }[ask.what]);
  }

  /** @param {DrillReply} reply */
  answer(reply) {
    // Only one answer to each question: the next one comes when this one is known.
    for (const control of this.root.querySelectorAll("button")) control.disabled = true;
    this.ways.reply(reply);
  }

  goOn() {
    if (this.prompt?.ask.what === "next") return this.answer("next");
    this.ways.open(this.nextLesson ? `/practice/lesson-${this.nextLesson}` : this.home);
  }

  /** Where one comes from. */
  get home() {
    return this.drill.kind === "opening" ? `/practice/openings${this.drill.side ? `#side=${this.drill.side}` : ""}` : "/practice";
  }

  /** Whether another lesson follows this one. */
  get nextLesson() {
    const { drill } = this;
    return drill.kind === "lesson" && drill.number < this.ways.lessons() ? drill.number + 1 : 0;
  }

  /** @param {string} action */
  act(action) {
    /** @type {Record<string, () => void>} */
    const does = {
      hint: () => this.buttons.clue.disabled || this.ways.clue(),
      on: () => this.step(1),
      back: () => this.step(-1),
      first: () => this.step(-Infinity),
      last: () => this.step(Infinity),
      "to-game": () => this.look(null),
    };
    if (!does[action]) return false;
    does[action]();
    return true;
  }

  /** Plays a line on; without one, the first. @param {number} by */
  step(by) {
    const line = this.line?.line ?? this.prompt?.lines[0];
    if (!line) return;
    const at = Math.min(Math.max((this.line?.at ?? 0) + by, 0), line.moves.length);
    this.look(at ? { line, at } : null);
  }

  /** Shows a place in a line, or the position of the task. @param {{line: DrillLine, at: number} | null} line */
  look(line) {
    this.line = line;
    this.paint();
    if (line) announce(DRILL.inLine(DRILL.line[line.line.name], line.at, line.line.moves.length));
  }

  // ---------------------------------------------------------------- what the server says

  /** @param {DrillPrompt} prompt */
  ask(prompt) {
    const last = this.prompt;
    const same = last && last.position.board === prompt.position.board && last.place === prompt.place;
    if (!same && prompt.ask.what !== "next") this.answered = null;
    if (!last || (last.ask.what === "next" && prompt.ask.what !== "next")) this.before = prompt.done.length;
    // In an opening a right answer is followed by the next question at once.
    this.praised = Boolean(last && last.ask.what === "square" && prompt.ask.what === "square" && prompt.done.length > last.done.length && prompt.done[prompt.done.length - 1]);
    if (JSON.stringify(last?.text) !== JSON.stringify(prompt.text)) {
      write(this.hint, "");
      announce(prompt.text.join(" "));
    }
    const placed = prompt.last === this.answered && last && prompt.last ? last.position.legal[prompt.last] : undefined;
    this.turned = placed ?? (same ? this.turned : []);
    this.prompt = prompt;
    this.line = null;
    this.paint(true);
  }

  /** @param {string | null} text */
  clue(text) {
    write(this.hint, text ?? DRILL.noClue);
  }

  /** What was answered was refused: everything is as it was. */
  refused() {
    this.answered = null;
    this.paint(true);
  }

  /** @param {boolean} connected */
  connected(connected) {
    if (connected) return;
    for (const control of Object.values(this.buttons)) control.disabled = true;
  }

  // ---------------------------------------------------------------- the picture

  /** Whether this task was answered, and how. @returns {boolean | null} */
  get outcome() {
    const { prompt } = this;
    if (prompt?.ask.what !== "next" || prompt.done.length <= this.before) return null;
    // In a lesson only a right answer leads on. It is one after a wrong one or a clue, too, though it does not count then.
    const found = prompt.drill === "lesson" && this.answered && this.answered === prompt.last;
    return found || prompt.done[prompt.done.length - 1];
  }

  /** What is said of a wrong answer after which one may try again. */
  get again() {
    const { text, ask } = this.prompt ?? { text: [], ask: { what: "wait" } };
    const said = text[text.length - 2];
    return ask.what === "square" && this.answered && said?.includes(this.answered) ? said : null;
  }

  /** @param {boolean} [fresh] whether what is asked is new */
  paint(fresh = false) {
    const { prompt } = this;
    this.paintBoard();
    if (!prompt) {
      for (const control of Object.values(this.buttons)) control.disabled = true;
      return;
    }
    if (fresh) this.paintText(prompt);
    this.paintLadder(prompt);
    this.paintLines(prompt);
    this.paintButtons(prompt, fresh);
    write(this.place, prompt.place);
    write(find("where-note"), prompt.place);
  }

  paintBoard() {
    const { prompt, line } = this;
    if (!prompt) return;
    const { outcome } = this;
    const asked = prompt.ask.what === "square" && !line ? prompt.ask.squares : [];
    const legal = Object.fromEntries(asked.map((square) => [square, prompt.position.legal[square] ?? []]));
    const ply = line?.line.plies[line.at - 1];
    const by = prompt.position.turn === "black" ? "white" : "black";
    /** @type {Shown} */
    const shown = ply
      ? { position: { ...ply.position, legal: {} }, last: ply.last ?? null, passed: null, ply: 0, newest: false }
      : { position: { ...prompt.position, legal }, last: prompt.last ? { by, square: prompt.last, flips: this.turned } : null, passed: null, ply: 0, newest: false };
    /** @type {Map<string, {text: string, kind: string, label: string}>} */
    const badges = new Map();
    const best = prompt.lines.find(({ name }) => name === "best")?.moves[0];
    if (!line && best) badges.set(best, { text: "✓", kind: "right", label: DRILL.answer });
    if (!line && this.answered && (outcome !== null || this.again))
      badges.set(this.answered, outcome ? { text: "✓", kind: "right", label: DRILL.right } : { text: "✗", kind: "bad", label: DRILL.wrong });
    this.board.paint({ shown, playable: asked.length > 0, marks: asked.length > 0 && state.prefs.marks, values: new Map(), hint: null, badges, named: line ? new Set() : new Set(prompt.marks) });
    if (state.drill?.position.board !== shown.position.board || state.drill?.position.legal !== shown.position.legal) showDrill(shown);
  }

  /** @param {DrillPrompt} prompt */
  paintText(prompt) {
    const { text, ask, words } = prompt;
    const outcome = this.praised || this.outcome;
    const linked = new Set();
    const paragraph = (/** @type {string} */ told) => linkWords(told, words, linked);
    const asks = ask.what === "square" || ask.what === "choice";
    const told = asks ? text.slice(0, -1) : text;
    // What is said of the answer stands out.
    const verdict = this.again ?? (outcome !== null ? told[0] : null);
    const parts = told.map((one) =>
      one === verdict
        ? el(
            "div",
            { class: `verdict ${outcome ? "right" : "wrong"}` },
            el("span", { class: "sign", "aria-hidden": "true" }, icon(outcome ? "tick" : "cut")),
            el("p", {}, ...paragraph(one)),
          )
        : el("p", {}, ...paragraph(one)),
    );
    if (asks) parts.push(el("h2", { class: "task" }, ...paragraph(text[text.length - 1] ?? "")));
    this.text.replaceChildren(...parts);
    const sentences = ask.what === "choice" ? ask.sentences : [];
    this.choices.hidden = !sentences.length;
    this.choices.replaceChildren(
      ...sentences.map((sentence, index) =>
        el(
          "button",
          { type: "button", class: "sentence", "data-choice": index, onclick: () => this.answer({ choice: index }) },
          el("kbd", { "aria-hidden": "true" }, String(index + 1)),
          el("span", {}, sentence),
        ),
      ),
    );
  }

  /** @param {DrillPrompt} prompt */
  paintLadder({ done, left, ask }) {
    const shown = done.slice(-RUNGS);
    const here = ask.what === "next" || ask.what === "done" ? 0 : 1;
    const rungs = [...shown.map((right) => (right ? "right" : "wrong")), ...(here ? ["here"] : []), ...Array.from({ length: Math.max(0, Math.min(left - here, RUNGS - shown.length)) }, () => "")];
    this.ladder.ariaLabel = DRILL.ladder([...done], left);
    this.ladder.replaceChildren(...rungs.map((kind) => el("li", { class: kind, "aria-hidden": "true" })));
  }

  /** @param {DrillPrompt} prompt */
  paintLines(prompt) {
    this.lines.hidden = !prompt.lines.length;
    const focused = this.lines.contains(document.activeElement) ? document.activeElement?.getAttribute("data-step") : null;
    const rows = prompt.lines.map((line) =>
      el(
        "div",
        { class: "line", role: "group", "aria-label": DRILL.line[line.name] },
        el("span", {}, DRILL.line[line.name]),
        ...line.moves.map((move, index) =>
          el(
            "button",
            {
              type: "button",
              class: "mv",
              "data-step": `${line.name}-${index}`,
              "aria-current": this.line?.line.name === line.name && this.line.at === index + 1 ? "step" : null,
              onclick: () => this.look({ line, at: index + 1 }),
            },
            move,
          ),
        ),
      ),
    );
    const back = el("button", { type: "button", class: "btn small quiet", "data-step": "task", onclick: () => this.look(null) }, DRILL.backToTask);
    back.disabled = !this.line;
    this.lines.replaceChildren(...rows, ...(rows.length ? [back] : []));
    if (focused) /** @type {HTMLElement | null} */ (this.lines.querySelector(`[data-step="${focused}"]`))?.focus();
  }

  /** @param {DrillPrompt} prompt @param {boolean} fresh */
  paintButtons(prompt, fresh) {
    const { ask } = prompt;
    const { clue, show, skip, next } = this.buttons;
    const asks = ask.what === "square" || ask.what === "choice";
    const held = document.activeElement;
    if (fresh) {
      clue.disabled = !asks;
      show.disabled = !asks || !prompt.answer;
      skip.disabled = !asks;
      next.disabled = ask.what !== "next" && ask.what !== "done";
    }
    show.hidden = prompt.drill === "gym";
    const last = ask.what === "done";
    const label = !last ? (this.drill.kind === "daily" ? DRILL.next : DRILL.nextOf[prompt.drill]) : this.nextLesson ? DRILL.nextLesson : DRILL.leave;
    write(/** @type {Element} */ (next.querySelector("span")), label);
    for (const control of [clue, show, skip]) control.classList.toggle("gone", last);
    // Whoever uses the keyboard goes on from where they are; a mouse needs no focus.
    if (!fresh || !this.typing) return;
    const lost = held === document.body || (held instanceof HTMLButtonElement && (held.disabled || !held.isConnected));
    if (lost && !next.disabled) next.focus({ preventScroll: true });
    else if (lost && ask.what === "choice") this.choices.querySelector("button")?.focus({ preventScroll: true });
  }
}

/**
 * A text whose words of the glossary lead there, each once.
 * @param {string} text @param {readonly Mention[]} words @param {Set<string>} linked
 */
function linkWords(text, words, linked) {
  /** @type {(string | HTMLElement)[]} */
  const parts = [];
  let rest = text;
  for (;;) {
    const found = words
      .filter(({ word }) => !linked.has(word))
      .map((mention) => ({ mention, at: rest.search(new RegExp(`(?<![\\w-])${mention.written}(?![\\w-])`)) }))
      .filter(({ at }) => at >= 0)
      .sort((a, b) => a.at - b.at)[0];
    if (!found) break;
    const { written, word } = found.mention;
    linked.add(word);
    const open = () => run(async () => (await import("../dialogs/glossary.js")).glossary(word));
    parts.push(rest.slice(0, found.at), el("button", { type: "button", class: "word-link", "data-word": word, onclick: open }, written));
    rest = rest.slice(found.at + written.length);
  }
  return [...parts, rest];
}
