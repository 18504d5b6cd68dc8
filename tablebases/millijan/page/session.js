/** The state of the page, without its elements. */

import { Distances, NEVER, rankDiscards, reasonFor } from "./distance.js";
import {
  COPIES, FIRST_IDOLS, WINNING_TILES, copiesOf, deal, lackingMembers, numbered, sorted, tilesOf, usesMainIdol,
  withTile, withoutTile,
} from "./game.js";
import { bestSplit, candidates, scoredWaits } from "./splits.js";

/** @import {Accepted, Away, Discard, Reason} from "./distance.js" */
/** @import {Counting, Tile, Unit} from "./game.js" */
/** @import {Known, Question} from "./reading.js" */
/** @import {Best, Wait} from "./splits.js" */

/** The hand at first. */
const EXAMPLE = [3, 7, 8, 15, 18, 23, 24, 24, 32, 37, 41, 43, 50];

/** Near units lack at most this number of tiles. */
const FEW_LACKING = 2;

/**
 * @typedef {Object} Answer the answer about a hand
 * @property {Best} split
 * @property {Unit[]} candidates the units that the hand contains
 * @property {boolean} isWon
 * @property {number[]} outside the kinds of the hand that are in no unit
 * @property {?number} distance of 12 or 13 tiles; may be `NEVER`
 * @property {Accepted[]} accepted kinds that lower the distance of 12 tiles
 * @property {number} copies of all these
 * @property {Wait[]} waits of 12 tiles at distance 1
 * @property {Discard[]} discards of 13 tiles that have not won
 * @property {?Reason} reason why the first of them is best
 * @property {NearUnit[]} near units that lack one or two tiles
 */

/**
 * @typedef {Object} NearUnit
 * @property {Unit} unit
 * @property {number[]} lacking its members that the hand lacks
 */

/**
 * @typedef {Object} Data the content of data.json
 * @property {Tile[]} tiles
 * @property {Object<string, Omit<Unit, "number">[]>} units by the names of their lists
 * @property {string[]} rules
 */

/**
 * @typedef {Object} Position what a reader picks
 * @property {number[]} hand
 * @property {number[]} called numbers of the called units in the list
 * @property {number[]} seen tiles seen elsewhere
 */

export class Session {
  /** @param {Data} data */
  constructor(data) {
    this.tiles = data.tiles;
    this.units = new Map(Object.entries(data.units).map(([name, units]) => [name, numbered(units)]));
    const inUnits = new Set(Object.values(data.units).flat().flatMap(({ members }) => members));
    /** @type {Known} */
    this.known = {
      lists: [...this.units.keys()], rules: data.rules, kinds: data.tiles.length, mainIdols: sorted(inUnits),
    };
    /** The number of kinds in the deck: all, or those of the first game. */
    this.deck = data.tiles.length;
    /**
     * Earlier positions, each with the list of its units.
     *
     * @type {(Position & {list: string})[]}
     */
    this.past = [];
    /** @type {number[]} */
    this.hand = [];
    /**
     * Called units, by their numbers in the list.
     *
     * @type {number[]}
     */
    this.called = [];
    /**
     * Tiles seen elsewhere, discarded or in called units of others.
     *
     * @type {number[]}
     */
    this.seen = [];
    /** Whether picked tiles count as seen elsewhere instead of joining the hand. */
    this.picksSeen = false;
    /** Whether the hand is an example, which the first picked tile replaces. */
    this.isExample = false;
    this.list = this.known.lists[0];
    this.rules = this.known.rules[0];
    /** @type {?number} */
    this.main = null;
    this.forget();
  }

  forget() {
    /** @type {?Answer} */
    this.found = null;
    /**
     * The place of the shown one of the best splits.
     *
     * @type {number}
     */
    this.packing = 0;
    /** @type {boolean} */
    this.showsAllNear = false;
  }

