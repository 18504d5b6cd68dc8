/** Reads and writes the address of a hand. */

import { COPIES, WINNING_TILES, copiesOf, sorted, usesMainIdol } from "./game.js";

/**
 * What is asked about.
 *
 * @typedef {Object} Question
 * @property {number[]} hand
 * @property {string} list the name of a list of units
 * @property {string} rules
 * @property {?number} main the main idol
 */

/**
 * Writes an address such as `#0-3-14-14` or `#0-3-14;2025;v1.6;main-7`.
 *
 * @param {Question} question
 * @param {{lists: string[], rules: string[]}} known the first ones are not written
 * @returns {string} empty for an empty hand
 */
export function addressOf({ hand, list, rules, main }, known) {
  const options = [
    list !== known.lists[0] && list,
    rules !== known.rules[0] && rules,
    usesMainIdol(rules) && main !== null && `main-${main}`,
  ];
  const text = [hand.join("-"), ...options.filter(Boolean)].join(";");
  return text && `#${text}`;
}

/**
 * Reads an address.
 *
 * @param {string} hash
 * @param {{lists: string[], rules: string[], kinds: number, mainIdols: number[]}} known
 * @returns {?Question} null if it names no hand
 */
export function readAddress(hash, known) {
  const match = /^#((?:\d{1,2}(?:-\d{1,2})*)?)((?:;[\w.-]+)*)$/.exec(hash);
  if (!match) {
    return null;
  }
  const hand = sorted(match[1] === "" ? [] : match[1].split("-").map(Number));
  const isHand = hand.length <= WINNING_TILES
    && hand.every((kind) => kind < known.kinds && copiesOf(hand, kind) <= COPIES);
  const question = { hand, list: known.lists[0], rules: known.rules[0], main: null };
  for (const option of match[2].split(";").slice(1)) {
    const main = Number(/^main-(\d{1,2})$/.exec(option)?.[1]);
    if (known.mainIdols.includes(main)) {
      question.main = main;
    } else if (known.lists.includes(option)) {
      question.list = option;
    } else if (known.rules.includes(option)) {
      question.rules = option;
    } else {
      return null;
    }
  }
  return isHand && (question.main === null || usesMainIdol(question.rules)) ? question : null;
}
