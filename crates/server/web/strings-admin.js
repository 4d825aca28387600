// What the page says to the person in charge of a server.

import { plural } from "./strings.js";
import { REPORT } from "./strings-people.js";

/** @import {AdminPerson, MyGame, PastRound, Report} from "./types/protocol" */

/** @param {number} ms */
const day = (ms) => new Date(ms).toLocaleDateString();

export const ADMIN = {
  heading: "In charge of this server",
  lead: "The server printed a token when it started. It opens this page, and only this tab keeps it.",
  token: "Token",
  enter: "Open",
  leave: "Sign out",
  note: (/** @type {number} */ people, /** @type {number} */ reports) => `${plural(people, "player")} known, ${reports ? plural(reports, "report") : "no reports"} to look at.`,
  refresh: "Look again",
  cancelled: "Nothing was changed.",

  reports: "Reports",
  noReports: "Nobody has reported anything.",
  report: (/** @type {Report} */ { by, against }) => `${by} reports ${against}`,
  reason: (/** @type {Report} */ { reason, at, round, over }) =>
    [REPORT.reasons.find(([name]) => name === reason)?.[1] ?? reason, `game ${round}${over ? "" : ", still on"}`, day(at)].join(" · "),
  look: "Look",
  close: "Dismiss",
  closeQuestion: (/** @type {Report} */ { against }) => `Dismiss this report on ${against}?`,
  closeNote: "It leaves the list. Nothing happens to anybody.",
  closed: "The report is dismissed.",

  people: "Players",
  find: "Find a player",
  noPeople: "Nobody is called that.",
  person: (/** @type {AdminPerson} */ { live, days, seen, banned }) =>
    [banned ? "banned" : "", `${live.points} live (${live.games})`, `${days.points} over days (${days.games})`, `seen ${day(seen)}`].filter(Boolean).join(" · "),
  games: "Games",
  gamesOf: (/** @type {string} */ name) => `Games of ${name}`,
  noGames: "There are none.",
  going: "Going on",
  over: "Over",
  rename: "Rename",
  renameOf: (/** @type {string} */ name) => `Rename ${name}`,
  newName: "New name",
  renameNote: "Everybody sees the new name at once, in all games that begin from now on.",
  renamed: (/** @type {string} */ name, /** @type {string} */ to) => `${name} is now called ${to}.`,
  ban: "Ban",
  banQuestion: (/** @type {string} */ name) => `Ban ${name}?`,
  banNote: "Their offers end, their games are given up, and they are paired with nobody until you let them play again.",
  banned: (/** @type {string} */ name) => `${name} may not play with others any more.`,
  unban: "Let play",
  unbanQuestion: (/** @type {string} */ name) => `Let ${name} play again?`,
  unbanNote: "Games that were given up stay so.",
  unbanned: (/** @type {string} */ name) => `${name} may play again.`,

  game: (/** @type {MyGame | PastRound} */ { opponent, moves }) => `Against ${opponent.name || "somebody"}, ${plural(moves, "move")}`,
  end: "End",
  endQuestion: "Call this game off?",
  endNote: "It ends now and counts for nobody.",
  ended: "The game is called off.",
  void: "Strike out",
  voidQuestion: "Strike this game out?",
  voidNote: "It counts for nobody, and all ratings are made anew without it.",
  voided: "The game is struck out, and the ratings are made anew.",
  isVoid: "Counts for nobody",

  offers: "Offers",
  taken: "Offers are taken.",
  stopped: "No offers are taken.",
  stop: "Stop offers",
  stopQuestion: "Take no more offers?",
  stopNote: "Games that go on are not touched. Offers are taken again when you say so, or when the server starts again.",
  stopDone: "No offers are taken from now on.",
  resume: "Take offers again",
  resumeQuestion: "Take offers again?",
  resumeDone: "Offers are taken again.",

  export: "All finished games",
  exportNote: "Of players who are known here, as a file.",
};
