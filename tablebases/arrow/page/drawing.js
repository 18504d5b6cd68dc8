/** Lays out a board in both layouts, draws it, and lets its tiles be pressed by mouse, touch and keyboard. */

import { ARROWS, comeFrom, isShortcut, svg } from "../kit/dom.js";
import { modulo } from "./solving.js";

/** From the middle of a hexagon to its corners, and of a square to its sides. */
const REACH = 50;

/** Half of the gap between two tiles. */
const GAP = 1;

/** An arrow that points up, from its middle. */
const ARROW = "M0 -42 L14.5 -19 H5 V36 H-5 V-19 H-14.5 Z";

/** A point at a distance from the middle of a tile; angles are clockwise from up. */
function polar(distance, angle) {
  return [distance * Math.sin(angle), -distance * Math.cos(angle)];
}

/** The middle of a tile, and its corners as seen from there. Rows of hexagons have corners above and below. */
const SHAPES = {
  square: {
    middle: ([row, column]) => [column * 2 * REACH, row * 2 * REACH],
    corners: (reach) => [[-reach, -reach], [reach, -reach], [reach, reach], [-reach, reach]],
  },
  hexagon: {
    middle: ([row, column]) => [(column - row / 2) * Math.sqrt(3) * REACH, row * 1.5 * REACH],
    corners: (reach) => Array.from({ length: 6 }, (_, i) => polar(reach, (i * Math.PI) / 3)),
  },
};

/**
 * @typedef {Object} Layout of a board as it is drawn
 * @property {[number, number][]} points the middles of the tiles
 * @property {[number, number][]} corners of any tile, seen from its middle
 * @property {number[]} box x, y, width and height of all
 * @property {{line: number, place: number}[]} places the line of each tile, and its place there, both from 1; lines
 *   are rows or, in the layout by columns, columns
 * @property {number} alongAxis 0 where lines go to the right, 1 where they go down
 */

/**
 * Lays out a board.
 *
 * Read column by column, a board is the mirror image of the board read row by row. So the tiles keep their order, and
 * only the drawing changes its sides; the hexagons then have sides above and below.
 */
function layOut({ shape, cells }, byColumns) {
  const turned = ([x, y]) => (byColumns ? [y, x] : [x, y]);
  const points = cells.map(SHAPES[shape].middle).map(turned);
  const corners = SHAPES[shape].corners(REACH - GAP).map(turned);
  const range = (axis) => {
    const middles = points.map((point) => point[axis]);
    const reach = Math.max(...corners.map((corner) => corner[axis])) + GAP;
    const from = Math.min(...middles) - reach;
    return [from, Math.max(...middles) + reach - from];
  };
  const [[x, width], [y, height]] = [range(0), range(1)];
  const places = cells.map(([row], tile) => (
    { line: row + 1, place: tile - cells.findIndex(([other]) => other === row) + 1 }));
  return { points, corners, box: [x, y, width, height], places, alongAxis: byColumns ? 1 : 0 };
}

/** The place of a tile's number: at the lower right, clear of the arrows. */
function numberPoint({ shape, directions }, byColumns) {
  if (shape === "square") {
    return [0.72 * REACH, 0.72 * REACH];
  }
  const step = 360 / directions;
  const wished = 150;
  const isFree = Math.abs(wished / step - Math.round(wished / step)) * step >= 25;
  const degrees = isFree ? wished : (Math.floor(wished / step) + 0.5) * step;
  return polar(REACH * (byColumns ? 0.71 : 0.68), (degrees * Math.PI) / 180);
}

function pointList(corners, factor) {
  return corners.map(([x, y]) => `${x * factor},${y * factor}`).join(" ");
}

/**
 * @typedef {Object} Look of a tile
 * @property {number} [turns] steps that its arrow is away from up; without them it has no arrow
 * @property {number} [number] the small number beside the arrow
 * @property {number|string} [badge] the large text in its middle
 * @property {"taps"|"mistake"|"fault"|"next"|"quiet"|"plain"} kind the reason for its colours
 * @property {string} label the same in words
 */

/** A small arrow, turned clockwise from up by `turns` full turns. */
export function drawDirection(turns) {
  return svg("svg", { viewBox: "-50 -50 100 100", "aria-hidden": "true" },
    svg("path", { d: ARROW, class: "arrow", transform: `rotate(${360 * turns})` }));
}

/** The picture of one board. It stays when the board changes, so the focus stays too. */
export class BoardPicture {
  /**
   * The methods `press` and, if there is one, `type` of the listener are called when a tile is pressed, or a digit is
   * typed on it. Without a listener the board is only a picture.
   */
  constructor(level, layoutName, listener) {
    const byColumns = layoutName === "columns" || (layoutName === "lines" && level.shape === "hexagon");
    this.level = level;
    this.layoutName = layoutName;
    this.layout = layOut(level, byColumns);
    this.listener = listener;
    this.angles = level.cells.map(() => 0);
    this.element = svg("svg", {
      viewBox: this.layout.box.join(" "), class: "arrow-board", id: "board", role: listener && "group",
      style: `--across: ${this.layout.box[2] / (2 * REACH)}`,
    });
    const numberAt = numberPoint(level, byColumns);
    this.tiles = this.layout.points.map((point, tile) => this.drawTile(point, tile, numberAt));
    this.element.append(...this.tiles.map(({ group }) => group));
    this.reach(0);
  }

