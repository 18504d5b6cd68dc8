/** The wall chart: all pairs of a size, coloured by plies. */

import { announce } from "../kit/controls.js";
import { ARROWS, button, byId, goTo, h, isShortcut, named, svg } from "../kit/dom.js";
import { View } from "../kit/view.js";
import { chartFields, pairIcon, squares } from "./drawing.js";
import { sizeOf } from "./shapes.js";
import { moverWins } from "./table.js";
import { counted, idOf, t, verdict } from "./texts.js";

/** @import {Session} from "./session.js" */
/** @import {Cell} from "./shapes.js" */
/** @import {Numbers, Size} from "./table.js" */

/** Most polyominoes with room for their shapes along the edges. */
const MOST_SHAPES_ON_EDGES = 35;
const NUMBERED_EVERY = 10;

/**
 * Key -> step in columns and rows.
 *
 * @type {Record<string, [number, number]>}
 */
const STEPS = { ...ARROWS, PageUp: [0, -10], PageDown: [0, 10], Home: [-Infinity, 0], End: [Infinity, 0] };

/** @extends {View<Session>} */
export class ChartView extends View {
  build() {
    /** @type {HTMLElement} */
    this.title = h("h2", { id: "chart-title" });
    /** @type {HTMLElement} */
    this.frame = h("div", { class: "chart-frame" });
    /** @type {HTMLElement} */
    this.pointed = h("div", { class: "pointed", id: "pointed" });
    /** @type {HTMLElement} */
    this.legend = h("ul", { class: "plies-legend" });
    /** @type {HTMLElement} */
    this.links = h("p", { class: "print-links" });
    /** @type {?number} */
    this.shownCells = null;
    /** @type {HTMLElement} */
    this.section = h("section", { class: "panel wall", id: "wall", "aria-labelledby": "chart-title" },
      this.title, h("p", { class: "quiet", id: "chart-hint" }, t("chartHint")),
      h("div", { class: "wall-columns" }, this.frame,
        h("div", { class: "wall-side" }, this.pointed, h("h3", {}, t("legend")), this.legend, this.links)));
    return this.section;
  }

  /** Shows the chart of the current size, with its pair; not during a game, because it names the winner. */
  show() {
    const { cells, pair, table, isSearched, game } = this.session;
    this.section.hidden = isSearched || game?.isOver === false;
    if (this.shownCells !== cells) {
      this.shownCells = cells;
      this.title.textContent = t("chart", { cells });
      this.draw(table.sizes.get(cells));
      this.showLegend(table.sizes.get(cells).plies);
      this.showLinks();
    }
    this.taken.setAttribute("x", String(pair.b));
    this.taken.setAttribute("y", String(pair.a));
    this.point(pair);
  }

  /** @param {Size<string>} size */
  draw({ shapes, plies }) {
    const count = shapes.length;
    const hasShapes = count <= MOST_SHAPES_ON_EDGES;
    const margin = hasShapes ? 1.15 : 5;
    const side = count + margin + 0.1;
    /** @type {SVGElement} */
    this.row = svg("rect", { x: 0, width: count, height: 1, class: "crossing" });
    /** @type {SVGElement} */
    this.column = svg("rect", { y: 0, width: 1, height: count, class: "crossing" });
    /** @type {SVGElement} */
    this.taken = svg("rect", { width: 1, height: 1, class: "taken" });
    /** @type {SVGElement} */
    this.cursor = svg("rect", { width: 1, height: 1, class: "cursor" });
    /** @type {SVGSVGElement} */
    this.chart = svg("svg", {
      viewBox: `${-margin} ${-margin} ${side} ${side}`,
      class: "wall-chart", id: "chart", role: "application", tabindex: 0,
      "aria-label": t("chartLabel"), "aria-describedby": "chart-hint", style: `--count: ${count}`,
    },
    chartFields(plies),
    ...(hasShapes ? this.shapesOnEdges(shapes) : this.numbersOnEdges(count)),
    this.row, this.column, this.taken, this.cursor);
    this.listen();
    this.frame.replaceChildren(this.chart);
  }

  /** @param {number} count */
  numbersOnEdges(count) {
    const numbers = Array.from({ length: Math.ceil(count / NUMBERED_EVERY) }, (_, i) => i * NUMBERED_EVERY);
    return numbers.flatMap((number) => [
      svg("text", { x: number + 0.5, y: -1.2 }, number), svg("text", { x: -2.6, y: number + 0.5 }, number)]);
  }

