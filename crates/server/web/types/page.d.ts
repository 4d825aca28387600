// What the modules of the page hand to each other. What the server says is in protocol.d.ts.

import type { About, Greeting, Moment, MoveValue, NewGame, Placed, Ply, Position, Presence, Review, ReviewedMove, SeatRequest, Setup, Side, ToldEvent, Undo, Update, View } from "./protocol";

/** What this browser remembers of a game. */
export interface Kept {
  readonly token: string;
  readonly invites?: Partial<{ black: string; white: string }>;
  readonly at: number;
  /** Begun, and not over. */
  readonly open?: boolean;
  /** The sides this browser had when the game was last begun or ended. */
  readonly seats?: readonly Side[];
  /** The last round that was remembered for the level of the next. */
  readonly learned?: number;
}

export interface Prefs {
  theme: "auto" | "light" | "dark";
  contrast: "auto" | "more";
  board: "green" | "blue" | "wood" | "slate";
  marks: boolean;
  confirm: boolean;
  sound: boolean;
  /** Whether single letters do something. */
  keys: boolean;
  /** Whether the browser may notify while the tab is hidden. */
  notify: boolean;
  name: string;
  /** What the second player on this device was called last. */
  name2: string;
  /** Whether this browser was asked what to call its player. */
  asked: boolean;
  /** The clock of the last offer, and whether it was for a rated game. */
  offerClock?: string;
  offerRated?: boolean;
  /** The clock that Play now was last pressed with. */
  nowClock?: string;
  /** Whether greetings of others are not shown. */
  muted?: boolean;
  /** What was chosen for the last new game. */
  newGame: object;
}

/** A game on the table: one on the server, or one that is made there with its first move. */
export interface Live {
  /** Nothing until the server has it. */
  readonly id: string;
  /** How it is to be made. */
  readonly request: GameRequest | null;
  readonly kept: Kept | null;
  /** What the server said last. */
  readonly update: Update | null;
  /** When it said so, by the clock of this page. */
  readonly heard: number;
  readonly presence: Presence | null;
  /** A move of ours that the server has not confirmed yet. */
  readonly pending: { readonly move: string; readonly ply: number } | null;
  /** All plies, fetched to step back. */
  readonly record: View | null;
  /** The ply on the board; null is the newest. */
  readonly at: number | null;
  /** Whether the card of the result was put away to see the board. */
  /** What each player said last, until the other has moved. */
  readonly greetings: { readonly black?: Greeting; readonly white?: Greeting };
  /** What the end of this round has made of the ratings. */
  readonly rated: Extract<ToldEvent, { what: "rated" }> | null;
}

/** A new game of which nothing but the start is left to the server. */
export type GameRequest = NewGame & { black: SeatRequest; white: SeatRequest; rules: string; undo: Undo };

/** A position of a study; the first child goes on with the line, the others are variations. */
export interface TreeNode {
  readonly move: string;
  readonly ply: Ply;
  readonly parent: TreeNode | null;
  readonly children: TreeNode[];
  /** Whether it belongs to the game that was opened. */
  readonly main: boolean;
  /** What the engine thinks of it, for Black. */
  value?: { value: number; certainty: string; best: string | null };
  /** What the move that led here gave away. */
  loss?: number;
}

export interface Study {
  readonly root: TreeNode;
  readonly at: TreeNode;
  readonly title: string;
  readonly players: { readonly black: string; readonly white: string };
  readonly transcript: string;
  /** Whether the graph is shown. */
  readonly graph: boolean;
  /** Whether the study began empty, so that its game is what is played in it. */
  readonly own: boolean;
}

/** A review: of a game of the server, or of moves. */
export interface ReviewState {
  /** The id of the game; empty for moves. */
  readonly game: string;
  readonly view: View;
  readonly players: { readonly black: string; readonly white: string };
  /** Whom the review speaks to. */
  readonly you: Side | null;
  /** What is known of the moves, by ply; the end of the game comes first. */
  readonly moves: readonly ReviewedMove[];
  readonly moments: readonly Moment[];
  /** The review, once it is complete. */
  readonly whole: Review | null;
  readonly progress: { readonly done: number; readonly of: number } | null;
  /** Why there is no review. */
  readonly problem: string;
  /** The ply on the board. */
  readonly at: number;
  /** Whether somebody went there. */
  readonly chosen: boolean;
  /** The line that is looked at in place of the game: it begins before the move of a ply. */
  readonly line: { readonly ply: number; readonly moves: readonly string[]; readonly plies: readonly Ply[]; readonly at: number; readonly kind: "best" | "played" | "tried" } | null;
  /** A better move is asked for. */
  readonly trying: { readonly ply: number; readonly said: string; readonly wrong: readonly string[] } | null;
  /** What was said to the last right answer. */
  readonly solved?: { readonly ply: number; readonly said: string };
  /** The plies of the moments whose better move was shown. */
  readonly opened: readonly number[];
}

/** The one state of the page; only store.js writes it. */
export interface PageState {
  readonly prefs: Readonly<Prefs>;
  readonly about: About | null;
  readonly connection: "none" | "connecting" | "live" | "lost";
  readonly game: Live | null;
  readonly study: Study | null;
  readonly review: ReviewState | null;
  /** What a drill has on the board. */
  readonly drill: Shown | null;
  /** Values of the moves in the position on the board. */
  readonly values: { readonly key: string; readonly lines: readonly MoveValue[]; readonly done: boolean } | null;
  readonly showValues: boolean;
  /** Told step by step: where to look, the move, the line. */
  readonly hint: { readonly key: string; readonly move: string; readonly steps: readonly string[]; readonly told: number } | null;
  /** The square that one more tap would play. */
  readonly chosen: string | null;
  /** What was said last about the position on the board. */
  readonly said: string;
}

/** What is on the board. */
export interface Shown {
  readonly position: Position;
  readonly last: Placed | null;
  readonly passed: Side | null;
  readonly ply: number;
  readonly newest: boolean;
}

export type StudySource = { text: string; game?: number } | { start: Setup | null; moves: string[] };

/** What a view gives to the frame that shows it. */
export interface PageView {
  /** Does one of the things that buttons and keys stand for; false if it is not for this view. */
  act?(action: string): boolean;
  /** Squares that are typed; a view without a board has no use for them. */
  play?(square: string): void;
  point?(square: string): void;
  /** Stops everything the view has begun. */
  leave(): void;
}

/** Where an address leads. */
export interface Place {
  readonly path: string;
  readonly params: readonly string[];
  readonly hash: URLSearchParams;
  /** What was kept with this entry of the browser's history. */
  readonly kept: any;
}

export interface ViewModule {
  show(root: HTMLElement, place: Place): PageView | Promise<PageView>;
}
