/** A game against the table or of two readers, and its moves so far. */

import { has, without } from "./shapes.js";
import { moverWins } from "./table.js";

/** @import {Cell, Pair, Side} from "./shapes.js" */
/** @import {Cuts, Fault, Lookup} from "./table.js" */

/** @typedef {"reader"|"table"|"one"|"two"} Player the two against each other, or of two readers the one who begins and the other */

/** @typedef {"perfect"|"onePly"|"random"|"reader"} Opponent how far the table sees, or a second reader */

/**
 * @typedef {Object} Ply a move of the game
 * @property {Player} player
 * @property {Cuts} cuts
 * @property {number} before the plies of the pair before the move
 * @property {number} after the plies of the rests
 * @property {boolean} isMistake whether a reader gave a won game away
 */

export class Game {
  /**
   * @param {Lookup} table
   * @param {Pair} start
   * @param {boolean} readerBegins
   * @param {Opponent} opponent
   */
  constructor(table, start, readerBegins, opponent = "perfect") {
    this.opponent = opponent;
    this.table = table;
    this.start = start;
    this.readerBegins = readerBegins;
    /** @type {Ply[]} */
    this.plies = [];
    this.unmark();
    this.answer();
  }

  /** The rests of both shapes. */
  get left() {
    const last = this.plies.at(-1);
    return last ? { a: last.cuts.a.rest, b: last.cuts.b.rest } : this.start;
  }

  /** The plies to the end under best play. */
  get value() {
    return this.table.pliesOf(this.left.a, this.left.b);
  }

  get isOver() {
    return this.value === 0;
  }

  get hasTwoReaders() {
    return this.opponent === "reader";
  }

  /** The player of the next move. */
  get turn() {
    return this.playerOf(this.plies.length);
  }

  /** The player of the last move of a finished game. */
  get winner() {
    return this.playerOf(this.plies.length - 1);
  }

  /**
   * The player of a move.
   *
   * @param {number} number counted from 0; -1 is the move before the first
   * @returns {Player}
   */
  playerOf(number) {
    const isFirst = number % 2 === 0;
    return this.hasTwoReaders ? (isFirst ? "one" : "two") : isFirst === this.readerBegins ? "reader" : "table";
  }

  /**
   * Marks or unmarks a cell to cut off.
   *
   * @param {Side} on
   * @param {Cell} cell
   * @param {boolean} isMarked
   */
  mark(on, cell, isMarked) {
    this.marked[on] = [...without(this.marked[on], [cell]), ...(isMarked ? [cell] : [])];
    this.fault = null;
  }

  unmark() {
    /** @type {Pair} */
    this.marked = { a: [], b: [] };
    /** @type {?Fault} */
    this.fault = null;
    /** @type {number} */
    this.hints = 0;
  }

  /**
   * Cuts off the marked cells, and the table answers.
   *
   * @returns {boolean} whether the cut is legal; else see `fault`
   */
  cut() {
    const cuts = this.cutsOf(this.marked);
    this.fault = this.table.faultOf(cuts);
    if (this.fault) {
      return false;
    }
    this.play(cuts);
    this.answer();
    return true;
  }

  /**
   * The cuts of two pieces off what is left.
   *
   * @param {Pair} pieces
   */
  cutsOf({ a, b }) {
    return { a: { piece: a, rest: without(this.left.a, a) }, b: { piece: b, rest: without(this.left.b, b) } };
  }

  /**
   * Makes the moves of a game of the same pair, in place of those so far.
   *
   * @param {Pair[]} pieces
   */
  replay(pieces) {
    this.plies = [];
    pieces.forEach((pair) => this.play(this.cutsOf(pair)));
  }

  /** @param {Cuts} cuts */
  play(cuts) {
    const { turn: player, value: before } = this;
    const after = this.table.pliesOf(cuts.a.rest, cuts.b.rest);
    this.plies.push({ player, cuts, before, after, isMistake: player !== "table" && moverWins(before) && moverWins(after) });
    this.unmark();
  }

  /** The moves now, the best one first. */
  get moves() {
    return this.table.moves(this.left.a, this.left.b);
  }

  /** Makes the table's move on its turn. */
  answer() {
    if (!this.isOver && this.turn === "table") {
      this.play(this.reply.cuts);
    }
  }

  /** The table's move: the best one, or any if the table does not see it. */
  get reply() {
    const { moves } = this;
    const seesBest = this.opponent === "perfect" || (this.opponent === "onePly" && moves[0].plies === 1);
    return moves[seesBest ? 0 : Math.floor(Math.random() * moves.length)];
  }

  /** Shows the value of the pair, then marks a best move. */
  hint() {
    this.hints = Math.min(this.hints + 1, 2);
    if (this.hints === 2) {
      const [{ cuts: { a, b } }] = this.moves;
      this.marked = { a: a.piece, b: b.piece };
      this.fault = null;
    }
  }

  /** Takes back the last move of a reader, and the table's answer. */
  undo() {
    this.plies = this.plies.slice(0, this.plies.findLastIndex(({ player }) => player !== "table"));
    this.unmark();
  }

  /**
   * The ply that cut a cell off, counted from 1; 0 if it is left.
   *
   * @param {Side} on
   * @param {Cell} cell
   */
  goneAt(on, cell) {
    return 1 + this.plies.findIndex(({ cuts }) => has(cuts[on].piece, cell));
  }
}
