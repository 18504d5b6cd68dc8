/** Reads and writes the address of a hand. */

import { COPIES, WINNING_TILES, copiesOf, sorted, tilesOf, usesMainIdol } from "./game.js";

/** @import {Unit} from "./game.js" */

/**
 * @typedef {Object} Question the content of an address
 * @property {number[]} hand
 * @property {number[]} called numbers of the called units in the list
 * @property {number[]} seen tiles seen elsewhere
 * @property {string} list the name of a list of units
 * @property {string} rules
 * @property {?number} main the main idol
 */

/**
 * @typedef {Object} Known valid contents of an address
 * @property {string[]} lists names of the lists of units
 * @property {string[]} rules
 * @property {number} kinds the number of kinds
 * @property {number[]} mainIdols the kinds of possible main idols
 */

/**
 * Writes an address such as `#0-3-14-14` or `#0-3-14;2025;v1.6;main-7;called-12;seen-5-5`, or nothing for an empty
 * hand. It leaves out the first list of units and the first rules.
 *
 * @param {Question} question
 * @param {Known} known
 * @returns {string}
 */
export function addressOf({ hand, called, seen, list, rules, main }, known) {
  const options = [
    list !== known.lists[0] && list,
    rules !== known.rules[0] && rules,
    usesMainIdol(rules) && main !== null && `main-${main}`,
    called.length > 0 && `called-${called.join("-")}`,
    seen.length > 0 && `seen-${seen.join("-")}`,
  ];
  const text = [hand.join("-"), ...options.filter(Boolean)].join(";");
  return text && `#${text}`;
}

/**
 * Whether there are enough tiles for a hand with these called units and seen tiles.
 *
 * @param {Question} question
 * @param {Unit[]} units
 * @param {number} kinds the number of kinds
 */
function isPossible({ hand, called, seen }, units, kinds) {
  if (called.some((number) => number >= units.length)) {
    return false;
  }
  const ofCalled = tilesOf(called.map((number) => units[number]));
  const every = [...hand, ...ofCalled, ...seen];
  return ofCalled.length < WINNING_TILES && hand.length + ofCalled.length <= WINNING_TILES
    && every.every((kind) => kind < kinds && copiesOf(every, kind) <= COPIES);
}

/**
 * Reads one option of an address into a question.
 *
 * @param {string} option
 * @param {Question} question
 * @param {Known} known
 * @returns {boolean} whether the option is valid
 */
function readOption(option, question, known) {
  const [, name, numbers] = /^(main|called|seen)((?:-\d{1,3})+)$/.exec(option) ?? [];
  const found = sorted(numbers?.slice(1).split("-").map(Number) ?? []);
  if (known.lists.includes(option)) {
    question.list = option;
  } else if (known.rules.includes(option)) {
    question.rules = option;
  } else if (name === "main" && found.length === 1 && known.mainIdols.includes(found[0])) {
    [question.main] = found;
  } else if (name === "called" || name === "seen") {
    question[name] = found;
  } else {
    return false;
  }
  return true;
}

/**
 * Reads an address into a question, null if it is wrong.
 *
 * @param {string} hash
 * @param {Known} known
 * @param {Map<string, Unit[]>} units by the names of their lists
 * @returns {?Question}
 */
export function readAddress(hash, known, units) {
  const match = /^#((?:\d{1,2}(?:-\d{1,2})*)?)((?:;[\w.-]+)*)$/.exec(hash);
  if (!match) {
    return null;
  }
  const hand = sorted(match[1] === "" ? [] : match[1].split("-").map(Number));
  /** @type {Question} */
  const question = { hand, called: [], seen: [], list: known.lists[0], rules: known.rules[0], main: null };
  const isRead = match[2].split(";").slice(1).every((option) => readOption(option, question, known));
  const { list, rules, main } = question;
  // @ts-expect-error: the list is a known one.
  return isRead && isPossible(question, units.get(list), known.kinds) && (main === null || usesMainIdol(rules))
    ? question : null;
}
