// What there is to practise, how it went so far, and the file of it.

import { el, icon, select, sure, write } from "../dom.js";
import { announce, run, toast } from "../notice.js";
import { clearLines, readLog } from "../practice-log.js";
import { go } from "../router.js";
import { state } from "../store.js";
import { OPENINGS, PRACTICE } from "../strings-practice.js";

/** @import {Overview, PracticeStatistics} from "../types/protocol" */

/** So many games are drawn. */
const BARS = 20;
/** So many causes are told. */
const CAUSES = 5;

export class OverviewPage {
  /** @param {{add: (log: string) => Promise<string>, forget: () => Promise<unknown>}} ways */
  constructor(ways) {
    this.ways = ways;
    this.status = el("p", { class: "soft", role: "status", id: "learning" });
    this.grid = el("div", { class: "practice-cards" });
    /** Where all of it is kept. */
    this.place = el("p", { class: "soft", id: "kept-where" }, PRACTICE.file);
    this.withPlayer = false;
    this.weekPlace = el("div", { class: "week-place" });
    const file = el("input", { type: "file", accept: ".jsonl,application/json,text/plain", hidden: true, onchange: () => run(() => this.add(file)) });
    /** @param {string} id @param {string} label @param {() => unknown} click */
    const button = (id, label, click) => el("button", { type: "button", class: "btn small", id, onclick: () => run(click) }, label);
    this.root = el(
      "div",
      { class: "people practice" },
      el("header", { class: "people-head" }, el("div", {}, el("h1", { tabindex: "-1" }, PRACTICE.heading), el("p", { class: "soft" }, PRACTICE.note)), this.status, this.weekPlace),
      this.grid,
      el(
        "footer",
        { class: "practice-file" },
        this.place,
        button("export", PRACTICE.export, () => this.save()),
        button("import", PRACTICE.import, () => file.click()),
        file,
        button("clear", PRACTICE.clear, () => this.clear()),
      ),
    );
  }

  /** @param {number} n @param {number} of @param {number} percent */
  learning(n, of, percent) {
    write(this.status, PRACTICE.learning(n, of, percent));
  }

  /** @param {string} sentence @param {boolean} kept */
  learnt(sentence, kept) {
    write(this.status, [sentence, kept ? "" : PRACTICE.notKept].filter(Boolean).join(" "));
  }

  /** @param {Overview} overview */
  paint(overview) {
    const focused = document.activeElement?.id;
    const first = !this.grid.childElementCount;
    this.withPlayer = overview.with_player;
    this.weekPlace.replaceChildren(this.week(overview));
    write(this.place, this.withPlayer ? PRACTICE.fileOfPlayer : PRACTICE.file);
    this.grid.replaceChildren(this.cards(overview), this.daily(overview), this.puzzles(overview), this.gym(overview), this.lessons(overview), this.openings(overview), this.costs(overview.statistics));
    if (focused) document.getElementById(focused)?.focus();
    if (first) announce(`${PRACTICE.mistakes}: ${PRACTICE.due(overview.due, overview.new, overview.next_in_days, overview.learning)}`);
  }

  /** @param {string} title @param {string} kind @param {...(Node | string | false)} content */
  card(title, kind, ...content) {
    return el("section", { class: `card practice-card ${kind}`, "aria-label": title }, el("h2", {}, title), ...content);
  }

  /** @param {string} id @param {string} label @param {string} address @param {string} [kind] */
  link(id, label, address, kind = "") {
    return el("a", { class: `btn ${kind}`, id, href: address }, label);
  }

  /** @param {Overview} overview */
  cards({ due, new: fresh, next_in_days: days, learning, known }) {
    const ready = due + fresh > 0;
    return this.card(
      PRACTICE.mistakes,
      "mistakes",
      el("p", { class: "count-of" }, PRACTICE.due(due, fresh, days, learning)),
      el("p", { class: "soft" }, learning + known > 0 ? PRACTICE.cards(learning, known) : PRACTICE.noCards),
      learning + known > 0 ? this.link("sit", PRACTICE.sit, "/practice/cards", ready ? "primary" : "") : this.link("sit", PRACTICE.play, "/", ""),
    );
  }

