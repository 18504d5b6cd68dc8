/** Draws towns from the symbols of the tiles, which are in the page. */

import { svg } from "./kit/dom.js";

const TILE = 100;
const FRAME = 6;

/** The id of a tile as it lies, such as `t3b2`. */
export function symbolId(number, side, turns) {
  return `t${number}${"fb"[side]}${turns}`;
}

/**
 * A picture of one tile.
 *
 * @param {import("./town.js").LaidTile} tile
 * @returns {SVGElement}
 */
export function drawTile(tile) {
  const picture = svg("svg", { viewBox: `0 0 ${TILE} ${TILE}`, class: "tile", "aria-hidden": true });
  picture.append(svg("use", { href: `#${symbolId(tile.number, tile.side, tile.turns)}` }));
  return picture;
}

/** The middle of the border at a side of a position, and whether it lies flat. */
function borderBox(columns, position, side) {
  const x = (position % columns) * TILE;
  const y = Math.floor(position / columns) * TILE;
  return side === 2
    ? { x: x + 30, y: y + TILE - 5, width: 40, height: 10 }
    : { x: x + TILE - 5, y: y + 30, width: 10, height: 40 };
}

/**
 * A picture of a town.
 *
 * @param {import("./town.js").Town} town
 * @param {string} label what it shows, for those who do not see it
 * @param {Object[]} faults where it is not complete, from `faultsOf`
 * @returns {SVGElement}
 */
export function drawTown(town, label, faults = []) {
  const { rows, columns } = town.game;
  const box = [-FRAME, -FRAME, columns * TILE + 2 * FRAME, rows * TILE + 2 * FRAME];
  const picture = svg("svg", {
    viewBox: box.join(" "), class: "town", role: "img", "aria-label": label,
  });
  const [x, y, width, height] = box;
  picture.append(svg("rect", { x, y, width, height, rx: 10, class: "town-frame" }));
  town.tiles.forEach((tile, position) => {
    picture.append(svg("use", {
      href: `#${symbolId(tile.number, tile.side, tile.turns)}`,
      x: (position % columns) * TILE,
      y: Math.floor(position / columns) * TILE,
      width: TILE,
      height: TILE,
    }));
  });
  for (const fault of faults) {
    if (fault.kind === "open") {
      picture.append(svg("rect", {
        ...borderBox(columns, fault.position, fault.side), rx: 3, class: "open-border",
      }));
    } else {
      for (const position of fault.positions) {
        picture.append(svg("rect", {
          x: (position % columns) * TILE + 4, y: Math.floor(position / columns) * TILE + 4,
          width: TILE - 8, height: TILE - 8, rx: 6, class: "closed-road",
        }));
      }
    }
  }
  return picture;
}

/**
 * A line that grows in steps: how many theme sets so many towns answer.
 *
 * @param {{series: {name: string, points: number[][]}[], maxX: number, maxY: number,
 *   at: number, label: string, xTitle: string, yTitle: string}} chart points are (x, share 0-1)
 * @returns {SVGElement}
 */
export function drawChart({ series, maxX, maxY, at, label, xTitle, yTitle }) {
  const [width, height, left, bottom, top, right] = [560, 260, 46, 40, 12, 14];
  const toX = (x) => left + (x / maxX) * (width - left - right);
  const toY = (y) => height - bottom - (y / maxY) * (height - bottom - top);
  const picture = svg("svg", {
    viewBox: `0 0 ${width} ${height}`, class: "chart", role: "img", "aria-label": label,
  });
  const text = (content, attributes) => {
    const element = svg("text", attributes);
    element.textContent = content;
    picture.append(element);
  };
  for (let i = 0; i <= 4; i++) {
    const share = (maxY * i) / 4;
    picture.append(svg("line", {
      x1: left, x2: width - right, y1: toY(share), y2: toY(share), class: "grid",
    }));
    text(`${Math.round(share * 100)} %`, { x: left - 6, y: toY(share) + 4, "text-anchor": "end" });
  }
  const step = Math.max(1, Math.ceil(maxX / 50) * 10 / (maxX <= 12 ? 10 : 1));
  for (let x = step; x <= maxX; x += step) {
    text(String(x), { x: toX(x), y: height - bottom + 16, "text-anchor": "middle" });
  }
  text(xTitle, { x: (left + width - right) / 2, y: height - 6, "text-anchor": "middle" });
  text(yTitle, { x: left + 8, y: top + 12 });
  for (const { name, points } of series) {
    const path = points.map(([x, y], i) => `${i ? "L" : "M"}${toX(x)} ${toY(y)}`).join("");
    picture.append(svg("path", { d: path, class: `line ${name}` }));
    const here = points.find(([x]) => x === at);
    if (here && name === series[0].name) {
      picture.append(svg("line", {
        x1: toX(at), x2: toX(at), y1: toY(0), y2: toY(here[1]), class: "at",
      }));
      picture.append(svg("circle", { cx: toX(at), cy: toY(here[1]), r: 6, class: "at" }));
    }
  }
  return picture;
}
