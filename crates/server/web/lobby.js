// The socket of the lobby. It comes back by itself, and everything it tells is whole, so nothing is ever missing.

import { Failure, secret } from "./server.js";

/** @import {LobbyAction, LobbyMessage, LobbyState, Me, MyGame, Paired, Terms} from "./types/protocol" */

const SLOWEST_RETRY = 8000;
const PING_EVERY = 15000;

/**
 * @typedef {object} Listener
 * @property {(welcome: {lobby: LobbyState, you: Me | null, mine: string[], games: MyGame[]}) => void} welcome
 * @property {(lobby: LobbyState) => void} lobby
 * @property {(game: MyGame) => void} game
 * @property {(paired: Paired) => void} paired
 * @property {(offer: string) => void} gone
 * @property {(offer: string, level: number) => void} computer
 * @property {(connected: boolean) => void} connection
 * @property {(sentence: string) => void} refused the key is not known here
 */

export class LobbyLine {
  /** @param {string} key @param {Listener} listener */
  constructor(key, listener) {
    this.key = key;
    this.listener = listener;
    this.closed = false;
    this.retry = 250;
    /** @type {Map<string, {text: string, resolve: (done: {offer?: string | null, game?: string | null}) => void, reject: (failure: Failure) => void}>} */
    this.unanswered = new Map();
    this.pulse = setInterval(() => this.socket?.readyState === WebSocket.OPEN && this.socket.send('{"type":"ping"}'), PING_EVERY);
    this.connect();
  }

  connect() {
    if (this.closed) return;
    const address = new URL("/api/lobby/socket", location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    this.socket = socket;
    socket.onopen = () => socket.send(JSON.stringify({ type: "hello", ...(this.key && { key: this.key }) }));
    socket.onmessage = (event) => this.hear(JSON.parse(event.data));
    socket.onclose = (event) => this.ended(event.code);
  }

  /** @param {LobbyMessage} message */
  hear(message) {
    switch (message.type) {
      case "welcome":
        this.retry = 250;
        this.listener.connection(true);
        this.listener.welcome(message);
        for (const { text } of this.unanswered.values()) this.socket?.send(text);
        return;
      case "lobby":
        return this.listener.lobby(message);
      case "game":
        return this.listener.game(message);
      case "paired":
        return this.listener.paired(message);
      case "gone":
        return this.listener.gone(message.offer);
      case "computer":
        return this.listener.computer(message.offer, message.level);
      case "done":
        this.unanswered.get(message.id)?.resolve(message);
        return this.unanswered.delete(message.id);
      case "refused":
        this.unanswered.get(message.id)?.reject(new Failure(message.sentence, message.code));
        return this.unanswered.delete(message.id);
    }
  }

  /** @param {number} code */
  ended(code) {
    if (this.closed) return;
    if (code === 4403) {
      this.close();
      return this.listener.refused("");
    }
    this.listener.connection(false);
    this.timer = setTimeout(() => this.connect(), this.retry * (0.7 + 0.6 * Math.random()));
    this.retry = Math.min(this.retry * 2, SLOWEST_RETRY);
  }

  /**
   * Asks for something to be done; the answer says which offer or game came of it.
   * @param {LobbyAction} action @param {{offer?: string, terms?: Terms}} [more] @returns {Promise<{offer?: string | null, game?: string | null}>}
   */
  send(action, more = {}) {
    const id = secret(12);
    const text = JSON.stringify({ type: "command", id, do: action, ...more });
    return new Promise((resolve, reject) => {
      this.unanswered.set(id, { text, resolve, reject });
      if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(text);
    });
  }

  close() {
    this.closed = true;
    clearInterval(this.pulse);
    clearTimeout(this.timer);
    const { socket } = this;
    // One that is not open yet is closed when it is: browsers complain about the other way.
    if (socket?.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
    else socket?.close();
  }
}
