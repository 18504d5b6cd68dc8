/** Hands, the kinds of their tiles in ascending order, a kind as often as there are copies of it; and units. */

/** Copies of each kind in the game. */
export const COPIES = 3;

/** A hand of so many tiles may win. */
export const WINNING_TILES = 13;

/** The idols of the first game, who make a deck of their own. */
export const FIRST_IDOLS = 13;

/** @returns {number[]} the kinds in their order */
export function sorted(tiles) {
  return [...tiles].sort((a, b) => a - b);
}

/** @returns {number} how many copies of a kind there are among some tiles */
export function copiesOf(tiles, kind) {
  return tiles.reduce((count, other) => count + (other === kind), 0);
}

/** @returns {number[]} the hand with one more tile */
export function withTile(hand, kind) {
  return sorted([...hand, kind]);
}

/** @returns {number[]} the hand without one copy of a kind, which it has */
export function withoutTile(hand, kind) {
  return hand.toSpliced(hand.indexOf(kind), 1);
}

/** @returns {number[]} the tiles of some units */
export function tilesOf(units) {
  return units.flatMap(({ members }) => members);
}

/** @returns {number[]} the members of a unit of which the hand has no copy */
export function lackingMembers(hand, unit) {
  return unit.members.filter((kind) => !hand.includes(kind));
}

/**
 * Deals tiles from a shuffled deck.
 *
 * @param {number} kinds the deck has the first so many kinds
 * @param {number} count
 * @param {number[]} hand tiles that are in the deck no more
 * @returns {number[]} empty when the deck is
 */
export function deal(kinds, count, hand = []) {
  const deck = Array.from({ length: kinds }, (_, kind) => (
    new Array(Math.max(0, COPIES - copiesOf(hand, kind))).fill(kind))).flat();
  for (let i = 0; i < Math.min(count, deck.length); i += 1) {
    const other = i + Math.floor(Math.random() * (deck.length - i));
    [deck[i], deck[other]] = [deck[other], deck[i]];
  }
  return deck.slice(0, count);
}

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

/** @returns {number} what a unit counts that is called */
export function calledScore(unit, isComplete, counting) {
  return unitScore(unit, isComplete, counting) / (counting.rules === "2019-10-08" ? 2 : 1);
}

/** @returns {number} what the main idol adds once, if a packing has units with that idol */
export function bonusOf({ rules, main }) {
  return rules === "v1.6" && main !== null ? MAIN_IDOL_BONUS : 0;
}

/** @returns {Unit[]} the units of data.json with their numbers */
export function numbered(units) {
  return units.map(({ name, members }, number) => ({ number, name, members }));
}
