/** The section to choose polyominoes, from a gallery or by drawing. */

import { segments, showChoice } from "../kit/controls.js";
import { button, h, isShortcut, moveByArrows } from "../kit/dom.js";
import { View } from "../kit/view.js";
import { icon } from "./drawing.js";
import { MOST_CELLS, SIDES } from "./session.js";
import { write } from "./shapes.js";
import { idOf, letterOf, t } from "./texts.js";
import { DrawingView } from "./view_drawing.js";

/** @import {Choice} from "../kit/controls.js" */
/** @import {Session} from "./session.js" */
/** @import {Side} from "./shapes.js" */

/** @extends {View<Session>} */
export class ChoiceView extends View {
  isDrawing = false;

  build() {
    const { session, changed } = this;
    /** @type {Choice<boolean>[]} */
    const ways = [["way-gallery", t("gallery"), false], ["way-draw", t("draw"), true]];
    /** @type {HTMLElement} */
    this.ways = segments(t("way"), ways, (isDrawing) => {
      this.isDrawing = isDrawing;
      changed.show("");
    });
    /** @type {HTMLElement} */
    this.sides = segments(t("sideToChoose"), SIDES.map((side) => (
      [`choose-${side}`, t("chooseSide", { side: side.toUpperCase() }), side])), (side) => {
      session.side = side;
      changed.show("");
    });
    /** @type {HTMLElement} */
    this.hint = h("p", { class: "quiet", id: "chooser-hint" });
    /** @type {HTMLElement} */
    this.gallery = h("div", { class: "gallery", role: "group", "aria-label": t("gallery") });
    moveByArrows(this.gallery, () => this.thumbnails);
    this.gallery.addEventListener("keydown", (event) => this.keyInGallery(event));
    /** @type {DrawingView} */
    this.drawing = new DrawingView(session, changed);
    /** @type {?number} */
    this.shownCells = null;
    return h("section", { class: "chooser", id: "chooser", "aria-labelledby": "chooser-title" },
      h("h2", { id: "chooser-title" }, t("choice")),
      h("div", { class: "switches" }, this.ways, this.sides),
      this.hint, this.gallery, this.drawing.build());
  }

  show() {
    const { session, isDrawing } = this;
    if (this.shownCells !== session.cells) {
      this.shownCells = session.cells;
      this.makeGallery();
    }
    showChoice(this.ways, isDrawing);
    showChoice(this.sides, session.side);
    this.sides.hidden = this.gallery.hidden = isDrawing;
    this.drawing.element.hidden = !isDrawing;
    this.hint.textContent = isDrawing ? t("drawHint", { largest: session.table.largest, most: MOST_CELLS })
      : t("galleryHint", { side: session.side.toUpperCase() });
    this.showGallery();
    this.drawing.show();
  }

  // --- the gallery ------------------------------------------------------------------------------

  makeGallery() {
    const { table, cells, pair, side } = this.session;
    /** @type {HTMLButtonElement[]} */
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
    const { table, cells, pair, side, isSearched } = this.session;
    this.thumbnails.forEach((thumbnail, number) => {
      const sides = SIDES.filter((one) => !isSearched && pair[one] === number).map((one) => one.toUpperCase());
      thumbnail.setAttribute("aria-pressed", String(!isSearched && pair[side] === number));
      thumbnail.setAttribute("aria-label", t(sides.length ? "galleryChosen" : "galleryLabel", {
        id: idOf({ cells, number }), text: write(table.shape(cells, number)), sides: sides.join(", "),
      }));
      (/** @type {ChildNode} */ (thumbnail.lastChild)).textContent = sides.join("");
    });
  }

  /** @param {KeyboardEvent} event */
  keyInGallery(event) {
    const side = /** @type {Side} */ (event.key.toLowerCase());
    const { number } = /** @type {HTMLElement} */ (event.target).dataset;
    if (SIDES.includes(side) && number !== undefined && !isShortcut(event)) {
      event.preventDefault();
      this.take(side, Number(number));
    }
  }

  /**
   * @param {Side} side
   * @param {number} number
   */
  take(side, number) {
    this.session.put(side, number);
    this.session.side = "b"; // Who has taken A wants a B; one after the other, if several are tried.
    this.changed.step();
  }
}
