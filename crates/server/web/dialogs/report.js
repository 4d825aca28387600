// Reports the other player of the game on the table to the person in charge.

import { choice, dialog, el } from "../dom.js";
import { readKey } from "../memory.js";
import { run, toast } from "../notice.js";
import { request } from "../server.js";
import { state } from "../store.js";
import { REPORT } from "../strings-people.js";

export function report() {
  const live = state.game;
  let reason = REPORT.reasons[0][0];
  const box = dialog(
    REPORT.title,
    el("p", { class: "lead" }, REPORT.note),
    choice(REPORT.why, "reason", REPORT.reasons, reason, (value) => (reason = /** @type {typeof reason} */ (value))),
    el("button", { type: "button", class: "btn primary big wide", onclick: () => run(send) }, REPORT.send),
  );

  async function send() {
    box.close();
    const round = live?.update?.state.round;
    await request(`/api/games/${live?.id}/report`, { reason, round }, undefined, { key: readKey() });
    toast(REPORT.sent);
  }
}
