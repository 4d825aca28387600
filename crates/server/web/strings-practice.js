// The words of practice.

/** @import {DrillChoice, OpeningProgress, Side} from "./types/protocol" */

/** @param {number} count @param {string} one @param {string} [many] */
const plural = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

export const PRACTICE = {
  title: "Practise",
  heading: "Practise",
  note: "A few minutes a day: your own mistakes, puzzles, endings, openings and lessons.",
  tooLarge: "What this browser keeps of practice has become too large for the server. Save it as a file, and begin anew.",
  full: "Too many people practise here right now. It goes on by itself.",
  notKept: "This browser keeps nothing: save your practice as a file before you close the page.",
  // The cards of the overview.
  mistakes: "Your mistakes",
  /** @param {number} due @param {number} fresh @param {number | null} days @param {number} learning */
  due: (due, fresh, days, learning) =>
    due + fresh > 0
      ? [due && `${plural(due, "card")} due`, fresh && `${plural(fresh, "new card")}`].filter(Boolean).join(", ")
      : learning > 0
        ? `Nothing due.${days ? ` Next card ${days === 1 ? "tomorrow" : `in ${days} days`}.` : ""}`
        : "No cards yet",
  noCards: "Finish a game here: its mistakes become cards, and come again until you know them.",
  /** @param {number} learning @param {number} known */
  cards: (learning, known) => `${learning} to learn, ${known} known. A sitting lasts ten minutes.`,
  sit: "Practise",
  play: "Play a game",
  /** @param {number} n @param {number} of @param {number} percent */
  learning: (n, of, percent) => (of > 1 ? `Looking at game ${n} of ${of} that you played: ${percent}%` : `Looking at the game that you played: ${percent}%`),
  /** @param {number} cards @param {number} found */
  learnt: (cards, found) =>
    [cards ? `${plural(cards, "new card")} from your games.` : "No new cards from your games.", found ? `${plural(found, "card")} you played right: known now.` : ""]
      .filter(Boolean)
      .join(" "),
  week: "Tasks done this week",
  days: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
  /** @param {readonly number[]} week */
  weekOf: (week) => `Tasks done this week: ${week.flatMap((count, at) => (count ? [`${PRACTICE.days[at]} ${count}`] : [])).join(", ")}`,
  daily: "Puzzle of the day",
  dailyNote: "The same for everybody.",
  dailyDone: "Done. Tomorrow there is another.",
  solve: "Solve it",
  see: "Look at it again",
  puzzles: "Puzzles",
  /** @param {number} rating @param {number} answered */
  rating: (rating, answered) => (answered ? `Your rating: ${rating}, after ${plural(answered, "puzzle")}.` : "They get harder as you get better."),
  kind: "Kind",
  /** @type {Record<string, string>} */
  kinds: {
    "": "All kinds",
    win: "One move wins",
    most: "Most discs",
    midgame: "Best move in the midgame",
    punish: "Punish a mistake",
    wrong: "Which is wrong?",
    why: "Why is it wrong?",
  },
  gym: "Endgame gym",
  gymNote: "Even endings: give nothing away.",
  /** @param {number} played @param {number} lost @param {number} streak */
  gymDone: (played, lost, streak) => `${plural(played, "ending")}, ${lost.toFixed(1)} discs lost in each. In a row without losing a result: ${streak}.`,
  empties: "Empty squares",
  against: "Against",
  solver: "Best play",
  /** @param {number} level @param {string} name */
  level: (level, name) => `Level ${level}${name ? `, ${name}` : ""}`,
  begin: "Begin",
  lessons: "Lessons",
  /** @param {number} done @param {number} of */
  lessonsDone: (done, of) => `${done} of ${of} done`,
  done: "done",
  costs: "Your last games",
  /** @param {number} games */
  costsOf: (games) => (games === 1 ? "Discs lost in your last game" : `Discs lost per game, in your last ${games} games`),
  noCosts: "After your first reviewed game this tells what costs you most, and which lesson helps.",
  phases: ["Opening", "Midgame", "Last twenty squares"],
  colours: { black: "With Black", white: "With White" },
  times: (/** @type {number} */ count) => (count === 1 ? "once" : `${count} times`),
  accuracy: "Accuracy, the newest game at the right",
  accuracyOf: (/** @type {readonly number[]} */ all) => `Accuracy of your last games: ${all.map((one) => Math.round(one)).join(", ")}`,
  lesson: (/** @type {number} */ number) => `Lesson ${number}`,
  file: "Your practice is kept in this browser.",
  fileOfPlayer: "Your practice is kept in this browser and with your name: your other devices go on with it.",
  export: "Save as a file",
  import: "Add a file",
  clear: "Forget it all",
  sureClear: "Forget all cards, ratings and lessons of this browser?",
  clearOfPlayer: "What is kept with your name is forgotten, too. Another device that still has it brings it back: forget it there as well.",
  clearYes: "Forget",
  fileName: "outflank-practice.jsonl",
  /** @param {number} added @param {number} of @param {number} bad */
  imported: (added, of, bad) => `${added} of ${plural(of, "line")} ${added === 1 ? "is" : "are"} new and added.${bad ? ` ${plural(bad, "line")} could not be read.` : ""}`,
  noFile: "This is no file of practice.",
};

