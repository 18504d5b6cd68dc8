/** The panel with the hand and its actions. */

import { action, actionRow } from "../kit/controls.js";
import { h, moveByArrows } from "../kit/dom.js";
import { View } from "../kit/view.js";
import { nameOf } from "./names.js";
import { changeButton, described, face } from "./parts.js";
import { t } from "./texts.js";

/** @import {Session} from "./session.js" */

/** Example hands; the first two are the published ones. */
const EXAMPLES = {
  exampleFirst: [0, 1, 8, 9, 15, 20, 21, 28, 32, 35, 38, 43, 49],
  exampleSecond: [0, 1, 2, 4, 5, 6, 7, 10, 11, 20, 29, 31, 48],
  exampleWaits: [0, 0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 11],
  exampleSplits: [0, 1, 3, 4, 4, 6, 7, 8, 8, 9, 10, 11, 12],
};

/** @extends {View<Session>} */
export class HandView extends View {
  build() {
    const { session, changed } = this;
    /** @type {HTMLElement} */
    this.tiles = h("ol", { class: "hand", "aria-labelledby": "hand-title" });
    moveByArrows(this.tiles, () => [...this.tiles.querySelectorAll("button")]);
    /** @type {HTMLElement} */
    this.title = h("h2", { id: "hand-title" });
    const drawOne = () => t("drew", { name: nameOf(session.tiles[session.draw()]) });
    /** @type {HTMLButtonElement} */
    this.drawOne = action("draw", t("draw"), drawOne, changed.step);
    /** @type {HTMLButtonElement} */
    this.undo = action("undo", t("undo"), () => session.undo(), changed.step);
    /** @type {HTMLButtonElement} */
    this.clear = action("clear", t("clear"), () => session.begin([]), changed.step);
    const examples = Object.entries(EXAMPLES);
    /** @type {HTMLSelectElement} */
    this.examples = h("select", {
      id: "examples", "aria-label": t("examples"), onchange: ({ target }) => {
        session.begin(examples[target.value][1]);
        target.value = "";
        changed.step();
      },
    }, h("option", { value: "" }, t("examples")), ...examples.map(([key], i) => h("option", { value: i }, t(key))));
    return h("section", { class: "hand-side" },
      h("div", { class: "hand-frame" }, this.title, this.tiles),
      actionRow(this.drawOne, this.undo, this.clear,
        h("a", { class: "button", id: "practise", href: "practice.html" }, t("practise"))),
      h("div", { class: "hands actions", role: "group", "aria-labelledby": "random" },
        h("span", { class: "quiet", id: "random" }, t("random")),
        action("random-all", t("randomAll"), () => session.dealHand(false), changed.step),
        action("random-first", t("randomFirst"), () => session.dealHand(true), changed.step),
        this.examples));
  }

  /** Shows the hand; the focus keeps its place. */
  show() {
    const { session, tiles } = this;
    const { hand, answer, aim } = session;
    const best = new Set(answer.discards.filter(({ isBest }) => isBest).map(({ kind }) => kind));
    const places = Array.from({ length: aim }, (_, i) => (
      i < hand.length ? h("li", { "data-moves": `${hand[i]} ${i - hand.indexOf(hand[i])}` }, this.tile(hand[i], i, best.has(hand[i]))) : h("li", { "aria-hidden": "true" })));
    this.refill(tiles, places,
      () => [...tiles.querySelectorAll("button")].at(-1) ?? document.querySelector(".idols [tabindex='0']"));
    this.title.textContent = t(session.isExample ? "exampleHand" : "hand", { count: hand.length, aim });
    // Move the focus away from a disabled action.
    /** @type {[HTMLButtonElement, boolean][]} */
    const actions = [
      [this.drawOne, hand.length < aim], [this.undo, session.past.length > 0],
      [this.clear, hand.length + session.called.length + session.seen.length > 0],
    ];
    const focusIsLost = actions.some(([button, isPossible]) => button === document.activeElement && !isPossible);
    actions.forEach(([button, isPossible]) => { button.disabled = !isPossible; });
    if (focusIsLost) {
      // @ts-expect-error: one of them is possible.
      actions.find(([, isPossible]) => isPossible)[0].focus({ preventScroll: true });
    }
  }

  /**
   * @param {number} kind
   * @param {number} i its place in the hand
   * @param {boolean} isBest whether it is a best discard
   */
  tile(kind, i, isBest) {
    const { session } = this;
    const tile = session.tiles[kind];
    return changeButton({
      id: `hand-${i}`, class: "idol", "data-type": tile.type, "data-kind": kind, "data-best": isBest,
      tabindex: i === 0 ? 0 : -1,
    }, t(isBest ? "removeBest" : "discardLabel", { tile: described(tile) }),
    () => session.remove(kind), () => this.changed.edit(t("removed", { name: nameOf(tile) })), ...face(tile));
  }
}
