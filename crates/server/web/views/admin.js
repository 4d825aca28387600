// The page of the person in charge: reports, players, offers, files. A token opens it, which stays in this tab.

import { dialog, el, field, icon, sure, write } from "../dom.js";
import { announce, run, toast } from "../notice.js";
import { download } from "../people.js";
import { request } from "../server.js";
import { ADMIN } from "../strings-admin.js";
import { ARCHIVE } from "../strings-people.js";
import { APP } from "../strings.js";

/** @import {PageView, Place} from "../types/page" */
/** @import {AdminCommand, AdminGames, AdminPerson, AdminState, Report} from "../types/protocol" */

const KEPT = "outflank.admin";

/** @param {HTMLElement} root @param {Place} place @returns {Promise<PageView>} */
export async function show(root, place) {
  document.body.classList.remove("in-game");
  document.title = `${ADMIN.heading} · ${APP.name}`;
  const given = place.hash.get("t");
  if (given) {
    sessionStorage.setItem(KEPT, given);
    history.replaceState(history.state, "", place.path);
  }
  const view = new AdminView(root);
  await view.open(sessionStorage.getItem(KEPT) ?? "");
  return { leave: () => root.replaceChildren() };
}

class AdminView {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.token = "";
    /** @type {AdminState | null} */
    this.state = null;
    this.note = el("p", { class: "soft", role: "status" });
    this.place = el("div", { class: "people-cards admin" });
    this.buttons = el("div", { class: "buttons" });
    root.append(
      el(
        "div",
        { class: "people" },
        el("header", { class: "people-head" }, el("div", {}, el("h1", { tabindex: "-1" }, ADMIN.heading), this.note), this.buttons),
        this.place,
      ),
    );
  }

  /** Shows what there is to see, or asks for the token. @param {string} token */
  async open(token) {
    this.token = token;
    if (!token) return this.ask("");
    try {
      this.state = await this.get("/api/admin");
    } catch (failure) {
      sessionStorage.removeItem(KEPT);
      return this.ask(/** @type {Error} */ (failure).message);
    }
    sessionStorage.setItem(KEPT, token);
    this.paint();
  }

  /** @param {string} path @returns {Promise<any>} */
  async get(path) {
    return (await request(path, undefined, undefined, { key: this.token })).json();
  }

  /** @param {string} problem */
  ask(problem) {
    write(this.note, ADMIN.lead);
    this.buttons.replaceChildren();
    const token = el("input", { type: "password", autocomplete: "off", required: true, autofocus: true });
    const error = el("p", { class: "error", role: "alert" }, problem);
    this.place.replaceChildren(
      el(
        "form",
        {
          class: "card admin-enter",
          onsubmit: (/** @type {Event} */ event) => {
            event.preventDefault();
            run(() => this.open(token.value.trim()));
          },
        },
        field(ADMIN.token, token),
        error,
        el("button", { class: "btn primary" }, ADMIN.enter),
      ),
    );
    token.focus();
  }

  /** Asks once, does it, and says that it is done. @param {AdminCommand} command @param {string} question @param {string} yes @param {string} note @param {string} done */
  async does(command, question, yes, note, done) {
    if (!(await sure(question, yes, note))) return;
    await this.send(command, done);
  }

  /** @param {AdminCommand} command @param {string} done */
  async send(command, done) {
    await request("/api/admin", command, undefined, { key: this.token });
    toast(done);
    announce(done);
    await this.open(this.token);
  }

  // ---------------------------------------------------------------- the picture

  paint() {
    const { state } = this;
    if (!state) return;
    write(this.note, ADMIN.note(state.people.length, state.reports.length));
    this.buttons.replaceChildren(
      el("button", { type: "button", class: "btn", onclick: () => run(() => this.open(this.token)) }, icon("again"), ADMIN.refresh),
      el("button", { type: "button", class: "btn", onclick: () => this.leave() }, ADMIN.leave),
    );
    const card = (/** @type {string} */ id, /** @type {string} */ title, /** @type {Node[]} */ ...content) =>
      el("section", { class: "card people-card", id }, el("header", {}, el("h2", {}, title)), ...content);
    const reports = state.reports.map((report) => this.report(report));
    this.place.replaceChildren(
      card("reports", ADMIN.reports, el("ul", { class: "people-rows" }, ...(reports.length ? reports : [el("li", { class: "soft" }, ADMIN.noReports)]))),
      card("people", ADMIN.people, ...this.people(state.people)),
      el("div", { class: "archive-side" }, card("offers", ADMIN.offers, this.offers(state.stopped)), card("export", ADMIN.export, this.files())),
    );
  }

  leave() {
    sessionStorage.removeItem(KEPT);
    this.state = null;
    void this.open("");
  }

  /** @param {string} label @param {() => unknown} what @param {string} [long] */
  button(label, what, long) {
    return el("button", { type: "button", class: "btn small", ...(long && { "aria-label": long }), onclick: () => run(what) }, label);
  }

  /** @param {Report} report */
  report(report) {
    const { id, game, round, over, against } = report;
    return el(
      "li",
      { "data-report": id },
      el("span", { class: "grow" }, el("b", {}, ADMIN.report(report)), el("small", {}, ADMIN.reason(report))),
      el("a", { class: "btn small", href: `/g/${game}`, target: "_blank" }, ADMIN.look),
      over ? this.voidButton(game, round) : this.endButton(game),
      this.button(ADMIN.ban, () => this.ban(against), `${ADMIN.ban} ${against}`),
      this.button(ADMIN.close, () => this.does({ do: "close", report: id }, ADMIN.closeQuestion(report), ADMIN.close, ADMIN.closeNote, ADMIN.closed)),
    );
  }

  /** @param {AdminPerson[]} people */
  people(people) {
    const find = el("input", { type: "search", "aria-label": ADMIN.find, placeholder: ADMIN.find });
    const list = el("ul", { class: "people-rows" });
    const paint = () => {
      const part = find.value.trim().toLowerCase();
      const found = people.filter(({ name }) => name.toLowerCase().includes(part)).slice(0, 50);
      list.replaceChildren(...(found.length ? found.map((person) => this.person(person)) : [el("li", { class: "soft" }, ADMIN.noPeople)]));
    };
    find.addEventListener("input", paint);
    paint();
    return [el("div", { class: "admin-find" }, find), list];
  }

  /** @param {AdminPerson} person */
  person(person) {
    const { name, banned } = person;
    return el(
      "li",
      { "data-person": name },
      el("span", { class: "grow" }, el("b", {}, name), el("small", {}, ADMIN.person(person))),
      this.button(ADMIN.games, () => this.games(name), ADMIN.gamesOf(name)),
      this.button(ADMIN.rename, () => this.rename(name), ADMIN.renameOf(name)),
      banned
        ? this.button(ADMIN.unban, () => this.does({ do: "unban", name }, ADMIN.unbanQuestion(name), ADMIN.unban, ADMIN.unbanNote, ADMIN.unbanned(name)), `${ADMIN.unban} ${name}`)
        : this.button(ADMIN.ban, () => this.ban(name), `${ADMIN.ban} ${name}`),
    );
  }

  /** @param {string} name */
  ban(name) {
    return this.does({ do: "ban", name }, ADMIN.banQuestion(name), ADMIN.ban, ADMIN.banNote, ADMIN.banned(name));
  }

  /** @param {string} name */
  rename(name) {
    const to = el("input", { maxlength: 24, autocomplete: "off", required: true, autofocus: true });
    const box = dialog(
      ADMIN.renameOf(name),
      el(
        "form",
        {
          class: "offer",
          onsubmit: (/** @type {Event} */ event) => {
            event.preventDefault();
            const wanted = to.value.trim();
            box.close();
            run(() => this.send({ do: "rename", name, to: wanted }, ADMIN.renamed(name, wanted)));
          },
        },
        field(ADMIN.newName, to, ADMIN.renameNote),
        el("button", { class: "btn primary" }, ADMIN.rename),
      ),
    );
  }

  /** @param {string} name */
  async games(name) {
    /** @type {AdminGames} */
    const { playing, played } = await this.get(`/api/admin/games?name=${encodeURIComponent(name)}`);
    const list = (/** @type {string} */ title, /** @type {Node[]} */ rows) => [el("h3", {}, title), el("ul", { class: "people-rows" }, ...(rows.length ? rows : [el("li", { class: "soft" }, ADMIN.noGames)]))];
    const box = dialog(
      ADMIN.gamesOf(name),
      el(
        "div",
        { class: "people-card" },
        ...list(ADMIN.going, playing.filter((game) => !game.over).map((game) => this.game(ADMIN.game(game), game.game, "", this.endButton(game.game)))),
        ...list(ADMIN.over, played.map((game) => this.game(ADMIN.game(game), game.game, new Date(game.ended).toLocaleDateString(), game.result === "void" ? el("small", {}, ADMIN.isVoid) : this.voidButton(game.game, game.round)))),
      ),
    );
    // Whatever is done to a game is asked and told on the page.
    box.addEventListener("click", (event) => /** @type {Element} */ (event.target).closest("[data-closes]") && box.close());
  }

  /** @param {string} text @param {string} game @param {string} note @param {Node} action */
  game(text, game, note, action) {
    return el("li", {}, el("span", { class: "grow" }, el("b", {}, text), el("small", {}, note)), el("a", { class: "btn small", href: `/g/${game}`, target: "_blank" }, ADMIN.look), el("span", { "data-closes": true }, action));
  }

  /** @param {string} game */
  endButton(game) {
    return this.button(ADMIN.end, () => this.does({ do: "end", game }, ADMIN.endQuestion, ADMIN.end, ADMIN.endNote, ADMIN.ended));
  }

  /** @param {string} game @param {number} round */
  voidButton(game, round) {
    return this.button(ADMIN.void, () => this.does({ do: "void", game, round }, ADMIN.voidQuestion, ADMIN.void, ADMIN.voidNote, ADMIN.voided));
  }

  /** @param {boolean} stopped */
  offers(stopped) {
    const action = stopped
      ? this.button(ADMIN.resume, () => this.does({ do: "resume" }, ADMIN.resumeQuestion, ADMIN.resume, "", ADMIN.resumeDone))
      : this.button(ADMIN.stop, () => this.does({ do: "stop" }, ADMIN.stopQuestion, ADMIN.stop, ADMIN.stopNote, ADMIN.stopDone));
    return el("ul", { class: "people-rows" }, el("li", {}, el("span", { class: "grow" }, stopped ? ADMIN.stopped : ADMIN.taken), action));
  }

  files() {
    const files = ARCHIVE.formats.map(([format, label]) =>
      this.button(label, () => download(`/api/admin/export?format=${format}`, this.token)),
    );
    return el("ul", { class: "people-rows" }, el("li", {}, el("span", { class: "grow" }, el("small", {}, ADMIN.exportNote)), ...files));
  }
}
