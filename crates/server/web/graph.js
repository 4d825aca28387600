// The values along a game: a graph to click, and the same as a table.

import { el } from "./dom.js";
import { stream } from "./server.js";
import { setup } from "./study.js";
import { valueText } from "./board.js";

/** @import {App, GraphPly, View} from "./types/wire" */

const [WIDTH, HEIGHT, EDGE] = [600, 250, 8];

/** @type {AbortController | null} */
let running = null;

/** @param {App} app */
export async function review(app) {
  running?.abort();
  const mine = (running = new AbortController());
  const record = await app.record();
  if (!record.moves.length) return app.warn("There are no moves to look at yet");
  const root = /** @type {HTMLElement} */ (document.getElementById("review"));
  const picture = new Graph(app, record);
  const state = el("p", { class: "state", role: "status" }, "Looking at every position…");
  const body = el("tbody", {});
  const table = el(
    "details",
    {},
    el("summary", {}, "As a table"),
    el(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": "Values of the game" },
      el(
        "table",
        {},
        el(
          "thead",
          {},
          el(
            "tr",
            {},
            ...["Move", "Played", "Value for Black", "Best", "Loss"].map((head) => el("th", { scope: "col" }, head)),
          ),
        ),
        body,
      ),
    ),
  );
  root.replaceChildren(
    el("h2", {}, "Review"),
    state,
    picture.root,
    el("p", { class: "legend" }, "Up is good for Black, in discs. Bars are what a move gave away."),
    table,
  );
  root.hidden = false;
  root.scrollIntoView({ block: "nearest" });
  /** @type {(GraphPly | undefined)[]} */
  const plies = [];
  const follow = () => picture.mark(app.shown()?.ply ?? 0);
  addEventListener("stepped", follow, { signal: mine.signal });
  const start = setup(record.plies[0].position);
  try {
    for await (const part of stream("/api/graph", { start, moves: record.moves }, mine.signal)) {
      if (!root.contains(picture.root)) return mine.abort();
      if (part.type === "ply") {
        plies[part.ply] = part;
        picture.draw(plies);
        follow();
      } else if (part.type === "done") {
        const { black, white } = part.loss;
        state.textContent = `Given away: Black ${black.toFixed(1)}, White ${white.toFixed(1)} discs.`;
      }
    }
  } catch (error) {
    if (mine.signal.aborted) return;
    root.hidden = true;
    throw error;
  }
  body.replaceChildren(...rows(app, plies));
}

/** @param {App} app @param {(GraphPly | undefined)[]} plies */
function rows(app, plies) {
  return plies.flatMap((ply) => {
    if (!ply?.move) return [];
    const after = plies[ply.ply + 1] ?? ply;
    const step = el("button", { type: "button", onclick: () => void app.go(ply.ply + 1) }, String(ply.ply + 1));
    const cells = [
      ply.move,
      valueText(after.value, after.certainty),
      ply.best ?? "",
      ply.loss ? ply.loss.toFixed(1) : "0",
    ];
    return [el("tr", {}, el("th", { scope: "row" }, step), ...cells.map((text) => el("td", {}, text)))];
  });
}

class Graph {
  /** @param {App} app @param {View} record */
  constructor(app, record) {
    this.count = record.moves.length;
    this.turns = record.plies.map((ply) => ply.position.turn);
    this.root = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", class: "graph" });
    this.root.setAttribute("aria-label", "Values along the game; the table below has the same");
    this.bars = svg("g", {});
    this.zero = svg("line", { x1: 0, x2: WIDTH, class: "zero" });
    this.area = svg("path", { class: "area" });
    this.line = svg("path", { class: "line" });
    this.cursor = svg("line", { y1: 0, y2: HEIGHT, class: "cursor" });
    this.labels = [svg("text", { x: 6, y: 24 }), svg("text", { x: 4, y: HEIGHT - 8 })];
    this.root.append(this.bars, this.area, this.zero, this.line, this.cursor, ...this.labels);
    this.mark(app.shown()?.ply ?? 0);
    /** @param {PointerEvent} event */
    const pick = (event) => {
      if (event.type === "pointermove" && !event.buttons) return;
      const { left, width } = this.root.getBoundingClientRect();
      void app.go(Math.round((((event.clientX - left) / width) * WIDTH - EDGE) / this.step));
    };
    this.root.addEventListener("pointerdown", pick);
    this.root.addEventListener("pointermove", pick);
  }

  get step() {
    return (WIDTH - 2 * EDGE) / Math.max(this.count, 1);
  }

  /** @param {(GraphPly | undefined)[]} plies */
  draw(plies) {
    const known = plies.filter((ply) => ply !== undefined);
    const most = Math.min(64, Math.max(8, ...known.map(({ value }) => Math.abs(value) * 1.1)));
    const y = (/** @type {number} */ score) => HEIGHT / 2 - (score / most) * (HEIGHT / 2 - 4);
    const x = (/** @type {number} */ ply) => EDGE + ply * this.step;
    const points = known.map(({ ply, value }) => `${x(ply).toFixed(1)} ${y(value).toFixed(1)}`).join("L");
    this.line.setAttribute("d", `M${points}`);
    this.area.setAttribute("d", `M${x(known[0].ply)} ${y(0)}L${points}L${x(known[known.length - 1].ply)} ${y(0)}Z`);
    this.zero.setAttribute("y1", String(y(0)));
    this.zero.setAttribute("y2", String(y(0)));
    this.labels[0].textContent = `+${Math.round(most)}`;
    this.labels[1].textContent = `−${Math.round(most)}`;
    this.bars.replaceChildren(
      ...known.flatMap(({ ply, loss }) => {
        if (!loss || loss < 0.5) return [];
        const height = Math.min((loss / most) * (HEIGHT / 2), HEIGHT / 2);
        const black = this.turns[ply] === "black";
        return [
          svg("rect", {
            x: x(ply) + this.step * 0.2,
            width: this.step * 0.6,
            y: black ? HEIGHT / 2 : HEIGHT / 2 - height,
            height,
            class: `loss ${this.turns[ply]}`,
          }),
        ];
      }),
    );
  }

  /** @param {number} ply */
  mark(ply) {
    const x = String(EDGE + ply * this.step);
    this.cursor.setAttribute("x1", x);
    this.cursor.setAttribute("x2", x);
  }
}

/**
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag @param {Record<string, string | number>} attributes
 */
function svg(tag, attributes) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}
