/** Drawings and words for several views. */

import { h } from "../kit/dom.js";
import { idOf, t } from "./texts.js";
export { cutIcon, icon, pairIcon, squares } from "./drawing.js";

/** The words of a text; no line ends within the name of a polyomino. */
export function withWholeNames(text) {
  return text.split(/(\d+-\d+(?: [A-Z]\b)?)/)
    .map((part, i) => (i % 2 ? h("span", { class: "whole-name" }, part) : part));
}

/** A move in words: piece and rests. */
export function moveInWords({ piece, restA, restB }) {
  return t("move", { piece: idOf(piece), a: idOf(restA), b: idOf(restB) });
}
