// What there is to choose before the first move: the player's name, and other games than the one on the board.

import { el, icon } from "../dom.js";
import { readKey, unfinished } from "../memory.js";
import { setPrefs, state } from "../store.js";
import { FACTS, START, rulesInForce } from "../strings.js";

/** @param {(action: string) => void} act @param {(name: string) => void} named */
export function makeStart(act, named) {
  const name = el("input", {
    id: "name",
    maxlength: state.about?.limits.name_chars ?? 24,
    autocomplete: "nickname",
    placeholder: START.namePlaceholder,
    value: state.prefs.name,
    "aria-label": START.name,
  });
  const save = () => {
    setPrefs({ name: name.value.trim(), asked: true });
    named(name.value.trim());
  };
  // A name counts as soon as it is typed: nobody has to press anything before the first move.
  name.addEventListener("change", save);
  const ask = el(
    "form",
    {
      class: "naming",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        save();
        ask.hidden = true;
        /** @type {HTMLElement | null} */ (document.querySelector("#board [tabindex='0']"))?.focus();
      },
    },
    el("label", { for: "name" }, START.name),
    el("div", {}, name, el("button", { class: "btn" }, START.nameSave)),
  );
  ask.hidden = state.prefs.asked;

  /** @param {string} action @param {string} picture @param {string[]} words */
  const card = (action, picture, [title, note]) =>
    el(
      "button",
      { type: "button", class: "start-card", "data-action": action, onclick: () => act(action) },
      icon(picture),
      el("span", {}, el("b", {}, title), el("small", {}, note)),
    );
  const left = unfinished();
  const rules = el("div", { class: "in-force" });
  const turns = el("p", { class: "unfinished" });
  turns.hidden = true;
  void countTurns(turns);
  const root = el(
    "section",
    { class: "start", "aria-label": START.heading },
    turns,
    left
      ? el("p", { class: "unfinished" }, START.unfinished, " ", el("a", { class: "btn small", href: `/g/${left}` }, START.continue))
      : null,
    ask,
    rules,
    el(
      "div",
      { class: "start-cards" },
      card("people", "play", START.people),
      card("new-friend", "friend", START.friend),
      card("new-computer", "chip", START.computer),
    ),
    el(
      "div",
      { class: "start-links" },
      el("a", { href: "/practice/lesson-1" }, START.learn),
      el("button", { type: "button", "data-action": "new-two", onclick: () => act("new-two") }, START.two),
    ),
  );
  return { root, rules };
}

/** Says that people wait for us, if they do. @param {HTMLElement} place */
async function countTurns(place) {
  if (!readKey()) return;
  const { myGames } = await import("../people.js");
  const { games } = await myGames().catch(() => ({ games: [] }));
  const count = games.filter((game) => game.my_turn && !game.opponent.level).length;
  if (!count) return;
  place.replaceChildren(START.turns(count), " ", el("a", { class: "btn small", href: "/lobby" }, START.toTurns));
  place.hidden = false;
}

/** The rules in force, one sentence each. @param {string} rules */
export function rulesList(rules) {
  const lines = rulesInForce(rules);
  return lines.map(([title, about]) => el("p", { class: "rule" }, el("b", {}, title), ". ", about));
}

/** What is agreed in a game, for wide screens. @param {import("../types/protocol").State} game @param {number} watching */
export function factRows(game, watching) {
  const inForce = rulesInForce(game.position.rules);
  /** @type {[string, string, string][]} */
  const rows = (inForce.length ? inForce : [/** @type {[string, string]} */ (FACTS.standard)]).map(([title, about]) => ["book", title, about]);
  const [undo, undoNote] = FACTS.undo(game.undo);
  const [clock, clockNote] = game.clock ? FACTS.clock(game.clock) : FACTS.noClock;
  rows.push(["undo", undo, undoNote], ["clock", clock, clockNote]);
  if (game.opening) rows.push(["study", game.opening, FACTS.opening]);
  if (watching) rows.push(["eye", FACTS.watching(watching), ""]);
  return rows.map(([picture, title, note]) =>
    el("div", { class: "row" }, icon(picture), el("div", {}, el("b", {}, title), el("small", {}, note))),
  );
}