  /** What was done on each day of this week, if anything was. @param {Overview} overview */
  week({ week, today }) {
    const most = Math.max(...week);
    if (!most) return "";
    const days = week.map((count, at) => {
      const bar = el("i", {});
      bar.style.height = count ? `${Math.max((100 * count) / most, 8)}%` : "0";
      const name = PRACTICE.days[at];
      return el("div", { class: at === today ? "today" : "", title: `${name}: ${count}` }, el("b", {}, count ? String(count) : ""), el("span", {}, bar), el("small", {}, name.slice(0, 2)));
    });
    const figure = el("figure", { class: "week" }, el("figcaption", { class: "soft" }, PRACTICE.week));
    figure.append(el("div", { class: "days", role: "img", "aria-label": PRACTICE.weekOf(week) }, ...days));
    return figure;
  }

  /** @param {Overview} overview */
  daily({ daily_done: done, due, new: fresh }) {
    return this.card(
      PRACTICE.daily,
      "daily",
      el("p", { class: "soft" }, done ? PRACTICE.dailyDone : PRACTICE.dailyNote),
      this.link("daily", done ? PRACTICE.see : PRACTICE.solve, "/practice/daily", done || due + fresh ? "" : "primary"),
    );
  }

  /** @param {Overview} overview */
  puzzles({ rating, answered, kinds }) {
    const options = [["", PRACTICE.kinds[""]], ...kinds.filter(({ left }) => left).map(({ kind, left }) => [kind, `${PRACTICE.kinds[kind] ?? kind} (${left})`])];
    const kind = select(options, "");
    kind.id = "puzzle-kind";
    kind.setAttribute("aria-label", PRACTICE.kind);
    const begin = () => go(`/practice/puzzles${kind.value ? `#kind=${kind.value}` : ""}`);
    return this.card(
      PRACTICE.puzzles,
      "puzzles",
      el("p", { class: "soft" }, PRACTICE.rating(rating, answered)),
      el("div", { class: "row" }, kind, el("button", { type: "button", class: "btn", id: "puzzles", onclick: () => run(begin) }, PRACTICE.begin)),
    );
  }

  /** @param {Overview} overview */
  gym({ gym_empties: sizes, gym_played: played, gym_lost: lost, gym_streak: streak }) {
    const empties = select(sizes.map((size) => [String(size), String(size)]), "12");
    empties.id = "gym-empties";
    empties.setAttribute("aria-label", PRACTICE.empties);
    const levels = (state.about?.levels ?? []).map(({ number, name }) => [String(number), PRACTICE.level(number, name)]);
    const against = select([["", PRACTICE.solver], ...levels], "");
    against.id = "gym-against";
    against.setAttribute("aria-label", PRACTICE.against);
    const begin = () => go(`/practice/gym#empties=${empties.value}${against.value ? `&level=${against.value}` : ""}`);
    return this.card(
      PRACTICE.gym,
      "gym",
      el("p", { class: "soft" }, played ? PRACTICE.gymDone(played, lost, streak) : PRACTICE.gymNote),
      el(
        "div",
        { class: "row" },
        el("label", { for: "gym-empties" }, PRACTICE.empties),
        empties,
        against,
        el("button", { type: "button", class: "btn", id: "gym", onclick: () => run(begin) }, PRACTICE.begin),
      ),
    );
  }

  /** @param {Overview} overview */
  lessons({ lessons }) {
    const next = lessons.find(({ done }) => !done)?.number;
    const rows = lessons.map(({ number, title, goal, done }) =>
      el(
        "li",
        {},
        el(
          "a",
          { href: `/practice/lesson-${number}`, class: "lesson-row", "aria-current": number === next ? "step" : null },
          el("span", { class: `sign ${done ? "done" : ""}` }, done ? icon("tick") : String(number)),
          el("span", { class: "grow" }, el("b", {}, title), done && el("span", { class: "unseen" }, `, ${PRACTICE.done}`), el("small", {}, goal)),
        ),
      ),
    );
    const count = lessons.filter(({ done }) => done).length;
    const card = this.card(PRACTICE.lessons, "lessons wide", el("ol", {}, ...rows));
    card.querySelector("h2")?.append(el("small", { class: "soft" }, PRACTICE.lessonsDone(count, lessons.length)));
    return card;
  }

  /** @param {Overview} overview */
  openings({ openings: { black, white } }) {
    const [known, due, right, answers] = /** @type {const} */ (["known", "due", "right", "answers"]).map((what) => black[what] + white[what]);
    return this.card(
      OPENINGS.title,
      "openings-card wide",
      el("p", { class: "count-of" }, OPENINGS.due(due, answers)),
      el("p", { class: "soft" }, answers ? OPENINGS.answers(known, right, answers) : OPENINGS.note),
      this.link("openings", OPENINGS.choose, "/practice/openings"),
    );
  }

  /** @param {PracticeStatistics | null} found */
  costs(found) {
    if (!found) return this.card(PRACTICE.costs, "costs wide", el("p", { class: "soft" }, PRACTICE.noCosts));
    const { games, accuracy, phases, colors, causes, advice } = found;
    const most = Math.max(...phases, colors.black ?? 0, colors.white ?? 0, ...causes.map(({ discs }) => discs), 1);
    /** @param {string | Node} name @param {number} discs @param {string} [note] */
    const row = (name, discs, note = "") => {
      const bar = el("i", {});
      bar.style.width = `${(100 * discs) / most}%`;
      return el("li", {}, el("span", {}, name), el("span", { class: "bar-of", "aria-hidden": "true" }, bar), el("b", {}, discs.toFixed(1)), el("small", {}, note));
    };
    /** @param {string} title @param {string} word */
    const word = (title, word) =>
      el("button", { type: "button", class: "word-link", onclick: () => run(async () => (await import("../dialogs/glossary.js")).glossary(word)) }, title);
    const colours = /** @type {const} */ (["black", "white"]).flatMap((side) => (colors[side] === null ? [] : [row(PRACTICE.colours[side], colors[side] ?? 0)]));
    const lesson = advice?.lesson ?? 0;
    const bars = accuracy.slice(-BARS);
    const chart = el("div", { class: "accuracies", role: "img", "aria-label": PRACTICE.accuracyOf(bars) });
    for (const one of bars) {
      const bar = el("i", { title: `${Math.round(one)}%` });
      bar.style.height = `${Math.max(one, 4)}%`;
      chart.append(bar);
    }
    return this.card(
      PRACTICE.costs,
      "costs wide",
      advice ? el("div", { class: "advice" }, el("p", {}, advice.sentence), lesson > 0 && this.link("advice", PRACTICE.lesson(lesson), `/practice/lesson-${lesson}`, "small")) : false,
      el("p", { class: "soft" }, PRACTICE.costsOf(games)),
      el("ul", { class: "bars" }, ...causes.slice(0, CAUSES).map(({ title, word: entry, discs, count }) => row(word(title, entry), discs, PRACTICE.times(count)))),
      el("ul", { class: "bars" }, ...phases.map((discs, at) => row(PRACTICE.phases[at], discs)), ...colours),
      bars.length > 1 && el("figure", {}, chart, el("figcaption", { class: "soft" }, PRACTICE.accuracy)),
    );
  }

  // ---------------------------------------------------------------- the file

  async save() {
    const text = await readLog();
    const address = URL.createObjectURL(new Blob([text], { type: "application/x-ndjson" }));
    el("a", { href: address, download: PRACTICE.fileName }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  }

  /** @param {HTMLInputElement} input */
  async add(input) {
    const [file] = input.files ?? [];
    if (!file) return;
    const said = await this.ways.add(await file.text());
    input.value = "";
    if (said) toast(said);
  }

  async clear() {
    if (!(await sure(PRACTICE.sureClear, PRACTICE.clearYes, this.withPlayer ? PRACTICE.clearOfPlayer : ""))) return;
    if (this.withPlayer) await this.ways.forget();
    await clearLines();
    await go("/practice", null, true);
  }
}
