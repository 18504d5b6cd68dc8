/** Drawings and words for several views. */

import { h, svg } from "../kit/dom.js";
import { movedToCorner, sizeOf } from "./shapes.js";
import { idOf, t } from "./texts.js";

/** The path of a square for every cell. */
export function squares(cells) {
  return cells.map(([x, y]) => `M${x} ${y}h1v1h-1z`).join("");
}

/** Draws a small shape and its piece; it needs a label beside it. */
export function icon(cells, piece = []) {
  const left = Math.min(...cells.map(([x]) => x));
  const top = Math.min(...cells.map(([, y]) => y));
  const { width, height } = sizeOf(movedToCorner(cells));
  return svg("svg", {
    class: "shape", "aria-hidden": "true", viewBox: `${left - 0.06} ${top - 0.06} ${width + 0.12} ${height + 0.12}`,
    style: `--across: ${width}; --down: ${height}`,
  }, svg("path", { d: squares(cells), class: "whole" }), svg("path", { d: squares(piece), class: "piece" }));
}

/** Draws both shapes of a pair with their pieces. */
export function pairIcon(a, b, pieceA = [], pieceB = []) {
  return h("span", { class: "pair-icon" }, icon(a, pieceA), icon(b, pieceB));
}

/** Draws a move: both shapes before it, and their pieces. */
export function cutIcon({ a, b }) {
  return pairIcon([...a.piece, ...a.rest], [...b.piece, ...b.rest], a.piece, b.piece);
}

/** The words of a text; no line ends within the name of a polyomino. */
export function withWholeNames(text) {
  return text.split(/(\d+-\d+(?: [A-Z]\b)?)/)
    .map((part, i) => (i % 2 ? h("span", { class: "whole-name" }, part) : part));
}

/** A move in words: piece and rests. */
export function moveInWords({ piece, restA, restB }) {
  return t("move", { piece: idOf(piece), a: idOf(restA), b: idOf(restB) });
}
