// The words of the first view and of games, and the sentences made from what the server sends as data. Dialogs, people,
// practice, reviews and the admin have files of their own, which come with them.

/** @import {ClockFace, Moment, Position, ResultState, SeatState, Side, State, ToldEvent, Update} from "./types/protocol" */

/** @param {Side} side */
export const colour = (side) => (side === "black" ? "Black" : "White");
/** @param {Side} side @returns {Side} */
export const other = (side) => (side === "black" ? "white" : "black");
/** @param {number} count @param {string} one @param {string} [many] */
export const plural = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;
/** @param {readonly string[]} words */
export const list = (words) =>
  words.length < 2 ? (words[0] ?? "") : `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`;

export const APP = {
  name: "Outflank",
  title: "Outflank: play Othello",
  goal: "Trap your opponent’s discs between yours; most discs at the end wins.",
};

export const MESSAGES = {
  unreachable: "The server cannot be reached. Check the connection and try again.",
  notLoaded: "This part of the page could not be loaded. Check the connection and try again.",
  answered: (/** @type {number} */ status) => `The server answered ${status}.`,
  wrongSeat: "This link to a seat is not valid for this game. You can watch.",
  noGame: "There is no such game, or it was deleted.",
  earlier: "This is an earlier position. Go back to the game to play.",
  watching: "You are watching this game.",
  over: "The game is over.",
  once_more: (/** @type {string} */ move) => `${move}: once more to play it.`,
  looking: "Looking for a good move…",
  noMoves: "There are no moves to look at yet.",
  passInStudy: (/** @type {Side} */ side) => `${colour(side)} cannot answer that and passes.`,
  copied: "The transcript is copied.",
  taken: (/** @type {string} */ square) => `${square} is taken. Choose a marked square.`,
  flipsNothing: (/** @type {string} */ square) => `${square} flips nothing. Choose a marked square.`,
  notYourTurn: "It is not your turn.",
  waitsForFriend: "The clock starts when your friend is here.",
  back: "Connected",
  lost: "No connection. Trying again…",
  lostComputer: "No connection. Trying again… Rules, settings and stepping still work.",
  helpClosed: "Hints and values open when the game between you is over.",
  studyClosed: "Study of this game opens when it is over.",
  notOver: "There are no moves to choose from: the game is over.",
};

// ---------------------------------------------------------------- players

/** What a seat is called: its name, or its colour; both if two have the same name. @param {{readonly black: SeatState, readonly white: SeatState}} seats @param {Side} side */
export function nameOfSeat(seats, side) {
  const name = seats[side].name;
  if (!name) return colour(side);
  return name === seats[other(side)].name ? `${name} (${colour(side)})` : name;
}

/** @param {State} game @param {Side} side @param {readonly Side[]} mine */
const subject = (game, side, mine) =>
  mine.length === 1 && mine[0] === side ? "You" : nameOfSeat(game.seats, side);

export const PLATE = {
  rating: (/** @type {{points: number, provisional: boolean}} */ { points, provisional }) => `${points}${provisional ? "?" : ""}`,
  you: "You",
  level: (/** @type {SeatState} */ { auto, level, level_name }) =>
    level ? `${auto ? "adapts, now " : ""}level ${level}${level_name ? `, ${level_name}` : ""}` : "adapts to you",
  notHere: "not here yet",
  away: "away",
  inHand: (/** @type {number} */ count) => `${plural(count, "disc")} in hand`,
  discs: (/** @type {number} */ count) => plural(count, "disc"),
  winner: "Winner",
  greet: (/** @type {string} */ name) => `Say something to ${name}`,
  /** @param {string} name @param {number | null} left */
  undo: (name, left) => `Undo of ${name}: ${left === null ? "any number left" : `${left} left`}`,
  clock: (/** @type {Side} */ side) => `Clock of ${colour(side)}`,
};

export const UNDO = {
  title: "Take back a move",
  /** What would go, as in "White’s c3", "Black’s d3 with the reply c3" or "your d3". @param {string} name nobody’s if it is our own @param {string} square @param {readonly string[]} replies */
  option: (name, square, replies) =>
    `${name ? `${name}’s` : "your"} ${square}` +
    (replies.length ? ` with the ${replies.length === 1 ? "reply" : "replies"} ${list(replies)}` : ""),
  /** @param {string} what @param {boolean} apart */
  question: (what, apart) => (apart ? `Ask to take back ${what}?` : `Take back ${what}?`),
  last: (/** @type {string} */ name) => `This is the last undo of ${name} in this game.`,
  lastYours: "This is your last undo in this game.",
  yes: "Take back",
  ask: "Ask",
  none: "There is nothing to take back.",
  friendMissing: "Your friend is not here yet.",
};

