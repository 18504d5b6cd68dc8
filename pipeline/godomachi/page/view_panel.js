/** The panel beside the shapes: what is known about the pair, or how the game stands. */

import { h } from "../kit/dom.js";
import { AnswerView } from "./view_answer.js";
import { PlayView } from "./view_play.js";

export class PanelView {
  /**
   * @param {import("./session.js").Session} session
   * @param {{show: (said?: string) => void}} changed as in PairView
   */
  constructor(session, changed) {
    this.session = session;
    this.answer = new AnswerView(session, changed);
    this.game = new PlayView(session, changed);
  }

  /** @returns {HTMLElement} the panel, still empty */
  build() {
    this.panel = h("section", {
      class: "panel answer", id: "answer", "aria-labelledby": "answer-title",
    });
    return this.panel;
  }

  /** Shows what there is to say at the moment; the focus stays where it is, or near. */
  show() {
    const { panel, session } = this;
    const focused = panel.contains(document.activeElement) ? document.activeElement.id : null;
    const scrolled = panel.scrollTop;
    panel.replaceChildren(...(session.game ? this.game : this.answer).content());
    panel.scrollTop = scrolled;
    if (focused) {
      const same = document.getElementById(focused);
      const near = same && !same.disabled ? same : panel.querySelector("button:not(:disabled)");
      near?.focus({ preventScroll: true });
    }
  }
}