export const OPENINGS = {
  title: "Openings",
  note: "Play an opening against what people play in tournaments. What you miss is shown with what punishes it, and comes again.",
  choose: "Choose an opening",
  find: "Name or moves",
  side: "You play",
  sides: { black: "Black", white: "White" },
  /** @param {number} due @param {number} answers */
  due: (due, answers) => (due ? `${plural(due, "position")} due` : answers ? "Nothing due" : "Not begun"),
  dueNow: "Due now",
  /** @param {number} due @param {Side} side */
  repeat: (due, side) => `Repeat ${plural(due, "position")} with ${OPENINGS.sides[side]}`,
  /** @param {OpeningProgress} progress */
  known: ({ known, due }) => (due ? `${known} known, ${due} due` : `${known} known`),
  /** @param {number} known @param {number} right @param {number} answers */
  answers: (known, right, answers) => `${known} known, ${right} of ${plural(answers, "answer")} right.`,
  firstMoves: "From the start of the game",
  /** @param {string} moves */
  these: (moves) => `These moves: ${moves}`,
  /** @param {string} aliases */
  also: (aliases) => `also ${aliases}`,
  /** @param {number} share */
  share: (share) => (share >= 0.005 ? `${Math.round(100 * share)}% of games` : ""),
  /** @param {number} found @param {number} of */
  count: (found, of) => (found === of ? `${of} openings, those that people play most first` : `${found} of ${of} openings`),
};

export const DRILL = {
  /** What a drill is called in the bar. @param {DrillChoice} drill */
  title: (drill) =>
    ({ practice: "Your mistakes", daily: "Puzzle of the day", puzzles: "Puzzles", gym: "Endgame gym", lesson: "Lesson", opening: "Openings" })[drill.kind],
  back: "All of practice",
  clue: "Clue",
  show: "Show answer",
  skip: "Skip",
  next: "Next",
  /** @type {Record<string, string>} */
  nextOf: { practice: "Next card", puzzle: "Next puzzle", gym: "Next ending", lesson: "Go on", coach: "Go on" },
  leave: "Finish",
  nextLesson: "Next lesson",
  noClue: "There is no clue here.",
  right: "right",
  wrong: "wrong",
  answer: "the answer",
  /** @param {boolean[]} done @param {number} left */
  ladder: (done, left) => `${done.filter(Boolean).length} of ${done.length} right so far${left > 1 ? `, ${left} to go` : ""}`,
  lines: "Lines to look at",
  /** @type {Record<string, string>} */
  line: { yours: "Yours", best: "Best", game: "Game" },
  /** @param {string} name @param {number} at @param {number} of */
  inLine: (name, at, of) => `${name}, move ${at} of ${of}`,
  backToTask: "Back to the position",
  /** @param {string} square */
  notThere: (square) => `${square} is not among the moves.`,
  choose: "Choose a sentence.",
  goOn: "Press Next to go on.",
  wait: "The computer thinks.",
  ended: "This is over.",
};
