/** The state of the page, without its elements. */

import { Distances, NEVER, rankDiscards, reasonFor } from "./distance.js";
import {
  COPIES, FIRST_IDOLS, WINNING_TILES, copiesOf, deal, lackingMembers, numbered, sorted, tilesOf, usesMainIdol,
  withTile, withoutTile,
} from "./game.js";
import { bestSplit, candidates, scoredWaits } from "./splits.js";

/** The hand at first. */
const EXAMPLE = [3, 7, 8, 15, 18, 23, 24, 24, 32, 37, 41, 43, 50];

/** Near units lack at most this number of tiles. */
const FEW_LACKING = 2;

/**
 * @typedef {Object} Answer the answer about a hand
 * @property {import("./splits.js").Best} split
 * @property {import("./game.js").Unit[]} candidates the units that the hand contains
 * @property {boolean} isWon
 * @property {number[]} outside the kinds of the hand that are in no unit
 * @property {?number} distance of 12 or 13 tiles; may be `NEVER`
 * @property {{kind: number, copies: number}[]} accepted kinds that lower the distance of 12 tiles
 * @property {number} copies of all these
 * @property {{kind: number, copies: number, score: number}[]} waits of 12 tiles at distance 1
 * @property {import("./distance.js").Discard[]} discards of 13 tiles that have not won
 * @property {?Object} reason why the first of them is best; see `reasonFor`
 * @property {{unit: import("./game.js").Unit, lacking: number[]}[]} near units that lack one or two tiles
 */

export class Session {
  constructor(data) {
    this.tiles = data.tiles;
    this.units = new Map(Object.entries(data.units).map(([name, units]) => [name, numbered(units)]));
    const inUnits = new Set(Object.values(data.units).flat().flatMap(({ members }) => members));
    /** Valid contents of an address. */
    this.known = {
      lists: [...this.units.keys()], rules: data.rules, kinds: data.tiles.length, mainIdols: sorted(inUnits),
    };
    /** The number of kinds in the deck: all, or those of the first game. */
    this.deck = data.tiles.length;
    this.past = [];
    this.hand = [];
    /** Called units, by their numbers in the list. */
    this.called = [];
    /** Tiles seen elsewhere, discarded or in called units of others. */
    this.seen = [];
    /** Whether picked tiles count as seen elsewhere instead of joining the hand. */
    this.picksSeen = false;
    /** Whether the hand is an example, which the first picked tile replaces. */
    this.isExample = false;
    [this.list] = this.known.lists;
    [this.rules] = this.known.rules;
    this.main = null;
    this.forget();
  }

  forget() {
    this.found = null;
    this.packing = 0;
    this.showsAllNear = false;
  }

  /** Takes the content of an address. */
  take({ hand, called = [], seen = [], list, rules, main }) {
    this.note({ hand, called, seen });
    Object.assign(this, { list, rules, main: main ?? (usesMainIdol(rules) ? null : this.main) });
  }

  /** Takes another hand, beside the called units; `undo` brings the last one back. */
  setHand(hand) {
    this.note({ hand });
  }

  /** Takes a hand of a new game, without called units and seen tiles. */
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

  /** Takes other tiles, remembers the last ones for `undo`, and forgets the answer about them. */
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

  /** Takes another list of units, rules or main idol. */
  choose(choice) {
    if ((choice.list ?? this.list) !== this.list) {
      // Units have other numbers in another list, so the tiles of called ones go back into the hand.
      this.note({ hand: [...this.hand, ...tilesOf(this.calledUnits)], called: [] });
    }
    Object.assign(this, choice);
    this.forget();
  }

  get calledUnits() {
    return this.called.map((number) => this.units.get(this.list)[number]);
  }

  /** The number of tiles of the hand that win, 13 with those of called units. */
  get aim() {
    return WINNING_TILES - tilesOf(this.calledUnits).length;
  }

  /** The tiles that cannot come into the hand. */
  get away() {
    return { called: tilesOf(this.calledUnits), seen: this.seen };
  }

  /** The number of copies of a kind in the hand, called or seen elsewhere. */
  copiesKnown(kind) {
    return copiesOf([...this.hand, ...this.away.called, ...this.seen], kind);
  }

  /** @returns {?string} why a tile cannot be added: `full`, `noCopy` or `noCopyLeft`; null if it can */
  refusal(kind) {
    if (this.isExample) {
      return null;
    }
    if (this.hand.length === this.aim) {
      return "full";
    }
    return copiesOf(this.hand, kind) === COPIES ? "noCopy" : this.copiesKnown(kind) === COPIES ? "noCopyLeft" : null;
  }

  add(kind) {
    this.leaveExample();
    this.setHand(withTile(this.hand, kind));
  }

  remove(kind) {
    this.setHand(withoutTile(this.hand, kind));
  }

  /** Counts one more copy of a kind as seen; after the last one none again. @returns {number} the seen copies */
  see(kind) {
    const others = this.seen.filter((other) => other !== kind);
    const seen = this.copiesKnown(kind) < COPIES ? [...this.seen, kind] : others;
    this.note({ seen });
    return copiesOf(this.seen, kind);
  }

  unseeAll() {
    this.note({ seen: [] });
  }

  /** Whether a unit of the hand can be called: a tile must be left to win with. */
  canCall({ members }) {
    return members.length < this.aim;
  }

  /** Lays a unit of the hand open. */
  call(unit) {
    this.note({ hand: unit.members.reduce(withoutTile, this.hand), called: [...this.called, unit.number] });
  }

  /** Takes a called unit back into the hand. */
  takeBack(unit) {
    this.note({ hand: [...this.hand, ...unit.members], called: withoutTile(this.called, unit.number) });
  }

  /** Deals 13 tiles from the deck of all idols, or of the first ones. */
  dealHand(onlyFirst) {
    this.deck = onlyFirst ? FIRST_IDOLS : this.known.kinds;
    this.begin(deal(this.deck, WINNING_TILES));
  }

  /** Draws a tile from the rest of the deck. */
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

  get counting() {
    return { rules: this.rules, main: usesMainIdol(this.rules) ? this.main : null };
  }

  /** @returns {Answer} */
  get answer() {
    this.found ??= this.findAnswer();
    return this.found;
  }

  findAnswer() {
    const { hand, counting, calledUnits: called, aim, away } = this;
    const units = this.units.get(this.list);
    const split = bestSplit(hand, units, counting, called);
    const isWon = hand.length === aim && split.isComplete;
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

  /** The near units that the hand has room for: few missing tiles, large units and low numbers first. */
  nearUnits(units) {
    const room = Math.min(FEW_LACKING, this.aim - this.hand.length);
    return units.map((unit) => ({ unit, lacking: lackingMembers(this.hand, unit) }))
      .filter(({ unit, lacking }) => (
        lacking.length > 0 && lacking.length <= room && lacking.length < unit.members.length
        && lacking.every((kind) => this.copiesKnown(kind) < COPIES)))
      .sort((a, b) => a.lacking.length - b.lacking.length || b.unit.members.length - a.unit.members.length);
  }
}