// ---------------------------------------------------------------- what happens in a game

/** @param {Position} position */
export const scoreText = ({ score }) => `Black ${score.black}, White ${score.white}.`;

/** An event as a sentence; nothing for those that only keep the books. @param {ToldEvent} event @param {State} game @param {readonly Side[]} mine @param {Side} [asked] who waited for an answer before */
export function eventText(event, game, mine, asked) {
  const by = "by" in event ? event.by : "side" in event ? event.side : null;
  const who = by ? subject(game, by, mine) : "";
  const you = who === "You";
  switch (event.what) {
    case "placed":
      return `${who} played ${event.square} and turned ${list(event.flips)}.`;
    case "passed":
      return you ? "You cannot move and pass." : `${who} cannot move and passes.`;
    case "undo_asked":
      return you ? "You ask to take back a move." : `${who} asks to take back a move.`;
    case "took_back":
      return you ? `You took back ${event.square}.` : `${who} took back ${event.square}.`;
    case "rematch_offered":
      return `${you ? "You offer" : `${who} offers`} another game, ${colours(event.swap)}.`;
    case "greeted":
      return event.sentence;
    case "declined":
      if (by === asked) return you ? "You withdrew the request." : `${who} withdrew the request.`;
      return you ? "You declined." : `${who} declined.`;
    case "seated":
      return you ? `You play ${colour(event.side)}.` : `${who} plays ${colour(event.side)}.`;
    case "rated":
      return ratingText(event, mine);
    case "ended":
      return game.result ? resultSentence(game, game.result, mine) : "";
    case "paused":
      return "The game is paused.";
    case "continued":
      return "The game goes on.";
    case "started":
      return event.beginning === "new" ? "" : "A new game.";
    default:
      return "";
  }
}

/** What a game has made of one's own rating. @param {Extract<ToldEvent, {what: "rated"}> | null | undefined} rated @param {readonly Side[]} mine */
export function ratingText(rated, mine) {
  if (!rated || mine.length !== 1) return "";
  const [before, after] = [rated.before[mine[0]], rated.after[mine[0]]];
  const change = after.points - before.points;
  return `Your rating: ${PLATE.rating(after)} (${change < 0 ? "−" : "+"}${Math.abs(change)}).`;
}

/** @param {boolean | null} [swap] */
const colours = (swap) => (swap ? "colours swapped" : "same colours");

/** Ends in which the discs did not decide who won. */
const GIVEN_UP = ["resigned", "out_of_time", "left"];

/** The end in a few words. @param {State} game @param {ResultState} result @param {readonly Side[]} mine */
export function resultTitle(game, { winner, black, white, reason }, mine) {
  if (!winner) return reason === "called_off" ? "The game was called off" : `A draw, ${black}–${white}`;
  const score = winner === "black" ? `${black}–${white}` : `${white}–${black}`;
  const who = subject(game, winner, mine);
  return `${who} ${who === "You" ? "win" : "wins"}${GIVEN_UP.includes(reason) ? "" : ` ${score}`}`;
}

/** How it ended, as a sentence. @param {State} game @param {ResultState} result @param {readonly Side[]} mine */
export function resultSentence(game, result, mine) {
  const { winner, loser, reason, black, white } = result;
  const lost = loser ? subject(game, loser, mine) : "";
  const have = lost === "You" ? "have" : "has";
  const why =
    {
      resigned: `${lost} resigned.`,
      out_of_time: `${lost} ran out of time.`,
      wiped_out: `${lost} ${have} no discs left.`,
      out_of_discs: `${lost} could move but ${have} no discs in hand.`,
      no_moves: "Neither side can move.",
      board_full: "The board is full.",
      left: `${lost} left the game.`,
      called_off: "It counts for nobody.",
    }[reason] ?? "";
  const title = resultTitle(game, result, mine);
  const counted = winner && GIVEN_UP.includes(reason) ? ` The discs: Black ${black}, White ${white}.` : "";
  return `${title}. ${why}${counted}`.trim();
}

