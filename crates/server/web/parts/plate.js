// The plate of a player: colour, name, undo with the number left, clock, discs.

import { el, icon, write } from "../dom.js";
import { state } from "../store.js";
import { PLATE, clockText, colour, nameOfSeat } from "../strings.js";

/** @import {Shown} from "../types/page" */
/** @import {Side} from "../types/protocol" */

/** From here on a clock is low. */
const LOW = 20000;

/** What a player has left now. @param {Side} side */
export function timeLeft(side) {
  const clock = state.game?.update?.state.clock;
  if (!clock) return null;
  const runs = clock.running === side && state.connection !== "lost";
  const run = runs ? performance.now() - (state.game?.heard ?? 0) : 0;
  return Math.max(0, clock[`${side}_ms`] - run);
}

/** Whether the time of the one player of this browser runs and is low. */
export function isLow() {
  const update = state.game?.update;
  const [side, other] = update?.you.seats ?? [];
  return Boolean(side) && !other && update?.state.clock?.running === side && (timeLeft(side) ?? LOW) < LOW;
}

export class Plate {
  /** @param {Side} side @param {(side: Side) => void} undo @param {() => void} greet */
  constructor(side, undo, greet) {
    this.side = side;
    this.name = el("span", { class: "name" });
    this.left = el("span", {});
    this.undo = el(
      "button",
      { type: "button", class: "tag undo", "data-undo": side, onclick: () => undo(side) },
      icon("undo"),
      this.left,
    );
    this.greet = el("button", { type: "button", class: "tag undo greet", "data-action": "greet", onclick: greet }, icon("say"));
    this.saying = el("span", { class: "tag saying" });
    this.winner = el("span", { class: "tag gold" }, PLATE.winner);
    this.note = el("span", { class: "note" });
    this.clock = el("span", { class: "clock", role: "timer", "aria-label": PLATE.clock(side) });
    this.discs = el("span", { class: "discs", role: "img" });
    this.root = el(
      "div",
      { class: "plate", "data-side": side },
      el("i", { class: `chip ${side}` }),
      el("div", { class: "who" }, el("div", {}, this.name, this.undo, this.greet, this.winner, this.saying), this.note),
      this.clock,
      this.discs,
    );
  }

  /** @param {Shown} shown @param {boolean} canUndo */
  paint(shown, canUndo) {
    const { side } = this;
    const live = state.game;
    const game = live?.update?.state;
    const seat = game?.seats[side];
    const mine = live?.update?.you.seats ?? [];
    const name = game ? nameOfSeat(game.seats, side) : colour(side);
    write(this.name, name);
    this.undo.hidden = !game || game.undo === "none" || seat?.player !== "human" || Boolean(game.result) || !mine.includes(side);
    const left = seat?.undos_left ?? null;
    write(this.left, left === null ? "∞" : String(left));
    this.undo.ariaLabel = PLATE.undo(name, left);
    this.undo.title = this.undo.ariaLabel;
    this.undo.disabled = !canUndo;
    this.winner.hidden = !(shown.newest && game?.result?.winner === side);
    const said = mine.includes(side) || !state.prefs.muted ? live?.greetings[side] : undefined;
    this.saying.hidden = !said;
    write(this.saying, state.about?.greetings.find((one) => one.name === said)?.text ?? "");
    this.greet.hidden = mine.includes(side) || !live?.update?.you.may.includes("greet");
    this.greet.ariaLabel = this.greet.title = PLATE.greet(name);
    const notes = [];
    if (mine.length === 1 && mine[0] === side) notes.push(PLATE.you);
    if (name !== colour(side)) notes.push(colour(side));
    if (seat?.rating) notes.push(PLATE.rating(seat.rating));
    if (seat?.level || seat?.auto) {
      const known = state.about?.levels.find(({ number }) => number === seat.level)?.name ?? null;
      notes.push(PLATE.level({ ...seat, level_name: seat.level_name ?? known }));
    }
    if (seat && !seat.joined) notes.push(PLATE.notHere);
    else if (game?.apart && live?.presence && seat?.player === "human" && !live.presence[side]) notes.push(PLATE.away);
    const inHand = shown.position.discs_left?.[side];
    if (inHand !== undefined) notes.push(PLATE.inHand(inHand));
    write(this.note, notes.join(" · "));
    const discs = shown.position.score[side];
    write(this.discs, String(discs));
    this.discs.ariaLabel = PLATE.discs(discs);
    const turn = (shown.newest && game ? game.turn : shown.position.over ? null : shown.position.turn) === side;
    this.root.classList.toggle("turn", turn);
    this.root.classList.toggle("thinking", turn && shown.newest && game?.awaits === "computer");
    this.paintClock();
  }

  paintClock() {
    const ms = timeLeft(this.side);
    this.clock.hidden = ms === null;
    if (ms === null) return;
    const runs = state.game?.update?.state.clock?.running === this.side;
    write(this.clock, clockText(ms));
    this.clock.classList.toggle("runs", runs);
    this.clock.classList.toggle("low", runs && ms < LOW);
  }
}
