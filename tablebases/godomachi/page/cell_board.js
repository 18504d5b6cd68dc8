/** Shows cells in a grid, and lets them be marked by mouse, touch and keyboard. */

import { ARROWS, h, isShortcut } from "../kit/dom.js";

/** @typedef {import("./shapes.js").Cell} Cell */

/** How much worse it is for a cell to lie aside than to lie farther ahead. */
const ASIDE = 2;

/** So many pixels make a drag; with fewer the page may have moved below a pointer that rests. */
const LEAST_DRAG = 6;

/**
 * @typedef {Object} Look of a cell
 * @property {string} kind
 * @property {string} [text]
 * @property {string} [label] all of it in words
 * @property {boolean} [isMarked]
 * @property {boolean} [isGone] whether it cannot be marked
 */

/** The picture of some cells. It stays when they look otherwise, so the focus stays too. */
export class CellBoard {
  /** Whether a drag marks cells; null while there is none. */
  dragMarks = null;

  /**
   * @param {?((cell: Cell, isMarked: boolean) => void)} mark what to do when a cell is marked, or not any more; null
   *   where nothing can be marked
   * @param {boolean} scrolls whether fingers that are drawn over the cells move the page, so that cells are tapped
   */
  constructor(id, cells, mark, scrolls = false) {
    this.cells = cells;
    this.mark = mark;
    this.scrolls = scrolls;
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

  /** Lets a method hear of what happens to cells: which one, and the event. */
  listen(type, heard) {
    this.element.addEventListener(type, (event) => {
      const at = this.tiles.indexOf(event.target);
      if (at >= 0) {
        heard.call(this, at, event);
      }
    });
  }

  click(at, event) {
    const isByKeyboard = event.detail === 0;
    if (isByKeyboard || this.isTapped(event)) {
      this.mark(this.cells[at], !this.looks[at].isMarked);
    }
  }

  isTapped({ pointerType }) {
    return this.scrolls && pointerType === "touch";
  }

  startDrag(at, event) {
    if (event.button !== 0 || this.looks[at].isGone || this.isTapped(event)) {
      return;
    }
    this.tiles[at].releasePointerCapture(event.pointerId); // Touch would stay with this cell.
    this.dragMarks = !this.looks[at].isMarked;
    this.dragStart = [event.clientX, event.clientY];
    const end = () => { this.dragMarks = null; };
    window.addEventListener("pointerup", end, { once: true });
    window.addEventListener("pointercancel", end, { once: true });
    this.mark(this.cells[at], this.dragMarks);
  }

  drag(at, event) {
    if (this.dragMarks === null) {
      return;
    }
    const [x, y] = this.dragStart;
    const { isGone = false, isMarked = false } = this.looks[at];
    const isFar = Math.hypot(event.clientX - x, event.clientY - y) >= LEAST_DRAG;
    if (isFar && !isGone && isMarked !== this.dragMarks) {
      this.mark(this.cells[at], this.dragMarks);
    }
  }

  key(at, event) {
    if (isShortcut(event)) {
      return;
    }
    const there = this.cells.map((_, i) => i).filter((i) => !this.looks[i].isGone);
    const to = event.key in ARROWS ? this.ahead(at, ARROWS[event.key], there)
      : { Home: there[0], End: there.at(-1) }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      this.tiles[to].focus();
    }
  }

  /** The cell that is next in a direction; the same one if there is none. */
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

  /** Makes a cell the one that the Tab key leads to. */
  reach(at) {
    this.current = at;
    this.tiles.forEach((tile, other) => { tile.tabIndex = other === at ? 0 : -1; });
  }

  /** Shows the cells by their looks; the label is that of all of them. */
  show(looks, label) {
    this.looks = looks;
    this.element.setAttribute("aria-label", label);
    looks.forEach(({ kind, text = "", label: inWords, isMarked = false, isGone = false }, i) => {
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