/** Whose turn it is, or what else there is to say in large. @param {Update} update */
export function turnTitle({ state: game, you }) {
  const mine = you.seats;
  if (game.result) return resultTitle(game, game.result, mine);
  const turn = game.turn ?? "black";
  const who = nameOfSeat(game.seats, turn);
  if (game.awaits === "friend") return mine.length ? "Waiting for your friend" : "Waiting for the players";
  if (game.awaits === "continue") return "Paused";
  if (game.awaits === "computer") return `${who} is thinking…`;
  if (game.awaits === "pass" && mine.includes(turn)) return mine.length === 1 ? "You cannot move" : `${who} cannot move`;
  if (mine.includes(turn)) return mine.length === 1 ? "Your move" : `${who} to move`;
  return `${who} to move`;
}

/** Strangers do not wait for each other without end. @param {State} game @param {readonly Side[]} mine @param {number} now by the clock of the server */
function firstMoveText(game, mine, now) {
  // Where a move has days, the clock says it.
  if (!game.first_move_by || !game.turn || !game.clock || game.clock.per_move) return "";
  const left = plural(Math.max(0, Math.ceil((game.first_move_by - now) / 1000)), "second");
  const who = subject(game, game.turn, mine);
  return `${who} ${who === "You" ? "have" : "has"} ${left} for the first move, or the game is called off.`;
}

/** The line under it. @param {Update} update @param {number} [elapsed] milliseconds since it was heard */
export function turnNote({ state: game, you, now }, elapsed = 0) {
  const mine = you.seats;
  const { position, last, passed } = game;
  const open = /** @type {Side[]} */ (["black", "white"]).find((side) => !game.seats[side].joined);
  if (game.result) return resultSentence(game, game.result, mine);
  if (open && mine.length) return "Send your friend the link. The game waits; you may move first if it is your turn.";
  const parts = [];
  if (last) parts.push(`${subject(game, last.by, mine)} played ${last.square} and turned ${list(last.flips)}.`);
  if (passed) parts.push(`${subject(game, passed, mine)} ${subject(game, passed, mine) === "You" ? "pass" : "passes"}.`);
  if (game.awaits === "pass" && game.turn && mine.includes(game.turn)) parts.push("Press Pass to go on.");
  const mayMove = game.turn && mine.includes(game.turn) && game.awaits === "move";
  if (mayMove && game.moves.length) {
    const moves = Object.keys(position.legal).length;
    parts.push(mine.length === 1 ? `You have ${plural(moves, "move")}.` : `${plural(moves, "move")} to choose from.`);
  }
  const first = firstMoveText(game, mine, now + elapsed);
  if (!game.moves.length && mayMove) parts.push(matchMedia("(hover: none)").matches ? "Tap a marked square." : "Choose a marked square, or type one, as in d3.");
  else if (!game.moves.length && !first) parts.push(mine.length ? "The first move is on its way." : "No move yet.");
  if (first) parts.push(first);
  if (!mine.length) parts.push("You are watching.");
  return parts.join(" ");
}

/** What to say aloud when a game is opened. @param {Update} update */
export const welcome = (update) => `${turnTitle(update)}. ${scoreText(update.state.position)} ${turnNote(update)}`;

export const REQUEST = {
  /** @param {State} game @param {readonly Side[]} mine */
  text(game, mine) {
    const open = game.request;
    if (!open) return "";
    const who = subject(game, open.by, mine);
    const you = who === "You";
    if (open.what === "undo") return you ? "You asked to take back a move." : `${who} asks to take back a move.`;
    return `${you ? "You offered" : `${who} offers`} another game, ${colours(open.swap)}.`;
  },
  accept: "Accept",
  decline: "Decline",
  withdraw: "Withdraw",
};

// ---------------------------------------------------------------- tools

export const TOOLS = {
  claim: "Claim the win",
  undo: "Undo",
  hint: "Hint",
  values: "Values",
  share: "Share",
  invite: "Invite",
  resign: "Resign",
  more: "More",
  pass: "Pass",
  pause: "Pause",
  continue: "Continue",
  playOn: "Play on",
  takeOut: "Take out",
  graph: "Graph",
  moves: "Moves",
  titles: {
    undo: "Take back a move (U)",
    hint: "Where to look; again: the best move; again: the line (I)",
    values: "Show what each move is worth (V)",
    share: "Links, pictures and records",
    resign: "Give up this game",
    more: "More to do",
    "play-on": "Play a game from this position",
    "take-out": "Take this variation out",
    graph: "Values along the line on the board",
  },
};

export const STEPS = {
  group: "Step through the game",
  first: "To the start",
  back: "One move back",
  on: "One move on",
  last: "To the newest position",
  /** @param {number} move @param {number} of @param {"live" | "end" | "of"} what */
  at: (move, of, what) => [
    move ? `Move ${move}` : "Start",
    what === "of" ? (of ? `of ${of}` : "") : what === "end" ? "· the end" : move ? "· live" : "",
  ],
};