  drawTile([x, y], tile, [numberX, numberY]) {
    const group = svg("g", {
      transform: `translate(${x} ${y})`, class: "tile-button", role: this.listener && "button", "data-tile": tile,
    });
    const { corners } = this.layout;
    const parts = {
      group,
      arrow: svg("path", { d: ARROW, class: "arrow" }),
      number: svg("text", { x: numberX, y: numberY, class: "shown-number" }),
      badge: svg("text", { class: "badge-text" }),
    };
    group.append(
      svg("polygon", { points: pointList(corners, 1), class: "face" }),
      svg("polygon", { points: pointList(corners, 0.93), class: "ring" }),
      parts.arrow, svg("circle", { r: 21, class: "badge" }), parts.badge, parts.number);
    group.addEventListener("click", (event) => this.press(tile, event.shiftKey ? -1 : 1));
    group.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      this.press(tile, -1);
    });
    group.addEventListener("keydown", (event) => this.key(event, tile));
    group.addEventListener("focus", () => {
      if (tile !== this.current) {
        this.reach(tile);
      }
    });
    return parts;
  }

  press(tile, steps) {
    this.tiles[tile].group.focus();
    this.listener.press(tile, steps);
  }

  key(event, tile) {
    if (isShortcut(event)) {
      return;
    }
    const ends = { Home: 0, End: this.tiles.length - 1 };
    if (event.key === "Enter" || event.key === " ") {
      this.press(tile, event.shiftKey ? -1 : 1);
    } else if (event.key in ARROWS) {
      const { aim } = this;
      const step = ARROWS[event.key];
      this.goTo(this.neighbourOf(tile, step));
      if (step[this.layout.alongAxis] === 0) {
        this.aim = aim;
      }
    } else if (event.key in ends) {
      this.goTo(ends[event.key]);
    } else if (/^\d$/.test(event.key)) {
      this.listener.type?.(tile, Number(event.key));
    } else {
      return;
    }
    event.preventDefault();
  }

  /**
   * The tile that an arrow key leads to; the same one at the border.
   *
   * Along a line that is the neighbour. To another line it is the tile nearest to the aim, the point where one came
   * from, so that one can go straight through lines that are set off by half a tile.
   */
  neighbourOf(tile, step) {
    const { points, places, alongAxis } = this.layout;
    const along = step[alongAxis];
    const line = places[tile].line + step[1 - alongAxis];
    const aside = (other) => Math.abs(points[other][alongAxis] - this.aim[alongAxis]);
    if (along !== 0) {
      return places[tile + along]?.line === line ? tile + along : tile;
    }
    return points.map((_, other) => other).filter((other) => places[other].line === line)
      .reduce((best, other) => (best === tile || aside(other) < aside(best) ? other : best), tile);
  }

  /** Makes a tile the one that the Tab key leads to. */
  reach(tile) {
    this.current = tile;
    this.aim = this.layout.points[tile];
    if (this.listener) {
      this.tiles.forEach(({ group }, other) => group.setAttribute("tabindex", other === tile ? 0 : -1));
    }
  }

  goTo(tile) {
    this.reach(tile);
    this.tiles[tile].group.focus();
  }

  /** Shows a board by the looks of its tiles. */
  show(looks, label) {
    const counted = [];
    this.element.setAttribute("aria-label", label);
    looks.forEach(({ turns = null, number = "", badge = "", kind, label: words }, tile) => {
      const parts = this.tiles[tile];
      parts.group.setAttribute("aria-label", words);
      parts.group.dataset.kind = kind;
      parts.group.classList.toggle("empty", turns === null);
      parts.group.classList.toggle("with-badge", badge !== "");
      parts.number.textContent = number;
      if (badge && parts.badge.textContent && parts.badge.textContent !== String(badge)) {
        counted.push([parts.badge, { scale: "1.6" }]);
      }
      parts.badge.textContent = badge;
      if (turns !== null) {
        this.turnTo(tile, turns);
        parts.arrow.style.transform = `rotate(${this.angles[tile]}deg)`;
      }
    });
    comeFrom(counted);
  }

  /** Finds the angle of an arrow: one step further is always clockwise, also beyond the last. */
  turnTo(tile, turns) {
    const { directions } = this.level;
    const step = 360 / directions;
    const before = Math.round(this.angles[tile] / step);
    const change = modulo(turns - before, directions);
    this.angles[tile] = (before + change - (change > directions / 2 ? directions : 0)) * step;
  }

  /** Points at a tile, as long as something is said about it elsewhere. */
  pointAt(tile, on) {
    this.tiles[tile].group.classList.toggle("pointed-at", on);
  }
}
