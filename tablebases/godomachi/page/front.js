/** A wall chart whose pairs are pointed at in turn, on the front page. */

import { h, svg } from "../kit/dom.js";
import { counted, t } from "../kit/languages.js";
import { chartFields, pairIcon } from "./drawing.js";
import { parse, randomPair } from "./shapes.js";

/** @import {SizeData} from "./table.js" */

/** Milliseconds that a pair stays. */
const PAIR = 2600;

/** @param {SizeData} data */
export function picture({ cells: size, shapes, plies }) {
  const cells = shapes.map(parse);
  const count = shapes.length;
  const row = svg("rect", { x: 0, width: count, height: 1, class: "crossing" });
  const column = svg("rect", { y: 0, width: 1, height: count, class: "crossing" });
  const cursor = svg("rect", { width: 1, height: 1, class: "cursor" });
  const chart = svg("svg", { viewBox: `-.2 -.2 ${count + 0.4} ${count + 0.4}`, class: "wall-chart", "aria-hidden": "true" },
    chartFields(plies), row, column, cursor);
  const pair = h("div", { class: "pointed" });
  const caption = h("p", { class: "caption" });

  /** Points at any pair of different polyominoes. */
  function step() {
    const { a, b } = randomPair(count);
    const value = Number(plies[a][b]);
    row.style.translate = `0 ${a}px`;
    column.style.translate = `${b}px 0`;
    cursor.style.translate = `${b}px ${a}px`;
    pair.replaceChildren(pairIcon(cells[a], cells[b]));
    caption.replaceChildren(h("span", { class: "chip", "data-plies": value }, value),
      value % 2 ? counted("firstWins", "plies", value) : t("secondWins", { plies: value }));
    return PAIR;
  }

  step();
  return { elements: [h("div", { class: "drawn", role: "img", "aria-label": t("chartPicture", { cells: size }) }, chart, pair), caption], step };
}
