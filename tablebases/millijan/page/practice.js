/** Hands to discard from, solo games, and scores of discards; tablebases/millijan/practice.py deals the same ones. */

import { Draws } from "../kit/practice.js";
import { Distances, rankDiscards, reasonFor } from "./distance.js";
import { COPIES, WINNING_TILES, deal, sorted, withoutTile } from "./game.js";
import { bestSplit } from "./splits.js";

/** @import {Discard} from "./distance.js" */
/** @import {Counting, Unit} from "./game.js" */
/** @import {Best} from "./splits.js" */

/** @typedef {Discard & {score: number}} ScoredDiscard */
/** @typedef {Choice & {kind: number, chosen: ScoredDiscard}} Made a choice after the discard of the player */
/** @typedef {{hands: number, best: number, points: number}} Tally */

/** Kinds of tiles in practice. */
const KINDS = 54;
const HANDS_OF_A_DAY = 5;

/**
 * The rules of practice.
 *
 * @type {Counting}
 */
export const NO_MAIN_IDOL = { rules: "seed", main: null };

/** The score of a best discard. */
export const BEST = 100;

/** Draws of a solo game until the deck ends. */
export const MOST_DRAWS = KINDS * COPIES - WINNING_TILES + 1;

/** @param {Draws} draws */
function practiceHand(draws) {
  return sorted(deal(KINDS, WINNING_TILES, [], draws));
}

/** @param {string} day */
export function dailyHands(day) {
  const draws = new Draws(`millijan ${day}`);
  return Array.from({ length: HANDS_OF_A_DAY }, () => practiceHand(draws));
}

/** @param {number} seed */
export function seededHand(seed) {
  return practiceHand(new Draws(`millijan ${seed}`));
}

/** What can be discarded from a hand, and what the player discards; `seen` tiles cannot be drawn any more. */
export class Choice {
  /**
   * @param {number[]} hand
   * @param {Unit[]} units
   * @param {number[]} [seen]
   */
  constructor(hand, units, seen = []) {
    this.hand = hand;
    this.units = units;
    this.seen = seen;
    /**
     * The kind of the player's discard; null before it.
     *
     * @type {?number}
     */
    this.kind = null;
    /** @type {?ScoredDiscard[]} */
    this.ranked = null;
  }

  /** All discards, the best first, each with its score: 0 to 100. They are ranked only when needed. */
  get discards() {
    this.ranked ??= this.rank();
    return this.ranked;
  }

  rank() {
    const ranked = rankDiscards(this.hand, this.distances);
    const [best] = ranked;
    /** @type {(discard: Discard) => number} */
    const score = ({ distance, copies }) => (
      distance > best.distance ? 0 : best.copies ? Math.floor(BEST * copies / best.copies) : BEST);
    return ranked.map((discard) => ({ ...discard, score: score(discard) }));
  }

  /**
   * The discard of the player; null before it.
   *
   * @returns {?ScoredDiscard}
   */
  get chosen() {
    // @ts-expect-error: the discard of the player is among them.
    return this.kind === null ? null : this.discards.find(({ kind }) => kind === this.kind);
  }

  get distances() {
    return new Distances(this.hand, this.units, KINDS, { called: [], seen: this.seen });
  }

  /** @param {number} kind */
  choose(kind) {
    this.kind = kind;
    return /** @type {Made} */ (this);
  }

  /** What the best discard keeps, and what that of the player gives up. */
  get reason() {
    return reasonFor(this.discards, this.distances, this.chosen);
  }
}

/**
 * The number of hands with a choice, of best discards, and their points.
 *
 * @param {Made[]} choices
 * @returns {Tally}
 */
export function tallyOf(choices) {
  const scores = choices.map(({ chosen }) => chosen.score);
  return {
    hands: scores.length, best: scores.filter((score) => score === BEST).length,
    points: scores.reduce((sum, score) => sum + score, 0),
  };
}

/** A game of one player, who draws and discards until the hand wins or the deck ends; its name is a seed or a date. */
export class SoloGame {
  /**
   * @param {string|number} name
   * @param {Unit[]} units
   */
  constructor(name, units) {
    this.units = units;
    const deck = deal(KINDS, KINDS * COPIES, [], new Draws(`millijan solo ${name}`));
    /** The drawn tile is the last of 13. */
    this.hand = sorted(deck.slice(0, -MOST_DRAWS));
    this.wall = deck.slice(-MOST_DRAWS);
    /**
     * The choices at all draws before.
     *
     * @type {Made[]}
     */
    this.choices = [];
    this.draws = 0;
    this.isGivenUp = false;
    this.draw();
  }

  draw() {
    if (this.draws < MOST_DRAWS) {
      this.hand = [...this.hand, this.wall[this.draws]];
      this.draws += 1;
    }
    /** @type {Choice} */
    this.choice = new Choice(sorted(this.hand), this.units, this.discarded);
    /** @type {Best} */
    this.split = bestSplit(sorted(this.hand), this.units, NO_MAIN_IDOL);
  }

  get hasWon() {
    return this.split.isComplete && this.hand.length === WINNING_TILES;
  }

  get isOver() {
    return this.hasWon || this.isGivenUp || this.hand.length < WINNING_TILES;
  }

  giveUp() {
    this.isGivenUp = true;
  }

  get discarded() {
    return this.choices.map(({ kind }) => kind);
  }

  /** @param {number} kind */
  discard(kind) {
    this.choices.push(this.choice.choose(kind));
    this.hand = sorted(withoutTile(this.hand, kind));
    this.draw();
  }

  /** The choice at which most was lost: by distance, then by score, the first of equal ones; null if all were best. */
  get worst() {
    /** @type {(choice: Made) => number} */
    const lost = ({ chosen, discards: [best] }) => (chosen.distance - best.distance) * (BEST + 1) + BEST - chosen.score;
    return this.choices.filter((choice) => lost(choice) > 0).sort((a, b) => lost(b) - lost(a))[0] ?? null;
  }
}
