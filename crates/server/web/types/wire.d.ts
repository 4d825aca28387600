// What the server says, as PROTOCOL.md has it.

export type Side = "black" | "white";
export type Pair<T> = { black: T; white: T };

export interface Setup {
  board: string;
  turn: Side;
  rules?: string;
  discs_left?: Pair<number> | null;
}

export interface Position extends Setup {
  rules: string;
  discs_left: Pair<number> | null;
  score: Pair<number>;
  empties: number;
  legal: Record<string, string[]>;
  must_pass: boolean;
  over: boolean;
}

export interface Placed {
  by: Side;
  square: string;
  flips: string[];
}

export interface Seat {
  player: "human" | "computer";
  name: string;
  level: number | null;
  level_name: string | null;
  /** Whether the level follows from past games. */
  auto: boolean;
  joined: boolean;
  undos_left: number | null;
  undo: string | null;
  undo_replies: string[];
}

export interface Clock {
  black_ms: number;
  white_ms: number;
  running: Side | null;
  main_ms: number;
  increment_ms: number;
}

export interface Result {
  winner: Side | null;
  black: number;
  white: number;
  reason: string;
  loser: Side | null;
  sentence: string;
  /** What to remember for the level of the next game. */
  past: string | null;
}

export interface GameState {
  round: number;
  position: Position;
  turn: Side | null;
  awaits: "move" | "pass" | "computer" | "friend" | "nothing";
  moves: string[];
  last: Placed | null;
  passed: Side | null;
  opening: string | null;
  seats: Pair<Seat>;
  undo: string;
  confirm_pass: boolean;
  apart: boolean;
  request: { by: Side; what: "undo" | "rematch"; swap?: boolean } | null;
  clock: Clock | null;
  result: Result | null;
  start: Setup;
  started: number;
}

export interface Happening {
  seq: number;
  at: number;
  what: string;
  sentence: string;
  by?: Side;
  square?: string;
  flips?: string[];
  side?: Side;
  beginning?: string;
  swap?: boolean;
}

export interface Update {
  type: "welcome" | "update";
  game: string;
  seq: number;
  now: number;
  events: Happening[];
  state: GameState;
  you: { seats: Side[]; may: string[] };
}

export interface Presence {
  black: boolean;
  white: boolean;
  watching: number;
}

export interface Created {
  game: string;
  token: string;
  seats: Side[];
  invites?: Partial<Pair<string>>;
}

export interface Ply {
  ply: number;
  position: Position;
  last: Placed | null;
  passed: Side | null;
  opening: string | null;
  comment: string;
}

/** A game, ply by ply. */
export interface View {
  format: string | null;
  count: number;
  game: number;
  titles: string[];
  players: Pair<string>;
  event: string;
  date: string;
  moves: string[];
  opening: string | null;
  transcript: string;
  result: Result | null;
  plies: Ply[];
}

export interface ValueLine {
  move: string;
  value: number;
  certainty: string;
  depth: number;
  line: string[];
}

export interface Analysis {
  type: "waiting" | "progress" | "done";
  moves?: ValueLine[];
  nodes?: number;
  seconds?: number;
}

export interface GraphPly {
  type: "ply";
  ply: number;
  value: number;
  certainty: string;
  move: string | null;
  best: string | null;
  loss: number | null;
}

export interface Level {
  number: number;
  name: string;
  group: "easy" | "medium" | "hard";
  about?: string;
}

export interface About {
  version: string;
  levels: Level[];
  easy: number;
  medium: number;
  hard: number;
  rules: { name: string; title: string; about: string }[];
  undo: string[];
  formats: string[];
  limits: { name_chars: number; record_bytes: number };
}
