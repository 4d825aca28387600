// Who plays in this browser: the name, and how to be the same player elsewhere or later.

import { copyButton, dialog, el, field, sure } from "../dom.js";
import { explain, run, toast } from "../notice.js";
import { askAsMe, introduce, key, keyOfWords, me, setKey, vacation } from "../people.js";
import { handOver } from "../practice-log.js";
import { setPrefs, state } from "../store.js";
import { ME } from "../strings-people.js";
import { code, link } from "./share.js";

/** @import {Me} from "../types/protocol" */

/** @param {(known: Me | null) => void} changed @param {string} [problem] why one is asked */
export async function whoAmI(changed, problem = "") {
  const known = await me();
  const name = el("input", { maxlength: state.about?.limits.name_chars ?? 24, value: known?.name ?? state.prefs.name, autocomplete: "nickname", required: true, autofocus: !known });
  const error = el("p", { class: "error", role: "alert" }, problem);
  const naming = el(
    "form",
    {
      class: "offer",
      onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        try {
          const named = await introduce(name.value.trim());
          setPrefs({ name: named.name, asked: true });
          box.close();
          changed(named);
        } catch (failure) {
          error.textContent = /** @type {Error} */ (failure).message;
        }
      },
    },
    field(ME.name, name, ME.nameNote),
    error,
    el("button", { class: "btn primary" }, ME.save),
  );
  const words = el("input", { autocomplete: "off", spellcheck: "false" });
  const back = el(
    "form",
    {
      class: "offer",
      onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        try {
          const found = await keyOfWords(words.value);
          setKey(found.key);
          setPrefs({ name: found.name, asked: true });
          box.close();
          toast(ME.welcome(found.name));
          changed(await me());
        } catch (failure) {
          error.textContent = /** @type {Error} */ (failure).message;
        }
      },
    },
    field(ME.words, words, known ? ME.wordsInstead(known.name) : ME.wordsNote),
    el("button", { class: "btn" }, ME.bringBack),
  );
  /** @type {Node[]} */
  const more = [];
  if (known) {
    const address = `${location.origin}/#k=${key()}`;
    more.push(
      el(
        "section",
        { class: "keep" },
        el("h3", {}, ME.keepTitle),
        el("p", { class: "soft" }, ME.keepNote),
        el("p", { class: "words" }, known.words),
        el("div", { class: "buttons" }, copyButton(ME.copyWords, () => known.words)),
      ),
      el(
        "details",
        { class: "keep" },
        el("summary", {}, ME.device),
        el("p", { class: "soft" }, ME.deviceNote),
        code(address, ME.deviceCode),
        link(ME.deviceLink, address),
      ),
      daysOff(known),
      el(
        "section",
        { class: "keep" },
        el("h3", {}, ME.feeds),
        el("p", { class: "soft" }, ME.feedsNote),
        el(
          "div",
          { class: "buttons" },
          copyButton(ME.atom, () => location.origin + known.feeds.atom),
          copyButton(ME.calendar, () => location.origin + known.feeds.calendar),
        ),
      ),
      el(
        "button",
        {
          type: "button",
          class: "btn",
          onclick: () => {
            box.close();
            void forget(changed).catch(explain);
          },
        },
        ME.forget,
      ),
    );
  }
  // Whoever was called a guest before they thought of their words can still use them.
  const box = dialog(ME.title, naming, ...more, known ? el("details", { class: "keep" }, el("summary", {}, ME.other), back) : back);
}

/** Days off, to begin or to end. @param {Me} known */
function daysOff(known) {
  const days = el("input", { type: "number", min: 1, max: Math.max(1, known.vacation.days_left), value: Math.min(7, known.vacation.days_left), required: true });
  const place = el("section", { class: "keep" });
  const change = (/** @type {number} */ count) =>
    run(async () => {
      const now = await vacation(count);
      place.replaceWith(daysOff(now));
      toast(now.vacation.until ? ME.vacationUntil(now.vacation.until) : ME.vacationEnded);
    });
  const begin = el(
    "form",
    {
      class: "days-off",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        change(Number(days.value));
      },
    },
    field(ME.vacationDays, days, ME.vacationLeft(known.vacation.days_left)),
    el("button", { class: "btn", id: "vacation", disabled: !known.vacation.days_left }, ME.vacationBegin),
  );
  const { until } = known.vacation;
  place.append(
    el("h3", {}, ME.vacation),
    el("p", { class: "soft" }, until ? ME.vacationUntil(until) : ME.vacationNote),
    until ? el("button", { type: "button", class: "btn", id: "vacation", onclick: () => change(0) }, ME.vacationEnd) : begin,
  );
  return place;
}

/** @param {(known: Me | null) => void} changed */
async function forget(changed) {
  if (!(await sure(ME.forgetQuestion, ME.forgetYes, ME.forgetNote))) return;
  await askAsMe("/api/me", undefined, "DELETE");
  // What was practised here stays in this browser, as nobody's.
  await handOver(key(), "").catch(() => {});
  setKey("");
  setPrefs({ name: "", asked: false });
  changed(null);
}
