/** Hands and units. A hand is the kinds of its tiles in ascending order, once for each copy. */

/** Copies of each kind in the game. */
export const COPIES = 3;

/** Tiles of a win. */
export const WINNING_TILES = 13;

/** The number of idols of the first game, which are a deck of their own. */
export const FIRST_IDOLS = 13;

/**
 * @param {Iterable<number>} tiles
 * @returns {number[]}
 */
export function sorted(tiles) {
  return [...tiles].sort((a, b) => a - b);
}

/**
 * @param {number[]} tiles
 * @param {number} kind
 * @returns {number}
 */
export function copiesOf(tiles, kind) {
  // @ts-expect-error: `true` counts as 1.
  return tiles.reduce((count, other) => count + (other === kind), 0);
}

/**
 * @param {number[]} hand
 * @param {number} kind
 * @returns {number[]}
 */
export function withTile(hand, kind) {
  return sorted([...hand, kind]);
}

/**
 * The hand without one copy of one of its kinds.
 *
 * @param {number[]} hand
 * @param {number} kind
 * @returns {number[]}
 */
export function withoutTile(hand, kind) {
  return hand.toSpliced(hand.indexOf(kind), 1);
}

/**
 * @param {Pick<Unit, "members">[]} units
 * @returns {number[]}
 */
export function tilesOf(units) {
  return units.flatMap(({ members }) => members);
}

/**
 * @param {number[]} hand
 * @param {Pick<Unit, "members">} unit
 * @returns {number[]}
 */
export function lackingMembers(hand, unit) {
  return unit.members.filter((kind) => !hand.includes(kind));
}

/**
 * @typedef {Object} Draws
 * @property {(count: number) => number} below an integer from 0 to `count - 1`
 */

/** @type {Draws} */
const CHANCE = { below: (count) => Math.floor(Math.random() * count) };

/**
 * Deals up to `count` tiles from a deck of the first kinds, without the tiles of the hand, shuffled by `draws`.
 *
 * @param {number} kinds the number of kinds in the deck
 * @param {number} count
 * @param {number[]} [hand]
 * @param {Draws} [draws]
 * @returns {number[]}
 */
export function deal(kinds, count, hand = [], draws = CHANCE) {
  const deck = Array.from({ length: kinds }, (_, kind) => (
    new Array(Math.max(0, COPIES - copiesOf(hand, kind))).fill(kind))).flat();
  for (let i = 0; i < Math.min(count, deck.length); i += 1) {
    const other = i + draws.below(deck.length - i);
    [deck[i], deck[other]] = [deck[other], deck[i]];
  }
  return deck.slice(0, count);
}

/**
 * @typedef {Object} Tile the tile of a kind, which is its place in the list of tiles
 * @property {string} name
 * @property {string} kana the reading of the name
 * @property {string} [latin] the name in Latin letters, such as `Fuka`; tiles of the front page have none
 * @property {string} full_name
 * @property {string} type `Princess`, `Fairy`, `Angel`, `Extra` or `Sora`
 */

/**
 * @typedef {Object} Unit a set of different idols
 * @property {number} number its number in its list
 * @property {string} name
 * @property {number[]} members kinds in ascending order
 */

/**
 * @typedef {Object} Counting the rules for points
 * @property {string} rules `seed`, `2019-10-08` or `v1.6`
 * @property {?number} main the kind of the main idol of the player, if there is one
 */

/** Points for the main idol under the rule set v1.6. */
const MAIN_IDOL_BONUS = 2000;

/**
 * @param {number} size
 * @returns {number}
 */
function sizeScore(size) {
  return size === 1 ? 1000 : 2000 * (size - 1);
}

/**
 * @param {string} rules
 * @returns {boolean}
 */
export function usesMainIdol(rules) {
  return rules !== "seed";
}

/**
 * Points of a unit in a packing.
 *
 * @param {Pick<Unit, "members">} unit
 * @param {boolean} isComplete whether the packing uses all tiles of the hand
 * @param {Counting} counting
 * @returns {number}
 */
export function unitScore(unit, isComplete, { rules, main }) {
  const size = unit.members.length;
  if (rules === "v1.6" && !isComplete) {
    return sizeScore(Math.max(size - 1, 1));
  }
  // @ts-expect-error: `main` may be null, which is no member.
  return sizeScore(size) * (rules === "2019-10-08" && unit.members.includes(main) ? 2 : 1);
}

/**
 * Points of a called unit.
 *
 * @param {Pick<Unit, "members">} unit
 * @param {boolean} isComplete as in `unitScore`
 * @param {Counting} counting
 * @returns {number}
 */
export function calledScore(unit, isComplete, counting) {
  return unitScore(unit, isComplete, counting) / (counting.rules === "2019-10-08" ? 2 : 1);
}

/**
 * Points for the main idol, added once if a packing has units with that idol.
 *
 * @param {Counting} counting
 * @returns {number}
 */
export function bonusOf({ rules, main }) {
  return rules === "v1.6" && main !== null ? MAIN_IDOL_BONUS : 0;
}

/**
 * @param {Omit<Unit, "number">[]} units
 * @returns {Unit[]}
 */
export function numbered(units) {
  return units.map(({ name, members }, number) => ({ number, name, members }));
}
