// Who plays in this browser: the name, and how to be the same player elsewhere or later.

import { copyButton, dialog, el, field, sure } from "../dom.js";
import { explain, toast } from "../notice.js";
import { askAsMe, introduce, key, keyOfWords, me, setKey } from "../people.js";
import { setPrefs, state } from "../store.js";
import { ME } from "../strings-people.js";

/** @param {() => void} changed */
export async function whoAmI(changed) {
  const known = await me();
  const name = el("input", { maxlength: state.about?.limits.name_chars ?? 24, value: known?.name ?? state.prefs.name, autocomplete: "nickname", required: true });
  const error = el("p", { class: "error", role: "alert" });
  const naming = el(
    "form",
    {
      class: "offer",
      onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        try {
          await introduce(name.value.trim());
          setPrefs({ name: name.value.trim(), asked: true });
          box.close();
          changed();
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
          changed();
        } catch (failure) {
          error.textContent = /** @type {Error} */ (failure).message;
        }
      },
    },
    field(ME.words, words, ME.wordsNote),
    el("button", { class: "btn" }, ME.bringBack),
  );
  /** @type {Node[]} */
  const more = [];
  if (known) {
    const link = `${location.origin}/#k=${key()}`;
    more.push(
      el(
        "section",
        { class: "keep" },
        el("h3", {}, ME.keepTitle),
        el("p", { class: "soft" }, ME.keepNote),
        el("p", { class: "words" }, known.words),
        el("div", { class: "buttons" }, copyButton(ME.copyWords, () => known.words), copyButton(ME.copyLink, () => link)),
      ),
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
  const box = dialog(ME.title, naming, ...more, known ? null : back);
}

/** @param {() => void} changed */
async function forget(changed) {
  if (!(await sure(ME.forgetQuestion, ME.forgetYes, ME.forgetNote))) return;
  await askAsMe("/api/me", undefined, "DELETE");
  setKey("");
  setPrefs({ name: "", asked: false });
  changed();
}
