// Small tools to make elements with.

import { SHARE, SURE } from "./strings.js";

/** @typedef {Node | string | null | undefined | false} Child */

/**
 * Makes an element. Text stays text; nothing is ever parsed as HTML.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag @param {Record<string, any>} [attributes] @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  put(element, attributes);
  element.append(.../** @type {(Node | string)[]} */ (children.filter((child) => child || child === "")));
  return element;
}

/**
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag @param {Record<string, any>} [attributes] @param {...Node} children
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  put(element, attributes);
  element.append(...children);
  return element;
}

/** @param {Element} element @param {Record<string, any>} attributes */
function put(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== undefined && value !== null) element.setAttribute(name, String(value));
  }
}

/** @param {string} id */
export const find = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** Sets a text only if it is another one. @param {Element} element @param {string} text */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Shows an element in the part of the page that scrolls around it; the page itself stays where it is. @param {Element | null | undefined} element */
export function reveal(element) {
  for (let box = element?.parentElement; element && box && box !== document.body; box = box.parentElement) {
    if (box.scrollHeight <= box.clientHeight || !/auto|scroll/.test(getComputedStyle(box).overflowY)) continue;
    const [inner, outer] = [element.getBoundingClientRect(), box.getBoundingClientRect()];
    if (inner.top < outer.top) box.scrollTop -= outer.top - inner.top;
    else if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom;
    return;
  }
}

/** Strokes on a grid of 24. @type {Record<string, string>} */
const ICONS = {
  undo: "M9 6 4 11l5 5M4.5 11H15a4.5 4.5 0 0 1 0 9h-3",
  hint: "M9.5 18h5M10.5 21h3M12 3a6 6 0 0 0-3.5 10.9c.7.5 1 1.3 1 2.1h5c0-.8.3-1.6 1-2.1A6 6 0 0 0 12 3z",
  values: "M7 4h10a3 3 0 0 1 3 3v10a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3V7a3 3 0 0 1 3-3zM7.5 9h4M9.5 7v4M13 15.5h4",
  share: "M12 15V4M8 8l4-4 4 4M5 13v4.5A2.5 2.5 0 0 0 7.5 20h9a2.5 2.5 0 0 0 2.5-2.5V13",
  flag: "M6 21V4M6 5c4-2.5 7 2 12 0v8.5c-5 2-8-2.5-12 0",
  more: "M5.5 12h.01M12 12h.01M18.5 12h.01",
  sound: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11",
  mute: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5",
  settings: "M4 7h9M18 7h2M4 17h2M11 17h9M15.5 4.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM8.5 14.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z",
  back: "M14.5 5.5 8 12l6.5 6.5",
  forward: "M9.5 5.5 16 12l-6.5 6.5",
  tick: "M5 12.5l4.5 4.5L19 7.5",
  target: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 12h.01",
  first: "M6.5 5.5v13M18 6l-8 6 8 6z",
  prev: "M15.5 6 7.5 12l8 6z",
  next: "M8.5 6l8 6-8 6z",
  last: "M17.5 5.5v13M6 6l8 6-8 6z",
  play: "M9 6.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM15 6.5a5.5 5.5 0 0 1 0 11",
  study: "M6 12h3M9 12c3 0 2-6 6-6M9 12c3 0 2 6 6 6M4.5 10.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3zM17 4.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3zM17 16.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3z",
  book: "M12 6.5C10 5 7 4.5 4 5v13.5c3-.5 6 0 8 1.5 2-1.5 5-2 8-1.5V5c-3-.5-6 0-8 1.5zM12 6.5V20",
  friend: "M9.5 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM3.5 19.5c.5-3 3-5 6-5s5.5 2 6 5M18.5 8v6M15.5 11h6",
  chip: "M7.5 7.5h9v9h-9zM10 4v3M14 4v3M10 17v3M14 17v3M4 10h3M4 14h3M17 10h3M17 14h3",
  two: "M8 6a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM16 6a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM3 19c.5-2.5 2.5-4 5-4s4.5 1.5 5 4M14.5 15.2c3-.7 5.8.8 6.5 3.8",
  eye: "M3 12c2-4 5.5-6 9-6s7 2 9 6c-2 4-5.5 6-9 6s-7-2-9-6zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z",
  again: "M19 12a7 7 0 1 1-2.3-5.2M19.5 3.5v4h-4",
  swap: "M7 4v13M4 14l3 3 3-3M17 20V7M14 10l3-3 3 3",
  chart: "M4 4v16h16M7.5 14.5l3.5-4 3 2.5 5-6",
  plus: "M12 5v14M5 12h14",
  clock: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 8v4.5l3 2",
  moves: "M8.5 6h11M8.5 12h11M8.5 18h11M4 6h.5M4 12h.5M4 18h.5",
  pass: "M4 12h12M12 7l5 5-5 5M20 6v12",
  device: "M8 3.5h8a1.5 1.5 0 0 1 1.5 1.5v14a1.5 1.5 0 0 1-1.5 1.5H8A1.5 1.5 0 0 1 6.5 19V5A1.5 1.5 0 0 1 8 3.5zM11 17.5h2",
  file: "M7 3.5h7l4 4V20a.5.5 0 0 1-.5.5h-10.5A.5.5 0 0 1 6.5 20V4a.5.5 0 0 1 .5-.5zM14 3.5v4h4M9.5 12h5M9.5 15.5h5",
  say: "M5 5h14a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1h-7l-4.5 4V16H5a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1z",
  cut: "M6 6l12 12M18 6 6 18",
};

