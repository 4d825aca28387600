// What calls people back: sounds, and notifications while the tab is hidden.

import { isLow } from "./parts/plate.js";
import { callsFor, low, play } from "./sound.js";
import { state } from "./store.js";
import { ALERTS, APP } from "./strings.js";

/** @import {Update} from "./types/protocol" */

/** Called for what happened while the page was open. @param {Update} update @param {string[]} news */
export function alert(update, news) {
  if (state.prefs.sound) play(update);
  if (!document.hidden) return;
  const { state: game, you } = update;
  const others = update.events.some((event) => event.what === "ended" || callsFor(event, you.seats));
  const turn = game.turn !== null && you.seats.length === 1 && you.seats[0] === game.turn && game.awaits !== "computer";
  if (!you.seats.length || !(others || turn)) return;
  notify([...news, ...(turn ? [ALERTS.yourTurn] : [])].join(" "));
}

/** Has the browser show something, if it may. @param {string} text @param {string} [tag] of the game that it is about */
export function notify(text, tag = state.game?.id ?? "") {
  if (!state.prefs.notify || !("Notification" in window) || Notification.permission !== "granted") return;
  const shown = new Notification(APP.name, { body: text, tag, icon: "/icon-192.png" });
  shown.onclick = () => {
    window.focus();
    shown.close();
  };
}

let warned = "";

/** Says once in a round that our time is low. */
export function watchClock() {
  const update = state.game?.update;
  if (!isLow()) return;
  const key = `${update?.game} ${update?.state.round}`;
  if (warned === key) return;
  warned = key;
  if (state.prefs.sound) low();
  if (document.hidden) notify(ALERTS.lowTime);
}
setInterval(watchClock, 500);
