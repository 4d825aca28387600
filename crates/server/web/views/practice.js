// Practice: what there is to do, and the drill that is open. Everything about a drill is decided by the server.

import { el } from "../dom.js";
import { explain, warn } from "../notice.js";
import { DrillTable } from "../parts/drill.js";
import { OverviewPage } from "../parts/overview.js";
import { PracticeLine, newGames } from "../practice.js";
import { rememberLearnt } from "../practice-log.js";
import { go, rename } from "../router.js";
import { Failure, ask } from "../server.js";
import { setAbout, setConnection, state } from "../store.js";
import { PRACTICE } from "../strings-practice.js";
import { APP } from "../strings.js";

/** @import {PageView, Place} from "../types/page" */
/** @import {DrillChoice, Side} from "../types/protocol" */

/** The styles of practice, which no other view needs. @type {Promise<void> | null} */
let styled = null;

function style() {
  styled ??= new Promise((resolve) => {
    const href = new URL("../practice.css", import.meta.url).pathname;
    const link = el("link", { rel: "stylesheet", href, onload: () => resolve(), onerror: () => resolve() });
    document.head.append(link);
  });
  return styled;
}

/** @param {HTMLElement} root @param {Place} place @returns {Promise<PageView>} */
export async function show(root, place) {
  await Promise.all([style(), state.about ?? ask("/api/about").then(setAbout)]);
  if (place.params[0] === "openings") return new (await import("./openings.js")).OpeningsView(root, place);
  const drill = drillAt(place);
  return drill ? new DrillView(root, drill) : new HubView(root);
}

/** The drill that an address names; none for the overview. @param {Place} place @returns {DrillChoice | null} */
export function drillAt({ params: [name = ""], hash }) {
  const lesson = /^lesson-(\d+)$/.exec(name);
  if (lesson) return { kind: "lesson", number: Number(lesson[1]), step: Number(hash.get("step")) };
  const level = Number(hash.get("level"));
  switch (name) {
    case "cards":
      return { kind: "practice" };
    case "daily":
      return { kind: "daily" };
    case "puzzles":
      return { kind: "puzzles", ...(hash.get("kind") && { only: hash.get("kind") ?? "" }) };
    case "opening":
      return { kind: "opening", opening: hash.get("opening") ?? "", ...sideOf(hash.get("side")) };
    case "gym":
      return { kind: "gym", empties: Number(hash.get("empties") ?? 12), ...(level && { level }) };
  }
  return null;
}

/** @param {string | null} name @returns {{side?: Side}} */
const sideOf = (name) => (name === "black" || name === "white" ? { side: name } : {});

const connection = (/** @type {boolean} */ connected) => setConnection(connected ? "live" : "lost");

/** Everything there is to do. */
class HubView {
  /** @param {HTMLElement} root */
  constructor(root) {
    document.body.classList.remove("in-game");
    document.title = `${PRACTICE.title} · ${APP.name}`;
    this.page = new OverviewPage({ add: (log) => this.add(log), forget: () => this.line.forget() });
    root.append(this.page.root);
    this.line = new PracticeLine({
      overview: (overview) => this.page.paint(overview),
      learning: (percent) => this.page.learning(this.at, this.of, percent),
      connection,
      refused: warn,
    });
    this.at = this.of = 0;
    void this.learn();
  }

  /** Looks at the games that were finished since the last time. */
  async learn() {
    const games = newGames();
    this.of = games.length;
    let cards = 0;
    let found = 0;
    for (const request of games) {
      this.at++;
      try {
        const learnt = await this.line.learn(request);
        cards += learnt.cards;
        found += learnt.found;
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        // A game that is gone or not over says nothing; any other reason is tried again next time.
        if (!["not_found", "refused", "bad_request"].includes(error.code)) break;
      }
      rememberLearnt(request.game);
    }
    this.page.learnt(this.of ? PRACTICE.learnt(cards, found) : "", this.line.kept);
  }

  /** Adds the lines of a file. @param {string} log */
  async add(log) {
    try {
      const { new: added, of, bad } = await this.line.import(log);
      return of ? PRACTICE.imported(added, of, bad) : PRACTICE.noFile;
    } catch (error) {
      explain(error);
      return "";
    }
  }

  leave() {
    this.line.close();
  }
}

/** One drill. */
class DrillView {
  /** @param {HTMLElement} root @param {DrillChoice} drill */
  constructor(root, drill) {
    document.body.classList.add("in-game");
    this.table = new DrillTable(drill, {
      reply: (reply) => this.line.reply(reply),
      clue: () => this.line.send({ type: "clue" }),
      lessons: () => this.line.overview?.lessons.length ?? 0,
      open: (address) => void go(address),
    });
    root.append(this.table.root);
    this.line = new PracticeLine({
      prompt: (prompt) => {
        this.table.ask(prompt);
        // A lesson goes on where it was, after a reload and after the server was gone.
        if (drill.kind !== "lesson" || prompt.ask.what === "done") return;
        this.line.drill = { ...drill, step: prompt.step };
        rename(`/practice/lesson-${drill.number}${prompt.step ? `#step=${prompt.step}` : ""}`);
      },
      clue: (text) => this.table.clue(text),
      connection: (connected) => {
        connection(connected);
        this.table.connected(connected);
      },
      refused: (sentence) => {
        warn(sentence);
        // An address that names no drill.
        if (this.table.prompt) this.table.refused();
        else void go(this.table.home, null, true);
      },
    });
    this.line.begin(drill);
  }

  /** @param {string} action */
  act(action) {
    return this.table.act(action);
  }
  /** @param {string} square */
  play(square) {
    this.table.play(square);
  }
  /** @param {string} square */
  point(square) {
    this.table.board.pointTo(square);
  }
  leave() {
    this.line.close();
    this.table.leave();
  }
}
