/** The part of the page in which polyominoes are chosen: from a gallery, or by drawing them. */

import { press, segments } from "../kit/controls.js";
import { button, h, moveByArrows } from "../kit/dom.js";
import { CellBoard } from "./cell_board.js";
import { icon, View } from "./parts.js";
import { SIDES } from "./session.js";
import { has, isConnected, without, write } from "./shapes.js";
import { idOf, letterOf, t } from "./texts.js";

export class ChoiceView extends View {
  isDrawing = false;

  /** Makes the elements, in the language of the moment. @returns {HTMLElement} */
  build() {
    const { session, changed } = this;
    this.ways = segments(t("way"), [
      { id: "way-gallery", text: t("gallery"), value: false },
      { id: "way-draw", text: t("draw"), value: true },
    ], (isDrawing) => {
      this.isDrawing = isDrawing;
      changed.show("");
    });
    this.sides = segments(t("sideToChoose"), SIDES.map((side) => (
      { id: `choose-${side}`, text: t("chooseSide", { side: side.toUpperCase() }), value: side })), (side) => {
      session.side = side;
      changed.show("");
    });
    this.hint = h("p", { class: "quiet", id: "chooser-hint" });
    this.gallery = h("div", { class: "gallery", role: "group", "aria-label": t("gallery") });
    moveByArrows(this.gallery, () => [...this.gallery.children]);
    this.gallery.addEventListener("keydown", (event) => this.keyInGallery(event));
    this.drawing = h("div", { class: "drawing" });
    this.shownCells = null;
    return h("section", { class: "chooser", id: "chooser", "aria-labelledby": "chooser-title" },
      h("h2", { id: "chooser-title" }, t("choice")),
      h("div", { class: "switches" }, this.ways, this.sides),
      this.hint, this.gallery, this.drawing);
  }

  /** Shows what there is to choose from. */
  show() {
    const { session, isDrawing } = this;
    if (this.shownCells !== session.cells) {
      this.shownCells = session.cells;
      this.makeGallery();
      this.makeGrids();
    }
    press(this.ways.children, ({ id }) => id === (isDrawing ? "way-draw" : "way-gallery"));
    press(this.sides.children, ({ id }) => id === `choose-${session.side}`);
    this.sides.hidden = this.gallery.hidden = isDrawing;
    this.drawing.hidden = !isDrawing;
    this.hint.textContent = isDrawing ? t("drawHint", { cells: session.cells })
      : t("galleryHint", { side: session.side.toUpperCase() });
    this.showGallery();
    SIDES.forEach((side) => this.showGrid(side));
  }

  // --- the gallery ------------------------------------------------------------------------------

  makeGallery() {
    const { table, cells, pair, side } = this.session;
    this.thumbnails = table.sizes.get(cells).shapes.map((shape, number) => button({
      id: `polyomino-${number}`, class: "thumbnail", "data-number": number, tabindex: -1,
      onclick: () => this.take(this.session.side, number),
    },
    icon(shape),
    h("span", { class: "number" }, `${number} ${letterOf({ cells, number })}`.trim()),
    h("span", { class: "sides" })));
    this.gallery.replaceChildren(...this.thumbnails);
    this.thumbnails[pair[side]].tabIndex = 0;
  }

  showGallery() {
    const { table, cells, pair, side } = this.session;
    this.thumbnails.forEach((thumbnail, number) => {
      const sides = SIDES.filter((one) => pair[one] === number).map((one) => one.toUpperCase());
      thumbnail.setAttribute("aria-pressed", String(pair[side] === number));
      thumbnail.setAttribute("aria-label", t(sides.length ? "galleryChosen" : "galleryLabel", {
        id: idOf({ cells, number }), text: write(table.shape(cells, number)), sides: sides.join(", "),
      }));
      thumbnail.lastChild.textContent = sides.join("");
    });
  }

  keyInGallery(event) {
    const side = event.key.toLowerCase();
    const { number } = event.target.dataset;
    if (SIDES.includes(side) && number !== undefined && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      this.take(side, Number(number));
    }
  }

  take(side, number) {
    this.session.put(side, number);
    this.changed.step();
  }

  // --- drawing ------------------------------------------------------------------------------------

  makeGrids() {
    const { cells } = this.session;
    const places = Array.from({ length: cells ** 2 }, (_, i) => [i % cells, Math.floor(i / cells)]);
    this.grids = Object.fromEntries(SIDES.map((side) => [side, {
      board: new CellBoard(`draw-${side}`, places, (cell, isMarked) => this.draw(side, cell, isMarked)),
      state: h("p", { id: `drawn-${side}`, class: "drawn" }),
    }]));
    this.drawing.replaceChildren(...SIDES.map((side) => h("div", { class: "one-drawing" },
      h("div", { class: "cell-place", style: `--most: ${cells}` }, this.grids[side].board.element),
      h("div", { class: "drawing-state" }, this.grids[side].state, button({
        id: `clear-${side}`, "aria-label": `${t("clear")} ${side.toUpperCase()}`, onclick: () => {
          this.session.drawn[side] = [];
          this.changed.show(this.stateOf(side).text);
        },
      }, t("clear"))))));
  }

  draw(side, cell, isMarked) {
    const { session } = this;
    session.drawn[side] = [...without(session.drawn[side], [cell]), ...(isMarked ? [cell] : [])];
    const { named, text } = this.stateOf(side);
    if (named && named.number !== session.pair[side]) {
      this.take(side, named.number);
    } else {
      this.changed.show(text);
    }
  }

  /** What is drawn on one side: a polyomino, or what it lacks to be one. */
  stateOf(side) {
    const { table, cells, drawn } = this.session;
    const count = drawn[side].length;
    const values = { side: side.toUpperCase(), count, cells };
    if (count === cells && isConnected(drawn[side])) {
      const named = table.name(drawn[side]);
      return { named, text: t("drawn", { ...values, id: idOf(named) }) };
    }
    const key = count < cells ? "drawTooFew" : count > cells ? "drawTooMany" : "drawApart";
    return { named: null, text: t(key, values), isWrong: count >= cells };
  }

  showGrid(side) {
    const { board, state } = this.grids[side];
    const { text, isWrong, named } = this.stateOf(side);
    const name = side.toUpperCase();
    board.show(board.cells.map((cell) => {
      const isMarked = has(this.session.drawn[side], cell);
      const label = t("cellLabel", { side: name, row: cell[1] + 1, column: cell[0] + 1 });
      return { kind: isMarked ? "rest" : "empty", isMarked, label };
    }), t("drawSide", { side: name }));
    state.textContent = text;
    state.className = `drawn${isWrong ? " error" : named ? " good" : ""}`;
  }
}
