// A board as small as a stamp.

import { svg } from "../dom.js";

/** @param {string} board 64 characters, as in a setup */
export function miniBoard(board) {
  const discs = [...board].flatMap((square, index) =>
    square === "X" || square === "O"
      ? [svg("circle", { cx: (index % 8) + 0.5, cy: Math.floor(index / 8) + 0.5, r: 0.4, class: square === "X" ? "black" : "white" })]
      : [],
  );
  return svg("svg", { viewBox: "0 0 8 8", class: "mini", "aria-hidden": "true" }, svg("rect", { width: 8, height: 8 }), ...discs);
}
