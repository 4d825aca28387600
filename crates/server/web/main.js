// The beginning of the page: the bar, the keys, settings that apply everywhere, and the first view.

import { find, write } from "./dom.js";
import { listenForKeys } from "./keys.js";
import { writeKey } from "./memory.js";
import { run, toast } from "./notice.js";
import { followLinks, go, route, view } from "./router.js";
import { ask } from "./server.js";
import { setAbout, setPrefs, shown, state, watch } from "./store.js";
import { MESSAGES, SOUND } from "./strings.js";

/** What the bar, the tabs and keys do in every view, unless the view has its own way. @type {Record<string, () => unknown>} */
const EVERYWHERE = {
  new: async () => (await import("./dialogs/newgame.js")).newGame(),
  rules: async () => (await import("./dialogs/rules.js")).rules(),
  settings: async () => (await import("./dialogs/settings.js")).settings(),
  sound: () => setPrefs({ sound: !state.prefs.sound }),
  paste: async () => (await import("./dialogs/paste.js")).paste(),
};

/** @param {string} action */
function act(action) {
  if (view()?.act?.(action)) return true;
  if (!EVERYWHERE[action]) return false;
  run(EVERYWHERE[action]);
  return true;
}

let lost = false;

/** What is outside of every view. */
function paint() {
  const { dataset } = document.documentElement;
  const { theme, contrast, board, keys, sound } = state.prefs;
  dataset.theme = theme;
  dataset.contrast = contrast;
  dataset.board = board;
  const letters = document.getElementById("letters");
  if (letters) letters.hidden = !keys;
  find("sound").ariaPressed = String(sound);
  find("sound").title = sound ? SOUND.on : SOUND.off;
  document.body.dataset.connection = state.connection;
  const gone = state.connection === "lost";
  if (gone === lost) return;
  lost = gone;
  const strip = find("strip");
  const alone = state.game?.update && !state.game.update.state.apart;
  write(strip, gone ? (alone ? MESSAGES.lostComputer : MESSAGES.lost) : MESSAGES.back);
  strip.hidden = false;
  if (!gone) setTimeout(() => (strip.hidden = !lost), 2000);
}

/** Loads what dialogs need while the server can be reached, so that they open without it. */
async function prepare() {
  const about = ask("/api/about").then(setAbout);
  await Promise.allSettled([
    about,
    import("./dialogs/newgame.js"),
    import("./dialogs/rules.js").then((module) => module.prepare()),
    import("./dialogs/settings.js"),
    import("./dialogs/more.js"),
    import("./dialogs/moves.js"),
    import("./dialogs/share.js"),
    import("./dialogs/paste.js"),
    import("./views/study.js"),
    import("./views/review.js"),
    import("./alerts.js"),
    import("./parts/result.js"),
  ]);
}

watch(paint);
paint();
followLinks();
listenForKeys(act);
document.addEventListener("click", (event) => {
  const button = /** @type {HTMLElement} */ (event.target).closest?.("[data-everywhere]");
  if (button) act(button.getAttribute("data-everywhere") ?? "");
});
addEventListener("do", (event) => void act(/** @type {CustomEvent<string>} */ (event).detail));
document.addEventListener("paste", (event) => {
  const text = event.clipboardData?.getData("text").trim();
  if (!text || /** @type {HTMLElement} */ (event.target).closest?.("input, textarea, dialog")) return;
  run(async () => {
    const { addressOfText } = await import("./study.js");
    const { address, kept } = await addressOfText({ text });
    await go(address, kept);
  });
});
document.addEventListener("copy", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  const transcript = state.study?.transcript ?? state.game?.update?.state.moves.filter((move) => move !== "pass").join("");
  if (!transcript || !shown() || String(getSelection()) || target.closest?.("input, textarea, dialog")) return;
  event.clipboardData?.setData("text/plain", transcript);
  event.preventDefault();
  toast(MESSAGES.copied);
});
// A link from another device brings its key along, which does not stay in the address.
const given = new URLSearchParams(location.hash.slice(1)).get("k");
if (location.pathname === "/" && given) {
  writeKey(given);
  history.replaceState(null, "", "/lobby");
}
void route().finally(() => {
  // Not needed to play, so it does not delay the board.
  const manifest = document.createElement("link");
  manifest.rel = "manifest";
  manifest.href = "/outflank.webmanifest";
  document.head.append(manifest);
  const idle = window.requestIdleCallback ?? ((/** @type {() => void} */ work) => setTimeout(work, 300));
  idle(() => void prepare());
});
