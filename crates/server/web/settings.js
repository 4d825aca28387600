// How the page looks and sounds.

import { choice, dialog, tick } from "./dom.js";

/** @import {App} from "./types/wire" */

/** @param {App} app */
export function settings(app) {
  const { prefs } = app;
  /** @param {"theme" | "contrast" | "board"} key */
  const set = (key) => (/** @type {string} */ value) => app.setPrefs({ [key]: value });
  dialog(
    "Settings",
    choice("Light", "theme", [["auto", "Like the device"], ["light", "Light"], ["dark", "Dark"]], prefs.theme, set("theme")),
    choice("Contrast", "contrast", [["auto", "Like the device"], ["more", "High"]], prefs.contrast, set("contrast")),
    choice("Board", "board", [["green", "Green"], ["blue", "Blue"], ["wood", "Wood"], ["slate", "Slate"]], prefs.board, set("board")),
    tick("Mark legal squares", prefs.marks, (marks) => app.setPrefs({ marks })),
    tick("Tap twice to play", prefs.confirm, (confirm) => app.setPrefs({ confirm }), "The first tap shows what would flip."),
    tick("Sounds", prefs.sound, (sound) => app.setPrefs({ sound })),
  );
}
