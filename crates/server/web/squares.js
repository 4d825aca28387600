// Names of squares, and the usual start.

/** @import {Position} from "./types/protocol" */

const FILES = "abcdefgh";

/** @param {number} index */
export const nameOf = (index) => FILES[index % 8] + (Math.floor(index / 8) + 1);
/** @param {string} name */
export const indexOf = (name) => FILES.indexOf(name[0]) + 8 * (Number(name[1]) - 1);

export const START = "---------------------------OX------XO---------------------------";

/** The usual start as the server tells it; it is the same under all rules but for the discs in hand. @param {string} rules @returns {Position} */
export const startPosition = (rules) => ({
  board: START,
  turn: "black",
  rules,
  discs_left: rules.includes("thirty") ? { black: 30, white: 30 } : null,
  score: { black: 2, white: 2 },
  empties: 60,
  legal: { d3: ["d4"], c4: ["d4"], f5: ["e5"], e6: ["e5"] },
  must_pass: false,
  over: false,
});
