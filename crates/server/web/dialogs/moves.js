// The sheet of all moves, for screens without room for it.

import { dialog } from "../dom.js";
import { go } from "../game.js";
import { run } from "../notice.js";
import { Sheet } from "../parts/sheet.js";
import { shown, state } from "../store.js";
import { SHEET } from "../strings.js";

export function moves() {
  const game = state.game?.update?.state;
  const now = shown();
  if (!game || !now) return;
  const sheet = new Sheet((ply) => {
    box.close();
    run(() => go(ply));
  }, "all-moves");
  const empties = [...game.start.board].filter((cell) => cell === "-").length;
  sheet.paint(game.moves, game.start.turn, empties, now.ply, game.opening ?? "");
  const box = dialog(SHEET.open, sheet.root);
}
