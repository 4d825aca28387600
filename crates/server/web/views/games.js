// All finished games of the player of this browser: searched, counted, and kept as a file.

import { el, field, icon, select, write } from "../dom.js";
import { announce, run } from "../notice.js";
import { askAsMe, download, hasKey } from "../people.js";
import { go } from "../router.js";
import { ARCHIVE, LOBBY } from "../strings-people.js";
import { APP } from "../strings.js";

/** @import {PageView, Place} from "../types/page" */
/** @import {Archive, PastRound, Statistics, Tally} from "../types/protocol" */

/** @param {HTMLElement} root @param {Place} _place @returns {Promise<PageView>} */
export async function show(root, _place) {
  document.body.classList.remove("in-game");
  document.title = `${ARCHIVE.heading} · ${APP.name}`;
  const note = el("p", { class: "soft", id: "count" });
  const page = el(
    "div",
    { class: "people" },
    el(
      "header",
      { class: "people-head" },
      el("div", {}, el("h1", { tabindex: "-1" }, ARCHIVE.heading), note),
      el("a", { class: "btn", href: "/lobby" }, ARCHIVE.back),
    ),
  );
  root.append(page);
  if (!hasKey()) {
    write(note, ARCHIVE.nobody);
    page.append(el("p", {}, el("a", { class: "btn primary", href: "/lobby" }, ARCHIVE.whoAmI)));
  } else {
    const games = new Games(note);
    page.append(games.root);
    await games.look();
  }
  return { leave: () => root.replaceChildren() };
}

class Games {
  /** @param {HTMLElement} note */
  constructor(note) {
    this.note = note;
    this.opponent = el("input", { type: "search", autocomplete: "off" });
    this.opening = el("input", { type: "search", autocomplete: "off" });
    this.result = select(ARCHIVE.results, "", () => run(() => this.look()));
    this.list = el("ul", { class: "people-rows", id: "played" });
    this.older = el("button", { type: "button", class: "btn wide", id: "older", hidden: true }, ARCHIVE.older);
    this.statistics = el("section", { class: "card people-card statistics", id: "statistics" });
    const search = el(
      "form",
      {
        class: "card archive-search",
        role: "search",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          run(() => this.look());
        },
      },
      field(ARCHIVE.opponent, this.opponent, ARCHIVE.opponentNote),
      field(ARCHIVE.opening, this.opening),
      field(ARCHIVE.result, this.result),
      el("button", { class: "btn primary" }, ARCHIVE.search),
    );
    const files = ARCHIVE.formats.map(([format, label]) =>
      el("button", { type: "button", class: "btn small", "data-format": format, onclick: () => run(() => download(`/api/me/export?format=${format}`)) }, icon("file"), label),
    );
    this.root = el(
      "div",
      { class: "archive" },
      search,
      el("section", { class: "card people-card" }, this.list, this.older),
      el("div", { class: "archive-side" }, this.statistics, el("section", { class: "card archive-files" }, el("h2", {}, ARCHIVE.save), el("div", { class: "buttons" }, ...files))),
    );
  }

  async look() {
    const wanted = { opponent: this.opponent.value.trim(), opening: this.opening.value.trim(), result: this.result.value };
    const query = new URLSearchParams(Object.entries(wanted).filter(([, value]) => value));
    /** @type {Archive} */
    const archive = await askAsMe(`/api/me/played?${query}`);
    const told = archive.count ? ARCHIVE.count(archive.count, archive.games.length) : ARCHIVE.none;
    write(this.note, told);
    announce(told);
    this.list.replaceChildren(...(archive.games.length ? archive.games.map(row) : [el("li", { class: "soft" }, ARCHIVE.none)]));
    this.goOn(query, archive);
    const { accuracy, reviewed } = archive.statistics;
    const mean = accuracy === null ? null : el("p", { class: "soft" }, ARCHIVE.meanAccuracy(accuracy, reviewed));
    this.statistics.replaceChildren(el("header", {}, el("h2", {}, ARCHIVE.statistics), mean), ...tables(archive.statistics));
    this.statistics.hidden = !archive.count;
  }

  /** What is older than the list is a button away. @param {URLSearchParams} query @param {Archive} archive */
  goOn(query, { count, games }) {
    this.older.hidden = count <= games.length;
    this.older.onclick = () =>
      run(async () => {
        query.set("before", String(games[games.length - 1].ended));
        /** @type {Archive} */
        const more = await askAsMe(`/api/me/played?${query}`);
        const rows = more.games.map(row);
        this.list.append(...rows);
        this.goOn(query, more);
        rows[0]?.querySelector("a")?.focus();
      });
  }
}

/** @param {PastRound} game */
function row({ game, ended, side, opponent, result, reason, black, white, opening, clock, rated, accuracy }) {
  const score = side === "black" ? `${black}–${white}` : `${white}–${black}`;
  const name = ARCHIVE.results.find(([value]) => value === result)?.[1] ?? "";
  // Discs say who won only where the game was played out.
  const [large, small] = result === "void" ? [name, ""] : reason in ARCHIVE.ends ? [name, ARCHIVE.ends[reason]] : [score, name];
  const change = rated ? `${rated[0].points} → ${rated[1].points}` : "";
  const facts = [new Date(ended).toLocaleDateString(), LOBBY.clock(clock), opening, change, accuracy === undefined || accuracy === null ? "" : ARCHIVE.accuracy(accuracy)];
  return el(
    "li",
    {},
    el(
      "a",
      { class: "row-link", href: `/g/${game}`, onclick: (/** @type {Event} */ event) => open(event, game) },
      el("i", { class: `chip ${side}`, "aria-label": side, role: "img" }),
      el("span", { class: "grow" }, el("b", {}, ARCHIVE.with(opponent.name, opponent.level)), el("small", {}, facts.filter(Boolean).join(" · "))),
      el("span", { class: "outcome" }, el("b", {}, large), el("small", {}, small)),
    ),
  );
}

/** A finished game is opened with its review. @param {Event} event @param {string} game */
function open(event, game) {
  event.preventDefault();
  void go(`/g/${game}/review`);
}

/** @param {Statistics} statistics */
function tables(statistics) {
  return /** @type {const} */ (["colours", "openings", "opponents"]).flatMap((kind) => {
    const tallies = statistics[kind];
    return tallies.length ? [table(ARCHIVE.by[kind], tallies)] : [];
  });
}

/** @param {string} title @param {Tally[]} tallies */
function table(title, tallies) {
  return el(
    "table",
    {},
    el("caption", {}, title),
    el("thead", {}, el("tr", {}, ...ARCHIVE.columns.map((text) => (text ? el("th", { scope: "col" }, text) : el("td", {}))))),
    el(
      "tbody",
      {},
      ...tallies.map(({ name, won, drawn, lost }) =>
        el("tr", {}, el("th", { scope: "row" }, name), ...[won, drawn, lost].map((count) => el("td", {}, String(count))), el("td", {}, ARCHIVE.score((won + drawn / 2) / (won + drawn + lost)))),
      ),
    ),
  );
}
