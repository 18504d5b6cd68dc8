/** Hands: the kinds of their tiles in ascending order, a kind as often as there are copies of it. */

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

/** @returns {number[]} the members of a unit of which the hand has no copy */
export function lackingMembers(hand, unit) {
  return unit.members.filter((kind) => !hand.includes(kind));
}

/** @returns {number[]} the members that the units of a packing leave in the hand */
export function unusedTiles(hand, packing) {
  return packing.flatMap(({ members }) => members).reduce(withoutTile, hand);
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
