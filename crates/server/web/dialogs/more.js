// The rest of what can be done, behind one button.

import { dialog, el, icon } from "../dom.js";
import { MORE } from "../strings.js";

/** @typedef {[action: string, icon: string, label: string, note?: string, disabled?: boolean]} Item */

/** @param {Item[]} items */
export function more(items) {
  const box = dialog(
    MORE.title,
    el(
      "ul",
      { class: "menu" },
      ...items.map(([action, picture, label, note, disabled], index) => {
        const choose = () => {
          box.close();
          dispatchEvent(new CustomEvent("do", { detail: action }));
        };
        return el(
          "li",
          {},
          el(
            "button",
            { type: "button", "data-action": action, disabled: Boolean(disabled), autofocus: !index, onclick: choose },
            icon(picture),
            el("span", {}, label, note && el("small", {}, note)),
          ),
        );
      }),
    ),
  );
}
