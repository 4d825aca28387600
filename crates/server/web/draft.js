// A game before its first move: the page shows it, and the server hears of it when somebody moves.

import { startPosition } from "./squares.js";

/** @import {NewGame, NewSeat} from "./types/page" */
/** @import {Seat, Side, Update} from "./types/wire" */

/** Whether a game can wait for its first move here: a person of this browser moves first from the usual start. @param {NewGame} request */
export const canWait = (request) =>
  request.black.player === "human" && request.white.player !== "friend" && !request.start;

/** The game as the server would tell it. @param {NewGame} request @returns {Update} */
export function draft(request) {
  const position = startPosition(request.rules);
  const seats = { black: seat(request.black, request.undo), white: seat(request.white, request.undo) };
  const clock = request.clock && {
    black_ms: request.clock.main_s * 1000,
    white_ms: request.clock.main_s * 1000,
    running: null,
    main_ms: request.clock.main_s * 1000,
    increment_ms: request.clock.increment_s * 1000,
  };
  const mine = /** @type {Side[]} */ (["black", "white"]).filter((side) => request[side].player === "human");
  return {
    type: "welcome",
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
      start: position,
      started: Date.now(),
    },
    you: { seats: mine, may: ["play"] },
  };
}

/** @param {NewSeat} seat @param {string} undo @returns {Seat} */
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
  };
}
