/** Distances of hands from a win, accepted kinds and discards. */

import { COPIES, WINNING_TILES, copiesOf, lackingMembers, withoutTile } from "./game.js";

/** @import {Unit} from "./game.js" */

/** Kinds are bits of two numbers; this is the number of kinds in each. */
const BITS = 27;

/** The distance if no 13 tiles split into units. */
export const NEVER = WINNING_TILES + 1;

/** The common tiles of impossible ways, so low that sums stay negative. */
const NO_WAY = -1000;

/**
 * @typedef {Object} Accepted a kind that lowers the distance
 * @property {number} kind
 * @property {number} copies of it that are not in the hand, called or seen
 */

/**
 * @typedef {Object} Distance of a hand of 12 tiles to a win
 * @property {number} distance 1 is tenpai; or `NEVER`
 * @property {Accepted[]} accepted the kinds that lower it
 * @property {number} copies of all accepted kinds
 */

/** The best ways from the tiles left of a hand to winning tiles. */
class State {
  constructor() {
    this.common = NO_WAY;
    /** Kinds that are missing once, twice, .. in one of the best ways: two numbers each. */
    this.missing = new Int32Array(2 * (COPIES + 1));
    /**
     * The first step of each best way: its unit, null if tiles are given up, and the state after it.
     *
     * @type {[?Unit, State][]}
     */
    this.steps = [];
  }

  /**
   * Adds the ways of the state `after`, which follow a unit with `taken` tiles and the kinds `missing`.
   *
   * @param {State} after
   * @param {number} taken
   * @param {number[]} missing
   * @param {?Unit} unit null if tiles are given up
   */
  consider(after, taken, missing, unit) {
    const common = after.common + taken;
    if (common < 0 || common < this.common) {
      return;
    }
    if (common > this.common) {
      this.common = common;
      this.missing.fill(0);
      this.steps = [];
    }
    this.steps.push([unit, after]);
    const low = bitsOf(missing, 0);
    const high = bitsOf(missing, 1);
    let [lowBefore, highBefore] = [low, high];
    for (let i = 0; i < this.missing.length; i += 2) {
      this.missing[i] |= after.missing[i] | lowBefore;
      this.missing[i + 1] |= after.missing[i + 1] | highBefore;
      lowBefore = after.missing[i] & low;
      highBefore = after.missing[i + 1] & high;
    }
  }

  /**
   * @param {number} kind
   * @param {number} [times]
   * @returns {boolean} whether the kind is missing more than `times` times in one of the best ways
   */
  isMissing(kind, times = 0) {
    return (this.missing[2 * times + Math.floor(kind / BITS)] & (1 << (kind % BITS))) !== 0;
  }

  /**
   * @param {Set<?Unit>} [units]
   * @param {Set<State>} [known] the states that were visited
   * @returns {Set<?Unit>} the units of all best ways, and null
   */
  unitsOfWays(units = new Set(), known = new Set()) {
    if (!known.has(this)) {
      known.add(this);
      for (const [unit, after] of this.steps) {
        units.add(unit);
        after.unitsOfWays(units, known);
      }
    }
    return units;
  }
}

/**
 * @param {number[]} kinds
 * @param {number} half 0 for the first `BITS` kinds, 1 for the others
 * @returns {number} the bits of those in one half
 */
function bitsOf(kinds, half) {
  return kinds.reduce((bits, kind) => (Math.floor(kind / BITS) === half ? bits | (1 << (kind % BITS)) : bits), 0);
}

/**
 * @typedef {Object} Units in the order of their sizes
 * @property {number} kinds the number of kinds
 * @property {Unit[]} all
 * @property {Unit[][]} of by their members
 */

/**
 * @typedef {Object} Game
 * @property {number} aim the number of tiles that win
 * @property {number[]} copies of each kind that are in the hand or can come into it
 */

/**
 * The search for winning tiles with the most tiles in common with the tiles left of a hand.
 *
 * The lowest kind left is put into some unit, whose other members may be missing, or all its copies are given up. For
 * the tiles left and the number of tiles still wanted, the search remembers the most common tiles, and the kinds that
 * are missing in any of the best ways, with the highest number of times.
 *
 * A kind is missing too often if a way needs more copies than there are beside the hand. That is rare, so the search
 * counts copies only of some watched kinds.
 */
class Search {
  /**
   * @param {number[]} hand the hand; all searches are about tiles left of it
   * @param {Units} units
   * @param {Game} game
   * @param {number[]} watched kinds
   */
  constructor(hand, units, { aim, copies }, watched) {
    this.units = units;
    this.aim = aim;
    this.copies = copies;
    this.kinds = [...new Set(hand)];
    let weight = 1;
    this.weight = new Int32Array(units.kinds);
    for (const kind of this.kinds) {
      this.weight[kind] = weight;
      weight *= copiesOf(hand, kind) + 1;
    }
    this.watched = watched;
    this.roomWeight = new Float64Array(units.kinds);
    let roomWeight = 1;
    for (const kind of watched) {
      this.roomWeight[kind] = roomWeight;
      roomWeight *= copies[kind] + 1;
    }
    /**
     * Results by rooms, then by tiles left and wanted.
     *
     * @type {Map<number, Map<number, State>>}
     */
    this.known = new Map();
    this.counts = new Int8Array(units.kinds);
    this.room = new Int8Array(units.kinds);
  }

