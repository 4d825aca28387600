// From an address to a view. A view is loaded when it is shown, and cleans up when another takes its place.

import { find } from "./dom.js";
import { clear } from "./store.js";
import { explain, hush } from "./notice.js";

/** @import {PageView, Place, ViewModule} from "./types/page" */

/** @type {{path: RegExp, load: () => Promise<ViewModule>, tab: string}[]} */
const ROUTES = [
  { path: /^\/$/, load: () => import("./views/play.js"), tab: "play" },
  { path: /^\/g\/([\w-]+)$/, load: () => import("./views/play.js"), tab: "play" },
  { path: /^\/g\/([\w-]+)\/review$/, load: () => import("./views/review.js"), tab: "play" },
  { path: /^\/study\/review$/, load: () => import("./views/review.js"), tab: "study" },
  { path: /^\/practice(?:\/([\w-]+))?$/, load: () => import("./views/practice.js"), tab: "practice" },
  { path: /^\/lobby$/, load: () => import("./views/lobby.js"), tab: "people" },
  { path: /^\/games$/, load: () => import("./views/games.js"), tab: "people" },
  { path: /^\/admin$/, load: () => import("./views/admin.js"), tab: "" },
  { path: /^\/study$/, load: () => import("./views/study.js"), tab: "study" },
];
const MISSING = () => import("./views/missing.js");

/** @type {PageView | null} */
let current = null;
/** Counts views, so that one that loads slowly does not replace a later one. */
let shown = 0;

/** The view on the page. */
export const view = () => current;

/** Goes to an address of this page. @param {string} address @param {object | null} [kept] what to keep with it @param {boolean} [replace] */
export function go(address, kept = null, replace = false) {
  history[replace ? "replaceState" : "pushState"](kept, "", address);
  return route();
}

/** Gives the view on the page another address. @param {string} address @param {object | null} [kept] */
export function rename(address, kept = history.state) {
  history.replaceState(kept, "", address);
  mark();
}

/** Says that what the address names is not there. @param {"page" | "game"} what */
export const missing = (what) => show(MISSING, [what], "");

/** Shows what the address says. */
export function route() {
  const { pathname } = location;
  for (const { path, load, tab } of ROUTES) {
    const found = path.exec(pathname);
    if (found) return show(load, found.slice(1), tab);
  }
  return missing("page");
}

/** @param {() => Promise<ViewModule>} load @param {string[]} params @param {string} tab */
async function show(load, params, tab) {
  const mine = ++shown;
  /** @type {Place} */
  const place = {
    path: location.pathname,
    params,
    hash: new URLSearchParams(location.hash.slice(1)),
    kept: history.state,
  };
  try {
    const module = await load();
    if (mine !== shown) return;
    current?.leave();
    current = null;
    hush();
    clear();
    const main = find("main");
    main.replaceChildren();
    document.body.dataset.tab = tab;
    mark();
    const next = await module.show(main, place);
    if (mine === shown) current = next;
    else next.leave();
  } catch (error) {
    explain(error);
  }
}

/** Marks where we are in the bar and the tabs. */
function mark() {
  const { tab } = document.body.dataset;
  for (const link of document.querySelectorAll("[data-tab-link]"))
    if (link.getAttribute("data-tab-link") === tab) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
}

/** Links of the page go through the router, unless somebody asks for another tab. */
export function followLinks() {
  document.addEventListener("click", (event) => {
    const link = /** @type {Element} */ (event.target).closest?.("a[href^='/']");
    if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const address = link.getAttribute("href") ?? "/";
    if (link.hasAttribute("download") || address.startsWith("/api/")) return;
    event.preventDefault();
    void go(address);
  });
  addEventListener("popstate", () => void route());
}
