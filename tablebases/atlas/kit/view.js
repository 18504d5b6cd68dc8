/** Parts of a page. */

/**
 * @import {Child} from "./dom.js"
 * @import {Changed} from "./linked_page.js"
 */

import { byId, goTo, h, moveIn } from "./dom.js";

/**
 * What a container shows; null, undefined and false are left out.
 *
 * @typedef {Node | string | null | undefined | false} Part
 */

/**
 * A text whose numbers stand out.
 *
 * @param {string} text
 */
export function figured(text) {
  return h("span", {}, ...text.split(/(\d[\d,.]*)/).map((part, i) => (i % 2 ? h("b", { class: "number" }, part) : part)));
}

/**
 * The picture of a page on the front page, by its `front.js`. `step` moves it on and returns the milliseconds until the
 * next step.
 *
 * @typedef {{elements: Element[], step?: () => number, isWide?: boolean}} FrontPicture
 */

/**
 * A part of a page: it shows a session, and lets it be changed.
 *
 * @template [S=any]
 * @template {Changed} [C=Changed]
 */
export class View {
  /**
   * @param {S} session
   * @param {C} changed
   */
  constructor(session, changed) {
    this.session = session;
    this.changed = changed;
  }

  /**
   * Replaces the elements in another, as `moveIn` does; the focus stays at its id, or goes to what is near.
   *
   * @param {Element} container
   * @param {Part[]} elements
   * @param {() => HTMLElement | null | undefined} near
   */
  refill(container, elements, near = () => null) {
    const focused = container.contains(document.activeElement) ? document.activeElement?.id : null;
    const scrolled = container.scrollTop;
    moveIn(container, () => {
      container.replaceChildren(...elements.filter(Boolean));
      container.scrollTop = scrolled;
    });
    if (focused) {
      /** @type {HTMLButtonElement} */
      const same = byId(focused);
      (same && !same.disabled ? same : near())?.focus({ preventScroll: true });
    }
  }
}

/** A bar for the answer in a few words at the foot of small screens; a click leads to the whole answer. */
export function answerBar() {
  return h("a", {
    class: "answer-bar", href: "#answer", onclick: (event) => {
      event.preventDefault(); // The address is that of what is shown.
      goTo(byId("answer"));
    },
  });
}

/**
 * The panel with the answer.
 *
 * @template [S=any]
 * @template {Changed} [C=Changed]
 * @extends {View<S, C>}
 */
export class AnswerPanel extends View {
  /** Makes the panel, still empty. */
  build() {
    /** @type {HTMLElement} */
    this.panel = h("section", { class: "panel answer", id: "answer", tabindex: -1, "aria-labelledby": "answer-title" });
    return this.panel;
  }

  /**
   * @param {Child} title
   * @param {Part[]} content
   * @param {() => HTMLElement | null | undefined} [near]
   */
  say(title, content, near) {
    this.refill(this.panel, [h("h2", { id: "answer-title" }, title), ...content], near);
  }
}
