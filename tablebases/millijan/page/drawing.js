/** Drawings of tiles, without words of the page. */

import { h, svg } from "../kit/dom.js";

/** The mark of each type: a heart, a diamond, a star, a flower and a camera. */
const MARKS = {
  Princess: "M8 14 2.2 8.2A3.6 3.6 0 0 1 8 4a3.6 3.6 0 0 1 5.8 4.2z",
  Fairy: "M8 1.2 13.6 8 8 14.8 2.4 8z",
  Angel: "M8 1.2 10 6l5.2.4-4 3.4 1.3 5L8 12l-4.5 2.8 1.3-5-4-3.4L6 6z",
  Extra: "M8 1.2a3 3 0 0 1 3 3.8 3 3 0 1 1-.2 6 3 3 0 1 1-5.6 0 3 3 0 1 1-.2-6 3 3 0 0 1 3-3.8z",
  Sora: "M2 4.5h3l1.2-2h3.6l1.2 2h3v9H2zM8 6.2a2.6 2.6 0 1 0 .01 0z",
};

/** The mark of a type, for readers who do not see its colour. */
export function mark(type) {
  return svg("svg", { class: "mark", viewBox: "0 0 16 16", "aria-hidden": "true" },
    svg("path", { d: MARKS[type], "fill-rule": "evenodd" }));
}

/** The face of a tile: the mark, and the name from top to bottom. */
export function face({ name, type }) {
  return [mark(type), h("span", { class: "idol-name", lang: "ja" }, name)];
}

/** A small tile within a text or a list. */
export function smallTile({ name, type }) {
  return h("span", { class: "small-tile", "data-type": type }, mark(type), h("span", { lang: "ja" }, name));
}