/** @param {string} name */
export const icon = (name) =>
  svg("svg", { viewBox: "0 0 24 24", class: `i i-${name}`, "aria-hidden": "true" }, svg("path", { d: ICONS[name] }));

/**
 * Shows a dialog; it is gone once closed.
 * @param {string} title @param {...Child} content
 */
export function dialog(title, ...content) {
  const close = el(
    "button",
    { type: "button", class: "icon close", "aria-label": SURE.close, onclick: () => box.close() },
    icon("cut"),
  );
  const box = el(
    "dialog",
    { "aria-labelledby": "dialog-title" },
    el("div", { class: "whole" }, el("header", {}, el("h2", { id: "dialog-title" }, title), close), el("div", { class: "content" }, ...content)),
  );
  box.addEventListener("close", () => box.remove());
  // Pressed and let go beside it: whoever marks text may let go anywhere.
  let beside = false;
  box.addEventListener("pointerdown", (event) => (beside = event.target === box));
  box.addEventListener("click", (event) => beside && event.target === box && box.close());
  document.body.append(box);
  box.showModal();
  // The first thing to choose, not the button to close; fields of text would call up a phone's keyboard.
  if (!box.querySelector("[autofocus]"))
    /** @type {HTMLElement | null} */ (box.querySelector("input:checked"))?.focus();
  return box;
}

/** Asks a question. Enter cancels, unless it is one of no great consequence. @param {string} question @param {string} yes @param {string} [note] @param {boolean} [light] @returns {Promise<boolean>} */
export async function sure(question, yes, note, light = false) {
  return (await pick(question, [[yes, "yes", "primary"]], note, light)) === "yes";
}

/**
 * Asks which of several things to do; nothing if the dialog is closed.
 * @param {string} question @param {[string, string, string?][]} choices @param {string} [note] @param {boolean} [light] whether Enter chooses the first @returns {Promise<string>}
 */
export function pick(question, choices, note, light = true) {
  return new Promise((resolve) => {
    let answer = "";
    const buttons = choices.map(([label, value, kind], index) =>
      el(
        "button",
        {
          type: "button",
          class: `btn ${kind ?? ""}`,
          autofocus: light && !index,
          onclick: () => {
            answer = value;
            box.close();
          },
        },
        label,
      ),
    );
    const box = dialog(
      question,
      note && el("p", { class: "lead" }, note),
      el(
        "div",
        { class: `buttons${choices.length > 1 ? " column" : ""}` },
        el("button", { type: "button", class: "btn", autofocus: !light, onclick: () => box.close() }, SURE.cancel),
        ...buttons,
      ),
    );
    box.addEventListener("close", () => resolve(answer));
  });
}

/**
 * Radio buttons that look like one switch.
 * @param {string} legend @param {string} name @param {string[][]} choices @param {string} chosen @param {(value: string) => void} change
 */
export function choice(legend, name, choices, chosen, change) {
  const labels = choices.map(([value, text]) =>
    el(
      "label",
      {},
      el("input", { type: "radio", name, value, checked: value === chosen, onchange: () => change(value) }),
      el("span", {}, text),
    ),
  );
  return el("fieldset", { class: `choice choice-${name}` }, el("legend", {}, legend), el("div", {}, ...labels));
}

let made = 0;

/** A control with its label. @param {string} label @param {HTMLElement} control @param {string} [note] */
export function field(label, control, note) {
  control.id = `field-${++made}`;
  if (note) control.setAttribute("aria-describedby", `${control.id}-note`);
  return el(
    "div",
    { class: "field" },
    el("label", { for: control.id }, label),
    control,
    note && el("small", { id: `${control.id}-note` }, note),
  );
}

/** @param {string} label @param {boolean} checked @param {(on: boolean) => void} change @param {string} [note] */
export function tick(label, checked, change, note) {
  const box = el("input", { type: "checkbox", checked, onchange: () => change(box.checked) });
  return el("label", { class: "tick" }, box, el("span", {}, label, note && el("small", {}, note)));
}

/** @param {string[][]} options @param {string} chosen @param {(value: string) => void} [change] */
export function select(options, chosen, change) {
  const box = el(
    "select",
    { onchange: () => change?.(box.value) },
    ...options.map(([value, text]) => el("option", { value, selected: value === chosen }, text)),
  );
  return box;
}

/** A button that copies. @param {string} label @param {() => string} text @param {string} [kind] */
export function copyButton(label, text, kind = "") {
  const button = el("button", { type: "button", class: `btn ${kind}`, onclick: copy }, label);
  async function copy() {
    button.textContent = (await toClipboard(text())) ? SHARE.copied : SHARE.copyByHand;
    setTimeout(() => (button.textContent = label), 1600);
  }
  return button;
}

/** @param {string} text */
async function toClipboard(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Without TLS there is no clipboard; selected text can still be copied.
    const area = el("textarea", { class: "unseen" });
    area.value = text;
    (document.querySelector("dialog[open]") ?? document.body).append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}