  /**
   * Takes the content of an address.
   *
   * @param {Question} question
   */
  take({ hand, called = [], seen = [], list, rules, main }) {
    this.note({ hand, called, seen });
    Object.assign(this, { list, rules, main: main ?? (usesMainIdol(rules) ? null : this.main) });
  }

  /**
   * Takes another hand, beside the called units; `undo` brings the last one back.
   *
   * @param {number[]} hand
   */
  setHand(hand) {
    this.note({ hand });
  }

  /**
   * Takes a hand of a new game, without called units and seen tiles.
   *
   * @param {number[]} hand
   */
  begin(hand) {
    this.note({ hand, called: [], seen: [] });
  }

  takeExample() {
    this.begin(EXAMPLE);
    this.past = [];
    this.isExample = true;
  }

  /** Empties an example for a hand of the reader's own. */
  leaveExample() {
    if (this.isExample) {
      this.hand = [];
      this.isExample = false;
    }
  }

  /**
   * Takes other tiles, remembers the last ones for `undo`, and forgets the answer about them.
   *
   * @param {Partial<Position>} position
   */
  note({ hand = this.hand, called = this.called, seen = this.seen }) {
    const tiles = { hand: sorted(hand), called: sorted(called), seen: sorted(seen) };
    const { hand: before, called: calledBefore, seen: seenBefore } = this;
    if (JSON.stringify(Object.values(tiles)) !== JSON.stringify([before, calledBefore, seenBefore])) {
      this.past.push({ hand: before, called: calledBefore, seen: seenBefore, list: this.list });
      Object.assign(this, tiles);
      this.isExample = false;
    }
    this.forget();
  }

  /**
   * Takes another list of units, rules or main idol.
   *
   * @param {Partial<Pick<Question, "list" | "rules" | "main">>} choice
   */
  choose(choice) {
    if ((choice.list ?? this.list) !== this.list) {
      // Units have other numbers in another list, so the tiles of called ones go back into the hand.
      this.note({ hand: [...this.hand, ...tilesOf(this.calledUnits)], called: [] });
    }
    Object.assign(this, choice);
    this.forget();
  }

  /** @returns {Unit[]} */
  get calledUnits() {
    // @ts-expect-error: the list is a known one.
    return this.called.map((number) => this.units.get(this.list)[number]);
  }

  /** The number of tiles of the hand that win, 13 with those of called units. */
  get aim() {
    return WINNING_TILES - tilesOf(this.calledUnits).length;
  }

  /**
   * The tiles that cannot come into the hand.
   *
   * @returns {Away}
   */
  get away() {
    return { called: tilesOf(this.calledUnits), seen: this.seen };
  }

  /**
   * The number of copies of a kind in the hand, called or seen elsewhere.
   *
   * @param {number} kind
   */
  copiesKnown(kind) {
    return copiesOf([...this.hand, ...this.away.called, ...this.seen], kind);
  }

  /**
   * @param {number} kind
   * @returns {?string} why a tile cannot be added: `full`, `noCopy` or `noCopyLeft`; null if it can
   */
  refusal(kind) {
    if (this.isExample) {
      return null;
    }
    if (this.hand.length === this.aim) {
      return "full";
    }
    return copiesOf(this.hand, kind) === COPIES ? "noCopy" : this.copiesKnown(kind) === COPIES ? "noCopyLeft" : null;
  }

  /** @param {number} kind */
  add(kind) {
    this.leaveExample();
    this.setHand(withTile(this.hand, kind));
  }

  /** @param {number} kind */
  remove(kind) {
    this.setHand(withoutTile(this.hand, kind));
  }

  /**
   * Counts one more copy of a kind as seen; after the last one none again.
   *
   * @param {number} kind
   * @returns {number} the seen copies
   */
  see(kind) {
    const others = this.seen.filter((other) => other !== kind);
    const seen = this.copiesKnown(kind) < COPIES ? [...this.seen, kind] : others;
    this.note({ seen });
    return copiesOf(this.seen, kind);
  }

