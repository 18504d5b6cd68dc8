/** Pieces that several parts of the page use: tiles, small and large, and what they are called. */

import { byId, h, svg } from "../kit/dom.js";
import { t } from "./texts.js";

/** The mark of each type: a heart, a diamond, a star, a flower and a camera. */
const MARKS = {
  Princess: "M8 14 2.2 8.2A3.6 3.6 0 0 1 8 4a3.6 3.6 0 0 1 5.8 4.2z",
  Fairy: "M8 1.2 13.6 8 8 14.8 2.4 8z",
  Angel: "M8 1.2 10 6l5.2.4-4 3.4 1.3 5L8 12l-4.5 2.8 1.3-5-4-3.4L6 6z",
  Extra: "M8 1.2a3 3 0 0 1 3 3.8 3 3 0 1 1-.2 6 3 3 0 1 1-5.6 0 3 3 0 1 1-.2-6 3 3 0 0 1 3-3.8z",
  Sora: "M2 4.5h3l1.2-2h3.6l1.2 2h3v9H2zM8 6.2a2.6 2.6 0 1 0 .01 0z",
};

/** A part of the page: it shows the session, and calls what is to be called after it has changed that. */
export class View {
  /**
   * @param {import("./session.js").Session} session
   * @param {import("../kit/start.js").Changed} changed
   */
  constructor(session, changed) {
    this.session = session;
    this.changed = changed;
  }

  /** Puts elements in place of those within another; the focus stays at its id, or goes to what is near. */
  refill(container, elements, near) {
    const focused = container.contains(document.activeElement) ? document.activeElement.id : null;
    container.replaceChildren(...elements);
    if (focused) {
      (byId(focused) ?? near())?.focus({ preventScroll: true });
    }
  }

  /** A button that changes the hand, and announces what `change` returns. */
  editButton(attributes, label, change, ...children) {
    const onclick = () => this.changed.edit(change());
    return h("button", { type: "button", ...attributes, "aria-label": label, title: label, onclick }, ...children);
  }
}

/** @returns {SVGElement} the mark that tells a type without its colour */
export function mark(type) {
  const element = svg("svg", { class: "mark", viewBox: "0 0 16 16", "aria-hidden": "true" });
  element.append(svg("path", { d: MARKS[type], "fill-rule": "evenodd" }));
  return element;
}

/** @returns {string} who is on a tile, in full */
export function described({ name, kana, full_name: full, type }) {
  const who = [full, kana].filter((text) => text !== name).join(t("comma"));
  return t("tile", { name, who, type: t(`type${type}`) });
}

/** @returns {Node[]} what is on a tile: the mark, and the name from top to bottom */
export function face({ name, type }) {
  return [mark(type), h("span", { class: "idol-name", lang: "ja" }, name)];
}

/** A small tile within a text or a list. */
export function smallTile({ name, type }) {
  return h("span", { class: "small-tile", "data-type": type }, mark(type), h("span", { lang: "ja" }, name));
}
