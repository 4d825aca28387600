// Someone came with an invite: tell what is played, ask for a name, take the seat.

import { dialog, el, field } from "../dom.js";
import { open } from "../game.js";
import { readKey, rememberGame } from "../memory.js";
import { rulesList } from "../parts/start.js";
import { Failure, ask, secret } from "../server.js";
import { setPrefs, state } from "../store.js";
import { JOIN } from "../strings-dialogs.js";
import { FACTS } from "../strings.js";

/** @import {Kept} from "../types/page" */
/** @import {Joined, Side, State} from "../types/protocol" */

/** @param {string} game @param {string} invite */
export async function join(game, invite) {
  const look = await ask(`/api/games/${game}`);
  const now = /** @type {State} */ (look.state ?? look);
  const open_ = /** @type {Side[]} */ (["black", "white"]).find((side) => !now.seats[side].joined);
  const host = /** @type {Side[]} */ (["black", "white"]).map((side) => now.seats[side]).find((seat) => seat.joined);
  const known = history.state?.key;
  // Nobody is asked for a name before hearing that the seat is taken. A key of ours may be the one that took it.
  if (!open_ && !known) return taken();
  // Kept with the address before asking, so that a lost answer can be asked for again, even after a reload.
  const key = known ?? secret();
  history.replaceState({ ...history.state, key }, "");
  const name = el("input", { maxlength: 24, autocomplete: "nickname", value: state.prefs.name, autofocus: true });
  const error = el("p", { class: "error", role: "alert" });
  const go = el("button", { class: "btn primary big wide" }, JOIN.play);
  const [undo, undoNote] = FACTS.undo(now.undo);
  const facts = [now.clock ? FACTS.clock(now.clock) : FACTS.noClock, [undo, undoNote]];
  const form = el(
    "form",
    { onsubmit: submit },
    open_ && el("p", { class: "lead" }, JOIN.you(open_)),
    el(
      "div",
      { class: "in-force" },
      ...rulesList(now.position.rules),
      ...facts.map(([title, about]) => el("p", { class: "rule" }, el("b", {}, title), ". ", about)),
    ),
    field(JOIN.name, name),
    error,
    go,
  );
  const box = dialog(JOIN.title(host?.name ?? ""), form);

  function taken() {
    history.replaceState(history.state, "", `/g/${game}`);
    const watch = el("button", { type: "button", class: "btn primary big wide", autofocus: true, onclick: () => seat.close() }, JOIN.watch);
    const seat = dialog(JOIN.takenTitle, el("p", { class: "lead" }, JOIN.taken), watch);
  }

  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    go.disabled = true;
    try {
      const given = name.value.trim();
      const made = /** @type {Joined} */ (await ask(`/api/games/${game}/join`, { invite, key, ...(given && { name: given }) }, readKey()));
      setPrefs({ name: given, asked: true });
      box.close();
      /** @type {Kept} */
      const kept = { token: made.token, at: Date.now() };
      const address = `/g/${game}` + (rememberGame(game, kept) ? "" : `#s=${made.token}`);
      history.replaceState({ kept }, "", address);
      open(game, kept);
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure;
      if (failure.code === "gone") {
        box.close();
        return taken();
      }
      error.textContent = failure.message;
    } finally {
      go.disabled = false;
    }
  }
}
