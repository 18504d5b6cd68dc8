/** Lays out a board in both layouts, draws it, and lets its tiles be pressed by mouse, touch and keyboard. */

/**
 * @import {LayoutName} from "./reading.js"
 * @import {Level} from "./solving.js"
 */

import { ARROWS, comeFrom, isShortcut, svg } from "../kit/dom.js";
import { modulo } from "./solving.js";

/** From the middle of a hexagon to its corners, and of a square to its sides. */
const REACH = 50;

/** Half of the gap between two tiles. */
const GAP = 1;

/** An arrow that points up, from its middle. */
const ARROW = "M0 -41 L12.5 -20 H4.5 V28 H-4.5 V-20 H-12.5 Z";

/**
 * To the right and down.
 *
 * @typedef {[x: number, y: number]} Point
 */

/**
 * A point at a distance from the middle of a tile; angles are clockwise from up.
 *
 * @param {number} distance
 * @param {number} angle
 * @returns {Point}
 */
function polar(distance, angle) {
  return [distance * Math.sin(angle), -distance * Math.cos(angle)];
}

/**
 * The middle of a tile, and its corners as seen from there. Rows of hexagons have corners above and below.
 *
 * @type {Object<string, {middle: (cell: [row: number, column: number]) => Point, corners: (reach: number) => Point[]}>}
 */
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
 * @property {Point[]} points the middles of the tiles
 * @property {Point[]} corners of any tile, seen from its middle
 * @property {number[]} box x, y, width and height of all
 * @property {{line: number, place: number}[]} places the line of each tile, and its place there, both from 1; lines
 *   are rows or, in the layout by columns, columns
 * @property {0|1} alongAxis 0 where lines go to the right, 1 where they go down
 */

/**
 * Lays out a board.
 *
 * Read column by column, a board is the mirror image of the board read row by row. So the tiles keep their order, and
 * only the drawing changes its sides; the hexagons then have sides above and below.
 *
 * @param {Level} level
 * @param {boolean} byColumns
 * @returns {Layout}
 */
