// The dialog that starts a game.

import { choice, dialog, el, field, select, tick } from "../dom.js";
import { begin } from "../game.js";
import { past } from "../memory.js";
import { run } from "../notice.js";
import { Failure, ask } from "../server.js";
import { setAbout, setPrefs, state } from "../store.js";
import { NEW_GAME } from "../strings-dialogs.js";
import { rulesInForce } from "../strings.js";

/** @import {GameRequest} from "../types/page" */
/** @import {About, Position, SeatRequest, Undo} from "../types/protocol" */

const USUAL = {
  who: "computer",
  colour: "black",
  level: 5,
  level2: 5,
  auto: false,
  orthogonal: false,
  thirty: false,
  undo: /** @type {Undo} */ ("once"),
  clock: "",
  pass: false,
  book: true,
};

/** @param {string} [who] plays @param {Position} [from] a position to start from */
export async function newGame(who, from) {
  if (!state.about) setAbout(await ask("/api/about"));
  const about = /** @type {About} */ (state.about);
  const chosen = { ...USUAL, ...state.prefs.newGame, ...(who && { who }) };
  const levels = about.levels.map((level) => [String(level.number), NEW_GAME.levelOption(level)]);
  const clocks = about.clocks.map((clock) => [`${clock.main_s}+${clock.increment_s}`, NEW_GAME.clockOption(clock)]);
  clocks.unshift(["", NEW_GAME.noClock]);
  const error = el("p", { class: "error", role: "alert" });
  const start = el("textarea", { rows: 3, spellcheck: "false", placeholder: "f5d6c3…" });
  const usualColour = chosen.colour;
  if (from) {
    // Whoever plays on from a position has been thinking about the side to move.
    chosen.colour = from.turn;
    start.value = boardText(from);
    chosen.orthogonal = from.rules.includes("orthogonal");
    chosen.thirty = from.rules.includes("thirty");
  }
  // An opening is written where a start position is pasted: there is one place that says where the game begins.
  const openings = about.openings.map((opening) => [opening.name, NEW_GAME.openingOption(opening)]);
  openings.unshift(["", NEW_GAME.noOpening]);
  const opening = select(openings, "", (value) => (start.value = value));
  start.addEventListener("input", () => (opening.value = about.openings.some(({ name }) => name === start.value.trim()) ? start.value.trim() : ""));
  const longest = about.limits.name_chars;
  const name = el("input", { maxlength: longest, autocomplete: "nickname", value: state.prefs.name });
  const name2 = el("input", { maxlength: longest, autocomplete: "off", value: state.prefs.name2 });
  const names = field(NEW_GAME.yourName, name);
  const names2 = field(NEW_GAME.nameOf("white"), name2);
  const colours = choice(NEW_GAME.colour, "colour", NEW_GAME.colourChoices(from?.turn ?? "black"), chosen.colour, (value) => (chosen.colour = value));
  const fine = select(levels, String(chosen.level), (value) => setLevel(Number(value)));
  const fine2 = select(levels, String(chosen.level2), (value) => {
    chosen.level2 = Number(value);
    adapt();
  });
  const strength = el("small", { class: "strength" });
  const strength2 = el("small", { class: "strength" });
  const group = about.levels[chosen.level - 1]?.group ?? "medium";
  const groups = choice(NEW_GAME.level, "level", NEW_GAME.levelGroups, chosen.auto ? "auto" : group, (value) => {
    chosen.auto = value === "auto";
    if (!chosen.auto) setLevel(about[/** @type {"easy" | "medium" | "hard"} */ (value)]);
    adapt();
  });
  const known = past().length;
  const adapts = el("small", {}, known ? NEW_GAME.adaptsFrom(known) : NEW_GAME.adapts);
  groups.append(adapts);
  const finer = field(NEW_GAME.exact, fine);
  finer.append(strength);
  const finer2 = field(NEW_GAME.levelOf("white"), fine2);
  finer2.append(strength2);

  /** @param {number} level */
  function setLevel(level) {
    chosen.level = level;
    chosen.auto = false;
    fine.value = String(level);
    const wanted = about.levels[level - 1].group;
    for (const radio of groups.querySelectorAll("input")) radio.checked = radio.value === wanted;
    adapt();
  }

  function adapt() {
    const { who } = chosen;
    const [computer, watch, screen] = [who === "computer", who === "watch", who === "screen"];
    names.hidden = watch;
    names2.hidden = !screen;
    colours.hidden = !computer && who !== "friend";
    groups.hidden = !computer;
    books.hidden = !computer && !watch;
    finer.hidden = !watch && (!computer || chosen.auto);
    adapts.hidden = !chosen.auto;
    finer2.hidden = !watch;
    strength.textContent = about.levels[chosen.level - 1]?.about ?? "";
    strength2.textContent = about.levels[chosen.level2 - 1]?.about ?? "";
    /** @type {HTMLElement} */ (finer.firstChild).textContent = watch ? NEW_GAME.levelOf("black") : NEW_GAME.exact;
    /** @type {HTMLElement} */ (names.firstChild).textContent = screen ? NEW_GAME.nameOf("black") : NEW_GAME.yourName;
    go.textContent = who === "friend" ? NEW_GAME.make : NEW_GAME.play;
  }

  const about_ = Object.fromEntries(["orthogonal", "thirty"].map((rule) => [rule, rulesInForce(rule)[0]?.[1]]));
  const books = tick(NEW_GAME.book, chosen.book, (on) => (chosen.book = on), NEW_GAME.bookNote);
  const more = el(
    "details",
    { open: Boolean(from) },
    el("summary", {}, NEW_GAME.more),
    el(
      "fieldset",
      { class: "group" },
      el("legend", {}, NEW_GAME.rules),
      tick(NEW_GAME.orthogonal, chosen.orthogonal, (on) => (chosen.orthogonal = on), about_.orthogonal),
      tick(NEW_GAME.thirty, chosen.thirty, (on) => (chosen.thirty = on), about_.thirty),
      tick(NEW_GAME.confirmPass, chosen.pass, (on) => (chosen.pass = on), NEW_GAME.confirmPassNote),
    ),
    field(
      NEW_GAME.undo,
      select(NEW_GAME.undoChoices, chosen.undo, (value) => (chosen.undo = /** @type {Undo} */ (value))),
    ),
    field(
      NEW_GAME.clock,
      select(clocks, chosen.clock, (value) => (chosen.clock = value)),
    ),
    field(NEW_GAME.opening, opening),
    field(NEW_GAME.start, start, NEW_GAME.startNote),
    books,
  );
  const go = el("button", { class: "btn primary big wide" }, NEW_GAME.play);
  const form = el(
    "form",
    { onsubmit: submit, novalidate: true },
    choice(NEW_GAME.who, "who", NEW_GAME.whoChoices, chosen.who, (value) => {
      chosen.who = value;
      adapt();
    }),
    groups,
    finer,
    finer2,
    colours,
    names,
    names2,
    more,
    error,
    go,
  );
  const box = dialog(NEW_GAME.title, form);
  adapt();

  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    go.disabled = true;
    error.textContent = "";
    try {
      const wanted = request();
      remember();
      await begin(wanted);
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure;
      error.textContent = failure.message;
      return;
    } finally {
      go.disabled = false;
    }
    box.close();
    if (chosen.who === "friend") run(async () => (await import("./share.js")).share());
    else /** @type {HTMLElement | null} */ (document.querySelector("#board [tabindex='0']"))?.focus();
  }

  /** Two people on one device do not change what this browser calls its player. */
  function remember() {
    const names = chosen.who === "screen" ? { name2: name2.value.trim() } : chosen.who === "watch" ? {} : { name: name.value.trim() };
    const first = chosen.who === "screen" && !state.prefs.name ? { name: name.value.trim() } : {};
    setPrefs({ ...first, ...names, asked: true, newGame: from ? { ...chosen, colour: usualColour } : chosen });
  }

  /** @returns {GameRequest} */
  function request() {
    /** @returns {SeatRequest} */
    const human = (/** @type {string} */ given) => ({ player: "human", ...(given.trim() && { name: given.trim() }) });
    /** @returns {SeatRequest} */
    const computer = (/** @type {number} */ level) => ({ player: "computer", level });
    /** @type {SeatRequest} */
    const opponent = chosen.auto ? { player: "computer", past: past() } : computer(chosen.level);
    const me = human(name.value);
    /** @type {Record<string, [SeatRequest, SeatRequest]>} */
    const pairs = {
      computer: [me, opponent],
      friend: [me, { player: "friend" }],
      screen: [me, human(name2.value)],
      watch: [computer(chosen.level), computer(chosen.level2)],
    };
    const pair = pairs[chosen.who];
    const choosable = chosen.who === "computer" || chosen.who === "friend";
    const white = choosable && (chosen.colour === "white" || (chosen.colour === "random" && Math.random() < 0.5));
    const [black, other] = white ? [pair[1], pair[0]] : pair;
    const rules = [chosen.orthogonal && "orthogonal", chosen.thirty && "thirty"].filter(Boolean).join(",") || "standard";
    const [main, increment] = chosen.clock.split("+").map(Number);
    return {
      black,
      white: other,
      rules,
      undo: chosen.undo,
      confirm_pass: chosen.pass,
      clock: chosen.clock ? { main_s: main, increment_s: increment } : null,
      ...(start.value.trim() && { start: start.value }),
      ...(!chosen.book && { book: false }),
    };
  }
}

/** A position as text that the server reads as a record. @param {Position} position */
function boardText({ board, turn }) {
  return `${board} ${turn === "black" ? "X" : "O"}`;
}
