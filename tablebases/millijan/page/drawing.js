/** Drawings of tiles, without words of the page. */

import { h, svg } from "../kit/dom.js";

/** @import {Tile} from "./game.js" */

/**
 * @typedef {Pick<Tile, "name" | "type" | "latin">} Drawn what is seen of a tile
 */

/**
 * The mark of each type: a heart, a diamond, a star, a flower and a camera.
 *
 * @type {Record<string, string>}
 */
const MARKS = {
  Princess: "M8 14 2.2 8.2A3.6 3.6 0 0 1 8 4a3.6 3.6 0 0 1 5.8 4.2z",
  Fairy: "M8 1.2 13.6 8 8 14.8 2.4 8z",
  Angel: "M8 1.2 10 6l5.2.4-4 3.4 1.3 5L8 12l-4.5 2.8 1.3-5-4-3.4L6 6z",
  Extra: "M8 1.2a3 3 0 0 1 3 3.8 3 3 0 1 1-.2 6 3 3 0 1 1-5.6 0 3 3 0 1 1-.2-6 3 3 0 0 1 3-3.8z",
  Sora: "M2 4.5h3l1.2-2h3.6l1.2 2h3v9H2zM8 6.2a2.6 2.6 0 1 0 .01 0z",
};

/**
 * The mark of a type, for readers who do not see its colour.
 *
 * @param {string} type
 */
export function mark(type) {
  return svg("svg", { class: "mark", viewBox: "0 0 16 16", "aria-hidden": "true" },
    svg("path", { d: MARKS[type], "fill-rule": "evenodd" }));
}

/**
 * A name in Latin letters, which only the English page shows.
 *
 * @param {string} [latin]
 */
const inLatin = (latin) => (latin ? h("span", { class: latin.length > 6 ? "latin many" : "latin" }, latin) : null);

/**
 * The face of a tile: the mark, and the name from top to bottom.
 *
 * @param {Drawn} tile
 */
export function face({ name, type, latin }) {
  return [mark(type), h("span", { class: "idol-name", lang: "ja", "data-long": name.length > 3 }, name), inLatin(latin)];
}

/**
 * A small tile within a text or a list.
 *
 * @param {Drawn} tile
 */
export function smallTile({ name, type, latin }) {
  return h("span", { class: "small-tile", "data-type": type }, mark(type), h("span", { lang: "ja" }, name), inLatin(latin));
}

/**
 * Draws a hand as one picture.
 *
 * @param {(Drawn & {isBest: boolean})[]} tiles the best discards have a star
 */
export function drawHand(tiles) {
  const [width, height] = [44, 96];
  return svg("svg", { viewBox: `0 0 ${tiles.length * (width + 6) + 6} ${height + 28}` },
    ...tiles.map(({ name, type, isBest }, i) => svg("g", {
      "data-type": type, transform: `translate(${6 + i * (width + 6)} 18)`,
    }, svg("rect", {
      width, height, rx: 7, style: `fill: var(--face); stroke: ${isBest ? "var(--gold)" : "var(--edge)"}; stroke-width: ${isBest ? 4 : 1.5}px`,
    }), svg("path", { d: MARKS[type], "fill-rule": "evenodd", transform: "translate(5 6)", style: "fill: var(--edge)" }),
    ...[...name].map((sign, line, { length }) => svg("text", {
      x: width / 2, y: 58 + (line - (length - 1) / 2) * 19, style: "fill: var(--ink); font-size: 17px; font-weight: 650; text-anchor: middle; dominant-baseline: central",
    }, sign)),
    isBest && svg("text", { x: width / 2, y: -3, style: "fill: var(--gold); font-size: 16px; text-anchor: middle" }, "★"))));
}
