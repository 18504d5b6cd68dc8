/** The section to choose polyominoes, from a gallery or by drawing. */

import { action, segments, showChoice } from "../kit/controls.js";
import { button, h, isShortcut, moveByArrows } from "../kit/dom.js";
import { answerBar, View } from "../kit/view.js";
import { icon } from "./drawing.js";
import { MOST_CELLS, SIDES } from "./session.js";
import { write } from "./shapes.js";
import { idOf, letterOf, t } from "./texts.js";
import { headline } from "./view_answer.js";
import { DrawingView } from "./view_drawing.js";

/** @import {Choice} from "../kit/controls.js" */
/** @import {Session} from "./session.js" */
/** @import {Cell, Side} from "./shapes.js" */

/** @extends {View<Session>} */
export class ChoiceView extends View {
  isDrawing = false;

  /** What hears of a search. */
  heard = { advanced: () => this.changed.show(""), found: () => this.changed.step() };

  build() {
    const { session, changed } = this;
    /** @type {HTMLElement} */
    this.sizes = segments(t("sizes"), [...session.sizes, ...session.drawnSizes].map((cells) => (
      [`size-${cells}`, cells, cells])), (cells) => (
      session.sizes.includes(cells) ? changed.step(session.choose(cells)) : session.takeRandom(cells, this.heard)));
    this.sizes.id = "sizes";
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
    /** @type {HTMLElement} */
    this.others = action("other-shapes", t("otherShapes"), () => session.offerOthers(), () => changed.show(""));
    /** @type {?Cell[][]} */
    this.shown = null;
    /** @type {HTMLElement} */
    this.bar = answerBar();
    /** @type {HTMLElement} */
    this.title = h("h2", { id: "chooser-title" }, t("choice"));
    /** @type {HTMLElement} */
    this.summary = h("summary", {}, t("choice"));
    /**
     * Folded when a game begins.
     *
     * @type {HTMLDetailsElement}
     */
    this.fold = h("details", { open: session.game === null }, this.summary,
      h("div", { class: "switches" }, h("span", {}, t("cells")), this.sizes),
      h("div", { class: "switches" }, this.ways, this.sides,
        action("random-pair", t("randomPair"), () => session.shapes.a.length, (cells) => session.takeRandom(cells, this.heard))),
      this.hint, this.gallery, this.others, this.drawing.build());
    return h("section", { class: "chooser", id: "chooser", "aria-labelledby": "chooser-title" },
      this.bar,
      this.title, this.fold);
  }

  show() {
    const { session, isDrawing } = this;
    if (this.shown !== session.gallery) {
      this.shown = session.gallery;
      this.makeGallery();
    }
    showChoice(this.sizes, session.shapes.a.length);
    showChoice(this.ways, isDrawing);
    showChoice(this.sides, session.side);
    this.sides.hidden = this.gallery.hidden = isDrawing;
    this.others.hidden = isDrawing || !session.isSearched;
    this.drawing.element.hidden = !isDrawing;
    this.hint.textContent = isDrawing ? t("drawHint", { largest: session.table.largest, most: MOST_CELLS })
      : t("galleryHint", { side: session.side.toUpperCase() });
    this.showGallery();
    this.drawing.show();
    const isPlaying = session.game !== null;
    if (this.title.hidden !== isPlaying) {
      this.fold.open = !isPlaying;
    }
    this.bar.hidden = this.title.hidden = isPlaying;
    this.summary.hidden = !isPlaying;
    this.bar.textContent = headline(session);
  }

  // --- the gallery ------------------------------------------------------------------------------

  makeGallery() {
    const { gallery, places, side, cells, isSearched } = this.session;
    /** @type {HTMLButtonElement[]} */
    this.thumbnails = gallery.map((shape, number) => button({
      id: `polyomino-${number}`, class: "thumbnail", "data-number": number, tabindex: -1,
      onclick: () => this.take(this.session.side, number),
    },
    icon(shape),
    h("span", { class: "number" }, isSearched ? "" : `${number} ${letterOf({ cells, number })}`.trim()),
    h("span", { class: "sides" })));
    this.gallery.replaceChildren(...this.thumbnails);
    this.thumbnails[Math.max(places[side], 0)].tabIndex = 0;
  }

  showGallery() {
    const { gallery, places, side, isSearched } = this.session;
    this.thumbnails.forEach((thumbnail, number) => {
      const sides = SIDES.filter((one) => places[one] === number).map((one) => one.toUpperCase());
      thumbnail.setAttribute("aria-pressed", String(sides.length > 0));
      thumbnail.setAttribute("aria-label", t(sides.length ? "galleryChosen" : "galleryLabel", {
        id: idOf({ cells: gallery[number].length, number, listed: isSearched ? null : number }), text: write(gallery[number]), sides: sides.join(", "),
      }));
      (/** @type {ChildNode} */ (thumbnail.lastChild)).textContent = sides.join("");
    });
    // On phones, where it has two rows, the shape of the side that is chosen is in view; if possible, both are.
    for (const one of [...SIDES, side]) {
      const at = (this.thumbnails[places[one]]?.offsetLeft ?? 20) - 20;
      this.gallery.scrollLeft = Math.min(Math.max(this.gallery.scrollLeft, at + 99 - this.gallery.clientWidth), at);
    }
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
    this.session.side = "b"; // Who has taken A wants a B; one after the other, if several are tried.
    this.session.put(side, number, this.heard);
  }
}
