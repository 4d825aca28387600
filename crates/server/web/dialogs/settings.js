// How the page looks and sounds, and what can be changed in the game on the table.

import { choice, dialog, el, field, select, tick } from "../dom.js";
import { SIDES, may, send } from "../game.js";
import { past } from "../memory.js";
import { toast } from "../notice.js";
import { setPrefs, state } from "../store.js";
import { NEW_GAME, SETTINGS } from "../strings-dialogs.js";
import { colour } from "../strings.js";

export function settings() {
  const { prefs } = state;
  /** @param {"theme" | "contrast" | "board"} key */
  const set = (key) => (/** @type {string} */ value) => setPrefs({ [key]: value });
  dialog(
    SETTINGS.title,
    ...ofThisGame(),
    choice(SETTINGS.theme, "theme", SETTINGS.themes, prefs.theme, set("theme")),
    choice(SETTINGS.contrast, "contrast", SETTINGS.contrasts, prefs.contrast, set("contrast")),
    choice(SETTINGS.board, "board", SETTINGS.boards, prefs.board, set("board")),
    el(
      "div",
      {},
      tick(SETTINGS.marks, prefs.marks, (marks) => setPrefs({ marks })),
      tick(SETTINGS.confirm, prefs.confirm, (confirm) => setPrefs({ confirm }), SETTINGS.confirmNote),
      tick(SETTINGS.sound, prefs.sound, (sound) => setPrefs({ sound })),
      "Notification" in window && tick(SETTINGS.notify, prefs.notify, (on) => void notify(on), SETTINGS.notifyNote),
      tick(SETTINGS.keys, prefs.keys, (keys) => setPrefs({ keys }), SETTINGS.keysNote),
    ),
  );
}

/** @param {boolean} on */
async function notify(on) {
  const allowed = on && (await Notification.requestPermission()) === "granted";
  if (on && !allowed) toast(SETTINGS.notifyDenied, "error");
  setPrefs({ notify: allowed });
}

/** What can be changed in the game that is being played. */
function ofThisGame() {
  const update = state.game?.update;
  const parts = [];
  if (update && state.about && may("level")) {
    const levels = state.about.levels.map((level) => [String(level.number), NEW_GAME.levelOption(level)]);
    for (const side of SIDES) {
      const { level, name, auto } = update.state.seats[side];
      if (!level) continue;
      const adaptive = update.you.seats.length ? [["auto", SETTINGS.adapts]] : [];
      const change = (/** @type {string} */ value) =>
        void send("level", { seat: side, ...(value === "auto" ? { past: past() } : { level: Number(value) }) });
      parts.push(field(SETTINGS.levelOf(name), select([...levels, ...adaptive], auto ? "auto" : String(level), change)));
    }
  }
  if (update && may("name"))
    for (const side of update.you.seats) {
      // Who has no name is called by their colour; nobody has to delete that first.
      const { name } = update.state.seats[side];
      const input = el("input", { maxlength: state.about?.limits.name_chars ?? 24, placeholder: colour(side), value: name === colour(side) ? "" : name });
      input.addEventListener("change", () => void send("name", { name: input.value, seat: side }));
      parts.push(field(update.you.seats.length > 1 ? SETTINGS.nameOf(side) : SETTINGS.yourName, input));
    }
  return parts;
}