  /**
   * @param {number[]} tiles
   * @returns {State} the best ways from some tiles of the hand to `aim` winning tiles
   */
  from(tiles) {
    this.counts.fill(0);
    this.room.set(this.copies);
    for (const kind of tiles) {
      this.counts[kind] += 1;
      this.room[kind] -= 1;
    }
    const code = tiles.reduce((sum, kind) => sum + this.weight[kind], 0);
    const rooms = this.watched.reduce((sum, kind) => sum + this.room[kind] * this.roomWeight[kind], 0);
    return this.solve(code, tiles.length, 0, this.aim, rooms);
  }

  /**
   * The best ways from `size` tiles, whose code is `code`, to `wanted` winning tiles. No kind before the place `from` is
   * left; `rooms` is the code of how often watched kinds may still be missing.
   *
   * @param {number} code
   * @param {number} size
   * @param {number} from
   * @param {number} wanted
   * @param {number} rooms
   * @returns {State}
   */
  solve(code, size, from, wanted, rooms) {
    const key = code * (WINNING_TILES + 1) + wanted;
    if (!this.known.has(rooms)) {
      this.known.set(rooms, new Map());
    }
    /** @type {Map<number, State>} */
    // @ts-expect-error: it was set above, if it was missing.
    const states = this.known.get(rooms);
    const known = states.get(key);
    if (known) {
      return known;
    }
    const state = new State();
    if (size === 0 && wanted === 0) {
      state.common = 0;
    } else if (size === 0) {
      this.useUnits(state, this.units.all, code, size, from, wanted, rooms);
    } else {
      let at = from;
      while (this.counts[this.kinds[at]] === 0) {
        at += 1;
      }
      const lowest = this.kinds[at];
      const count = this.counts[lowest];
      this.useUnits(state, this.units.of[lowest], code, size, at, wanted, rooms);
      if (Math.min(size - count, wanted) >= state.common) {
        this.counts[lowest] = 0;
        state.consider(this.solve(code - count * this.weight[lowest], size - count, at, wanted, rooms), 0, [], null);
        this.counts[lowest] = count;
      }
    }
    states.set(key, state);
    return state;
  }

  /**
   * Adds to a state the ways that begin with some units; the other parameters are those of `solve`.
   *
   * @param {State} state
   * @param {Unit[]} units
   * @param {number} code
   * @param {number} size
   * @param {number} at
   * @param {number} wanted
   * @param {number} rooms
   */
  useUnits(state, units, code, size, at, wanted, rooms) {
    const { counts, room, weight, roomWeight } = this;
    for (const unit of units) {
      const { members } = unit;
      if (members.length > wanted) {
        break; // All later units are as large or larger.
      }
      let taken = 0;
      let codeAfter = code;
      let roomsAfter = rooms;
      let isPossible = true;
      for (const kind of members) {
        if (counts[kind] > 0) {
          taken += 1;
          codeAfter -= weight[kind];
        } else if (roomWeight[kind] > 0) {
          isPossible &&= room[kind] > 0;
          roomsAfter -= roomWeight[kind];
        }
      }
      const most = taken + Math.min(size - taken, wanted - members.length);
      if (!isPossible || most < state.common) {
        continue;
      }
      /** @type {number[]} */
      const missing = [];
      for (const kind of members) {
        if (counts[kind] > 0) {
          counts[kind] -= 1;
        } else {
          missing.push(kind);
          room[kind] -= 1;
        }
      }
      const after = this.solve(codeAfter, size - taken, at, wanted - members.length, roomsAfter);
      let next = 0;
      for (const kind of members) {
        if (missing[next] === kind) {
          next += 1;
          room[kind] += 1;
        } else {
          counts[kind] += 1;
        }
      }
      state.consider(after, taken, missing, unit);
    }
  }
}

/**
 * @typedef {Object} Away tiles that cannot come into the hand
 * @property {number[]} called tiles of called units
 * @property {number[]} seen
 */

/** Answers for one hand of 12 or 13 tiles, called ones included; it remembers results of smaller hands. */
export class Distances {
  /**
   * Tiles of called units and seen tiles cannot come into the hand; only called ones belong to the win.
   *
   * @param {number[]} hand
   * @param {Unit[]} units
   * @param {number} kinds the number of kinds
   * @param {Away} [away]
   */
  constructor(hand, units, kinds, { called, seen } = { called: [], seen: [] }) {
    this.hand = hand;
    this.kinds = Array.from({ length: kinds }, (_, kind) => kind);
    const copies = this.kinds.map((kind) => COPIES - copiesOf(called, kind) - copiesOf(seen, kind));
    /** @type {Game} */
    this.game = { aim: WINNING_TILES - called.length, copies };
    const all = units.filter(({ members }) => members.every((kind) => copies[kind] > 0))
      .sort((a, b) => a.members.length - b.members.length);
    const of = this.kinds.map((kind) => all.filter(({ members }) => members.includes(kind)));
    /** @type {Units} */
    this.units = { kinds, all, of };
    /**
     * Searches by their watched kinds.
     *
     * @type {Map<string, Search>}
     */
    this.searches = new Map();
  }

