// How the page looks and sounds.

import { choice, dialog, el, field, select, tick } from "./dom.js";
import { ask } from "./server.js";

/** @import {About, App} from "./types/wire" */

/** @param {App} app */
export async function settings(app) {
  const { prefs } = app;
  const game = await ofThisGame(app);
  /** @param {"theme" | "contrast" | "board"} key */
  const set = (key) => (/** @type {string} */ value) => app.setPrefs({ [key]: value });
  dialog(
    "Settings",
    ...game,
    choice(
      "Theme",
      "theme",
      [
        ["auto", "Like the device"],
        ["light", "Light"],
        ["dark", "Dark"],
      ],
      prefs.theme,
      set("theme"),
    ),
    choice(
      "Contrast",
      "contrast",
      [
        ["auto", "Like the device"],
        ["more", "High"],
      ],
      prefs.contrast,
      set("contrast"),
    ),
    choice(
      "Board",
      "board",
      [
        ["green", "Green"],
        ["blue", "Blue"],
        ["wood", "Wood"],
        ["slate", "Slate"],
      ],
      prefs.board,
      set("board"),
    ),
    el(
      "div",
      {},
      tick("Mark legal squares", prefs.marks, (marks) => app.setPrefs({ marks })),
      tick(
        "Tap twice to play",
        prefs.confirm,
        (confirm) => app.setPrefs({ confirm }),
        "The first tap shows what would flip.",
      ),
      tick("Sounds", prefs.sound, (sound) => app.setPrefs({ sound })),
      tick(
        "Shortcuts of one letter",
        prefs.keys,
        (keys) => app.setPrefs({ keys }),
        "U undo, I hint, V values, N new game; S score, M moves, L last move, T clocks. Off: only squares, typed on the board.",
      ),
    ),
  );
}

/** What can be changed in the game that is being played. @param {App} app */
async function ofThisGame(app) {
  const { update } = app.state;
  const may = update?.you.may ?? [];
  const parts = [];
  if (update && may.includes("level")) {
    const about = /** @type {About} */ (await ask("/api/about"));
    const levels = about.levels.map(
      ({ number, name, group }) => /** @type {[string, string]} */ ([String(number), `${number} · ${name} (${group})`]),
    );
    for (const side of /** @type {const} */ (["black", "white"])) {
      const { level, name, auto } = update.state.seats[side];
      if (!level) continue;
      /** @type {[string, string][]} */
      const adaptive = update.you.seats.length ? [["auto", "Auto · adapts to you"]] : [];
      const change = (/** @type {string} */ value) =>
        void app.send("level", {
          seat: side,
          ...(value === "auto" ? { past: app.past() } : { level: Number(value) }),
        });
      parts.push(field(`Level of ${name}`, select([...levels, ...adaptive], auto ? "auto" : String(level), change)));
    }
  }
  if (update && may.includes("name"))
    for (const side of update.you.seats) {
      const input = el("input", { maxlength: 24, value: update.state.seats[side].name });
      input.addEventListener("change", () => void app.send("name", { name: input.value, seat: side }));
      parts.push(
        field(
          update.you.seats.length > 1 ? `Name of ${side === "black" ? "Black" : "White"}` : "Your name in this game",
          input,
        ),
      );
    }
  return parts;
}
