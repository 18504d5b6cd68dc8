/** Drawings and words for several views. */

import { h, named, svg } from "../kit/dom.js";
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

/** Draws a move: both shapes with their pieces, an arrow, and the rests. `words` say the same. */
export function moveIcon({ a, b }, words) {
  return h("span", { class: "move-icon", role: "img", ...named(words) },
    pairIcon([...a.piece, ...a.rest], [...b.piece, ...b.rest], a.piece, b.piece), h("span", {}, "→"), pairIcon(a.rest, b.rest));
}

/** A move in words: piece and rests. */
export function moveInWords({ piece, restA, restB }) {
  return t("move", { piece: idOf(piece), a: idOf(restA), b: idOf(restB) });
}
