// What the lobby says, and what is said to a player about who they are.

import { colour, plural } from "./strings.js";

/** @import {Clock, LobbyState, Me, Side, Terms} from "./types/protocol" */

/** @param {Clock | null} clock */
function offerClock(clock) {
  if (!clock) return "No clock";
  if (clock.per_move) return `${plural(clock.main_s / 86400, "day")} a move`;
  return `${clock.main_s / 60}+${clock.increment_s}`;
}

export const LOBBY = {
  heading: "Play with people",
  connecting: "Looking who is here…",
  here: (/** @type {LobbyState} */ { here, stopped }) =>
    stopped ? "No offers are taken right now." : here > 1 ? `${here} players are here.` : "Nobody else is here right now. Offers over days wait, even while you are away.",
  me: (/** @type {Me} */ { name, live }) => `${name} · ${live.points}${live.provisional ? "?" : ""}`,
  nobodyYet: "Who are you?",
  now: "Play now",
  time: "Time to think",
  clock: offerClock,
  myGames: "My games",
  finished: "Finished",
  all: "All",
  allOf: (/** @type {number} */ count) => `All ${count}`,
  computers: "Two computers",
  offers: "Open offers",
  watch: "Games to watch",
  make: "Make an offer",
  makeOffer: "Offer the game",
  offerTitle: "Make an offer",
  start: "Start",
  starts: [
    ["standard", "Usual"],
    ["random", "Random, balanced"],
  ],
  colour: "You play",
  colours: [
    ["any", "Either"],
    ["black", "Black"],
    ["white", "White"],
  ],
  rated: "Rated",
  ratedNote: "The result changes the ratings of both players.",
  noGames: "Your games appear here.",
  noOffers: "Nobody waits right now. Make an offer, or play the computer.",
  noPlaying: "No games are being played right now.",
  move: (/** @type {number} */ moves) => `Move ${moves + 1}`,
  left: (/** @type {number} */ ms) => {
    const hours = Math.max(0, ms) / 3600000;
    if (hours >= 48) return `${Math.floor(hours / 24)} days left`;
    if (hours >= 1) return `${plural(Math.floor(hours), "hour")} left`;
    return `${plural(Math.max(1, Math.round(hours * 60)), "minute")} left`;
  },
  turn: "Your move",
  theirTurn: "Waiting",
  yourMove: (/** @type {string} */ name) => `Your move against ${name}.`,
  accept: "Accept",
  acceptOf: (/** @type {string} */ name) => `Accept the offer of ${name}`,
  withdraw: "Withdraw",
  withdrawOffer: "Withdraw your offer",
  own: "Your offer",
  terms: (/** @type {Terms} */ { clock, colour: side, opening, rated }, /** @type {boolean} */ own) => {
    const yours = own ? side : { black: "white", white: "black", any: "any" }[side];
    return [
      yours === "any" ? "" : `You play ${yours === "black" ? "Black" : "White"}`,
      offerClock(clock),
      opening === "random" ? "random opening" : "",
      rated ? "rated" : "",
    ]
      .filter(Boolean)
      .join(" · ");
  },
  waiting: (/** @type {Terms} */ { clock }) => `Waiting for somebody, ${offerClock(clock)}.`,
  posted: "Your offer is open. You need not stay: the game comes to My games when somebody accepts.",
  waitingNote: "Stay here; the game opens by itself.",
  nobody: "Nobody has come so far.",
  computer: (/** @type {number} */ level) => `Play the computer, level ${level}`,
  cancel: "Cancel",
  paired: (/** @type {string} */ name, /** @type {Side} */ side) => `You play ${colour(side)} against ${name}.`,
};

export const GREET = {
  title: "Say something",
  note: "The other player sees it, even if they come back later.",
  report: "Report the other player",
  reportNote: "The person in charge of this server looks at it.",
  mute: "Mute",
  muteNote: "Show no greetings on this device.",
};

export const REPORT = {
  title: "Report the other player",
  note: "The person in charge of this server looks at the game. The other player is not told who reported it.",
  why: "What is wrong?",
  reasons: /** @type {[import("./types/protocol").ReportReason, string][]} */ ([
    ["program", "Seems to be helped by a program"],
    ["stalling", "Lets the time run, or leaves"],
    ["loses_on_purpose", "Loses on purpose"],
    ["name", "Has a name that offends"],
    ["other", "Something else"],
  ]),
  send: "Report",
  sent: "Thank you. The person in charge will look at it.",
};

