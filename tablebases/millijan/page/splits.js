/** Finds the best splits of a hand into units. */

import { bonusOf, calledScore, copiesOf, lackingMembers, tilesOf, unitScore, withTile } from "./game.js";

/** @import {Accepted} from "./distance.js" */
/** @import {Counting, Unit} from "./game.js" */

/** Added to the points of a complete split, so that it beats any other hand. */
const WIN = 1_000_000;

/**
 * @typedef {Object} Best the best packings of a hand: units that are formed from its tiles at the same time
 * @property {boolean} isComplete whether every tile is in a unit
 * @property {number} score points
 * @property {number} value the points, and a million for a complete split
 * @property {Unit[][]} packings all of that score: few units first, then low numbers
 */

/**
 * @typedef {Object} Choice a unit that tiles of the hand form
 * @property {Unit} unit
 * @property {number[]} places of its members in the list of kinds
 * @property {number} score points
 * @property {number} weight the sum of the weights of its members
 * @property {boolean} hasMain whether the main idol is a member
 */

/**
 * @typedef {Object} Way the lowest kind left is put into a unit, or is not used
 * @property {Unit[]} units one or none
 * @property {number} score points
 * @property {number} rest the tiles left after it
 * @property {boolean} hasMain whether this unit or an earlier one has the main idol
 */

/**
 * The units that a hand contains.
 *
 * @param {number[]} hand
 * @param {Unit[]} units
 * @returns {Unit[]}
 */
export function candidates(hand, units) {
  return units.filter((unit) => lackingMembers(hand, unit).length === 0);
}

/**
 * The search for packings of one hand. The tiles left are one number, with a digit for the copies of each kind. The
 * lowest kind left is put into some unit, or is not used at all.
 */
class Search {
  /**
   * @param {number[]} hand
   * @param {Unit[]} units
   * @param {Counting} counting
   * @param {Unit[]} called
   * @param {boolean} isComplete whether every tile must be in a unit
   */
  constructor(hand, units, counting, called, isComplete) {
    this.isComplete = isComplete;
    this.ofCalled = called.reduce((sum, unit) => sum + calledScore(unit, isComplete, counting), 0);
    // @ts-expect-error: `main` may be null, which is no member.
    this.hasMain = tilesOf(called).includes(counting.main);
    this.bonus = bonusOf(counting);
    this.kinds = [...new Set(hand)];
    this.counts = this.kinds.map((kind) => copiesOf(hand, kind));
    let weight = 1;
    this.weights = this.counts.map((count) => {
      const own = weight;
      weight *= count + 1;
      return own;
    });
    this.start = weight - 1;
    /**
     * By the places of their members.
     *
     * @type {Choice[][]}
     */
    this.choices = this.kinds.map(() => []);
    for (const unit of candidates(hand, units)) {
      const places = unit.members.map((kind) => this.kinds.indexOf(kind));
      const choice = {
        unit, places, score: unitScore(unit, isComplete, counting),
        weight: places.reduce((sum, place) => sum + this.weights[place], 0),
        // @ts-expect-error: `main` may be null, which is no member.
        hasMain: unit.members.includes(counting.main),
      };
      places.forEach((place) => this.choices[place].push(choice));
    }
    /**
     * The most points by the tiles left, without and with the main idol in an earlier unit.
     *
     * @type {Map<number, number>[]}
     */
    this.known = [new Map(), new Map()];
  }

  /**
   * The copies left of a kind.
   *
   * @param {number} rest
   * @param {number} place
   * @returns {number}
   */
  left(rest, place) {
    return Math.floor(rest / this.weights[place]) % (this.counts[place] + 1);
  }

  /**
   * All choices for the tiles left, each with the rest after it.
   *
   * @param {number} rest
   * @param {boolean} hasMain
   * @returns {Generator<Way>}
   */
  * ways(rest, hasMain) {
    const lowest = this.kinds.findIndex((_, place) => this.left(rest, place) > 0);
    for (const { unit, places, score, weight, hasMain: isMain } of this.choices[lowest]) {
      if (places.every((place) => this.left(rest, place) > 0)) {
        yield { units: [unit], score, rest: rest - weight, hasMain: hasMain || isMain };
      }
    }
    if (!this.isComplete) {
      const unused = this.left(rest, lowest) * this.weights[lowest];
      yield { units: [], score: 0, rest: rest - unused, hasMain };
    }
  }

