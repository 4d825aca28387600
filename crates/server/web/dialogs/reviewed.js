// The moments, all moves with their marks and all numbers of a review, for screens without room for them.

import { dialog, el, icon } from "../dom.js";
import { Numbers } from "../parts/players.js";
import { Sheet } from "../parts/sheet.js";
import { goTo, mayLookDeeper } from "../review.js";
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
  const button = (/** @type {string} */ action, /** @type {string} */ picture, /** @type {string} */ label, /** @type {string} */ title) => {
    const act = () => {
      box.close();
      dispatchEvent(new CustomEvent("do", { detail: action }));
    };
    return el("button", { type: "button", class: "btn small", title, "data-action": action, onclick: act }, icon(picture), label);
  };
  const buttons = [button("practise", "target", REVIEW.practise, REVIEW.practiseTitle), button("study", "study", REVIEW.study, REVIEW.studyTitle)];
  if (mayLookDeeper(review)) buttons.push(button("deeper", "hint", REVIEW.deeper, REVIEW.deeperTitle));
  const box = dialog(REVIEW.tabs.moves, el("div", { class: "buttons left" }, ...buttons), sheet.root, numbers.root);
}