  /**
   * Finds the best ways from some tiles of the hand, and the copies of each kind beside these tiles.
   *
   * @param {number[]} tiles
   * @returns {{state: State, left: number[]}}
   */
  ways(tiles) {
    const { copies } = this.game;
    const left = this.kinds.map((kind) => copies[kind] - copiesOf(tiles, kind));
    let watched = this.kinds.filter((kind) => copies[kind] > 0 && copiesOf(this.hand, kind) === copies[kind]);
    for (;;) {
      const key = watched.join();
      if (!this.searches.has(key)) {
        this.searches.set(key, new Search(this.hand, this.units, this.game, watched));
      }
      // @ts-expect-error: it was set above, if it was missing.
      const state = this.searches.get(key).from(tiles);
      const more = this.kinds.filter((kind) => !watched.includes(kind) && state.isMissing(kind, left[kind]));
      if (more.length === 0) {
        return { state, left };
      }
      watched = [...watched, ...more].sort((a, b) => a - b);
    }
  }

  /**
   * Finds the distance of the hand without the kind that makes it 13.
   *
   * @param {number[]} tiles
   * @returns {Distance}
   */
  from(tiles) {
    const { state, left } = this.ways(tiles);
    const accepted = this.kinds.filter((kind) => state.isMissing(kind)).map((kind) => ({ kind, copies: left[kind] }));
    const distance = state.common < 0 ? NEVER : this.game.aim - state.common;
    return { distance, accepted, copies: total(accepted) };
  }

  /**
   * The units of all nearest wins after a discard: those that lack few tiles first, then large ones.
   *
   * @param {number} kind
   * @returns {Unit[]}
   */
  unitsWithout(kind) {
    const tiles = withoutTile(this.hand, kind);
    /** @type {(unit: Unit) => number} */
    const lacking = (unit) => lackingMembers(tiles, unit).length;
    return [...this.ways(tiles).state.unitsOfWays()].filter(Boolean).sort((a, b) => (
      lacking(a) - lacking(b) || b.members.length - a.members.length || a.number - b.number));
  }
}

/**
 * @param {Accepted[]} accepted
 * @returns {number}
 */
function total(accepted) {
  return accepted.reduce((sum, { copies }) => sum + copies, 0);
}

/**
 * @typedef {Object} Discard a discard and the hand after it
 * @property {number} kind
 * @property {number} distance of the 12 tiles that stay
 * @property {number[]} accepted kinds that can be drawn and lower it
 * @property {number} copies of all these
 * @property {boolean} isBest whether no other discard is better
 */

/**
 * Ranks the discards of a hand of 13 tiles: by distance, then many copies, then the order of the kinds. A discarded
 * tile cannot be drawn again.
 *
 * @param {number[]} hand
 * @param {Distances} distances of this hand
 * @returns {Discard[]}
 */
export function rankDiscards(hand, distances) {
  /** @type {(a: Omit<Discard, "isBest">, b: Omit<Discard, "isBest">) => number} */
  const compare = (a, b) => a.distance - b.distance || b.copies - a.copies;
  const ranked = [...new Set(hand)].map((kind) => {
    const { distance, accepted } = distances.from(withoutTile(hand, kind));
    const drawn = accepted.map((one) => ({ kind: one.kind, copies: one.copies - (one.kind === kind ? 1 : 0) }))
      .filter(({ copies }) => copies > 0);
    return { kind, distance, accepted: drawn.map((one) => one.kind), copies: total(drawn) };
  }).sort((a, b) => compare(a, b) || a.kind - b.kind);
  return ranked.map((discard) => ({ ...discard, isBest: compare(discard, ranked[0]) === 0 }));
}

/**
 * @typedef {Object} Reason why a discard is best
 * @property {Discard} best
 * @property {?Discard} [other] a worse one, if there is one
 * @property {Unit[]} units of the nearest wins after the best discard
 * @property {Unit[]} lost those of them that the other one lacks at the same distance
 */

/**
 * Why the first of ranked discards is best. It is compared with the discard `chosen`, or with the best of the worse ones
 * if `chosen` is as good.
 *
 * @param {Discard[]} ranked
 * @param {Distances} distances of the hand
 * @param {?Discard} [chosen]
 * @returns {Reason}
 */
export function reasonFor(ranked, distances, chosen = null) {
  const [best] = ranked;
  const other = [chosen, ...ranked].find((one) => one?.isBest === false);
  const units = distances.unitsWithout(best.kind);
  const others = other?.distance === best.distance ? distances.unitsWithout(other.kind) : units;
  return { best, other, units, lost: units.filter((unit) => !others.includes(unit)) };
}
