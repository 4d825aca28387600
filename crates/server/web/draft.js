// A game before its first move: the page shows it, and the server hears of it when somebody moves.

import { startPosition } from "./squares.js";

/** @import {GameRequest} from "./types/page" */
/** @import {SeatRequest, SeatState, Side, Undo, Update} from "./types/protocol" */

/** Whether a game can wait for its first move here: a person of this browser moves first from the usual start. @param {GameRequest} request */
export const canWait = (request) =>
  request.black.player === "human" && request.white.player !== "friend" && !request.start;

/** The game as the server would tell it. @param {GameRequest} request @returns {Update} */
export function draft(request) {
  const position = startPosition(request.rules);
  const seats = { black: seat(request.black, request.undo), white: seat(request.white, request.undo) };
  const main_ms = (request.clock?.main_s ?? 0) * 1000;
  const increment_ms = (request.clock?.increment_s ?? 0) * 1000;
  const clock = request.clock ? { black_ms: main_ms, white_ms: main_ms, running: null, main_ms, increment_ms, per_move: false } : null;
  const mine = /** @type {Side[]} */ (["black", "white"]).filter((side) => request[side].player === "human");
  return {
    game: "",
    seq: 0,
    now: Date.now(),
    events: [],
    state: {
      round: 1,
      position,
      turn: "black",
      awaits: "move",
      moves: [],
      last: null,
      passed: null,
      opening: null,
      seats,
      undo: request.undo,
      confirm_pass: request.confirm_pass,
      apart: false,
      request: null,
      clock,
      result: null,
      rated: false,
      first_move_by: null,
      start: position,
      started: Date.now(),
    },
    you: { seats: mine, may: ["play"] },
  };
}

/** @param {SeatRequest} seat @param {Undo} undo @returns {SeatState} */
function seat({ player, name, level, past }, undo) {
  const computer = player === "computer";
  const number = computer && !past ? (level ?? 5) : null;
  return {
    player: computer ? "computer" : "human",
    name: name ?? (computer ? "Computer" : ""),
    level: number,
    // Which word belongs to it, the server knows.
    level_name: null,
    auto: Boolean(past),
    joined: true,
    undos_left: undo === "unlimited" ? null : undo === "once" ? 1 : 0,
    undo: null,
    undo_replies: [],
    rating: null,
  };
}
