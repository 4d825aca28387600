// Someone came with an invite: ask for a name, take the seat.

import { dialog, el, field } from "./dom.js";
import { Failure, ask, secret } from "./server.js";

/** @import {App, Created} from "./types/wire" */

/** @param {App} app @param {string} game @param {string} invite */
export async function join(app, game, invite) {
  const look = await ask(`/api/games/${game}`).catch(() => null);
  const seats = look?.state?.seats ?? look?.seats;
  const host = seats && [seats.black, seats.white].find((seat) => seat.joined)?.name;
  // Kept with the address before asking, so that a lost answer can be asked for again, even after a reload.
  const key = history.state?.key ?? secret();
  history.replaceState({ key }, "");
  const name = el("input", { maxlength: 24, autocomplete: "nickname", value: app.prefs.name, autofocus: true });
  const error = el("p", { class: "error", role: "alert" });
  const go = el("button", { class: "primary wide" }, "Play");
  const form = el("form", { onsubmit: submit }, field("Your name", name), error, go);
  const box = dialog(host ? `${host} invites you to a game` : "You are invited to a game", form);

  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    go.disabled = true;
    try {
      const given = name.value.trim();
      const made = /** @type {Created} */ (
        await ask(`/api/games/${game}/join`, { invite, key, ...(given && { name: given }) })
      );
      app.setPrefs({ name: given });
      box.close();
      await app.open(game, { token: made.token, at: Date.now() }, true);
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure;
      error.textContent = failure.message + (failure.code === "gone" ? " Close this to watch." : "");
    } finally {
      go.disabled = false;
    }
  }
}
