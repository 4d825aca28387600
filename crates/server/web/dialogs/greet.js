// Eight things to say to the other player; there is no other chat.

import { dialog, el, tick } from "../dom.js";
import { may, send } from "../game.js";
import { setAbout, setPrefs, state } from "../store.js";
import { ask } from "../server.js";
import { GREET } from "../strings-people.js";

export async function greet() {
  if (!state.about) setAbout(await ask("/api/about"));
  const box = dialog(
    GREET.title,
    el("p", { class: "soft" }, GREET.note),
    el(
      "div",
      { class: "greetings" },
      ...(state.about?.greetings ?? []).map(({ name, text }, index) =>
        el("button", { type: "button", class: "btn", "data-greeting": name, disabled: !may("greet"), autofocus: !index, onclick: () => say(name) }, text),
      ),
    ),
    tick(GREET.mute, Boolean(state.prefs.muted), (muted) => setPrefs({ muted }), GREET.muteNote),
  );

  /** @param {import("../types/protocol").Greeting} greeting */
  function say(greeting) {
    box.close();
    void send("greet", { greeting });
  }
}
