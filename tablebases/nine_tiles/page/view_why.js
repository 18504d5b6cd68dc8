/** Buttons of cards that show on a town why it has its score. */

/** @import {Child} from "../kit/dom.js" */
/** @import {Town} from "./town.js" */

import { announce } from "../kit/controls.js";
import { button, h, press } from "../kit/dom.js";
import { currentLanguage } from "../kit/languages.js";
import { sentence, t } from "./texts.js";

/** The first press of a button explains its card, the second one ends that. One card is explained at a time. */
export class Why {
  /**
   * Key of the card that is explained.
   *
   * @type {string | null}
   */
  card = null;
  /** The sentence, to be placed below the town. */
  said = h("p", { class: "why-said" });

  /**
   * @param {Element} layer lies over the town, and is empty otherwise
   * @param {string} hint what is said while no card is explained
   */
  constructor(layer, hint = "") {
    this.layer = layer;
    this.hint = hint;
  }

  /**
   * Takes another town, for which `button` makes new buttons. A card stays explained if it has one again.
   *
   * @param {Town} town
   */
  begin(town) {
    /** @type {Town} */
    this.town = town;
    /** @type {Map<Element, string>} */
    this.buttons = new Map();
    this.show();
    return this;
  }

  /**
   * @param {string} key of a card
   * @param {Child[]} content
   */
  button(key, ...content) {
    const element = button({
      class: "why", "aria-pressed": String(key === this.card), onclick: async () => {
        this.card = key === this.card ? null : key;
        await this.show();
        announce(this.said.innerText);
        [this.said, this.layer].forEach((part) => this.card && part.scrollIntoView({ behavior: "instant", block: "nearest" }));
      },
    }, ...content);
    this.buttons.set(element, key);
    return element;
  }

  /** Shows what counts on the chosen card. */
  async show() {
    const { buttons, card, town } = this;
    press(buttons.keys(), (element) => buttons.get(element) === card);
    this.layer.replaceChildren();
    this.said.replaceChildren(this.hint);
    if (!card) {
      return;
    }
    try {
      const { drawWhy, explain } = await import("./why.js");
      if (card === this.card && town === this.town && [...buttons.values()].includes(card)) {
        const why = explain(town, card, currentLanguage());
        this.layer.replaceChildren(drawWhy(why));
        this.said.replaceChildren(t("sentence", { sentence: sentence(why.text) }), h("small", {}, why.shortText));
      }
    } catch (error) {
      this.said.replaceChildren(t("loadError", { error: /** @type {Error} */ (error).message }));
    }
  }
}
