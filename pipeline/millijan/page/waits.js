/** Finds the tiles that complete a hand of 12, and what they make of it. */

import { withTile } from "./hands.js";
import { bestScore } from "./splits.js";

/**
 * Scores the waits of a hand at distance 1: what it accepts.
 *
 * @param {number[]} hand
 * @param {{kind: number, copies: number}[]} accepted
 * @param {import("./units.js").Unit[]} units
 * @param {import("./units.js").Counting} counting
 * @returns {{kind: number, copies: number, score: number}[]} in the order of the kinds
 */
export function scoredWaits(hand, accepted, units, counting) {
  return accepted.map(({ kind, copies }) => (
    { kind, copies, score: bestScore(withTile(hand, kind), units, counting) }));
}
