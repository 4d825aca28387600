// Asks for a record to study.

import { dialog, el, field, select } from "../dom.js";
import { go } from "../router.js";
import { Failure } from "../server.js";
import { PASTE } from "../strings-dialogs.js";
import { addressOfText, load } from "../study.js";

/** @import {StudySource} from "../types/page" */

export function paste() {
  const text = el("textarea", { rows: 8, spellcheck: "false", autofocus: true, placeholder: "f5d6c3d3c4f4…" });
  const error = el("p", { class: "error", role: "alert" });
  const games = el("div", {});
  let game = 1;
  const file = el("input", { type: "file", onchange: async () => (text.value = (await file.files?.[0]?.text()) ?? text.value) });
  const form = el(
    "form",
    { onsubmit: submit },
    el("p", { class: "lead" }, PASTE.lead),
    field(PASTE.record, text),
    field(PASTE.file, file),
    games,
    error,
    el("button", { class: "btn primary big wide" }, PASTE.show),
  );
  const box = dialog(PASTE.title, form);

  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    error.textContent = "";
    /** @type {StudySource} */
    const source = text.value.trim() ? { text: text.value, game } : { start: null, moves: [] };
    try {
      if ("text" in source && !games.firstChild) {
        const { count, titles } = await load(source);
        if (count > 1) {
          const options = titles.map((title, index) => [String(index + 1), `${index + 1}. ${title}`]);
          games.append(
            field(
              PASTE.which(count),
              select(options, "1", (value) => (game = Number(value))),
            ),
          );
          return;
        }
      }
      const { address, kept } = await addressOfText(source);
      box.close();
      await go(address, kept);
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure;
      error.textContent = failure.message;
    }
  }
}
