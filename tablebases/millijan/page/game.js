/** Hands, the kinds of their tiles in ascending order, a kind as often as there are copies of it; and units. */

/** Copies of each kind in the game. */
export const COPIES = 3;

/** A hand of so many tiles may win. */
export const WINNING_TILES = 13;

/** The idols of the first game, who make a deck of their own. */
export const FIRST_IDOLS = 13;

export function sorted(tiles) {
  return [...tiles].sort((a, b) => a - b);
}

export function copiesOf(tiles, kind) {
  return tiles.reduce((count, other) => count + (other === kind), 0);
}

export function withTile(hand, kind) {
  return sorted([...hand, kind]);
}

/** The hand without one copy of a kind, which it has. */
export function withoutTile(hand, kind) {
  return hand.toSpliced(hand.indexOf(kind), 1);
}

export function tilesOf(units) {
  return units.flatMap(({ members }) => members);
}

export function lackingMembers(hand, unit) {
  return unit.members.filter((kind) => !hand.includes(kind));
}

/** Deals up to `count` tiles from a shuffled deck of the first kinds, in which the tiles of the hand are no more. */
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
 * @typedef {Object} Unit a set of different idols that may be formed
 * @property {number} number its number in its list
 * @property {string} name
 * @property {number[]} members kinds in ascending order
 */

/**
 * @typedef {Object} Counting how units count
 * @property {string} rules `seed`, `2019-10-08` or `v1.6`
 * @property {?number} main the kind of the main idol of the player, if there is one
 */

/** What a main idol adds to a hand by the rules of v1.6. */
const MAIN_IDOL_BONUS = 2000;

function sizeScore(size) {
  return size === 1 ? 1000 : 2000 * (size - 1);
}

export function usesMainIdol(rules) {
  return rules !== "seed";
}

/** What a unit counts in a packing; `isComplete` if that uses all tiles of the hand. */
export function unitScore(unit, isComplete, { rules, main }) {
  const size = unit.members.length;
  if (rules === "v1.6" && !isComplete) {
    return sizeScore(Math.max(size - 1, 1));
  }
  return sizeScore(size) * (rules === "2019-10-08" && unit.members.includes(main) ? 2 : 1);
}

export function calledScore(unit, isComplete, counting) {
  return unitScore(unit, isComplete, counting) / (counting.rules === "2019-10-08" ? 2 : 1);
}

/** What the main idol adds once, if a packing has units with that idol. */
export function bonusOf({ rules, main }) {
  return rules === "v1.6" && main !== null ? MAIN_IDOL_BONUS : 0;
}

export function numbered(units) {
  return units.map(({ name, members }, number) => ({ number, name, members }));
}
