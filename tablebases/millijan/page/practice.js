/** Hands to discard from, and their scores; tablebases/millijan/practice.py deals the same ones. */

import { Draws } from "../kit/practice.js";
import { Distances, rankDiscards } from "./distance.js";
import { COPIES, WINNING_TILES, sorted } from "./game.js";

/** Kinds of tiles in practice. */
const KINDS = 54;
const HANDS_OF_A_DAY = 5;

/** The score of a best discard. */
export const BEST = 100;

/** 13 tiles from a shuffled deck of all kinds. */
function practiceHand(draws) {
  const deck = Array.from({ length: KINDS * COPIES }, (_, i) => Math.floor(i / COPIES));
  for (let i = 0; i < WINNING_TILES; i++) {
    const other = i + draws.below(deck.length - i);
    [deck[i], deck[other]] = [deck[other], deck[i]];
  }
  return sorted(deck.slice(0, WINNING_TILES));
}

export function dailyHands(day) {
  const draws = new Draws(`millijan ${day}`);
  return Array.from({ length: HANDS_OF_A_DAY }, () => practiceHand(draws));
}

export function seededHand(seed) {
  return practiceHand(new Draws(`millijan ${seed}`));
}

/** The discards of a hand, the best first, each with its score: 0 to 100. */
export function scoredDiscards(hand, units) {
  const ranked = rankDiscards(hand, new Distances(hand, units, KINDS));
  const [best] = ranked;
  const score = ({ distance, copies }) => (
    distance > best.distance ? 0 : best.copies ? Math.floor(BEST * copies / best.copies) : BEST);
  return ranked.map((discard) => ({ ...discard, score: score(discard) }));
}
