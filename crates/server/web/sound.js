// Short sounds made on the spot: a disc put down, discs turning over, a pass, somebody who comes or asks, the end.

/** @import {Side, ToldEvent, Update} from "./types/protocol" */

/** @type {AudioContext | null} */
let audio = null;

/** Plays what belongs to what happened. @param {Update} update */
export function play(update) {
  if (!ready()) return;
  for (const event of update.events) {
    if (event.what === "placed") {
      click(0, 190, 0.16);
      event.flips.slice(0, 8).forEach((_, index) => click(0.09 + index * 0.045, 340 + index * 28, 0.045));
    } else if (event.what === "passed") {
      tone(0.1, 294, 0.18);
      tone(0.26, 247, 0.22);
    } else if (callsFor(event, update.you.seats)) {
      tone(0, 523, 0.16);
      tone(0.14, 659, 0.22);
    } else if (event.what === "ended") {
      const { winner } = update.state.result ?? {};
      const sad = winner && update.you.seats.length === 1 && !update.you.seats.includes(winner);
      (sad ? [330, 294, 247] : [330, 415, 494, 659]).forEach((pitch, index) => tone(0.35 + index * 0.13, pitch, 0.4));
    }
  }
}

/** Somebody to play with was found. */
export function called() {
  if (!ready()) return;
  tone(0, 523, 0.16);
  tone(0.14, 659, 0.22);
}

/** Whether somebody else comes, or asks us for something. @param {ToldEvent} event @param {readonly Side[]} mine */
export function callsFor(event, mine) {
  switch (event.what) {
    case "seated":
      // A computer that plays at another level is nobody who comes.
      return event.seat.level === null && !mine.includes(event.side);
    case "undo_asked":
    case "rematch_offered":
      return !mine.includes(event.by);
  }
  return false;
}

/** The clock is low. */
export function low() {
  if (!ready()) return;
  tone(0, 880, 0.12);
  tone(0.2, 880, 0.12);
}

/** Browsers give no sound before the first touch, and complain about trying. */
function ready() {
  if (!navigator.userActivation?.hasBeenActive) return false;
  audio ??= new AudioContext();
  return true;
}

/** A disc on wood. @param {number} after @param {number} pitch @param {number} loud */
function click(after, pitch, loud) {
  envelope(after, pitch, loud, 0.07, "triangle", pitch * 0.5);
}

/** @param {number} after @param {number} pitch @param {number} length */
function tone(after, pitch, length) {
  envelope(after, pitch, 0.06, length, "sine", pitch);
}

/** @param {number} after @param {number} pitch @param {number} loud @param {number} length @param {OscillatorType} type @param {number} to */
function envelope(after, pitch, loud, length, type, to) {
  if (!audio) return;
  const at = audio.currentTime + after;
  const source = audio.createOscillator();
  const volume = audio.createGain();
  source.type = type;
  source.frequency.setValueAtTime(pitch, at);
  source.frequency.exponentialRampToValueAtTime(to, at + length);
  volume.gain.setValueAtTime(0.0001, at);
  volume.gain.exponentialRampToValueAtTime(loud, at + 0.006);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + length);
  source.connect(volume).connect(audio.destination);
  source.start(at);
  source.stop(at + length + 0.02);
}
