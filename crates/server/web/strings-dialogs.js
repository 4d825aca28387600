// The words of the dialogs, which are loaded when one is opened.

import { colour } from "./strings.js";

/** @import {Clock, Side} from "./types/protocol" */

export const NEW_GAME = {
  title: "New game",
  who: "Who plays?",
  whoChoices: [
    ["computer", "You and the computer"],
    ["friend", "You and a friend, by link"],
    ["screen", "Two people on this device"],
    ["watch", "Two computers"],
  ],
  colour: "Your colour",
  colourChoices: (/** @type {Side} */ first) => [
    ...(/** @type {const} */ (["black", "white"]).map((side) => [side, side === first ? `${colour(side)}, moves first` : colour(side)])),
    ["random", "Random"],
  ],
  level: "Level",
  levelGroups: [
    ["easy", "Easy"],
    ["medium", "Medium"],
    ["hard", "Hard"],
    ["auto", "Adapts"],
  ],
  exact: "Exact level",
  levelOf: (/** @type {Side} */ side) => `Level of ${colour(side)}`,
  levelOption: (/** @type {{number: number, name: string}} */ { number, name }) => `${number} · ${name}`,
  adapts: "A little stronger after a game you win, weaker after one you lose.",
  adaptsFrom: (/** @type {number} */ games) =>
    `Follows from your last ${games === 1 ? "game" : `${games} games`} at this setting, and from the next.`,
  yourName: "Your name",
  nameOf: (/** @type {Side} */ side) => `Name of ${colour(side)}`,
  more: "Rules, clock, start position",
  rules: "Rules",
  orthogonal: "Rows and columns only",
  thirty: "Thirty discs each",
  confirmPass: "Players press Pass themselves",
  confirmPassNote: "Otherwise a player who cannot move passes at once.",
  undo: "Taking back",
  undoChoices: [
    ["once", "Once for each player"],
    ["none", "Not at all"],
    ["unlimited", "As often as wanted"],
  ],
  clock: "Clock",
  noClock: "No clock",
  clockOption: (/** @type {Clock} */ { main_s, increment_s }) => {
    const minutes = main_s === 60 ? "1 minute" : `${main_s / 60} minutes`;
    return increment_s ? `${minutes} + ${increment_s} s a move` : minutes;
  },
  opening: "Opening",
  noOpening: "From the first move",
  openingOption: (/** @type {{name: string, moves: string}} */ { name, moves }) => `${name} · ${moves}`,
  book: "The computer uses its opening book",
  bookNote: "From level 3 on. Without it, it thinks for itself from the first move.",
  start: "Start position",
  startNote: "Moves, a board, or any record; the game starts where it ends. Empty: the usual start.",
  play: "Play",
  make: "Make the game",
};

export const JOIN = {
  title: (/** @type {string} */ host) => (host ? `${host} invites you to a game` : "You are invited to a game"),
  name: "Your name",
  play: "Play",
  watch: "Watch",
  you: (/** @type {Side} */ side) => `You play ${colour(side)}.`,
  taken: "Someone else has taken this seat. You can watch the game.",
  takenTitle: "This seat is taken",
};

export const DEVICE = {
  title: "Play on another device",
  lead: "Whoever opens this link plays in your place. Do not send it to anybody else.",
  link: "Your own seat",
  qr: "QR code of your own seat",
};

export const SETTINGS = {
  title: "Settings",
  theme: "Theme",
  themes: [
    ["auto", "Like the device"],
    ["light", "Light"],
    ["dark", "Dark"],
  ],
  contrast: "Contrast",
  contrasts: [
    ["auto", "Like the device"],
    ["more", "High"],
  ],
  board: "Board",
  boards: [
    ["green", "Green"],
    ["blue", "Blue"],
    ["wood", "Wood"],
    ["slate", "Slate"],
  ],
  marks: "Mark legal squares",
  confirm: "Tap twice to play",
  confirmNote: "The first tap shows what would flip.",
  sound: "Sounds",
  notify: "Notifications",
  notifyNote: "When it is your move, somebody comes or asks, and the tab is hidden.",
  notifyDenied: "This browser does not allow notifications here.",
  keys: "Shortcuts of one letter",
  keysNote: "U undo, I hint, V values, N new game; S score, M moves, L last move, T clocks. Off: only squares, typed on the board.",
  levelOf: (/** @type {string} */ name) => `Level of ${name}`,
  adapts: "Adapts to you",
  yourName: "Your name in this game",
  nameOf: (/** @type {Side} */ side) => `Name of ${colour(side)}`,
};

export const RULES = {
  title: "The rules",
  keys: "Keys",
  inForce: "In this game",
  again: "Show again",
  diagram: "One move: Black plays f4. The white discs d4 and e4 stand between it and the black disc c4, so they turn black.",
  caption: "Black plays f4: d4 and e4 are trapped between two black discs and turn black.",
};

export const PASTE = {
  title: "Study a record",
  lead: "Paste a transcript, a drawn board, or a GGF, SGF, OBF or JSON record. Leave it empty to start from an empty game.",
  record: "Record",
  file: "Or a file",
  which: (/** @type {number} */ count) => `Which of the ${count} games?`,
  show: "Show",
};
