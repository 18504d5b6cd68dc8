/** What is on the page at the moment, apart from how it looks. */

import { Distances, NEVER, rankDiscards } from "./distance.js";
import {
  COPIES, FIRST_IDOLS, WINNING_TILES, copiesOf, deal, lackingMembers, numbered, sorted, usesMainIdol, withTile,
  withoutTile,
} from "./game.js";
import { bestSplit, candidates, scoredWaits } from "./splits.js";

/** A unit is nearly in the hand when it lacks at most so many tiles. */
const FEW_LACKING = 2;

/**
 * What is known about a hand.
 *
 * @typedef {Object} Answer
 * @property {import("./splits.js").Best} split
 * @property {import("./game.js").Unit[]} candidates the units that the hand contains
 * @property {boolean} isWon
 * @property {number[]} outside the kinds of the hand that are in no unit
 * @property {?number} distance of 12 or 13 tiles; may be `NEVER`
 * @property {{kind: number, copies: number}[]} accepted what lowers the distance of 12 tiles
 * @property {number} copies of all these
 * @property {{kind: number, copies: number, score: number}[]} waits of 12 tiles at distance 1
 * @property {import("./distance.js").Discard[]} discards of 13 tiles that have not won
 * @property {{unit: import("./game.js").Unit, lacking: number[]}[]} near units of which the hand lacks a tile or two
 */

export class Session {
  /** @param {{tiles: Object[], units: Object<string, Object[]>, rules: string[]}} data */
  constructor(data) {
    this.tiles = data.tiles;
    this.units = new Map(Object.entries(data.units).map(([name, units]) => [name, numbered(units)]));
    const inUnits = new Set(Object.values(data.units).flat().flatMap(({ members }) => members));
    /** What an address may name. */
    this.known = {
      lists: [...this.units.keys()], rules: data.rules, kinds: data.tiles.length, mainIdols: sorted(inUnits),
    };
    /** From how many kinds tiles are drawn: all, or those of the first game. */
    this.deck = data.tiles.length;
    this.past = [];
    this.hand = [];
    [this.list] = this.known.lists;
    [this.rules] = this.known.rules;
    this.main = null;
    this.forget();
  }

  /** Forgets what was found out about another hand. */
  forget() {
    this.found = null;
    this.packing = 0;
    this.showsAllNear = false;
  }

  /** Takes what an address names. */
  take({ hand, list, rules, main }) {
    this.note(hand);
    this.choose({ list, rules, main: main ?? (usesMainIdol(rules) ? null : this.main) });
  }

  /** Takes another hand; the last one can be had back. */
  setHand(hand) {
    this.note(hand);
    this.forget();
  }

  note(hand) {
    if (hand.join() !== this.hand.join()) {
      this.past.push(this.hand);
      this.hand = sorted(hand);
    }
  }

  /** Chooses a list of units, rules or a main idol. */
  choose(choice) {
    Object.assign(this, choice);
    this.forget();
  }

  /** @returns {?string} why a tile cannot be added: `full` or `noCopy`; null if it can */
  refusal(kind) {
    if (this.hand.length === WINNING_TILES) {
      return "full";
    }
    return copiesOf(this.hand, kind) === COPIES ? "noCopy" : null;
  }

  add(kind) {
    this.setHand(withTile(this.hand, kind));
  }

  remove(kind) {
    this.setHand(withoutTile(this.hand, kind));
  }

  /** Deals 13 tiles from the deck of all idols, or of the first ones. */
  dealHand(onlyFirst) {
    this.deck = onlyFirst ? FIRST_IDOLS : this.known.kinds;
    this.setHand(deal(this.deck, WINNING_TILES));
  }

  /** Draws a tile from what is left of the deck that the hand was dealt from. */
  draw() {
    const isDealt = this.hand.length > 0 && this.hand.every((kind) => kind < this.deck);
    const [kind] = deal(isDealt ? this.deck : this.known.kinds, 1, this.hand);
    this.add(kind);
    return kind;
  }

  undo() {
    this.hand = this.past.pop();
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
    const { hand, counting } = this;
    const units = this.units.get(this.list);
    const split = bestSplit(hand, units, counting);
    const isWon = hand.length === WINNING_TILES && split.isComplete;
    const answer = {
      split, isWon, candidates: candidates(hand, units), near: this.nearUnits(units),
      outside: [...new Set(hand)].filter((kind) => !units.some(({ members }) => members.includes(kind))),
      distance: isWon ? 0 : null, accepted: [], copies: 0, waits: [], discards: [],
    };
    if (hand.length === WINNING_TILES - 1) {
      Object.assign(answer, new Distances(hand, units, this.known.kinds).from(hand));
      if (answer.distance === 1) {
        answer.waits = scoredWaits(hand, answer.accepted, units, counting);
      }
    } else if (hand.length === WINNING_TILES && !isWon) {
      const discards = rankDiscards(hand, new Distances(hand, units, this.known.kinds));
      answer.distance = discards[0].distance;
      answer.discards = answer.distance === NEVER ? [] : discards;
    }
    return answer;
  }

  /** The units that lack a tile or two, if there is room: few lacking, large ones and low numbers first. */
  nearUnits(units) {
    const room = Math.min(FEW_LACKING, WINNING_TILES - this.hand.length);
    return units.map((unit) => ({ unit, lacking: lackingMembers(this.hand, unit) }))
      .filter(({ unit, lacking }) => (
        lacking.length > 0 && lacking.length <= room && lacking.length < unit.members.length))
      .sort((a, b) => a.lacking.length - b.lacking.length || b.unit.members.length - a.unit.members.length);
  }
}
