// The score bar: 64 places, Black from the left, White from the right, a tick at half.

import { el, write } from "../dom.js";
import { scoreText } from "../strings.js";

/** @import {Position} from "../types/protocol" */

export class Score {
  constructor() {
    this.black = el("b", {});
    this.white = el("b", {});
    this.left = el("i", { class: "black" });
    this.right = el("i", { class: "white" });
    this.root = el(
      "div",
      { class: "score", role: "img" },
      el("span", { class: "side" }, el("i", { class: "chip small black" }), this.black),
      el("span", { class: "meter" }, this.left, this.right),
      el("span", { class: "side" }, this.white, el("i", { class: "chip small white" })),
    );
  }

  /** @param {Position} position */
  paint(position) {
    const { black, white } = position.score;
    write(this.black, String(black));
    write(this.white, String(white));
    this.left.style.width = `${(black / 64) * 100}%`;
    this.right.style.width = `${(white / 64) * 100}%`;
    this.root.ariaLabel = scoreText(position);
  }
}
