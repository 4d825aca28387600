// The socket of practice: it brings along what this browser keeps, and keeps what the server says.

import { games, readKey } from "./memory.js";
import { addLines, handOver, learntGames, readLog, rememberLearnt } from "./practice-log.js";
import { Failure } from "./server.js";
import { PRACTICE } from "./strings-practice.js";

/** @import {DrillChoice, DrillPrompt, DrillReply, LearnRequest, OpeningState, Overview, PracticeMessage, PracticeRequest} from "./types/protocol" */

const SLOWEST_RETRY = 8000;
const PING_EVERY = 15000;
/** The server says by this code that the log is too large, and by this one that it has no room. */
const TOO_LARGE = 1009;
const FULL = 1013;

/**
 * @typedef {object} Listener
 * @property {(overview: Overview) => void} [overview]
 * @property {(prompt: DrillPrompt) => void} [prompt]
 * @property {(text: string | null) => void} [clue]
 * @property {(percent: number) => void} [learning]
 * @property {(connected: boolean) => void} [connection]
 * @property {(sentence: string) => void} [refused]
 */

export class PracticeLine {
  /** @param {Listener} listener */
  constructor(listener) {
    this.listener = listener;
    this.closed = false;
    /** Whether the server has the log. */
    this.ready = false;
    this.retry = 250;
    /** The drill that is open. @type {DrillChoice | null} */
    this.drill = null;
    /** What there was to do when no drill was open. @type {Overview | null} */
    this.overview = null;
    /** Who waits for the end of a game's review, or of an import. @type {{text: string, until: string, resolve: (message: any) => void, reject: (failure: Failure) => void} | null} */
    this.waiting = null;
    /** Whether everything was kept so far. */
    this.kept = true;
    /** The key of the player with whom the server keeps the lines, too; nothing if it does not. */
    this.player = "";
    /** Lines are kept one after the other, and before the prompt that follows from them is shown. @type {Promise<unknown>} */
    this.order = Promise.resolve();
    this.pulse = setInterval(() => this.send({ type: "ping" }), PING_EVERY);
    this.connect();
  }

  connect() {
    if (this.closed) return;
    this.ready = false;
    const address = new URL("/api/practice/socket", location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    this.socket = socket;
    socket.onopen = async () => {
      // What is still being kept belongs to it.
      await this.order;
      const key = readKey();
      const log = await readLog(key);
      if (socket.readyState !== WebSocket.OPEN || this.socket !== socket) return;
      this.player = key;
      socket.send(JSON.stringify({ type: "hello", log, ...(key && { key }) }));
      this.ready = true;
      if (this.drill) this.send({ type: "begin", drill: this.drill });
      if (this.waiting) socket.send(this.waiting.text);
    };
    socket.onmessage = (event) => {
      const message = JSON.parse(event.data);
      this.order = this.order.then(() => this.hear(message));
    };
    socket.onclose = (event) => this.socket === socket && this.ended(event.code);
  }

  /** @param {PracticeMessage} message */
  async hear(message) {
    const { listener } = this;
    if (this.closed && message.type !== "keep") return;
    if (message.type === this.waiting?.until) {
      this.waiting.resolve(message);
      this.waiting = null;
    }
    switch (message.type) {
      case "overview":
        this.retry = 250;
        this.overview = message;
        if (!message.with_player) this.player = "";
        else await handOver("", this.player);
        listener.connection?.(true);
        // One that was on its way when a drill was begun.
        if (!this.drill) listener.overview?.(message);
        return;
      case "prompt":
        if (this.drill) listener.prompt?.(message);
        return;
      case "clue":
        return listener.clue?.(message.text);
      case "keep":
        this.kept = (await addLines(message.lines, this.player)) && this.kept;
        return;
      case "learning":
        return listener.learning?.(message.percent);
      case "refused":
        if (this.waiting) {
          this.waiting.reject(new Failure(message.sentence, message.code));
          this.waiting = null;
        } else listener.refused?.(message.sentence);
    }
  }

  /** @param {number} code */
  ended(code) {
    if (this.closed) return;
    this.listener.connection?.(false);
    if (code === TOO_LARGE) {
      this.close();
      return this.listener.refused?.(PRACTICE.tooLarge);
    }
    if (code === FULL) this.listener.refused?.(PRACTICE.full);
    this.timer = setTimeout(() => this.connect(), this.retry * (0.7 + 0.6 * Math.random()));
    this.retry = Math.min(this.retry * 2, SLOWEST_RETRY);
  }

  /** @param {PracticeRequest} request */
  send(request) {
    if (this.ready && this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(request));
  }

  /** @param {DrillChoice} drill */
  begin(drill) {
    this.drill = drill;
    this.send({ type: "begin", drill });
  }

  /** @param {DrillReply} reply */
  reply(reply) {
    this.send({ type: "reply", reply });
  }

  leave() {
    this.drill = null;
    this.send({ type: "leave" });
  }

  /** Sends something that takes a while. @param {PracticeRequest} request @param {string} until @returns {Promise<any>} */
  ask(request, until) {
    const text = JSON.stringify(request);
    return new Promise((resolve, reject) => {
      this.waiting = { text, until, resolve, reject };
      // Before the server has the log, the request waits for it.
      this.send(request);
    });
  }

  /** Makes cards of a game. @param {LearnRequest} request @returns {Promise<{cards: number, found: number, known: boolean}>} */
  learn(request) {
    return this.ask({ type: "learn", ...request }, "learnt");
  }

  /** The openings that can be trained. @returns {Promise<{openings: OpeningState[]}>} */
  openings() {
    return this.ask({ type: "openings" }, "openings");
  }

  /** Adds lines of another device. @param {string} log @returns {Promise<{new: number, of: number, bad: number}>} */
  import(log) {
    return this.ask({ type: "import", log }, "imported");
  }

  /** Forgets everything that the server has. @returns {Promise<unknown>} */
  forget() {
    return this.ask({ type: "forget" }, "forgotten");
  }

  close() {
    this.closed = true;
    clearInterval(this.pulse);
    clearTimeout(this.timer);
    this.socket?.close();
  }
}

/** Makes cards of one game and closes the line again. @param {LearnRequest} request */
export async function learn(request) {
  const line = new PracticeLine({});
  try {
    const learnt = await line.learn(request);
    if (request.game) rememberLearnt(request.game);
    return learnt;
  } finally {
    line.close();
  }
}

/** So many games are looked at when practice is opened: those played since the last time, mostly. */
const MOST_GAMES = 10;

/** Finished games of this browser with one own side that were not looked at yet, the oldest first. @returns {{game: string, side: import("./types/protocol").Side}[]} */
export function newGames() {
  const learnt = new Set(learntGames());
  return Object.entries(games())
    .filter(([game, { open, seats }]) => !open && seats?.length === 1 && !learnt.has(game))
    .sort(([, a], [, b]) => a.at - b.at)
    .slice(-MOST_GAMES)
    .map(([game, { seats }]) => ({ game, side: seats?.[0] ?? "black" }));
}
