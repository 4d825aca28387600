// What all views with a board share: the board in its frame.

import { el } from "../dom.js";
import { KEYS } from "../strings.js";
import { Board } from "./board.js";

/** A board in its frame. @param {(square: string) => void} choose */
export function makeFrame(choose) {
  const grid = el("div", { id: "board", role: "grid", "aria-label": "Board", "aria-describedby": "keys" });
  const root = el(
    "div",
    { class: "frame" },
    el("div", { class: "files", "aria-hidden": "true" }, ...[..."abcdefgh"].map((file) => el("span", {}, file))),
    el("div", { class: "ranks", "aria-hidden": "true" }, ...[..."12345678"].map((rank) => el("span", {}, rank))),
    grid,
    el("p", { id: "keys", class: "unseen" }, KEYS.board, " ", el("span", { id: "letters" }, KEYS.letters)),
  );
  return { root, board: new Board(grid, choose) };
}
