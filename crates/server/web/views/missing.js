// What the address names is not there.

import { el } from "../dom.js";
import { announce } from "../notice.js";
import { APP, MISSING, TITLE } from "../strings.js";

/** @import {PageView, Place} from "../types/page" */

/** @param {HTMLElement} root @param {Place} place @returns {PageView} */
export function show(root, { params: [what] }) {
  const [title, note] = what === "game" ? [MISSING.game, MISSING.gameNote] : [MISSING.page, MISSING.pageNote];
  document.title = `${TITLE.missing} · ${APP.name}`;
  document.body.classList.remove("in-game");
  root.append(
    el("section", { class: "card lost" }, el("h1", {}, title), el("p", { class: "soft" }, note), el("a", { class: "btn primary", href: "/" }, MISSING.play)),
  );
  announce(`${title}. ${note}`);
  return { leave: () => root.replaceChildren() };
}