export const SHEET = {
  title: "Moves",
  pass: (/** @type {Side} */ side) => `${colour(side)} passes`,
  none: "No moves yet.",
  open: "All moves",
};

export const MORE = {
  title: "More",
  newGame: "New game",
  restart: "Start again",
  restartNote: "The same game from the beginning.",
  study: "Study this game",
  moves: "All moves",
  resign: "Resign",
  device: "Play on another device",
  deviceNote: "Opens your own seat elsewhere.",
  rules: "Rules",
  paste: "Open a record",
};

export const SURE = {
  cancel: "Cancel",
  close: "Close",
  resign: "Resign this game?",
  resignYes: "Resign",
  restart: "Start this game again from the beginning?",
  restartYes: "Start again",
};

// ---------------------------------------------------------------- the start

export const START = {
  heading: "Play",
  name: "What should we call you?",
  namePlaceholder: "Your name",
  nameSave: "Save",
  people: ["Play now", "With whoever is here, at your level"],
  turns: (/** @type {number} */ count) => (count === 1 ? "It is your move in a game." : `It is your move in ${count} games.`),
  toTurns: "Your games",
  friend: ["A friend", "By link or code"],
  computer: ["Computer", "Ten levels"],
  two: "Two on this screen",
  learn: "Learn in five minutes",
  unfinished: "You have a game that is not finished.",
  continue: "Go on with it",
};

// ---------------------------------------------------------------- the result

export const RESULT = {
  review: "Review the game",
  again: "Play again",
  swap: "Swap colours",
  share: "Share",
  newGame: "New game",
  newOpponent: "New opponent",
  practise: (/** @type {number} */ cards) => (cards === 1 ? "Practise your mistake" : `Practise your ${cards} mistakes`),
  show: "Show",
  lead: "How it went.",
  looking: "Looking at the game again…",
  count: (/** @type {number} */ black, /** @type {number} */ white) => `Black ${black}, White ${white}`,
  reviewOf: (/** @type {number} */ count) => `Review: ${plural(count, "key moment")}`,
  /** @param {State} game @param {readonly Side[]} mine @param {Moment} moment */
  moment(game, mine, { number, move, side, summary }) {
    const who = subject(game, side, mine);
    return `The biggest moment is move ${number}, ${who === "You" ? "your" : `${who}’s`} ${move}. ${summary}`;
  },
  noMoment: "No move stands out.",
  /** @param {State} game @param {readonly Side[]} mine @param {Side} loser @param {number} move */
  aheadUntil(game, mine, loser, move) {
    const who = subject(game, loser, mine);
    return `${who} ${who === "You" ? "were" : "was"} ahead until move ${move}.`;
  },
  /** @param {State} game @param {readonly Side[]} mine @param {Side} winner */
  aheadThroughout(game, mine, winner) {
    const who = subject(game, winner, mine);
    return `${who} ${who === "You" ? "were" : "was"} never behind.`;
  },
  file: "Results file",
};

// ---------------------------------------------------------------- study

export const STUDY = {
  title: "Study",
  returnToGame: "Back to the game",
  returnKey: "Esc",
  inVariation: "A variation",
  toMove: (/** @type {Side} */ side) => `${colour(side)} to move`,
  over: (/** @type {Position} */ { score }) => `The end: ${score.black}–${score.white}`,
  after: (/** @type {number} */ move, /** @type {string} */ square) => (move ? `after ${move}. ${square}` : "at the start"),
  empty: "Play moves for both sides, step, and ask for values.",
  paste: "Open a record",
  review: "Review this game",
  reviewNote: "What every move was worth, and why.",
  tree: "Moves and variations",
  start: "Start",
  reading: "Looking at every position…",
  given: (/** @type {number} */ black, /** @type {number} */ white) =>
    `Given away: Black ${black.toFixed(1)}, White ${white.toFixed(1)} discs.`,
  graph: "Values along the line; the table below has the same",
  legend: "Up is good for Black, in discs. Bars are what a move gave away: filled Black’s, hatched White’s.",
  table: "As a table",
  head: ["Move", "Played", "Value for Black", "Best", "Loss"],
  region: "Values of the line",
};