  /**
   * @param {number} [rest]
   * @param {boolean} [hasMain]
   * @returns {number} the most points for the tiles left; -Infinity if there is no packing
   */
  best(rest = this.start, hasMain = this.hasMain) {
    if (rest === 0) {
      return hasMain ? this.bonus : 0;
    }
    const known = this.known[Number(hasMain && this.bonus > 0)];
    let best = known.get(rest);
    if (best === undefined) {
      best = -Infinity;
      for (const way of this.ways(rest, hasMain)) {
        best = Math.max(best, way.score + this.best(way.rest, way.hasMain));
      }
      known.set(rest, best);
    }
    return best;
  }

  /** @returns {Unit[][]} all packings with the most points, ranked */
  packings() {
    /** @type {Map<string, Unit[]>} */
    const found = new Map();
    /** @type {(rest: number, hasMain: boolean, units: Unit[]) => void} */
    const follow = (rest, hasMain, units) => {
      if (rest === 0) {
        const packing = units.toSorted((a, b) => a.number - b.number);
        found.set(packing.map(({ number }) => number).join(), packing);
        return;
      }
      const best = this.best(rest, hasMain);
      for (const way of this.ways(rest, hasMain)) {
        if (way.score + this.best(way.rest, way.hasMain) === best) {
          follow(way.rest, way.hasMain, [...units, ...way.units]);
        }
      }
    };
    follow(this.start, this.hasMain, []);
    return [...found.values()].sort(byRank);
  }
}

/**
 * Compares packings of the same score: fewer units first, then lower numbers.
 *
 * @param {Unit[]} a
 * @param {Unit[]} b
 * @returns {number}
 */
function byRank(a, b) {
  const different = a.findIndex((unit, i) => unit.number !== b[i]?.number);
  return a.length - b.length || (different < 0 ? 0 : a[different].number - b[different].number);
}

/**
 * The search for a complete split, or else for most points.
 *
 * @param {number[]} hand
 * @param {Unit[]} units
 * @param {Counting} counting
 * @param {Unit[]} called
 * @returns {Search}
 */
function bestSearch(hand, units, counting, called) {
  const complete = new Search(hand, units, counting, called, true);
  return complete.best() >= 0 ? complete : new Search(hand, units, counting, called, false);
}

/**
 * Finds the best packings; called units count too.
 *
 * @param {number[]} hand
 * @param {Unit[]} units
 * @param {Counting} counting
 * @param {Unit[]} [called]
 * @returns {Best}
 */
export function bestSplit(hand, units, counting, called = []) {
  const search = bestSearch(hand, units, counting, called);
  const { isComplete } = search;
  const score = search.best() + search.ofCalled;
  return { isComplete, score, value: score + (isComplete ? WIN : 0), packings: search.packings() };
}

/**
 * The points of the best packings.
 *
 * @param {number[]} hand
 * @param {Unit[]} units
 * @param {Counting} counting
 * @param {Unit[]} [called]
 * @returns {number}
 */
export function bestScore(hand, units, counting, called = []) {
  const search = bestSearch(hand, units, counting, called);
  return search.best() + search.ofCalled;
}

/**
 * @typedef {Object} Wait a kind that completes a hand
 * @property {number} kind
 * @property {number} copies of it that can be drawn
 * @property {number} score points of the complete hand
 */

/**
 * Scores the waits of a hand at distance 1: what it accepts.
 *
 * @param {number[]} hand
 * @param {Accepted[]} accepted
 * @param {Unit[]} units
 * @param {Counting} counting
 * @param {Unit[]} [called]
 * @returns {Wait[]}
 */
export function scoredWaits(hand, accepted, units, counting, called = []) {
  return accepted.map((wait) => ({ ...wait, score: bestScore(withTile(hand, wait.kind), units, counting, called) }));
}
