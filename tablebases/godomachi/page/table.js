/** Looks up the values of pairs in the data, and finds their moves. */

import { cutsOf, imagesOf, isConnected, largestPiece, parse, write } from "./shapes.js";

/** @import {Cell, Cut, MaxCut, Side} from "./shapes.js" */

/**
 * All polyominoes of a size, and the plies of all pairs of them: a row for the first, and in it a digit, or else a
 * number, for the second.
 *
 * @template {string|Uint8Array} [Row=string]
 * @typedef {{cells: number, shapes: string[], plies: Row[]}} SizeData
 */

/**
 * @typedef {Object} Data of the page
 * @property {MaxCut} max_cut
 * @property {SizeData[]} sizes from one cell on
 * @property {number[]} [charts] the sizes of which there are charts to print
 */

/**
 * What a table has of a size, with the numbers of all images of the polyominoes by their texts. Readers ask only for
 * sizes and images that it has.
 *
 * @template Row
 * @typedef {{plies: Row[], shapes: Cell[][], numbers: {get(text: string): number}}} Size
 */

/**
 * Cells -> what a table has of the size.
 *
 * @template Row
 * @typedef {Omit<Map<number, Size<Row>>, "get"> & {get(cells: number): Size<Row>}} Sizes
 */

/**
 * A polyomino by its size and number. A table of a search also has its number in the data as `listed`, null if the data
 * lacks it.
 *
 * @typedef {{cells: number, number: number, listed?: ?number}} Named
 */

/** @typedef {Record<Side, number>} Numbers of two polyominoes of a size */
/** @typedef {Numbers & {cells: number}} NamedPair two polyominoes by their size and numbers */
/** @typedef {Record<Side, Cut>} Cuts a cut of each of two shapes */
/** @typedef {{piece: Named, rest: Named, cut: Cut}} Kind a kind of cut of a shape, with its first cut */

/**
 * @typedef {Object} Move a kind of move, with one of the ways to make it
 * @property {number} plies until the shapes are congruent, this move included
 * @property {Named} piece
 * @property {Named} restA
 * @property {Named} restB
 * @property {Cuts} cuts
 */

/** @typedef {{text: string, on: ?Side}} Fault of a move: the key of its text, and its side if it has one */

/**
 * Whether the mover wins.
 *
 * @param {number} plies
 */
export function moverWins(plies) {
  return plies % 2 === 1;
}

/**
 * The mover's rank of plies, from 1 to -1: wins before losses, early wins, late losses.
 *
 * @param {number} plies
 */
function rankOf(plies) {
  return (moverWins(plies) ? 1 : -1) / plies;
}

/**
 * The first fault of a cut, or null.
 *
 * @param {Cut} cut
 * @param {number} most the cells of the largest piece
 */
function faultOfPart({ piece, rest }, most) {
  return piece.length === 0 ? "nothing"
    : rest.length === 0 ? "all"
      : piece.length > most ? "tooLarge"
        : !isConnected(piece) ? "pieceApart"
          : !isConnected(rest) ? "restApart" : null;
}

/** @template {string|Uint8Array} [Row=string] */
export class Table {
  /** @param {{max_cut: MaxCut, sizes: SizeData<Row>[], charts?: number[]}} data as `Data` has it */
  constructor({ max_cut: maxCut, sizes, charts = [] }) {
    this.maxCut = maxCut;
    this.charts = charts;
    this.sizes = /** @type {Sizes<Row>} */ (new Map(sizes.map(({ cells, shapes: texts, plies }) => {
      const shapes = texts.map(parse);
      /** @type {[string, number][]} */
      const numbers = shapes.flatMap((shape, number) => imagesOf(shape).map((image) => [write(image), number]));
      return [cells, { plies, shapes, numbers: new Map(numbers) }];
    })));
    this.largest = Math.max(...this.sizes.keys());
    /** @type {Map<string, Kind[]>} */
    this.kinds = new Map();
  }

  /** @param {number} cells */
  count(cells) {
    return this.sizes.get(cells).shapes.length;
  }

