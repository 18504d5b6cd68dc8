/** Parts of a page. */

import { byId, h, moveIn } from "./dom.js";

/** A part of a page: it shows a session, and lets it be changed. */
export class View {
  /** @param {import("./linked_page.js").Changed} changed */
  constructor(session, changed) {
    this.session = session;
    this.changed = changed;
  }

  /**
   * Replaces the elements in another, as `moveIn` does; the focus stays at its id, or goes to what is near.
   */
  refill(container, elements, near = () => null) {
    const focused = container.contains(document.activeElement) ? document.activeElement.id : null;
    const scrolled = container.scrollTop;
    moveIn(container, () => {
      container.replaceChildren(...elements.filter(Boolean));
      container.scrollTop = scrolled;
    });
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
