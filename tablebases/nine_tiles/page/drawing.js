/** Draws towns from the tile symbols in the page, and writes names of cards. */

/**
 * @import {Attributes} from "../kit/dom.js"
 * @import {Board, Fault, LaidTile, Place, Town} from "./town.js"
 */

import { h, svg } from "../kit/dom.js";
import { t } from "../kit/languages.js";
import { neighbour, roadAt, SIDES } from "./town.js";

export const TILE = 100;
const FRAME = 6;

/**
 * The id of the symbol of a laid tile, such as `t3b2`.
 *
 * @param {LaidTile} tile
 */
export function symbolOf({ number, side, turns }) {
  return `t${number}${"fb"[side]}${turns}`;
}

/**
 * @param {LaidTile} tile
 * @param {Attributes} attributes
 */
function placedTile(tile, attributes = {}) {
  return svg("use", { href: `#${symbolOf(tile)}`, ...attributes });
}

/**
 * The top left corner of a position.
 *
 * @param {number} columns
 * @param {number} position
 */
export function cornerOf(columns, position) {
  return { x: (position % columns) * TILE, y: Math.floor(position / columns) * TILE };
}

/**
 * A picture of one tile.
 *
 * @param {LaidTile} tile
 * @param {Attributes} attributes more attributes of the picture
 * @returns {SVGElement}
 */
export function drawTile(tile, attributes = {}) {
  return svg("svg", { viewBox: `0 0 ${TILE} ${TILE}`, class: "tile", "aria-hidden": "true", ...attributes }, placedTile(tile));
}

/**
 * A picture of a town.
 *
 * @param {{game: Board, tiles: Place[]}} town
 * @param {string} label a description for screen readers
 * @param {number[]} marked positions to mark
 * @returns {SVGElement}
 */
export function drawTown({ game: { rows, columns }, tiles }, label, marked = []) {
  const [x, y, width, height] = [-FRAME, -FRAME, columns * TILE + 2 * FRAME, rows * TILE + 2 * FRAME];
  return svg("svg", { viewBox: `${x} ${y} ${width} ${height}`, class: "town", role: "img", "aria-label": label },
    svg("rect", { x, y, width, height, rx: 10, class: "town-frame" }),
    ...tiles.map((tile, position) => tile && placedTile(tile, { ...cornerOf(columns, position), width: TILE, height: TILE })),
    ...marked.map((position) => (
      svg("rect", { ...cornerOf(columns, position), width: TILE, height: TILE, class: "marked" }))));
}

/**
 * A mark on a side of a position.
 *
 * @param {number} columns
 * @param {number} position
 * @param {number} side
 * @param {Attributes} attributes
 */
function sideMark(columns, position, side, attributes) {
  const { x, y } = cornerOf(columns, position);
  const [along, across] = [{ at: 30, size: 40 }, { at: side === 0 || side === 1 ? -5 : TILE - 5, size: 10 }];
  const [ofX, ofY] = side % 2 ? [across, along] : [along, across];
  return svg("rect", { x: x + ofX.at, y: y + ofY.at, width: ofX.size, height: ofY.size, rx: 3, ...attributes });
}

/**
 * Marks the faults of a town, and the sides of free positions that a road must reach, to be laid over its tiles.
 *
 * @param {Town} town
 * @param {Fault[]} faults
 * @returns {SVGElement}
 */
export function drawMarks({ game, game: { rows, columns }, tiles }, faults) {
  /** @param {number} position */
  const onClosedRoad = (position) => {
    const { x, y } = cornerOf(columns, position);
    return svg("rect", { x: x + 4, y: y + 4, width: TILE - 8, height: TILE - 8, rx: 6, class: "closed-road" });
  };
  const needs = tiles.flatMap((tile, position) => (tile ? [] : Array.from({ length: SIDES }, (_, side) => {
    const beyond = neighbour(game, position, side);
    const isNeeded = beyond !== null && roadAt(tiles[beyond] ?? undefined, (side + 2) % SIDES) >= 0;
    return isNeeded ? sideMark(columns, position, side, { class: "needed-road" }) : null;
  })));
  return svg("svg", { viewBox: `0 0 ${columns * TILE} ${rows * TILE}` }, ...needs,
    ...faults.flatMap((fault) => (fault.kind === "open" ? sideMark(columns, fault.position, fault.side, { class: "open-border" })
      : fault.positions.map(onClosedRoad))));
}

/**
 * A name with the places where its lines break; without them, long words break anywhere.
 *
 * @param {string} name
 * @returns {(string | HTMLElement)[]}
 */
export function breakable(name) {
  // Without lookbehind, which the browsers of older phones cannot read.
  return name
    .replace(/^Extra(?=.)|[ぁ-ん】』](?=[^ぁ-んー】』、。子合多少大])|[ァ-ヶー](?=[^ァ-ヶー】』での])|[ァ-ヶー]で(?=は)|に(?=し)|を(?=.)|って(?=い)|ー】(?=の)|[^ァ-ヶー【『](?=[ァ-ヶ])/g, "$&\n")
    .split("\n").flatMap((part, i) => (i ? [h("wbr"), part] : [part]));
}

/**
 * A step chart of the share of theme sets answered by the number of towns.
 *
 * @param {{series: {name: string, points: number[][]}[], maxX: number, maxY: number, at: number, label: string,
 *   xTitle: string, yTitle: string}} chart points are (x, share 0-1); `at` is the x to mark on the first line
 * @returns {SVGElement}
 */
export function drawChart({ series, maxX, maxY, at, label, xTitle, yTitle }) {
  const [width, height, left, bottom, top, right] = [560, 270, 64, 52, 36, 14];
  /** @param {number} x */
  const toX = (x) => left + (x / maxX) * (width - left - right);
  /** @param {number} y */
  const toY = (y) => height - bottom - (y / maxY) * (height - bottom - top);
  const picture = svg("svg", { viewBox: `0 0 ${width} ${height}`, class: "chart", role: "img", "aria-label": label });
  for (let i = 0; i <= 4; i++) {
    const share = (maxY * i) / 4;
    const y = toY(share);
    picture.append(
      svg("line", { x1: left, x2: width - right, y1: y, y2: y, class: "grid" }),
      svg("text", { x: left - 6, y: y + 4, "text-anchor": "end" }, `${Math.round(share * 100)}${t("percent")}`));
  }
  const step = Math.max(1, Math.ceil(maxX / 50) * 10 / (maxX <= 12 ? 10 : 1));
  for (let x = step; x <= maxX; x += step) {
    picture.append(svg("text", { x: toX(x), y: height - bottom + 20, "text-anchor": "middle" }, x));
  }
  picture.append(
    svg("text", { x: (left + width - right) / 2, y: height - 6, "text-anchor": "middle" }, xTitle),
    svg("text", { x: left, y: top - 16 }, yTitle));
  series.forEach(({ name, points }, i) => {
    const path = points.map(([x, y], j) => `${j ? "L" : "M"}${toX(x)} ${toY(y)}`).join("");
    picture.append(svg("path", { d: path, class: `line ${name}` }));
    const here = points.find(([x]) => x === at);
    if (here && i === 0) {
      picture.append(
        svg("line", { x1: toX(at), x2: toX(at), y1: toY(0), y2: toY(here[1]), class: "at" }),
        svg("circle", { cx: toX(at), cy: toY(here[1]), r: 6, class: "at" }));
    }
  });
  return picture;
}
