/** A game against the table, as far as it has come. */

import { has, without } from "./shapes.js";
import { moverWins } from "./table.js";

/** @typedef {import("./shapes.js").Cell} Cell */

/**
 * @typedef {Object} Ply a move that was made
 * @property {boolean} byReader
 * @property {import("./table.js").Cuts} cuts
 * @property {number} before the plies of the pair before the move
 * @property {boolean} isMistake whether it gave a won game away
 */

export class Game {
  constructor(table, start, readerBegins) {
    this.table = table;
    this.start = start;
    this.readerBegins = readerBegins;
    /** @type {Ply[]} */
    this.plies = [];
    this.unmark();
    this.answer();
  }

  /** What is left of both shapes. */
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

  /** Whether the reader has won a game that is over: who made the last move has. */
  get readerWon() {
    return this.readerMoves(this.plies.length - 1);
  }

  /** Whose move is the one with this number, counted from 0; the one before the first counts too. */
  readerMoves(number) {
    return (number % 2 === 0) === this.readerBegins;
  }

  isMarked(on, cell) {
    return has(this.marked[on], cell);
  }

  /** Marks a cell to be cut off, or not any more. */
  mark(on, cell, isMarked) {
    this.marked[on] = [...without(this.marked[on], [cell]), ...(isMarked ? [cell] : [])];
    this.fault = null;
  }

  unmark() {
    this.marked = { a: [], b: [] };
    this.fault = null;
    this.hints = 0;
  }

  /** Cuts off what is marked and lets the table answer. @returns {boolean} whether it may be cut; else see `fault` */
  cut() {
    const [a, b] = ["a", "b"].map((on) => (
      { piece: this.marked[on], rest: without(this.left[on], this.marked[on]) }));
    this.fault = this.table.faultOf({ a, b });
    if (this.fault) {
      return false;
    }
    this.play({ a, b }, true);
    this.answer();
    return true;
  }

  play(cuts, byReader) {
    const before = this.value;
    const after = this.table.pliesOf(cuts.a.rest, cuts.b.rest);
    this.plies.push({ byReader, cuts, before, isMistake: moverWins(before) && moverWins(after) });
    this.unmark();
  }

  /** The best move of the moment, of which `moves` has the best first. */
  get bestMove() {
    return this.table.moves(this.left.a, this.left.b)[0];
  }

  /** Makes the move of the table if it is its turn. */
  answer() {
    if (!this.isOver && !this.readerMoves(this.plies.length)) {
      this.play(this.bestMove.cuts, false);
    }
  }

  /** Helps: first by the value of the pair, then by marking a best move. */
  hint() {
    this.hints = Math.min(this.hints + 1, 2);
    if (this.hints === 2) {
      const { a, b } = this.bestMove.cuts;
      this.marked = { a: a.piece, b: b.piece };
      this.fault = null;
    }
  }

  /** Takes the last move of the reader back, and what the table answered. */
  undo() {
    this.plies = this.plies.slice(0, this.plies.findLastIndex(({ byReader }) => byReader));
    this.unmark();
  }

  /** The number of the ply that cut a cell off, counted from 1; 0 if none has. */
  goneAt(on, cell) {
    return 1 + this.plies.findIndex(({ cuts }) => has(cuts[on].piece, cell));
  }
}
