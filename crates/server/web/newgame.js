// The dialog that starts a game.

import { choice, dialog, el, field, select, tick } from "./dom.js";
import { Failure, ask } from "./server.js";

/** @import {About, App, Position} from "./types/wire" */

/** @type {[string, string][]} */
const CLOCKS = [
  ["", "No clock"],
  ["60+0", "1 minute"],
  ["180+2", "3 minutes + 2 s a move"],
  ["300+5", "5 minutes + 5 s a move"],
  ["600+5", "10 minutes + 5 s a move"],
  ["900+10", "15 minutes + 10 s a move"],
  ["1800+0", "30 minutes"],
];
/** @type {[string, string][]} */
const UNDO = [
  ["once", "Once for each player"],
  ["none", "Not at all"],
  ["unlimited", "As often as wanted"],
];

const USUAL = {
  who: "computer",
  colour: "black",
  level: 5,
  level2: 5,
  auto: false,
  name: "",
  name2: "",
  orthogonal: false,
  thirty: false,
  undo: "once",
  clock: "",
  pass: false,
};

/** @param {App} app @param {Position} [from] a position to start from */
export async function newGame(app, from) {
  const about = /** @type {About} */ (await ask("/api/about"));
  const chosen = { ...USUAL, name: app.prefs.name, ...app.prefs.newGame };
  const levels = /** @type {[string, string][]} */ (
    about.levels.map(({ number, name, group }) => [String(number), `${number} · ${name} (${group})`])
  );
  const error = el("p", { class: "error", role: "alert" });
  const start = el("textarea", { rows: 3, spellcheck: "false", placeholder: "f5d6c3…" });
  if (from) {
    start.value = boardText(from);
    chosen.orthogonal = from.rules.includes("orthogonal");
    chosen.thirty = from.rules.includes("thirty");
  }

  const name = el("input", {
    maxlength: about.limits.name_chars,
    autocomplete: "nickname",
    value: chosen.name,
    oninput: () => (chosen.name = name.value),
  });
  const name2 = el("input", {
    maxlength: about.limits.name_chars,
    autocomplete: "off",
    value: chosen.name2,
    oninput: () => (chosen.name2 = name2.value),
  });
  const names = field("Your name", name);
  const names2 = field("Name of White", name2);
  const colours = choice(
    "Your colour",
    "colour",
    [
      ["black", "Black"],
      ["white", "White"],
      ["random", "Either"],
    ],
    chosen.colour,
    (value) => (chosen.colour = value),
  );
  const fine = select(levels, String(chosen.level), (value) => setLevel(Number(value)));
  const fine2 = select(levels, String(chosen.level2), (value) => (chosen.level2 = Number(value)));
  const group = about.levels[chosen.level - 1]?.group ?? "medium";
  const groups = choice(
    "Level",
    "level",
    [
      ["easy", "Easy"],
      ["medium", "Medium"],
      ["hard", "Hard"],
      ["auto", "Auto"],
    ],
    chosen.auto ? "auto" : group,
    (value) => {
      chosen.auto = value === "auto";
      if (!chosen.auto) setLevel(about[/** @type {"easy" | "medium" | "hard"} */ (value)]);
      adapt();
    },
  );
  const known = app.past().length;
  groups.append(
    el(
      "small",
      { class: "auto" },
      known
        ? `Follows from your last ${known === 1 ? "game" : `${known} games`} at auto, and from the next.`
        : "Adapts to you: a little stronger after a game you win, weaker after one you lose.",
    ),
  );
  const finer = field("Exact level", fine);
  const finer2 = field("Level of White", fine2);

  /** @param {number} level */
  function setLevel(level) {
    chosen.level = level;
    chosen.auto = false;
    fine.value = String(level);
    const wanted = about.levels[level - 1].group;
    for (const radio of groups.querySelectorAll("input")) radio.checked = radio.value === wanted;
  }

  function adapt() {
    const { who } = chosen;
    names.hidden = who === "watch";
    names2.hidden = who !== "screen";
    colours.hidden = who !== "computer" && who !== "friend";
    groups.hidden = who !== "computer";
    finer.hidden = who !== "watch" && (who !== "computer" || chosen.auto);
    /** @type {HTMLElement} */ (groups.querySelector(".auto")).hidden = !chosen.auto;
    finer2.hidden = who !== "watch";
    /** @type {HTMLElement} */ (finer.firstChild).textContent = who === "watch" ? "Level of Black" : "Exact level";
    /** @type {HTMLElement} */ (names.firstChild).textContent = who === "screen" ? "Name of Black" : "Your name";
    more.open ||= who === "watch";
    go.textContent = who === "friend" ? "Make the game" : "Play";
  }

  const more = el(
    "details",
    { open: Boolean(from) },
    el("summary", {}, "Exact level, rules, clock, start"),
    finer,
    finer2,
    el(
      "fieldset",
      { class: "group" },
      el("legend", {}, "Rules"),
      tick(
        "Orthogonal",
        chosen.orthogonal,
        (on) => (chosen.orthogonal = on),
        about.rules.find((rule) => rule.name === "orthogonal")?.about,
      ),
      tick(
        "Thirty",
        chosen.thirty,
        (on) => (chosen.thirty = on),
        about.rules.find((rule) => rule.name === "thirty")?.about,
      ),
      tick("Passes are said by the players", chosen.pass, (on) => (chosen.pass = on)),
    ),
    field(
      "Taking back",
      select(UNDO, chosen.undo, (value) => (chosen.undo = value)),
    ),
    field(
      "Clock",
      select(CLOCKS, chosen.clock, (value) => (chosen.clock = value)),
    ),
    field(
      "Start position",
      start,
      "Moves, a board, or any record; the game starts where it ends. Empty: the usual start.",
    ),
  );
  const go = el("button", { class: "primary wide" }, "Play");
  const form = el(
    "form",
    { onsubmit: submit, novalidate: true },
    choice(
      "Who plays?",
      "who",
      [
        ["computer", "Computer"],
        ["friend", "Friend by link"],
        ["screen", "Two here"],
        ["watch", "Computers"],
      ],
      chosen.who,
      (value) => {
        chosen.who = value;
        adapt();
      },
    ),
    groups,
    colours,
    names,
    names2,
    more,
    error,
    go,
  );
  const box = dialog("New game", form);
  adapt();

  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    go.disabled = true;
    error.textContent = "";
    try {
      await app.create(request());
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure;
      error.textContent = failure.message;
      return;
    } finally {
      go.disabled = false;
    }
    const name = chosen.who === "screen" ? app.prefs.name : chosen.name.trim();
    app.setPrefs({ name, newGame: chosen });
    box.close();
    if (chosen.who === "friend") (await import("./share.js")).share(app);
    else /** @type {HTMLElement | null} */ (document.querySelector("#board [tabindex='0']"))?.focus();
  }

  function request() {
    const human = (/** @type {string} */ given) => ({ player: "human", ...(given.trim() && { name: given }) });
    const computer = (/** @type {number} */ level) => ({ player: "computer", level });
    const opponent = chosen.auto ? { player: "computer", past: app.past() } : computer(chosen.level);
    const me = human(chosen.name);
    const pairs = {
      computer: [me, opponent],
      friend: [me, { player: "friend" }],
      screen: [me, human(chosen.name2)],
      watch: [computer(chosen.level), computer(chosen.level2)],
    };
    const pair = pairs[/** @type {keyof typeof pairs} */ (chosen.who)];
    const apart = chosen.who === "computer" || chosen.who === "friend";
    const white = apart && (chosen.colour === "white" || (chosen.colour === "random" && Math.random() < 0.5));
    const [black, other] = white ? [pair[1], pair[0]] : pair;
    const rules =
      [chosen.orthogonal && "orthogonal", chosen.thirty && "thirty"].filter(Boolean).join(",") || "standard";
    const [main, increment] = chosen.clock.split("+").map(Number);
    return {
      black,
      white: other,
      rules,
      undo: chosen.undo,
      confirm_pass: chosen.pass,
      clock: chosen.clock ? { main_s: main, increment_s: increment } : null,
      ...(start.value.trim() && { start: start.value }),
    };
  }
}

/** A position as text that the server reads as a record. @param {Position} position */
function boardText({ board, turn }) {
  return `${board} ${turn === "black" ? "X" : "O"}`;
}
