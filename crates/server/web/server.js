// Speaks with the server: requests, streams, and the socket of one game.

import { MESSAGES } from "./strings.js";

/** @import {Action, Command, Hello, Presence, ServerMessage, Update} from "./types/protocol" */

/** Something the server would not or could not do, as a sentence for people. */
export class Failure extends Error {
  /** @param {string} sentence @param {string} code */
  constructor(sentence, code) {
    super(sentence);
    this.code = code;
  }
}

/**
 * Asks for JSON; with a body it is a POST.
 * @param {string} path @param {object} [body] @param {string} [key] of the player who asks @returns {Promise<any>}
 */
export async function ask(path, body, key) {
  return (await request(path, body, undefined, { key })).json();
}

/**
 * Asks for a stream of JSON lines; with a body it is a POST.
 * @param {string} path @param {object | undefined} body @param {AbortSignal} signal @returns {AsyncGenerator<any>}
 */
export async function* stream(path, body, signal) {
  const response = await request(path, body, signal);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = reader ? await reader.read() : { value: "", done: true };
    const lines = (rest + (value ?? "")).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (!line) continue;
      const part = JSON.parse(line);
      // What was cut short says why, in place of an end.
      if (part.type === "stopped") throw new Failure(part.sentence, part.type);
      yield part;
    }
    if (done) return;
  }
}

/**
 * @param {string} path @param {object} [body] @param {AbortSignal} [signal]
 * @param {{method?: string, key?: string}} [more] another method, and the key of the player who asks
 */
export async function request(path, body, signal, { method, key } = {}) {
  const headers = {
    ...(body && { "content-type": "application/json" }),
    ...(key && { authorization: `Bearer ${key}` }),
  };
  const init = { method: method ?? (body ? "POST" : "GET"), headers, body: body && JSON.stringify(body) };
  let response;
  try {
    response = await fetch(path, { ...init, signal });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Failure(MESSAGES.unreachable, "unreachable");
  }
  if (response.ok) return response;
  const said = await response.json().catch(() => ({}));
  throw new Failure(said.sentence ?? MESSAGES.answered(response.status), said.code ?? "");
}

/** Random text that nobody guesses. @param {number} [bytes] */
export function secret(bytes = 16) {
  const random = crypto.getRandomValues(new Uint8Array(bytes));
  return btoa(String.fromCharCode(...random))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=/g, "");
}

const SLOWEST_RETRY = 8000;
const PING_AFTER = 20000;
const DEAD_AFTER = 45000;

/** The socket of one game. It comes back by itself and sends again what was not answered. */
export class Line {
  /**
   * @param {string} game @param {string} token
   * @param {{update(u: Update, first: boolean): void, presence(p: Presence): void, connection(c: "connecting" | "live" | "lost"): void, lost(sentence: string, code: string): void}} listener
   */
  constructor(game, token, listener) {
    this.game = game;
    this.token = token;
    this.listener = listener;
    this.seq = 0;
    /** @type {Map<string, {text: string, resolve: () => void, reject: (f: Failure) => void}>} */
    this.unanswered = new Map();
    this.retry = 250;
    this.closed = false;
    this.heard = 0;
    // A device that slept has a socket that looks alive and is not.
    this.wake = () => {
      if (document.visibilityState === "hidden") return;
      if (performance.now() - this.heard > PING_AFTER) this.renew();
      else this.connect();
    };
    addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
    this.pulse = setInterval(() => this.beat(), 5000);
    this.connect();
  }

  connect() {
    if (this.closed || (this.socket && this.socket.readyState < WebSocket.CLOSING)) return;
    clearTimeout(this.timer);
    this.listener.connection("connecting");
    const address = new URL(`/api/games/${this.game}/socket`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    this.socket = socket;
    this.heard = performance.now();
    socket.onopen = () => {
      /** @type {Hello} */
      const hello = { token: this.token || undefined, have: this.seq };
      socket.send(JSON.stringify({ type: "hello", ...hello }));
    };
    socket.onmessage = (event) => this.hear(JSON.parse(event.data));
    socket.onclose = (event) => this.socket === socket && this.ended(event.code);
  }

  /** @param {ServerMessage} message */
  hear(message) {
    this.heard = performance.now();
    switch (message.type) {
      case "welcome":
        this.retry = 250;
        this.listener.connection("live");
        for (const { text } of this.unanswered.values()) this.socket?.send(text);
      // A welcome is an update, too.
      case "update":
        this.seq = message.seq;
        return this.listener.update(message, message.type === "welcome");
      case "presence":
        return this.listener.presence(message);
      case "done":
        this.unanswered.get(message.id)?.resolve();
        return this.unanswered.delete(message.id);
      case "refused":
        this.unanswered.get(message.id)?.reject(new Failure(message.sentence, message.code));
        return this.unanswered.delete(message.id);
    }
  }

  /** @param {number} code */
  async ended(code) {
    if (this.closed) return;
    if (code === 4403) return this.listener.lost(MESSAGES.wrongSeat, "forbidden");
    // Of a game that was never seen it is not known yet whether the connection is to blame.
    if (this.seq) this.listener.connection("lost");
    if (this.seq === 0 || code === 4404) {
      // A socket cannot say why it was refused; a request can.
      try {
        await ask(`/api/games/${this.game}`);
      } catch (error) {
        if (error instanceof Failure && error.code === "not_found") {
          this.close();
          return this.listener.lost(MESSAGES.noGame, error.code);
        }
      }
      if (this.closed) return;
      this.listener.connection("lost");
    }
    this.timer = setTimeout(() => this.connect(), this.retry * (0.7 + 0.6 * Math.random()));
    this.retry = Math.min(this.retry * 2, SLOWEST_RETRY);
  }

  beat() {
    const silence = performance.now() - this.heard;
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    if (silence > DEAD_AFTER) this.renew();
    else if (silence > PING_AFTER) this.socket.send('{"type":"ping"}');
  }

  /** Gives up a socket without waiting for the other side to agree. */
  renew() {
    const old = this.socket;
    this.socket = undefined;
    old?.close();
    void this.ended(1006);
  }

  /**
   * Sends a command; settles when the server has stored or refused it.
   * @param {Action} what @param {Partial<Command>} [fields] @returns {Promise<void>}
   */
  send(what, fields) {
    const id = secret(12);
    const text = JSON.stringify({ type: "command", id, do: what, ...fields });
    return new Promise((resolve, reject) => {
      this.unanswered.set(id, { text, resolve, reject });
      if (this.socket?.readyState === WebSocket.OPEN && this.seq > 0) this.socket.send(text);
    });
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    clearInterval(this.pulse);
    removeEventListener("online", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    this.socket?.close(1000);
  }
}