export const ME = {
  title: "Who you are",
  name: "Your name",
  nameNote: "Others see it. Nobody else here has one that looks the same.",
  save: "Save",
  keepTitle: "Keep these eight words",
  keepNote: "They are your key. With them you are the same player on another device, or here again if this browser forgets you. Whoever has them can play as you.",
  copyWords: "Copy the words",
  device: "Play on another device",
  deviceNote: "Whoever opens this link or photographs this code plays as you: keep it to yourself.",
  deviceCode: "The link as a QR code",
  deviceLink: "Link",
  vacation: "Vacation",
  vacationNote: "Clocks of days stand still while you are away.",
  vacationDays: "Days",
  vacationLeft: (/** @type {number} */ left) => `${plural(left, "day")} left this year.`,
  vacationBegin: "Begin now",
  vacationEnd: "End the vacation",
  vacationEnded: "Welcome back. Your clocks run again.",
  vacationUntil: (/** @type {number} */ until) => `You are on vacation until ${new Date(until).toLocaleDateString()}.`,
  words: "Played here before?",
  wordsNote: "Your eight words bring your name, rating and games back.",
  other: "Be another player",
  wordsInstead: (/** @type {string} */ name) => `Your eight words bring your name, rating and games back. Keep those of ${name} first, if you want to be ${name} again.`,
  bringBack: "Bring me back",
  welcome: (/** @type {string} */ name) => `Welcome back, ${name}.`,
  feeds: "Reminders",
  feedsNote: "A feed reader or a calendar can tell you when it is your move. Keep these addresses to yourself.",
  atom: "Copy the feed",
  calendar: "Copy the calendar",
  forget: "Forget me",
  forgetQuestion: "Delete everything that names you here?",
  forgetYes: "Forget me",
  forgetNote: "Your name, ratings and offers are gone for good. Your finished games stay, without your name.",
};

export const RANKING = {
  title: "Players by strength",
  kinds: [
    ["live", "Live"],
    ["days", "Over days"],
  ],
  kind: "Which games",
  level: (/** @type {number} */ level, /** @type {string} */ name) => `Computer, level ${level} (${name})`,
  fixed: "Fixed rating",
  games: (/** @type {number} */ count) => plural(count, "rated game"),
};

export const ARCHIVE = {
  heading: "My finished games",
  back: "Play with people",
  count: (/** @type {number} */ count, /** @type {number} */ shown) => (count > shown ? `${count} games, the newest ${shown} first.` : `${plural(count, "game")}.`),
  none: "No finished game fits.",
  nobody: "Finished games are kept for players who are known here. Say who you are, and play.",
  whoAmI: "Who are you?",
  opponent: "Opponent",
  opponentNote: "A part of the name; computer for all levels.",
  opening: "Opening",
  result: "Result",
  results: [
    ["", "All"],
    ["won", "Won"],
    ["drawn", "Drawn"],
    ["lost", "Lost"],
    ["void", "Called off"],
  ],
  search: "Search",
  ends: /** @type {Record<string, string>} */ ({ resigned: "by resignation", out_of_time: "on time", left: "the other left" }),
  forgotten: "Somebody",
  with: (/** @type {string} */ name, /** @type {number | null | undefined} */ level) => (level ? `${name}, level ${level}` : name || "Somebody"),
  accuracy: (/** @type {number} */ accuracy) => `${Math.round(accuracy)}% accuracy`,
  meanAccuracy: (/** @type {number} */ accuracy, /** @type {number} */ reviewed) => `${Math.round(accuracy)}% accuracy in ${plural(reviewed, "reviewed game")}`,
  older: "Show older games",
  statistics: "Statistics",
  by: { colours: "By colour", openings: "By opening", opponents: "By opponent" },
  columns: ["", "Won", "Drawn", "Lost", "Score"],
  score: (/** @type {number} */ share) => `${Math.round(share * 100)}%`,
  review: "Review",
  save: "Keep all as a file",
  formats: [
    ["ggf", "GGF"],
    ["sgf", "SGF"],
    ["wthor", "WTHOR"],
  ],
};
