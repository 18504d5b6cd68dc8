/** The section to draw two shapes, cell by cell. */

import { action } from "../kit/controls.js";
import { button, h } from "../kit/dom.js";
import { View } from "../kit/view.js";
import { CellBoard } from "./cell_board.js";
import { canBeTaken, MOST_CELLS, SIDES } from "./session.js";
import { has, isConnected, without } from "./shapes.js";
import { idOf, t } from "./texts.js";

/** @import {Session} from "./session.js" */
/** @import {Cell, Side} from "./shapes.js" */

/** Every polyomino of `MOST_CELLS` cells fits upright: width and height add up to at most one more than its cells. */
const COLUMNS = (MOST_CELLS + 1) / 2;
const ROWS = MOST_CELLS;

/** Rows at first; more appear when needed. */
const FEWEST_ROWS = 8;

/** @extends {View<Session>} */
export class DrawingView extends View {
  build() {
    const { session, changed } = this;
    /** @type {Cell[]} */
    const places = Array.from({ length: COLUMNS * ROWS }, (_, i) => [i % COLUMNS, Math.floor(i / COLUMNS)]);
    /** @type {Record<string, {board: CellBoard, state: HTMLElement, clear: HTMLButtonElement}>} */
    this.grids = Object.fromEntries(SIDES.map((side) => [side, {
      board: new CellBoard(`draw-${side}`, places, (cell, isMarked) => this.draw(side, cell, isMarked), true),
      state: h("p", { id: `drawn-${side}`, class: "drawn" }),
      clear: button({
        id: `clear-${side}`, "aria-label": `${t("clear")} ${side.toUpperCase()}`, onclick: () => {
          session.draw(side, []);
          changed.show(this.stateOf(side).text);
        },
      }, t("clear")),
    }]));
    /** @type {HTMLButtonElement} */
    this.undo = action("undo-drawing", t("undoDrawing"), () => session.undoDrawing(), () => this.take("a"));
    /** @type {HTMLElement} */
    this.element = h("div", { class: "drawing" }, this.undo, ...SIDES.map((side) => {
      const { board, state, clear } = this.grids[side];
      return h("div", { class: "one-drawing" },
        h("div", { class: "drawing-state" }, state, clear),
        h("div", { class: "cell-place", style: `--most: ${COLUMNS}` }, board.element));
    }));
    return this.element;
  }

  show() {
    SIDES.forEach((side) => this.showGrid(side));
    this.undo.disabled = this.session.drawings.length === 0;
  }

  /**
   * @param {Side} side
   * @param {Cell} cell
   * @param {boolean} isMarked
   */
  draw(side, cell, isMarked) {
    const { session } = this;
    session.draw(side, [...without(session.drawn[side], [cell]), ...(isMarked ? [cell] : [])]);
    this.take(side);
  }

  /**
   * Takes the drawn shapes: both, or one with as many cells as the other side.
   *
   * @param {Side} side
   */
  take(side) {
    const { session, changed } = this;
    const { drawn, table, cells } = session;
    const { text } = this.stateOf(side);
    if (canBeTaken(drawn)) {
      session.takeShapes(drawn, { advanced: () => changed.show(""), found: () => changed.step() });
    } else if (!session.isSearched && drawn[side].length === cells && isConnected(drawn[side])) {
      const found = () => changed.edit(); // More cells may follow.
      session.put(side, table.name(drawn[side]).number, { advanced: found, found });
      return;
    }
    changed.show(text);
  }

  /**
   * The drawing on one side: a polyomino, or its fault.
   *
   * @param {Side} side
   */
  stateOf(side) {
    const { table, drawn } = this.session;
    const [other] = SIDES.filter((one) => one !== side);
    const [count, otherCount] = [drawn[side].length, drawn[other].length];
    const isWhole = isConnected(drawn[side]);
    const values = {
      side: side.toUpperCase(), count, most: MOST_CELLS, other: other.toUpperCase(), otherCount,
      id: isWhole && count <= table.largest ? idOf(table.name(drawn[side])) : "",
    };
    const key = count === 0 ? "drawNothing" : count > MOST_CELLS ? "drawTooMany" : !isWhole ? "drawApart"
      : otherCount > 0 && otherCount !== count ? "drawUnequal" : values.id ? "drawn" : "drawnLarge";
    return { text: t(key, values), isWrong: key === "drawTooMany", isGood: key === "drawn" || key === "drawnLarge" };
  }

  /** @param {Side} side */
  showGrid(side) {
    const { board, state, clear } = this.grids[side];
    const { text, isWrong, isGood } = this.stateOf(side);
    const drawn = this.session.drawn[side];
    const rows = Math.max(FEWEST_ROWS, ...drawn.map(([, y]) => y + 2));
    board.show(board.cells.map((cell) => {
      const isMarked = has(drawn, cell);
      const label = t("cellLabel", { side: side.toUpperCase(), row: cell[1] + 1, column: cell[0] + 1 });
      return { kind: isMarked ? "rest" : "empty", isMarked, label, isGone: cell[1] >= rows };
    }), t("drawSide", { side: side.toUpperCase() }));
    state.textContent = text;
    state.className = `drawn${isWrong ? " error" : isGood ? " good" : ""}`;
    clear.disabled = drawn.length === 0;
  }
}
