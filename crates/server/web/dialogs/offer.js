// An offer to play: time to think, where the game starts, whether it counts, and the colour.

import { choice, dialog, el, field, select, tick } from "../dom.js";
import { setPrefs, state } from "../store.js";
import { LOBBY } from "../strings-people.js";

/** @import {Clock, ColourChoice, OpeningChoice, Terms} from "../types/protocol" */

/** @param {Clock | null} clock */
const name = (clock) => (clock ? `${clock.main_s}+${clock.increment_s}${clock.per_move ? "d" : ""}` : "");

/** The clocks on offer, to choose from. */
export function clocks() {
  const all = state.about?.offer_clocks ?? [];
  return all.map((clock) => ({ name: name(clock), text: LOBBY.clock(clock), clock }));
}

const USUAL = "300+0";

/** What was chosen the last time: an offer that may wait for days is no reason to look for a game of days now. */
const chosenClock = () => state.prefs.offerClock ?? USUAL;
export const clockOfNow = () => state.prefs.nowClock ?? USUAL;
export const chosenRated = () => Boolean(state.prefs.offerRated);

/** @param {string} chosen @param {boolean} rated @param {Partial<Terms>} [more] @returns {Terms} */
function terms(chosen, rated, more = {}) {
  const clock = clocks().find((one) => one.name === chosen)?.clock ?? null;
  return { clock, opening: "standard", rated, colour: "any", ...more };
}

/** What Play now looks for. @param {string} chosen @param {boolean} rated */
export function termsOfNow(chosen, rated) {
  setPrefs({ nowClock: chosen, offerRated: rated });
  return terms(chosen, rated);
}

/** @param {(terms: Terms) => void} make */
export function offer(make) {
  let clock = chosenClock();
  /** @type {OpeningChoice} */
  let opening = "standard";
  /** @type {ColourChoice} */
  let colour = "any";
  let rated = chosenRated();
  const box = dialog(
    LOBBY.offerTitle,
    el(
      "form",
      {
        class: "offer",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          box.close();
          setPrefs({ offerClock: clock, offerRated: rated });
          make(terms(clock, rated, { opening, colour }));
        },
      },
      field(LOBBY.time, select(clocks().map((one) => [one.name, one.text]), clock, (value) => (clock = value))),
      choice(LOBBY.start, "opening", LOBBY.starts, opening, (value) => (opening = /** @type {OpeningChoice} */ (value))),
      choice(LOBBY.colour, "colour", LOBBY.colours, colour, (value) => (colour = /** @type {ColourChoice} */ (value))),
      tick(LOBBY.rated, rated, (on) => (rated = on), LOBBY.ratedNote),
      el("button", { class: "btn primary big wide" }, LOBBY.makeOffer),
    ),
  );
}
