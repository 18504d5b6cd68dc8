/** Drawings without words: shapes, and the fields of the wall chart. */

import { h, svg } from "../kit/dom.js";
import { movedToCorner, sizeOf } from "./shapes.js";

/** @import {Cell, Pair} from "./shapes.js" */
/** @import {Move} from "./table.js" */

/**
 * The path of a square for every cell.
 *
 * @param {Cell[]} cells
 */
export function squares(cells) {
  return cells.map(([x, y]) => `M${x} ${y}h1v1h-1z`).join("");
}

/**
 * Draws a small shape and its piece, with more attributes; it needs a label beside it.
 *
 * @param {Cell[]} cells
 * @param {Cell[]} piece
 */
export function icon(cells, piece = [], attributes = {}) {
  const left = Math.min(...cells.map(([x]) => x));
  const top = Math.min(...cells.map(([, y]) => y));
  const { width, height } = sizeOf(movedToCorner(cells));
  return svg("svg", {
    class: "shape", "aria-hidden": "true", viewBox: `${left - 0.06} ${top - 0.06} ${width + 0.12} ${height + 0.12}`,
    style: `--across: ${width}; --down: ${height}`, ...attributes,
  }, svg("path", { d: squares(cells), class: "whole" }), svg("path", { d: squares(piece), class: "piece" }));
}

/**
 * Draws both shapes of a pair with their pieces.
 *
 * @param {Cell[]} a
 * @param {Cell[]} b
 * @param {Cell[]} pieceA
 * @param {Cell[]} pieceB
 */
export function pairIcon(a, b, pieceA = [], pieceB = []) {
  return h("span", { class: "pair-icon" }, icon(a, pieceA), icon(b, pieceB));
}

/**
 * Draws the positions of a line below each other, each with the piece that is cut off there, and what is left.
 *
 * @param {Pair} shapes
 * @param {Move[]} line
 */
export function drawLine({ a, b }, line) {
  const last = line.at(-1)?.cuts ?? { a: { rest: a }, b: { rest: b } };
  /**
   * The cells and the piece of either side, for each position.
   *
   * @type {Cell[][][][]}
   */
  const pairs = [
    ...line.map(({ cuts }) => [cuts.a, cuts.b].map(({ piece, rest }) => [[...piece, ...rest], piece])),
    [[last.a.rest, []], [last.b.rest, []]],
  ];
  const sizes = pairs.map((pair) => pair.map(([cells]) => sizeOf(movedToCorner(cells))));
  const wide = Math.max(...sizes.flat().map(({ width }) => width));
  const highs = sizes.map((pair) => Math.max(...pair.map(({ height }) => height)) + 1);
  const down = highs.reduce((sum, high) => sum + high, 1);
  return svg("svg", { viewBox: `0 0 ${2 * wide + 3} ${down}` },
    ...pairs.flatMap((pair, i) => pair.map(([cells, piece], side) => {
      const { width, height } = sizes[i][side];
      const [x, y] = [1 + side * (wide + 1), highs.slice(0, i).reduce((sum, high) => sum + high, 1)];
      return icon(cells, piece, { x: x - 0.06, y: y - 0.06, width: width + 0.12, height: height + 0.12 });
    })));
}

/**
 * The paths of all pairs by plies, with neighbours in a row as one bar.
 *
 * @param {string[]} rows
 */
function runsByPlies(rows) {
  /** @type {Map<number, string>} */
  const paths = new Map();
  rows.forEach((row, y) => {
    for (const { 0: run, index: x } of row.matchAll(/(\d)\1*/g)) {
      const plies = Number(run[0]);
      paths.set(plies, `${paths.get(plies) ?? ""}M${x} ${y}h${run.length}v1h-${run.length}z`);
    }
  });
  return [...paths].sort(([one], [other]) => one - other);
}

/**
 * Small squares on the second player's wins, to recognise them without colours.
 *
 * @param {string[]} rows
 */
function dots(rows) {
  return rows.flatMap((row, y) => [...row].flatMap((digit, x) => (
    digit > "0" && Number(digit) % 2 === 0 ? [`M${x + 0.34} ${y + 0.34}h.32v.32h-.32z`] : []
  ))).join("");
}

/**
 * The squares of all pairs, coloured by plies, from a row of digits for each polyomino.
 *
 * @param {string[]} rows
 */
export function chartFields(rows) {
  return svg("g", { class: "fields" },
    ...runsByPlies(rows).map(([value, d]) => svg("path", { d, "data-plies": value })),
    svg("path", { d: dots(rows), class: "second-player" }));
}