  unseeAll() {
    this.note({ seen: [] });
  }

  /**
   * Whether a unit of the hand can be called: a tile must be left to win with.
   *
   * @param {Unit} unit
   */
  canCall({ members }) {
    return members.length < this.aim;
  }

  /**
   * Lays a unit of the hand open.
   *
   * @param {Unit} unit
   */
  call(unit) {
    this.note({ hand: unit.members.reduce(withoutTile, this.hand), called: [...this.called, unit.number] });
  }

  /**
   * Takes a called unit back into the hand.
   *
   * @param {Unit} unit
   */
  takeBack(unit) {
    this.note({ hand: [...this.hand, ...unit.members], called: withoutTile(this.called, unit.number) });
  }

  /**
   * Deals 13 tiles from the deck of all idols, or of the first ones.
   *
   * @param {boolean} onlyFirst
   */
  dealHand(onlyFirst) {
    this.deck = onlyFirst ? FIRST_IDOLS : this.known.kinds;
    this.begin(deal(this.deck, WINNING_TILES));
  }

  /**
   * Draws a tile from the rest of the deck.
   *
   * @returns {number} its kind
   */
  draw() {
    const isDealt = this.hand.length > 0 && this.hand.every((kind) => kind < this.deck);
    const [kind] = deal(isDealt ? this.deck : this.known.kinds, 1, [...this.hand, ...this.away.called, ...this.seen]);
    this.add(kind);
    return kind;
  }

  undo() {
    Object.assign(this, this.past.pop());
    this.forget();
  }

  /** @returns {Counting} */
  get counting() {
    return { rules: this.rules, main: usesMainIdol(this.rules) ? this.main : null };
  }

  /** @returns {Answer} */
  get answer() {
    this.found ??= this.findAnswer();
    return this.found;
  }

  /** @returns {Answer} */
  findAnswer() {
    const { hand, counting, calledUnits: called, aim, away } = this;
    /** @type {Unit[]} */
    // @ts-expect-error: the list is a known one.
    const units = this.units.get(this.list);
    const split = bestSplit(hand, units, counting, called);
    const isWon = hand.length === aim && split.isComplete;
    /** @type {Answer} */
    const answer = {
      split, isWon, candidates: candidates(hand, units), near: this.nearUnits(units),
      outside: [...new Set(hand)].filter((kind) => !units.some(({ members }) => members.includes(kind))),
      distance: isWon ? 0 : null, accepted: [], copies: 0, waits: [], discards: [], reason: null,
    };
    if (hand.length === aim - 1) {
      Object.assign(answer, new Distances(hand, units, this.known.kinds, away).from(hand));
      if (answer.distance === 1) {
        answer.waits = scoredWaits(hand, answer.accepted, units, counting, called);
      }
    } else if (hand.length === aim && !isWon) {
      const distances = new Distances(hand, units, this.known.kinds, away);
      const discards = rankDiscards(hand, distances);
      answer.distance = discards[0].distance;
      if (answer.distance !== NEVER) {
        Object.assign(answer, { discards, reason: reasonFor(discards, distances) });
      }
    }
    return answer;
  }

  /**
   * The near units that the hand has room for: few missing tiles, large units and low numbers first.
   *
   * @param {Unit[]} units
   * @returns {NearUnit[]}
   */
  nearUnits(units) {
    const room = Math.min(FEW_LACKING, this.aim - this.hand.length);
    return units.map((unit) => ({ unit, lacking: lackingMembers(this.hand, unit) }))
      .filter(({ unit, lacking }) => (
        lacking.length > 0 && lacking.length <= room && lacking.length < unit.members.length
        && lacking.every((kind) => this.copiesKnown(kind) < COPIES)))
      .sort((a, b) => a.lacking.length - b.lacking.length || b.unit.members.length - a.unit.members.length);
  }
}