export const EXPLORER = {
  title: "Openings",
  head: [
    ["Move", "Press to play it"],
    ["Value", "For Black, in discs"],
    ["Games", "Tournament games that went on with it"],
    ["Share", "Of the games here"],
    ["Black · White", "How those games ended"],
    ["Lines", "How many lines Black and White must know to hold the value"],
    ["Leads to", "The opening"],
  ],
  grade: (/** @type {string} */ grade) => `Trust ${grade}, from A (exact) to F (an estimate)`,
  count: (/** @type {number} */ games) => games.toLocaleString("en").replaceAll(",", "\u202f"),
  games: (/** @type {number} */ games) => `${EXPLORER.count(games)} ${games === 1 ? "game" : "games"}`,
  trust: (/** @type {string} */ low, /** @type {string} */ high, /** @type {string} */ grade, /** @type {{black: number, white: number}} */ lines) =>
    `Between ${low} and ${high} for Black (trust ${grade}). To hold it, Black must know ${plural(lines.black, "line")}, White ${lines.white}.`,
  train: "Train it",
  trainNote: "The coach asks what you play from here, against what people play",
  rest: (/** @type {number} */ moves, /** @type {number} */ games) =>
    `${moves} more ${moves === 1 ? "move" : "moves"}, ${EXPLORER.games(games)}.`,
  ended: (/** @type {number} */ black, /** @type {number} */ drawn) => {
    const percent = (/** @type {number} */ share) => `${Math.round(100 * Math.max(0, share))}%`;
    return `Black won ${percent(black)}, drawn ${percent(drawn)}, White won ${percent(1 - black - drawn)}`;
  },
};

// ---------------------------------------------------------------- values

/** What a move is worth, short enough for a square. @param {number} value @param {string} certainty */
export function valueText(value, certainty) {
  const digits = certainty === "exact" || Math.abs(value) >= 10 ? 0 : 1;
  const text = Math.abs(value).toFixed(digits);
  return (Number(text) === 0 ? "" : value > 0 ? "+" : "−") + text;
}

/** @param {number} value @param {string} certainty @param {Side} side */
export const worth = (value, certainty, side) =>
  `${certainty === "exact" ? "ends" : "about"} ${valueText(value, certainty)} for ${colour(side)}`;

export const VALUES = {
  label: (/** @type {string} */ text, /** @type {Side} */ side, /** @type {boolean} */ best) =>
    `worth ${text} for ${colour(side)}${best ? ", best" : ""}`,
  best: (/** @type {string} */ move, /** @type {string} */ worth) => `Best: ${move}, ${worth}.`,
  along: (/** @type {Side} */ side) => `Values along the game; up is good for ${colour(side)}`,
  at: (/** @type {number} */ ply, /** @type {string} */ value) => `${ply ? `after move ${ply}` : "the start"}${value ? `, ${value}` : ""}`,
  legend: (/** @type {Side} */ side) => `Values are for ${colour(side)}, in discs.`,
};

// ---------------------------------------------------------------- clocks