  /**
   * @param {number} cells
   * @param {number} number
   */
  shape(cells, number) {
    return this.sizes.get(cells).shapes[number];
  }

  /**
   * The polyomino of connected cells in any orientation.
   *
   * @param {Cell[]} cells
   * @returns {Named}
   */
  name(cells) {
    return { cells: cells.length, number: this.sizes.get(cells.length).numbers.get(write(cells)) };
  }

  /**
   * The plies of a pair under best play; odd if the first player wins.
   *
   * @param {number} cells
   * @param {number} a
   * @param {number} b
   */
  plies(cells, a, b) {
    return Number(this.sizes.get(cells).plies[a][b]);
  }

  /**
   * @param {Cell[]} a
   * @param {Cell[]} b
   */
  pliesOf(a, b) {
    return this.plies(a.length, this.name(a).number, this.name(b).number);
  }

  /**
   * The kinds of cuts of a shape.
   *
   * @param {Cell[]} cells
   */
  kindsOf(cells) {
    const known = JSON.stringify(cells);
    if (!this.kinds.has(known)) {
      /** @type {Map<string, Kind>} */
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
    return /** @type {Kind[]} */ (this.kinds.get(known));
  }

  /**
   * @param {Cell[]} a
   * @param {Cell[]} b
   * @returns {Move[]} best first, then smallest pieces first; none after the end
   */
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

  /**
   * The fault of a move; null for legal moves.
   *
   * @param {Cuts} cuts
   * @returns {?Fault}
   */
  faultOf({ a, b }) {
    for (const [on, cut] of /** @type {[Side, Cut][]} */ ([["a", a], ["b", b]])) {
      const text = faultOfPart(cut, largestPiece(cut.piece.length + cut.rest.length, this.maxCut));
      if (text) {
        return { text, on };
      }
    }
    const congruent = a.piece.length === b.piece.length && this.name(a.piece).number === this.name(b.piece).number;
    return congruent ? null : { text: "notCongruent", on: null };
  }

  /**
   * A game of best moves.
   *
   * @param {Cell[]} a
   * @param {Cell[]} b
   * @returns {Move[]}
   */
  bestLine(a, b) {
    const [move] = this.moves(a, b);
    return move ? [move, ...this.bestLine(move.cuts.a.rest, move.cuts.b.rest)] : [];
  }

  /**
   * Whether a pair is a puzzle: a win in three plies or more with one kind of winning move.
   *
   * @param {number} cells
   * @param {number} a
   * @param {number} b
   */
  isPuzzle(cells, a, b) {
    const plies = this.plies(cells, a, b);
    return plies >= 3 && moverWins(plies) && this.moves(this.shape(cells, a), this.shape(cells, b))
      .filter((move) => moverWins(move.plies)).length === 1;
  }

  /**
   * The first pair of a size with the most plies.
   *
   * @this {Table<string>}
   * @param {number} cells
   */
  longestPair(cells) {
    const { plies: rows } = this.sizes.get(cells);
    const most = /** @type {string} */ ([...rows.join("")].sort().at(-1));
    const a = rows.findIndex((row) => row.includes(most));
    return { a, b: rows[a].indexOf(most) };
  }

  /**
   * Any puzzle of a size, or of the next larger size with one, or null.
   *
   * @param {number} cells
   * @returns {?NamedPair}
   */
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

/**
 * The table of a searched pair. It has all parts of the two shapes, with its own numbers.
 *
 * @extends {Table<Uint8Array>}
 */
export class SearchedTable extends Table {
  /**
   * @param {SizeData<Uint8Array>[]} sizes what the search has found
   * @param {Table} listed the table of the data
   */
  constructor(sizes, listed) {
    super({ max_cut: listed.maxCut, sizes });
    this.listed = listed;
  }

  /**
   * @param {Cell[]} cells
   * @returns {Named}
   */
  name(cells) {
    return { ...super.name(cells), listed: cells.length > this.listed.largest ? null : this.listed.name(cells).number };
  }
}

/** @typedef {Table|SearchedTable} Lookup */
