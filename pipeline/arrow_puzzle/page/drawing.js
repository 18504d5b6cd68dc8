/** Draws the board, and lets its tiles be pressed by mouse, touch and keyboard. */

import { svg } from "../kit/dom.js";
import { layOut, neighbourOf, REACH } from "./layouts.js";

/** An arrow that points up, from its middle. */
const ARROW = "M0 -42 L14.5 -19 H5 V36 H-5 V-19 H-14.5 Z";
const STEPS = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
};

/** Where a tile's number is: at the lower right, beside the ways of the arrows. */
function numberPoint({ shape, directions }, layout) {
  if (shape === "square") {
    return [0.72 * REACH, 0.72 * REACH];
  }
  const step = 360 / directions;
  const wished = 150;
  const isFree = Math.abs(wished / step - Math.round(wished / step)) * step >= 25;
  const degrees = isFree ? wished : (Math.floor(wished / step) + 0.5) * step;
  const distance = REACH * (layout === "columns" ? 0.71 : 0.68);
  const angle = (degrees * Math.PI) / 180;
  return [distance * Math.sin(angle), -distance * Math.cos(angle)];
}

function pointList(corners, factor) {
  return corners.map(([x, y]) => `${x * factor},${y * factor}`).join(" ");
}

/**
 * How a tile is to look.
 *
 * @typedef {Object} Look
 * @property {?number} turns steps that its arrow is away from up; null for no arrow
 * @property {string} number what is written beside the arrow
 * @property {string} badge what is written large in its middle; may be empty
 * @property {"taps"|"mistake"|"fault"|"next"|"quiet"|"plain"} kind why it is as it is
 * @property {string} label all of it in words
 */

/** The picture of one board. It stays when the board changes, so the focus stays too. */
export class BoardPicture {
  /**
   * @param {import("./solving.js").Level} level
   * @param {"rows"|"columns"} layoutName
   * @param {{press: (tile: number, steps: number) => void, type: (tile: number, digit: number) =>
   *   void}} listeners what to do when a tile is pressed, or a digit is typed on it
   */
  constructor(level, layoutName, listeners) {
    this.level = level;
    this.layoutName = layoutName;
    this.layout = layOut(level, layoutName);
    this.listeners = listeners;
    this.angles = level.cells.map(() => 0);
    this.element = svg("svg", {
      viewBox: this.layout.box.join(" "), class: "arrow-board", id: "board", role: "group",
      style: `--across: ${this.layout.box[2] / (2 * REACH)}`,
    });
    this.numberAt = numberPoint(level, layoutName);
    this.tiles = this.layout.points.map((point, tile) => this.drawTile(point, tile));
    this.element.append(...this.tiles.map(({ group }) => group));
    this.reach(0);
  }

  drawTile([x, y], tile) {
    const group = svg("g", {
      transform: `translate(${x} ${y})`, class: "tile-button", role: "button",
      "data-tile": tile,
    });
    const { corners } = this.layout;
    const [numberX, numberY] = this.numberAt;
    const parts = {
      group,
      arrow: svg("path", { d: ARROW, class: "arrow" }),
      number: svg("text", { x: numberX, y: numberY, class: "shown-number" }),
      badge: svg("text", { class: "badge-text" }),
    };
    group.append(
      svg("polygon", { points: pointList(corners, 1), class: "face" }),
      svg("polygon", { points: pointList(corners, 0.93), class: "ring" }),
      parts.arrow,
      svg("circle", { r: 21, class: "badge" }),
      parts.badge,
      parts.number);
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
    this.listeners.press(tile, steps);
  }

  key(event, tile) {
    if (event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const ends = { Home: 0, End: this.tiles.length - 1 };
    if (event.key === "Enter" || event.key === " ") {
      this.press(tile, event.shiftKey ? -1 : 1);
    } else if (event.key in STEPS) {
      const step = STEPS[event.key];
      const { aim } = this;
      const { alongAxis } = this.layout;
      this.goTo(neighbourOf(this.layout, tile, step, aim));
      if (step[alongAxis] === 0) {
        this.aim = aim;
      }
    } else if (event.key in ends) {
      this.goTo(ends[event.key]);
    } else if (/^\d$/.test(event.key)) {
      this.listeners.type(tile, Number(event.key));
    } else {
      return;
    }
    event.preventDefault();
  }

  /** Makes a tile the one that the Tab key leads to. */
  reach(tile) {
    this.current = tile;
    this.aim = this.layout.points[tile];
    this.tiles.forEach(({ group }, other) => {
      group.setAttribute("tabindex", other === tile ? 0 : -1);
    });
  }

  goTo(tile) {
    this.reach(tile);
    this.tiles[tile].group.focus();
  }

  /**
   * Shows a board.
   *
   * @param {Look[]} looks one for each tile
   * @param {string} label what the board is
   */
  show(looks, label) {
    this.element.setAttribute("aria-label", label);
    looks.forEach((look, tile) => {
      const { group, arrow, number, badge } = this.tiles[tile];
      group.setAttribute("aria-label", look.label);
      group.dataset.kind = look.kind;
      group.classList.toggle("empty", look.turns === null);
      group.classList.toggle("with-badge", look.badge !== "");
      number.textContent = look.number;
      badge.textContent = look.badge;
      if (look.turns !== null) {
        this.turnTo(tile, look.turns);
        arrow.style.transform = `rotate(${this.angles[tile]}deg)`;
      }
    });
  }

  /** Finds the angle of an arrow: one step further is always clockwise, also beyond the last. */
  turnTo(tile, turns) {
    const { directions } = this.level;
    const step = 360 / directions;
    const before = Math.round(this.angles[tile] / step);
    let change = (((turns - before) % directions) + directions) % directions;
    if (change > directions / 2) {
      change -= directions;
    }
    this.angles[tile] = (before + change) * step;
  }

  /** Points at a tile, as long as something is said about it elsewhere. */
  pointAt(tile, on) {
    this.tiles[tile].group.classList.toggle("pointed-at", on);
  }
}
