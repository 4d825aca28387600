// The values along a line of moves as a picture: up is good for Black. Bars are what a move gave away: Black's hang
// from the middle and are filled, White's stand on it and are hatched.

import { svg } from "../dom.js";
import { VALUES, valueText } from "../strings.js";

/** @import {Side} from "../types/protocol" */

/** @typedef {{value?: number, loss?: number, by?: Side}} Point the position after a move, and that move */

const [WIDTH, EDGE] = [600, 10];
let made = 0;

export class Graph {
  /** @param {string} label @param {(ply: number) => void} [go] @param {number} [height] */
  constructor(label, go, height = 220) {
    this.height = height;
    const hatch = `hatch-${++made}`;
    this.hatch = `url(#${hatch})`;
    this.root = svg("svg", { viewBox: `0 0 ${WIDTH} ${height}`, role: "img", class: "graph", "aria-label": label });
    const pattern = svg(
      "pattern",
      { id: hatch, width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
      svg("rect", { width: 3, height: 6, class: "hatch" }),
    );
    this.bars = svg("g");
    this.zero = svg("line", { x1: 0, x2: WIDTH, y1: height / 2, y2: height / 2, class: "zero" });
    this.area = svg("path", { class: "area" });
    this.line = svg("path", { class: "line" });
    this.cursor = svg("line", { y1: 0, y2: height, class: "cursor" });
    this.dots = svg("g");
    this.labels = [svg("text", { x: 8, y: 24 }), svg("text", { x: 8, y: height - 10 })];
    this.root.append(svg("defs", {}, pattern), this.bars, this.area, this.zero, this.line, this.cursor, this.dots, ...this.labels);
    this.count = 0;
    /** The ply that is marked. @type {number | null} */
    this.at = null;
    this.go = go;
    if (!go) return;
    this.root.classList.add("steps-too");
    this.root.setAttribute("role", "slider");
    this.root.setAttribute("tabindex", "0");
    this.root.setAttribute("aria-valuemin", "0");
    /** @param {PointerEvent} event */
    const pick = (event) => {
      if (event.type === "pointermove" && !event.buttons) return;
      const { left, width } = this.root.getBoundingClientRect();
      const ply = Math.round((((event.clientX - left) / width) * WIDTH - EDGE) / this.step);
      go(Math.max(0, Math.min(this.count, ply)));
    };
    this.root.addEventListener("pointerdown", pick);
    this.root.addEventListener("pointermove", pick);
    this.root.addEventListener("keydown", (event) => {
      const at = this.at ?? this.count;
      const to = { ArrowLeft: at - 1, ArrowDown: at - 1, ArrowRight: at + 1, ArrowUp: at + 1, PageDown: at - 10, PageUp: at + 10, Home: 0, End: this.count }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      go(Math.max(0, Math.min(this.count, to)));
    });
  }

  get step() {
    return (WIDTH - 2 * EDGE) / Math.max(this.count, 1);
  }

  /** @param {number} ply */
  x(ply) {
    return EDGE + ply * this.step;
  }

  /** @param {Point[]} points one for each position, the start first @param {number | null} at @param {readonly {ply: number, kind: string}[]} [dots] plies to mark */
  paint(points, at, dots = []) {
    this.count = points.length - 1;
    this.at = at;
    if (this.go) {
      const now = at ?? this.count;
      const value = points[now]?.value;
      this.root.setAttribute("aria-valuemax", String(this.count));
      this.root.setAttribute("aria-valuenow", String(now));
      this.root.setAttribute("aria-valuetext", VALUES.at(now, value === undefined ? "" : valueText(value, "exact")));
    }
    const known = points.flatMap(({ value }, ply) => (value === undefined ? [] : [{ ply, value }]));
    const losses = points.map(({ loss }) => loss ?? 0);
    // Everything fits: nothing is cut off at the edge.
    const most = Math.min(64, Math.ceil(Math.max(8, ...known.map(({ value }) => Math.abs(value)), ...losses) * 1.08));
    const half = this.height / 2;
    const y = (/** @type {number} */ value) => half - (value / most) * (half - 4);
    const path = known.map(({ ply, value }) => `${this.x(ply).toFixed(1)} ${y(value).toFixed(1)}`).join("L");
    this.line.setAttribute("d", known.length ? `M${path}` : "");
    this.area.setAttribute("d", known.length ? `M${this.x(known[0].ply)} ${half}L${path}L${this.x(known[known.length - 1].ply)} ${half}Z` : "");
    this.labels[0].textContent = known.length ? `+${most}` : "";
    this.labels[1].textContent = known.length ? `−${most}` : "";
    const width = Math.max(2, this.step * 0.62);
    this.bars.replaceChildren(
      ...points.flatMap(({ loss, by }, ply) => {
        if (!loss || loss < 0.5 || !by) return [];
        const height = (Math.min(loss, most) / most) * (half - 4);
        const place = { x: this.x(ply) - width / 2, width, y: by === "black" ? half : half - height, height };
        const bar = svg("rect", { ...place, class: `loss ${by}`, "data-ply": ply });
        if (by === "white") bar.setAttribute("fill", this.hatch);
        return [bar];
      }),
    );
    this.dots.replaceChildren(
      ...dots.flatMap(({ ply, kind }) => {
        const value = points[ply]?.value;
        if (value === undefined) return [];
        const [cx, cy, r] = [this.x(ply), y(value), ply === at ? 11 : 8];
        const kinds = `moment ${kind}${ply === at ? " now" : ""}`;
        // A good move is a diamond, a mistake a dot.
        if (kind === "fine") return [svg("path", { d: `M${cx} ${cy - r}l${r} ${r}l${-r} ${r}l${-r} ${-r}z`, class: kinds })];
        return [svg("circle", { cx, cy, r, class: kinds })];
      }),
    );
    this.cursor.style.display = at === null ? "none" : "";
    if (at !== null) for (const end of ["x1", "x2"]) this.cursor.setAttribute(end, String(this.x(at)));
  }
}
