/** Units, and what they count. */

/**
 * A set of different idols that may be formed.
 *
 * @typedef {Object} Unit
 * @property {number} number its number in its list
 * @property {string} name
 * @property {number[]} members kinds in ascending order
 */

/**
 * How units count.
 *
 * @typedef {Object} Counting
 * @property {string} rules `seed`, `2019-10-08` or `v1.6`
 * @property {?number} main the kind of the main idol of the player, if there is one
 */

/** What a main idol adds to a hand by the rules of v1.6. */
const MAIN_IDOL_BONUS = 2000;

/** @returns {number} the points of a unit of so many members */
function sizeScore(size) {
  return size === 1 ? 1000 : 2000 * (size - 1);
}

/** @returns {boolean} whether a main idol makes a difference by some rules */
export function usesMainIdol(rules) {
  return rules !== "seed";
}

/** @returns {number} what a unit counts in a packing that uses all tiles of a hand, or some */
export function unitScore(unit, isComplete, { rules, main }) {
  const size = unit.members.length;
  if (rules === "v1.6" && !isComplete) {
    return sizeScore(Math.max(size - 1, 1));
  }
  return sizeScore(size) * (rules === "2019-10-08" && unit.members.includes(main) ? 2 : 1);
}

/** @returns {number} what the main idol adds once, if a packing has units with that idol */
export function bonusOf({ rules, main }) {
  return rules === "v1.6" && main !== null ? MAIN_IDOL_BONUS : 0;
}

/** @returns {Unit[]} the units of data.json with their numbers */
export function numbered(units) {
  return units.map(({ name, members }, number) => ({ number, name, members }));
}
