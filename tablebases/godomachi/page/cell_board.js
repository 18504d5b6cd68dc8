/** Shows cells in a grid, and marks them by mouse, touch and keyboard. */

import { ARROWS, h, isShortcut } from "../kit/dom.js";

/** @import {Cell} from "./shapes.js" */

/** Penalty of a cell's distance aside, relative to that ahead. */
const ASIDE = 2;

/** Least pixels of a drag; with fewer, the page may have moved below a resting pointer. */
const LEAST_DRAG = 6;

/**
 * @typedef {Object} Look of a cell
 * @property {string} kind
 * @property {string} [text]
 * @property {string} [label] the look in words
 * @property {boolean} [isMarked]
 * @property {boolean} [isGone] whether it cannot be marked
 */

/** The picture of cells. New looks do not replace it, so that the focus stays. */
export class CellBoard {
  /**
   * Whether a drag marks cells; null while there is none.
   *
   * @type {?boolean}
   */
  dragMarks = null;

  /**
   * @param {string} id
   * @param {Cell[]} cells
   * @param {?((cell: Cell, isMarked: boolean) => void)} mark called when a cell is marked or unmarked; null for a board
   *   without marks
   * @param {boolean} scrolls whether a finger drawn over the cells moves the page; then a tap marks
   */
  constructor(id, cells, mark, scrolls = false) {
    this.cells = cells;
    this.mark = mark;
    this.scrolls = scrolls;
    /** @type {(HTMLElement & {disabled?: boolean})[]} */
    this.tiles = cells.map(([x, y]) => h(mark ? "button" : "span", {
      type: mark ? "button" : null, class: "cell", "data-cell": `${x},${y}`,
      style: `grid-area: ${y + 1} / ${x + 1}`,
    }));
    this.element = h("div", { id, class: "cell-board", role: mark ? "group" : "img" }, ...this.tiles);
    if (mark) {
      this.listen("pointerdown", this.startDrag);
      this.listen("pointerover", this.drag);
      this.listen("click", this.click);
      this.listen("keydown", this.key);
      this.listen("focusin", this.reach);
    }
  }

  /**
   * Calls a method with the cell and the event.
   *
   * @template {keyof HTMLElementEventMap} K
   * @param {K} type
   * @param {(this: CellBoard, at: number, event: HTMLElementEventMap[K]) => void} heard
   */
  listen(type, heard) {
    this.element.addEventListener(type, (event) => {
      const at = this.tiles.indexOf(/** @type {HTMLElement} */ (event.target));
      if (at >= 0) {
        heard.call(this, at, event);
      }
    });
  }

  /**
   * @param {number} at
   * @param {PointerEvent} event
   */
  click(at, event) {
    const isByKeyboard = event.detail === 0;
    if (isByKeyboard || this.isTapped(event)) {
      this.mark?.(this.cells[at], !this.looks[at].isMarked);
    }
  }

  /** @param {PointerEvent} event */
  isTapped({ pointerType }) {
    return this.scrolls && pointerType === "touch";
  }

  /**
   * @param {number} at
   * @param {PointerEvent} event
   */
  startDrag(at, event) {
    if (event.button !== 0 || this.looks[at].isGone || this.isTapped(event)) {
      return;
    }
    this.tiles[at].releasePointerCapture(event.pointerId); // Touch would stay with this cell.
    this.dragMarks = !this.looks[at].isMarked;
    /** @type {[number, number]} */
    this.dragStart = [event.clientX, event.clientY];
    const end = () => { this.dragMarks = null; };
    window.addEventListener("pointerup", end, { once: true });
    window.addEventListener("pointercancel", end, { once: true });
    this.mark?.(this.cells[at], this.dragMarks);
  }

  /**
   * @param {number} at
   * @param {PointerEvent} event
   */
  drag(at, event) {
    if (this.dragMarks === null) {
      return;
    }
    const [x, y] = this.dragStart;
    const { isGone = false, isMarked = false } = this.looks[at];
    const isFar = Math.hypot(event.clientX - x, event.clientY - y) >= LEAST_DRAG;
    if (isFar && !isGone && isMarked !== this.dragMarks) {
      this.mark?.(this.cells[at], this.dragMarks);
    }
  }

  /**
   * @param {number} at
   * @param {KeyboardEvent} event
   */
  key(at, event) {
    if (isShortcut(event)) {
      return;
    }
    const there = this.cells.map((_, i) => i).filter((i) => !this.looks[i].isGone);
    const to = event.key in ARROWS ? this.ahead(at, ARROWS[event.key], there)
      : /** @type {Record<string, number|undefined>} */ ({ Home: there[0], End: there.at(-1) })[event.key];
    if (to !== undefined) {
      event.preventDefault();
      this.tiles[to].focus();
    }
  }

  /**
   * The next cell in a direction, or the same one.
   *
   * @param {number} at
   * @param {[number, number]} step
   * @param {number[]} there the cells that can be reached
   */
  ahead(at, [stepX, stepY], there) {
    const [x, y] = this.cells[at];
    let best = { to: at, distance: Infinity };
    for (const to of there) {
      const [awayX, awayY] = [this.cells[to][0] - x, this.cells[to][1] - y];
      const forward = awayX * stepX + awayY * stepY;
      const distance = forward + ASIDE * Math.abs(awayX * stepY + awayY * stepX);
      if (forward > 0 && distance < best.distance) {
        best = { to, distance };
      }
    }
    return best.to;
  }

  /**
   * Makes a cell the target of the Tab key.
   *
   * @param {number} at
   */
  reach(at) {
    this.current = at;
    this.tiles.forEach((tile, other) => { tile.tabIndex = other === at ? 0 : -1; });
  }

  /**
   * Shows the looks of the cells, with a label of the whole board.
   *
   * @param {Look[]} looks
   * @param {string} label
   */
  show(looks, label) {
    /** @type {Look[]} */
    this.looks = looks;
    this.element.setAttribute("aria-label", label);
    looks.forEach(({ kind, text = "", label: inWords = "", isMarked = false, isGone = false }, i) => {
      const tile = this.tiles[i];
      tile.dataset.kind = kind;
      tile.textContent = text;
      if (this.mark) {
        tile.setAttribute("aria-label", inWords);
        tile.setAttribute("aria-pressed", String(isMarked));
        tile.disabled = isGone;
      }
    });
    if (this.mark && (this.current === undefined || looks[this.current].isGone)) {
      this.reach(Math.max(looks.findIndex(({ isGone }) => !isGone), 0));
    }
  }
}
