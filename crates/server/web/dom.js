// Small tools for the parts of the page that are made when they are asked for.

/**
 * Makes an element. Text stays text; nothing is ever parsed as HTML.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag @param {Record<string, any>} [attributes] @param {...(Node | string | null | undefined | false)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== undefined && value !== null) element.setAttribute(name, String(value));
  }
  element.append(.../** @type {(Node | string)[]} */ (children.filter(Boolean)));
  return element;
}

/**
 * Shows a dialog; it is gone once closed.
 * @param {string} title @param {...(Node | string | null | undefined | false)} content
 */
export function dialog(title, ...content) {
  const close = el(
    "button",
    { type: "button", class: "close", "aria-label": "Close", onclick: () => box.close() },
    "×",
  );
  const box = el(
    "dialog",
    { "aria-labelledby": "dialog-title" },
    el("header", {}, el("h2", { id: "dialog-title" }, title), close),
    el("div", { class: "content" }, ...content),
  );
  box.addEventListener("close", () => box.remove());
  box.addEventListener("click", (event) => event.target === box && box.close());
  document.body.append(box);
  box.showModal();
  // The first thing to choose, not the button to close; fields of text would call up a phone's keyboard.
  if (!box.querySelector("[autofocus]"))
    /** @type {HTMLElement | null} */ (box.querySelector("input:checked"))?.focus();
  return box;
}

/** Asks a question. @param {string} question @param {string} yes @returns {Promise<boolean>} */
export function sure(question, yes) {
  return new Promise((resolve) => {
    let answer = false;
    const accept = () => {
      answer = true;
      box.close();
    };
    const box = dialog(
      question,
      el(
        "div",
        { class: "buttons" },
        el("button", { type: "button", onclick: () => box.close() }, "Cancel"),
        el("button", { type: "button", class: "primary", onclick: accept }, yes),
      ),
    );
    box.addEventListener("close", () => resolve(answer));
  });
}

/**
 * Radio buttons that look like one switch.
 * @param {string} legend @param {string} name @param {[string, string][]} choices @param {string} chosen @param {(value: string) => void} change
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

/** @param {[string, string][]} options @param {string} chosen @param {(value: string) => void} [change] */
export function select(options, chosen, change) {
  const box = el(
    "select",
    { onchange: () => change?.(box.value) },
    ...options.map(([value, text]) => el("option", { value, selected: value === chosen }, text)),
  );
  return box;
}

/** A button that copies. @param {string} label @param {() => string} text @param {string} [kind] */
export function copyButton(label, text, kind) {
  const button = el("button", { type: "button", class: kind, onclick: copy }, label);
  async function copy() {
    button.textContent = (await toClipboard(text())) ? "Copied" : "Press Ctrl+C";
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
