// The moments, all moves with their marks and all numbers of a review, for screens without room for them.

import { dialog, el, icon } from "../dom.js";
import { Numbers } from "../parts/players.js";
import { Sheet } from "../parts/sheet.js";
import { goTo } from "../review.js";
import { state } from "../store.js";
import { REVIEW } from "../strings-review.js";

export function reviewed() {
  const { review } = state;
  if (!review) return;
  const { view, at, whole, moves } = review;
  const show = (/** @type {number} */ ply) => {
    box.close();
    goTo(ply);
  };
  const sheet = new Sheet(show, "all-moves");
  const first = view.plies[0].position;
  sheet.paint(view.moves, first.turn, first.empties, at, whole?.opening ?? "", new Map(moves.filter(Boolean).map((move) => [move.ply + 1, move])));
  const numbers = new Numbers(show);
  numbers.paint(review);
  const study = () => {
    box.close();
    dispatchEvent(new CustomEvent("do", { detail: "study" }));
  };
  const button = el("button", { type: "button", class: "btn", title: REVIEW.studyTitle, "data-action": "study", onclick: study }, icon("study"), REVIEW.study);
  const box = dialog(REVIEW.tabs.moves, sheet.root, button, numbers.root);
}