/** @param {number} ms */
export function clockText(ms) {
  if (ms >= 48 * 3600000) return `${Math.floor(ms / 86400000)} days`;
  if (ms < 20000) return (Math.floor(ms / 100) / 10).toFixed(1);
  const seconds = Math.floor(ms / 1000);
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** As in 5+3. @param {ClockFace} clock */
export const paceText = (clock) => clock.per_move ? `${plural(clock.main_ms / 86400000, "day")} a move` : `${clock.main_ms / 60000}+${clock.increment_ms / 1000}`;

// ---------------------------------------------------------------- the rules in force

/** A line for each rule that is not the usual one. @param {string} rules @returns {[string, string][]} */
export function rulesInForce(rules) {
  /** @type {[string, string][]} */
  const lines = [];
  if (rules.includes("orthogonal"))
    lines.push(["Rows and columns only", "Discs are trapped along rows and columns; diagonals do not count."]);
  if (rules.includes("thirty"))
    lines.push(["Thirty discs each", "Each player has 30 discs; whoever could move but has none left ends the game."]);
  return lines;
}

/** @param {string} undo */
export const undoRule = (undo) =>
  ({
    once: "Each player may take back their own last move once.",
    none: "Moves are not taken back.",
    unlimited: "Moves may be taken back as often as wanted.",
  })[undo] ?? "";

export const FACTS = {
  title: "This game",
  /** @param {ClockFace} clock */
  clock: (clock) => clock.per_move ? ["Over days", `${paceText(clock)}.`] : [`Clock ${paceText(clock)}`, `${plural(clock.main_ms / 60000, "minute")} each${clock.increment_ms ? ` and ${plural(clock.increment_ms / 1000, "second")} a move` : ""}`],
  noClock: ["No clock", "Take your time."],
  standard: ["Standard rules", "Rows, columns and diagonals count."],
  undo: (/** @type {string} */ undo) => [{ once: "One undo each", none: "No undo", unlimited: "Free undo" }[undo] ?? "Undo", undoRule(undo)],
  watching: (/** @type {number} */ count) => `${count} watching`,
  opening: "Opening",
  keys: "Keys",
};

// ---------------------------------------------------------------- keys

export const KEYS = {
  board: "Arrow keys move, Enter plays; or type a square, as in d3.",
  letters: "Press S for the score, M for the legal moves, L for the last move, T for the clocks.",
  table: [
    ["d3", "Play a square by its name"],
    ["Arrows, Enter", "Move on the board, play"],
    ["U  I  V  N", "Undo, hint, values, new game"],
    ["P", "Pause computers that play each other"],
    ["← →", "Step through the game (outside the board)"],
    ["Esc", "In study and review: back to the game from another line"],
    ["↑ ↓  I  R", "In a review: the moments, the better move, try it yourself"],
    ["S  M  L  T", "Hear the score, the legal moves, the last move, the clocks"],
    ["Ctrl+V", "Paste any record to look at it"],
    ["?", "These rules and keys"],
  ],
  short: [
    ["d3", "Play d3"],
    ["I", "Hint"],
    ["U", "Undo"],
    ["V", "Values"],
    ["← →", "Step"],
    ["?", "All keys"],
  ],
};

export const SPOKEN = {
  score: (/** @type {Position} */ position, /** @type {string} */ turn) =>
    `${scoreText(position)} ${position.empties} empty. ${turn}.`,
  legal: (/** @type {string[]} */ moves) => `Legal: ${moves.join(", ") || "none"}.`,
  last: (/** @type {Side} */ by, /** @type {string} */ square, /** @type {readonly string[]} */ flips) =>
    `Last: ${colour(by)} ${square}, turned ${flips.join(", ")}.`,
  noMove: "No move yet.",
  clocks: (/** @type {string} */ black, /** @type {string} */ white) => `Black ${black}, White ${white}.`,
  noClock: "No clock.",
  yourTurn: "Your turn.",
};

export const BETTER = { wouldTurn: "the better move would turn it" };

/** The label of a square. @param {string} name @param {string} disc @param {{flips?: number, last?: boolean, turned?: boolean, value?: string, note?: string}} about */
export function squareLabel(name, disc, { flips, last, turned, value, note }) {
  const parts = [name, disc || "empty"];
  if (flips !== undefined) parts.push("legal", `flips ${flips}`);
  if (last) parts.push("last move");
  else if (turned) parts.push("just flipped");
  if (value) parts.push(value);
  if (note) parts.push(note);
  return parts.join(", ");
}

// ---------------------------------------------------------------- title and notifications

export const TITLE = {
  yourTurn: "Your move",
  lowTime: "Your time is low",
  study: "Study",
  missing: "Not found",
  pair: (/** @type {State} */ { seats }) => `${nameOfSeat(seats, "black")} – ${nameOfSeat(seats, "white")}`,
};

export const ALERTS = {
  yourTurn: "It is your move.",
  lowTime: "You have less than twenty seconds.",
};

// ---------------------------------------------------------------- sharing and what is not there

export const SHARE = {
  invite: "Invite your friend",
  title: "Share",
  lead: "Send this link to your friend, or let them scan the code. It works once; the game waits.",
  inviteLink: "Invite",
  qr: "QR code of the invite",
  local: ["This address is known to this computer only. For friends elsewhere, start the server with ", "--bind 0.0.0.0", " and open the page at the address it shows."],
  watch: "To watch",
  more: "More to share",
  position: "This position and its game",
  study: "To study this position",
  picture: "The position as a picture",
  transcript: "Copy transcript",
  png: "Picture (PNG)",
  svg: "Picture (SVG)",
  ggf: "Record (GGF)",
  sgf: "Record (SGF)",
  results: "Results file",
  copy: "Copy",
  copied: "Copied",
  copyByHand: "Press Ctrl+C",
};

export const MISSING = {
  page: "There is no page at this address",
  pageNote: "The address may have been mistyped, or the page has moved.",
  game: "There is no such game",
  gameNote: "It may have been deleted, or the link is not complete.",
  play: "Play a game",
};

export const SOUND = { on: "Sound is on", off: "Sound is off" };
