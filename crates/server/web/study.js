// Studying a game: any record, with moves of both sides tried on the board.

import { START } from "./board.js";
import { dialog, el, field, select } from "./dom.js";
import { Failure, ask } from "./server.js";

/** @import {App, Setup, StudySource, View} from "./types/wire" */

/** @param {StudySource} source @returns {Promise<View>} */
export function load(source) {
  if ("text" in source) return ask("/api/view", source);
  return ask("/api/view", { start: source.start && setup(source.start), moves: source.moves });
}

/** The address of a position in its game: nothing of it goes to the server. @param {{start: Setup | null, moves: string[], ply: number}} at */
export function addressOf({ start, moves, ply }) {
  const parts = new URLSearchParams();
  const usual =
    !start || (start.board === START && start.turn === "black" && (start.rules ?? "standard") === "standard");
  if (start && !usual) {
    parts.set("board", start.board);
    parts.set("turn", start.turn);
    if (start.rules && start.rules !== "standard") parts.set("rules", start.rules);
    if (start.discs_left) parts.set("left", `${start.discs_left.black}-${start.discs_left.white}`);
  }
  if (moves.length) parts.set("moves", moves.map((move) => (move === "pass" ? "--" : move)).join(""));
  if (ply !== moves.length) parts.set("ply", String(ply));
  return `/study${parts.size ? "#" : ""}${parts}`;
}

/** @param {URLSearchParams} parts @returns {StudySource} */
export function fromAddress(parts) {
  const board = parts.get("board");
  const [black, white] = (parts.get("left") ?? "").split("-").map(Number);
  const start = board
    ? {
        board,
        turn: /** @type {import("./types/wire").Side} */ (parts.get("turn") === "white" ? "white" : "black"),
        rules: parts.get("rules") ?? "standard",
        discs_left: parts.has("left") ? { black, white } : null,
      }
    : null;
  const moves = (parts.get("moves") ?? "").match(/../g)?.map((move) => (move === "--" ? "pass" : move)) ?? [];
  const ply = parts.get("ply");
  return { start, moves, ...(ply !== null && { ply: Number(ply) || 0 }) };
}

/** Keeps the address that of the position on the board. @param {App} app @param {boolean} [enter] */
export function note(app, enter = false) {
  const { record, at } = app.state;
  if (!record) return;
  const address = addressOf({ start: record.plies[0].position, moves: record.moves, ply: at ?? record.moves.length });
  if (location.pathname + location.hash !== address) history[enter ? "pushState" : "replaceState"](null, "", address);
}

/** Plays a move on the board under study; the server says whether it can be. @param {App} app @param {string} move */
export async function play(app, move) {
  const { record, at } = app.state;
  if (!record) return;
  const ply = at ?? record.moves.length;
  if (record.moves[ply] === move) return app.go(ply + 1);
  const start = setup(record.plies[0].position);
  let moves = [...record.moves.slice(0, ply), move];
  let next = await load({ start, moves });
  if (next.plies[ply + 1].position.must_pass) {
    moves = [...moves, "pass"];
    next = await load({ start, moves });
    app.tell("There is no answer to that: a pass.");
  }
  app.state.record = { ...next, players: record.players };
  return app.go(moves.length);
}

/** Asks for a record to look at. @param {App} app */
export function paste(app) {
  const text = el("textarea", { rows: 8, spellcheck: "false", autofocus: true, placeholder: "f5d6c3d3c4f4…" });
  const error = el("p", { class: "error", role: "alert" });
  const games = el("div", {});
  let game = 1;
  const file = el("input", {
    type: "file",
    onchange: async () => (text.value = (await file.files?.[0]?.text()) ?? text.value),
  });
  const form = el(
    "form",
    { onsubmit: submit },
    el(
      "p",
      { class: "lead" },
      "Paste a transcript, a drawn board, or a GGF, SGF, OBF or JSON record. Leave it empty to start from an empty game.",
    ),
    field("Record", text),
    field("Or a file", file),
    games,
    error,
    el("button", { class: "primary wide" }, "Show"),
  );
  const box = dialog("Study", form);

  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    error.textContent = "";
    /** @type {StudySource} */
    const source = text.value.trim() ? { text: text.value, game } : { start: null, moves: [] };
    try {
      if ("text" in source && !games.firstChild) {
        const { count, titles } = await load(source);
        if (count > 1) {
          const options = titles.map(
            (title, index) => /** @type {[string, string]} */ ([String(index + 1), `${index + 1}. ${title}`]),
          );
          games.append(
            field(
              `Which of the ${count} games?`,
              select(options, "1", (value) => (game = Number(value))),
            ),
          );
          return;
        }
      }
      await app.openStudy(source);
      box.close();
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure;
      error.textContent = failure.message;
    }
  }
}

/** The part of a position that is sent. @param {Setup} position @returns {Setup} */
export function setup({ board, turn, rules, discs_left }) {
  return { board, turn, rules, discs_left };
}
