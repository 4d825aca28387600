// The toolbar: a fixed number of places. What cannot be used now is dimmed in its place, and says why.

import { el, icon, write } from "../dom.js";
import { toast } from "../notice.js";

/** @typedef {{id: string, label: string, icon: string, title: string, wide?: boolean}} Tool */
/** @typedef {{label?: string, disabled?: boolean, why?: string, pressed?: boolean, primary?: boolean}} Look */

export class Tools {
  /** @param {string} label @param {Tool[]} tools @param {(action: string) => void} act */
  constructor(label, tools, act) {
    /** @type {Map<string, {button: HTMLButtonElement, text: HTMLElement, tool: Tool}>} */
    this.tools = new Map();
    for (const tool of tools) {
      const text = el("span", {}, tool.label);
      const press = () => {
        if (button.ariaDisabled !== "true") act(tool.id);
        else if (button.dataset.why) toast(button.dataset.why);
      };
      const button = el(
        "button",
        { type: "button", class: `tool${tool.wide ? " desk" : ""}`, "data-action": tool.id, title: tool.title, onclick: press },
        icon(tool.icon),
        text,
      );
      this.tools.set(tool.id, { button, text, tool });
    }
    this.root = el("div", { class: "tools dock", role: "toolbar", "aria-label": label }, ...[...this.tools.values()].map(({ button }) => button));
  }

  /** @param {Record<string, Look>} looks */
  paint(looks) {
    for (const [id, { button, text, tool }] of this.tools) {
      const { label = tool.label, disabled = false, why = "", pressed, primary = false } = looks[id] ?? {};
      write(text, label);
      // A dimmed tool can be reached, so that everybody can learn why.
      button.ariaDisabled = String(disabled);
      button.dataset.why = why;
      button.title = why || tool.title;
      button.classList.toggle("primary", primary);
      if (pressed !== undefined) button.ariaPressed = String(pressed);
    }
  }
}
