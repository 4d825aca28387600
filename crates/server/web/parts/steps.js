// The stepper: first, back, where you are, on, last; always these five in this order.

import { el, icon, write } from "../dom.js";
import { STEPS } from "../strings.js";

const BUTTONS = /** @type {const} */ ([
  ["first", "first"],
  ["back", "prev"],
  ["on", "next"],
  ["last", "last"],
]);

export class Steps {
  /** @param {(action: string) => void} act */
  constructor(act) {
    this.where = el("b", {});
    this.note = el("span", {});
    this.buttons = BUTTONS.map(([action, picture]) =>
      el(
        "button",
        { type: "button", class: "icon", "data-step": action, "aria-label": STEPS[action], title: STEPS[action], onclick: () => act(action) },
        icon(picture),
      ),
    );
    const [first, back, on, last] = this.buttons;
    const at = el("span", { class: "at" }, this.where, " ", this.note);
    this.root = el("div", { class: "steps", role: "group", "aria-label": STEPS.group }, first, back, at, on, last);
  }

  /** @param {number} move @param {number} of @param {"live" | "end" | "of"} what @param {boolean} canBack @param {boolean} canOn */
  paint(move, of, what, canBack, canOn) {
    const [where, note] = STEPS.at(move, of, what);
    write(this.where, where);
    write(this.note, note);
    this.buttons.forEach((button, index) => button.setAttribute("aria-disabled", String(!(index < 2 ? canBack : canOn))));
  }
}