  /** @param {Cell[][]} shapes */
  shapesOnEdges(shapes) {
    const scale = 0.9 / this.session.cells;
    return shapes.flatMap((cells, i) => {
      const { width, height } = sizeOf(cells);
      return [[i + 0.5, -0.55], [-0.55, i + 0.5]].map(([x, y]) => svg("path", {
        d: squares(cells), class: "edge",
        transform: `translate(${x - (width * scale) / 2} ${y - (height * scale) / 2}) scale(${scale})`,
      }));
    });
  }

  listen() {
    /** @type {(act: (pair: Numbers) => void) => (event: MouseEvent) => void} */
    const atPair = (act) => (event) => {
      const found = this.pairUnder(event);
      if (found) {
        act(found);
      }
    };
    this.chart.addEventListener("pointermove", atPair((pair) => this.point(pair)));
    this.chart.addEventListener("pointerleave", () => this.point(this.session.pair));
    this.chart.addEventListener("click", atPair((pair) => this.take(pair)));
    this.chart.addEventListener("keydown", (event) => this.key(event));
  }

  /** @param {MouseEvent} event */
  pairUnder({ clientX, clientY }) {
    const point = new DOMPoint(clientX, clientY).matrixTransform(this.chart.getScreenCTM()?.inverse());
    const [a, b] = [Math.floor(point.y), Math.floor(point.x)];
    const count = this.session.table.count(this.session.cells);
    return a >= 0 && b >= 0 && a < count && b < count ? { a, b } : null;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (isShortcut(event)) {
      return;
    }
    if (event.key === "Enter" || event.key === " ") {
      this.take(this.at);
    } else if (event.key in STEPS) {
      const [columns, rows] = STEPS[event.key];
      const last = this.session.table.count(this.session.cells) - 1;
      /** @param {number} place */
      const within = (place) => Math.min(Math.max(place, 0), last);
      this.point({ a: within(this.at.a + rows), b: within(this.at.b + columns) });
      announce(this.inWords());
    } else {
      return;
    }
    event.preventDefault();
  }

  /** @param {Numbers} pair */
  take({ a, b }) {
    const { session, changed } = this;
    session.take({ cells: session.cells, a, b });
    changed.step(this.inWords());
  }

  inWords() {
    return [this.named(), this.verdict()].map((label) => t("closed", { label })).join("").trim();
  }

  /** The pair under the pointer. */
  named() {
    const { cells } = this.session;
    return t("pairAt", { a: idOf({ cells, number: this.at.a }), b: idOf({ cells, number: this.at.b }) });
  }

  /** The winner of the pair under the pointer. */
  verdict() {
    const { cells, table } = this.session;
    return verdict(table.plies(cells, this.at.a, this.at.b));
  }

  /** @param {Numbers} pair */
  point({ a, b }) {
    const { cells, table } = this.session;
    /** @type {Numbers} */
    this.at = { a, b };
    this.row.setAttribute("y", String(a));
    this.column.setAttribute("x", String(b));
    this.cursor.setAttribute("x", String(b));
    this.cursor.setAttribute("y", String(a));
    this.pointed.replaceChildren(
      h("div", { role: "img", ...named(this.named()) }, pairIcon(table.shape(cells, a), table.shape(cells, b))),
      h("p", {}, this.verdict()),
      button({ id: "see-moves", onclick: () => goTo(byId("pair"), byId("mode-look")) }, t("takePair")));
  }

  /** @param {string[]} rows */
  showLegend(rows) {
    const pairs = Map.groupBy(rows.flatMap((row, y) => [...row.slice(y)]), Number);
    this.legend.replaceChildren(...[...pairs].sort(([one], [other]) => one - other)
      .map(([plies, { length: count }]) => h("li", {},
        h("span", { class: "swatch", "data-plies": plies, "data-second": !(plies % 2) && plies > 0 }),
        h("span", {}, plies === 0 ? t("legendCongruent")
          : t(moverWins(plies) ? "legendFirst" : "legendSecond", { plies }),
        h("small", {}, counted("pairCount", "count", count))))));
  }

  showLinks() {
    const { cells, table } = this.session;
    this.links.hidden = !table.charts.includes(cells);
    this.links.replaceChildren(
      h("b", {}, t("print")),
      h("a", { href: `wall-chart-${cells}.svg`, id: "print-chart" }, t("printChart", { cells })),
      h("a", { href: `shapes-${cells}.svg`, id: "print-shapes" }, t("printShapes", { cells })));
  }
}
