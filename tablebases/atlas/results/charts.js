/** Bars for numbers, as drawings with a name for those who hear the page. */

import { h, svg } from "../kit/dom.js";
import { number } from "../kit/languages.js";

const WIDTH = 560;
const HEIGHT = 120;
const FOOT = 18;
/** Of largest and smallest number; from there on bars show logarithms. */
const MOST_RATIO = 1000;

/**
 * Whether bars of these numbers must be logarithms to be seen.
 *
 * @param {number[]} numbers
 */
export function isLogarithmic(numbers) {
  const positive = numbers.filter((number) => number > 0);
  return Math.max(...positive) / Math.min(...positive) > MOST_RATIO;
}

/**
 * Heights from 0 to 1; the least of logarithms is seen too.
 *
 * @param {number[]} numbers
 */
export function heights(numbers) {
  const most = Math.max(...numbers);
  if (!isLogarithmic(numbers)) {
    return numbers.map((number) => (most ? number / most : 0));
  }
  const least = Math.min(...numbers.filter((number) => number > 0));
  return numbers.map((number) => (number ? (1 + Math.log10(number / least)) / (1 + Math.log10(most / least)) : 0));
}

/**
 * Bars that stand side by side, such as the terms of a sequence, below their numbers. Long numbers are shown only for the
 * tallest bar and the last one.
 *
 * @param {string} label
 * @param {number[]} numbers
 * @param {number} first the index below the first
 */
export function columns(label, numbers, first) {
  const step = Math.min(60, WIDTH / numbers.length);
  const every = Math.ceil(numbers.length / 12);
  const most = Math.max(...numbers);
  const shown = [numbers.indexOf(most), numbers.length - 1];
  /** @type {(x: number, y: number, value: string|number, anchor?: string) => SVGElement} */
  const text = (x, y, value, anchor = "middle") => svg("text", { x: x * step, y, "text-anchor": anchor }, value);
  return svg("svg", { class: "columns", viewBox: `0 ${-FOOT} ${WIDTH} ${HEIGHT + 2 * FOOT}`, role: "img", "aria-label": label },
    ...heights(numbers).flatMap((height, i) => [
      svg("rect", { x: i * step + 1, y: HEIGHT * (1 - height), width: step - 2, height: HEIGHT * height }),
      most < 1000 ? i % every === 0 && text(i + 0.5, HEIGHT * (1 - height) - 6, numbers[i])
        : shown.includes(i) && text(i + 1, -6, number(numbers[i]), "end"),
      i % every === 0 && text(i + 0.5, HEIGHT + FOOT, first + i),
    ]));
}

/**
 * Bars that lie below each other, each with its name and its value as `shown`.
 *
 * @param {string} title
 * @param {{name: string, value: string, shown: string}[]} rows
 */
export function bars(title, rows) {
  const wide = heights(rows.map(({ value }) => Number(value)));
  return h("figure", { class: "bars" }, h("figcaption", {}, title),
    h("ul", {}, ...rows.map(({ name, shown }, i) => h("li", {}, h("span", {}, name),
      h("span", { class: "bar", style: `width: ${(100 * wide[i]).toFixed(1)}%`, "aria-hidden": "true" }),
      h("b", {}, shown)))));
}
