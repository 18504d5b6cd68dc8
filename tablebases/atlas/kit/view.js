/** Parts of a page. */

import { byId, comeFrom, h } from "./dom.js";

/** Where the elements with `data-moves` are, by its value. */
function placesIn(container) {
  return new Map([...container.querySelectorAll("[data-moves]")].map((element) => {
    const { x, y } = element.getBoundingClientRect();
    return [element.dataset.moves, { element, x, y }];
  }));
}

/** A part of a page: it shows a session, and lets it be changed. */
export class View {
  /** @param {import("./linked_page.js").Changed} changed */
  constructor(session, changed) {
    this.session = session;
    this.changed = changed;
  }

  /**
   * Replaces the elements in another; the focus stays at its id, or goes to what is near. Elements move from the place
   * of an earlier one with the same `data-moves`.
   */
  refill(container, elements, near = () => null) {
    const focused = container.contains(document.activeElement) ? document.activeElement.id : null;
    const scrolled = container.scrollTop;
    const places = placesIn(container);
    container.replaceChildren(...elements.filter(Boolean));
    container.scrollTop = scrolled;
    comeFrom([...placesIn(container)].filter(([name]) => places.has(name)).map(([name, { element, x, y }]) => (
      [element, { translate: `${places.get(name).x - x}px ${places.get(name).y - y}px` }])));
    if (focused) {
      const same = byId(focused);
      (same && !same.disabled ? same : near())?.focus({ preventScroll: true });
    }
  }
}

/** The panel with the answer. */
export class AnswerPanel extends View {
  /** Makes the panel, still empty. */
  build() {
    this.panel = h("section", { class: "panel answer", id: "answer", tabindex: -1, "aria-labelledby": "answer-title" });
    return this.panel;
  }

  say(title, content, near) {
    this.refill(this.panel, [h("h2", { id: "answer-title" }, title), ...content], near);
  }
}