function layOut({ shape, cells }, byColumns) {
  /** @type {(point: Point) => Point} */
  const turned = ([x, y]) => (byColumns ? [y, x] : [x, y]);
  const points = cells.map(SHAPES[shape].middle).map(turned);
  const corners = SHAPES[shape].corners(REACH - GAP).map(turned);
  /** @param {0|1} axis */
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

/**
 * The place of a tile's number, clear of the arrow: at the lower right of a square, behind the arrow of a hexagon.
 *
 * @param {Level} level
 * @param {number} angle of the arrow, in degrees
 * @param {boolean} isAlone whether the number stands beside a whole arrow, without a badge
 * @returns {Point}
 */
function numberPoint({ shape }, angle, isAlone) {
  const [distance, turned] = isAlone ? [26, 130] : [33, 180];
  return shape === "square" ? [32, 32] : polar(distance, ((angle + turned) * Math.PI) / 180);
}

/**
 * @param {Point[]} corners
 * @param {number} factor
 */
function pointList(corners, factor) {
  return corners.map(([x, y]) => `${x * factor},${y * factor}`).join(" ");
}

/**
 * @typedef {Object} Look of a tile
 * @property {number} [turns] steps that its arrow is away from up; without them it has no arrow
 * @property {number} [number] the small number beside the arrow
 * @property {number|string} [badge] the large text in its middle
 * @property {"taps"|"mistake"|"doubt"|"fault"|"next"|"quiet"|"up"|"plain"} kind the reason for its colours
 * @property {string} label the same in words
 */

/**
 * A small arrow, turned clockwise from up by `turns` full turns.
 *
 * @param {number} turns
 */
export function drawDirection(turns) {
  return svg("svg", { viewBox: "-50 -50 100 100", "aria-hidden": "true" },
    svg("path", { d: ARROW, class: "arrow", transform: `rotate(${360 * turns})` }));
}

/**
 * Hears of a board when a tile is pressed, or a digit is typed on it.
 *
 * @typedef {Object} Listener
 * @property {(tile: number, steps: number) => void} press
 * @property {(tile: number, digit: number) => void} [type]
 */

/** The picture of one board. It stays when the board changes, so the focus stays too. */
export class BoardPicture {
  /**
   * @param {Level} level
   * @param {LayoutName} layoutName
   * @param {?Listener} listener without one the board is only a picture
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
    this.tiles = this.layout.points.map((point, tile) => this.drawTile(point, tile));
    this.element.append(...this.tiles.map(({ group }) => group));
    this.reach(0);
  }

  /**
   * @param {Point} middle
   * @param {number} tile
   */
  drawTile([x, y], tile) {
    const group = svg("g", {
      transform: `translate(${x} ${y})`, class: "tile-button", role: this.listener && "button", "data-tile": tile,
    });
    const { corners } = this.layout;
    const parts = {
      group,
      arrow: svg("path", { d: ARROW, class: "arrow" }),
      number: svg("text", { class: "shown-number" }),
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

  /**
   * @param {number} tile
   * @param {number} steps
   */
  press(tile, steps) {
    this.tiles[tile].group.focus();
    this.listener?.press(tile, steps);
  }

  /**
   * @param {KeyboardEvent} event
   * @param {number} tile
   */
  key(event, tile) {
    if (isShortcut(event)) {
      return;
    }
    /** @type {Object<string, number>} */
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
      this.listener?.type?.(tile, Number(event.key));
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
   *
   * @param {number} tile
   * @param {[right: number, down: number]} step
   */
  neighbourOf(tile, step) {
    const { points, places, alongAxis } = this.layout;
    const along = step[alongAxis];
    const line = places[tile].line + step[1 - alongAxis];
    /** @param {number} other */
    const aside = (other) => Math.abs(points[other][alongAxis] - this.aim[alongAxis]);
    if (along !== 0) {
      return places[tile + along]?.line === line ? tile + along : tile;
    }
    return points.map((_, other) => other).filter((other) => places[other].line === line)
      .reduce((best, other) => (best === tile || aside(other) < aside(best) ? other : best), tile);
  }

  /**
   * Makes a tile the one that the Tab key leads to.
   *
   * @param {number} tile
   */
  reach(tile) {
    /** @type {number} */
    this.current = tile;
    /** @type {Point} */
    this.aim = this.layout.points[tile];
    if (this.listener) {
      this.tiles.forEach(({ group }, other) => { group.tabIndex = other === tile ? 0 : -1; });
    }
  }

  /** @param {number} tile */
  goTo(tile) {
    this.reach(tile);
    this.tiles[tile].group.focus();
  }

  /**
   * Shows a board by the looks of its tiles.
   *
   * @param {Look[]} looks
   * @param {string} label
   */
  show(looks, label) {
    /** @type {[SVGTextElement, {scale: string}][]} */
    const counted = [];
    this.element.setAttribute("aria-label", label);
    looks.forEach(({ turns = null, number = "", badge = "", kind, label: words }, tile) => {
      const parts = this.tiles[tile];
      parts.group.setAttribute("aria-label", words);
      parts.group.dataset.kind = kind;
      parts.group.classList.toggle("empty", turns === null);
      parts.group.classList.toggle("with-badge", badge !== "");
      parts.number.textContent = String(number);
      if (badge && parts.badge.textContent && parts.badge.textContent !== String(badge)) {
        counted.push([parts.badge, { scale: "1.6" }]);
      }
      parts.badge.textContent = String(badge);
      if (turns !== null) {
        this.turnTo(tile, turns);
        parts.arrow.style.transform = `rotate(${this.angles[tile]}deg)`;
        const [x, y] = numberPoint(this.level, this.angles[tile], badge === "");
        parts.number.style.transform = `translate(${x}px, ${y}px)`;
      }
    });
    comeFrom(counted);
  }

  /**
   * Finds the angle of an arrow: one step further is always clockwise, also beyond the last.
   *
   * @param {number} tile
   * @param {number} turns
   */
  turnTo(tile, turns) {
    const { directions } = this.level;
    const step = 360 / directions;
    const before = Math.round(this.angles[tile] / step);
    const change = modulo(turns - before, directions);
    this.angles[tile] = (before + change - (change > directions / 2 ? directions : 0)) * step;
  }

  /**
   * Points at a tile, as long as something is said about it elsewhere.
   *
   * @param {number} tile
   * @param {boolean} on
   */
  pointAt(tile, on) {
    this.tiles[tile].group.classList.toggle("pointed-at", on);
  }
}
