/** The part of the page with the hand, and what can be done with all of it. */

import { shareButton } from "../kit/controls.js";
import { h, moveByArrows } from "../kit/dom.js";
import { WINNING_TILES } from "./hands.js";
import { described, face } from "./parts.js";
import { addressOf } from "./reading.js";
import { t } from "./texts.js";

/** Hands that show what there is to see; the first two are those that were published. */
const EXAMPLES = [
  { key: "exampleFirst", hand: [0, 1, 8, 9, 15, 20, 21, 28, 32, 35, 38, 43, 49] },
  { key: "exampleSecond", hand: [0, 1, 2, 4, 5, 6, 7, 10, 11, 20, 29, 31, 48] },
  { key: "exampleWaits", hand: [0, 0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 11] },
  { key: "exampleSplits", hand: [0, 1, 3, 4, 4, 6, 7, 8, 8, 9, 10, 11, 12] },
];

export class HandView {
  /**
   * @param {import("./session.js").Session} session
   * @param {{step: (said?: string) => void, edit: (said?: string) => void}} changed to be called
   *   after another hand was taken, and after a tile was added or removed
   */
  constructor(session, changed) {
    this.session = session;
    this.changed = changed;
  }

  /** @returns {HTMLElement} the elements, in the language of the moment */
  build() {
    const { session, changed } = this;
    const action = (id, text, act) => h("button", {
      type: "button", id, onclick: () => changed.step(act()),
    }, text);
    this.tiles = h("ol", { class: "hand", "aria-labelledby": "hand-title" });
    moveByArrows(this.tiles, () => [...this.tiles.querySelectorAll("button")]);
    this.title = h("h2", { id: "hand-title" });
    this.drawOne = action("draw", t("draw"), () => t("drew", { name: this.nameOf(session.draw()) }));
    this.undo = action("undo", t("undo"), () => session.undo());
    this.clear = action("clear", t("clear"), () => session.setHand([]));
    return h("section", { class: "hand-side" },
      h("div", { class: "hand-frame" }, this.title, this.tiles),
      h("div", { class: "hand-actions" }, this.drawOne, this.undo, this.clear,
        shareButton(() => addressOf(session, session.known) || location.pathname)),
      h("div", { class: "hands" },
        h("div", { class: "hand-actions", role: "group", "aria-labelledby": "random" },
          h("span", { class: "quiet", id: "random" }, t("random")),
          action("random-all", t("randomAll"), () => session.dealHand(false)),
          action("random-first", t("randomFirst"), () => session.dealHand(true))),
        h("div", { class: "hand-actions", role: "group", "aria-labelledby": "examples" },
          h("span", { class: "quiet", id: "examples" }, t("examples")),
          ...EXAMPLES.map(({ key, hand }, i) => (
            action(`example-${i}`, t(key), () => session.setHand(hand)))))));
  }

  nameOf(kind) {
    return this.session.tiles[kind].name;
  }

  /** Shows the hand; the focus stays at its place in it. */
  show() {
    const { session, tiles } = this;
    const { hand, answer } = session;
    const focused = tiles.contains(document.activeElement) ? document.activeElement.id : null;
    const best = new Set(answer.discards.filter(({ isBest }) => isBest).map(({ kind }) => kind));
    tiles.replaceChildren(...Array.from({ length: WINNING_TILES }, (_, i) => (
      i < hand.length ? h("li", {}, this.tile(hand[i], i, best.has(hand[i])))
        : h("li", { "aria-hidden": "true" }))));
    if (focused) {
      const buttons = [...tiles.querySelectorAll("button")];
      const near = document.getElementById(focused) ?? buttons.at(-1);
      (near ?? document.querySelector(".idols [tabindex='0']"))?.focus({ preventScroll: true });
    }
    this.title.textContent = t("hand", { count: hand.length });
    this.enable([
      [this.drawOne, hand.length < WINNING_TILES],
      [this.undo, session.canUndo],
      [this.clear, hand.length > 0],
    ]);
  }

  /** Lets actions be done that can be; the focus goes on from one that no longer can. */
  enable(actions) {
    const focused = document.activeElement;
    actions.forEach(([button, isPossible]) => { button.disabled = !isPossible; });
    if (actions.some(([button, isPossible]) => button === focused && !isPossible)) {
      actions.find(([, isPossible]) => isPossible)[0].focus({ preventScroll: true });
    }
  }

  tile(kind, i, isBest) {
    const { session, changed } = this;
    const tile = session.tiles[kind];
    const label = t(isBest ? "removeBest" : "remove", { tile: described(tile) });
    return h("button", {
      type: "button", id: `hand-${i}`, class: "idol", "data-type": tile.type, "data-kind": kind,
      "data-best": isBest, "aria-label": label, title: label, tabindex: i === 0 ? 0 : -1,
      onclick: () => {
        session.remove(kind);
        changed.edit(t("removed", { name: tile.name }));
      },
    }, ...face(tile));
  }
}
