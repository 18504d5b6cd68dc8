/** Looks up the values of pairs in the data, and finds their moves. */

import { cutsOf, imagesOf, isConnected, largestPiece, parse, write } from "./shapes.js";

/**
 * @typedef {Object} Data of the page
 * @property {"any"|"half"} max_cut `half` if at most half of the cells may be cut off
 * @property {{cells: number, shapes: string[], plies: string[]}[]} sizes from one cell on: all
 *   polyominoes, and the plies of all pairs of them, a row for the first and a digit for the second
 * @property {number[]} [charts] the sizes of which there are charts to print
 */

/**
 * A polyomino by its size and number. A table of a search also has its number in the data as `listed`, null if the data
 * lacks it.
 *
 * @typedef {{cells: number, number: number, listed?: ?number}} Named
 */
/** @typedef {{a: import("./shapes.js").Cut, b: import("./shapes.js").Cut}} Cuts a cut of each of two shapes */

/**
 * @typedef {Object} Move a kind of move, with one of the ways to make it
 * @property {number} plies until the shapes are congruent, this move included
 * @property {Named} piece
 * @property {Named} restA
 * @property {Named} restB
 * @property {Cuts} cuts
 */

/** Whether the mover wins. */
export function moverWins(plies) {
  return plies % 2 === 1;
}

/** The mover's rank of plies, from 1 to -1: wins before losses, early wins, late losses. */
function rankOf(plies) {
  return (moverWins(plies) ? 1 : -1) / plies;
}

/** The first fault of a cut, or null. */
function faultOfPart({ piece, rest }, most) {
  return piece.length === 0 ? "nothing"
    : rest.length === 0 ? "all"
      : piece.length > most ? "tooLarge"
        : !isConnected(piece) ? "pieceApart"
          : !isConnected(rest) ? "restApart" : null;
}

export class Table {
  /** @param {Data} data */
  constructor({ max_cut: maxCut, sizes, charts = [] }) {
    this.maxCut = maxCut;
    this.charts = charts;
    this.sizes = new Map(sizes.map(({ cells, shapes: texts, plies }) => {
      const shapes = texts.map(parse);
      const numbers = shapes.flatMap((shape, number) => imagesOf(shape).map((image) => [write(image), number]));
      return [cells, { plies, shapes, numbers: new Map(numbers) }];
    }));
    this.largest = Math.max(...this.sizes.keys());
    this.kinds = new Map();
  }

  count(cells) {
    return this.sizes.get(cells).shapes.length;
  }

  shape(cells, number) {
    return this.sizes.get(cells).shapes[number];
  }

  /** @returns {Named} the polyomino of connected cells in any orientation */
  name(cells) {
    return { cells: cells.length, number: this.sizes.get(cells.length).numbers.get(write(cells)) };
  }

  /** The plies of a pair under best play; odd if the first player wins. */
  plies(cells, a, b) {
    return Number(this.sizes.get(cells).plies[a][b]);
  }

  pliesOf(a, b) {
    return this.plies(a.length, this.name(a).number, this.name(b).number);
  }

  /** @returns {{piece: Named, rest: Named, cut: Cut}[]} the kinds of cuts of a shape, each with its first cut */
  kindsOf(cells) {
    const known = JSON.stringify(cells);
    if (!this.kinds.has(known)) {
      const kinds = new Map();
      const most = largestPiece(cells.length, this.maxCut);
      for (const cut of cutsOf(cells).filter(({ piece }) => piece.length <= most)) {
        const [piece, rest] = [this.name(cut.piece), this.name(cut.rest)];
        const kind = `${piece.cells}-${piece.number}-${rest.number}`;
        if (!kinds.has(kind)) {
          kinds.set(kind, { piece, rest, cut });
        }
      }
      this.kinds.set(known, [...kinds.values()]);
    }
    return this.kinds.get(known);
  }

  /** @returns {Move[]} best first, then smallest pieces first; none after the end */
  moves(a, b) {
    if (this.pliesOf(a, b) === 0) {
      return [];
    }
    const kindsOfB = this.kindsOf(b);
    const moves = this.kindsOf(a).flatMap(({ piece, rest: restA, cut }) => kindsOfB
      .filter((other) => piece.cells === other.piece.cells && piece.number === other.piece.number)
      .map((other) => ({
        plies: 1 + this.plies(restA.cells, restA.number, other.rest.number), piece, restA, restB: other.rest,
        cuts: { a: cut, b: other.cut },
      })));
    return moves.sort((one, other) => rankOf(other.plies) - rankOf(one.plies)
      || one.piece.cells - other.piece.cells || one.piece.number - other.piece.number
      || one.restA.number - other.restA.number || one.restB.number - other.restB.number);
  }

  /** The fault of a move, and the side of the fault if it has one; null for legal moves. */
  faultOf({ a, b }) {
    for (const [on, cut] of [["a", a], ["b", b]]) {
      const text = faultOfPart(cut, largestPiece(cut.piece.length + cut.rest.length, this.maxCut));
      if (text) {
        return { text, on };
      }
    }
    const congruent = a.piece.length === b.piece.length && this.name(a.piece).number === this.name(b.piece).number;
    return congruent ? null : { text: "notCongruent", on: null };
  }

  /** A game of best moves. */
  bestLine(a, b) {
    const [move] = this.moves(a, b);
    return move ? [move, ...this.bestLine(move.cuts.a.rest, move.cuts.b.rest)] : [];
  }

  /** Whether a pair is a puzzle: a win in three plies or more with one kind of winning move. */
  isPuzzle(cells, a, b) {
    const plies = this.plies(cells, a, b);
    return plies >= 3 && moverWins(plies) && this.moves(this.shape(cells, a), this.shape(cells, b))
      .filter((move) => moverWins(move.plies)).length === 1;
  }

  /** The first pair of a size with the most plies. */
  longestPair(cells) {
    const { plies: rows } = this.sizes.get(cells);
    const most = [...rows.join("")].sort().at(-1);
    const a = rows.findIndex((row) => row.includes(most));
    return { a, b: rows[a].indexOf(most) };
  }

  /** Any puzzle of a size, or of the next larger size with one, or null. */
  randomPuzzle(cells) {
    for (let size = cells; size <= this.largest; size++) {
      const count = this.count(size);
      const start = Math.floor(Math.random() * count ** 2);
      for (let i = 0; i < count ** 2; i++) {
        const place = (start + i) % count ** 2;
        const [a, b] = [Math.floor(place / count), place % count];
        if (this.isPuzzle(size, a, b)) {
          return { cells: size, a, b };
        }
      }
    }
    return null;
  }
}

/** The table of a searched pair. It has all parts of the two shapes, with its own numbers. */
export class SearchedTable extends Table {
  /** `sizes` are what the search has found, `listed` is the table of the data. */
  constructor(sizes, listed) {
    super({ max_cut: listed.maxCut, sizes });
    this.listed = listed;
  }

  name(cells) {
    return { ...super.name(cells), listed: cells.length > this.listed.largest ? null : this.listed.name(cells).number };
  }
}
