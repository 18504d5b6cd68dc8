/** Looks up who wins, and finds the moves; the values of all pairs are in the data. */

import { canonical, cutsOf, isConnected, parse, write } from "./shapes.js";

/**
 * The data of the page.
 *
 * @typedef {Object} Data
 * @property {"any"|"half"} max_cut `half` if at most half of the cells may be cut off
 * @property {{cells: number, shapes: string[], plies: string[]}[]} sizes from one cell on: all
 *   polyominoes, and the plies of all pairs of them, a row for the first and a digit for the second
 * @property {number[]} [charts] the sizes of which there are charts to print
 */

/**
 * A polyomino by its size and its number among those of its size.
 *
 * @typedef {Object} Named
 * @property {number} cells
 * @property {number} number
 */

/**
 * A kind of move, with one of the ways to make it.
 *
 * @typedef {Object} Move
 * @property {number} plies until the shapes are congruent, this move included
 * @property {Named} piece
 * @property {Named} restA
 * @property {Named} restB
 * @property {{a: import("./shapes.js").Cut, b: import("./shapes.js").Cut}} cuts
 */

/** @returns {boolean} whether who is to move wins */
export function moverWins(plies) {
  return plies % 2 === 1;
}

/** Sorts plies as the mover likes them: wins first, soon ones; then losses, late ones. */
export function byPreference(plies, other) {
  const wins = moverWins(plies);
  return wins === moverWins(other) ? (wins ? plies - other : other - plies) : (wins ? -1 : 1);
}

/** What can be wrong with a cut, in the order in which it is told. */
function faultOfPart(cells, piece, rest, most) {
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
    this.sizes = new Map(sizes.map(({ cells, shapes, plies }) => [cells, {
      cells, plies, shapes: shapes.map(parse),
      numbers: new Map(shapes.map((text, number) => [text, number])),
    }]));
    this.largest = Math.max(...this.sizes.keys());
    this.kinds = new Map();
  }

  /** How many polyominoes there are of a size. */
  count(cells) {
    return this.sizes.get(cells).shapes.length;
  }

  /** The cells of a polyomino. */
  shape(cells, number) {
    return this.sizes.get(cells).shapes[number];
  }

  /** @returns {Named} the polyomino that connected cells are, however they lie */
  name(cells) {
    const { numbers } = this.sizes.get(cells.length);
    return { cells: cells.length, number: numbers.get(write(canonical(cells))) };
  }

  /** The plies of a pair under best play; odd if the first player wins. */
  plies(cells, a, b) {
    return Number(this.sizes.get(cells).plies[a][b]);
  }

  pliesOf(a, b) {
    return this.plies(a.length, this.name(a).number, this.name(b).number);
  }

  /** How many cells of a shape may be cut off. */
  mostCut(cells) {
    return this.maxCut === "half" ? Math.floor(cells / 2) : cells - 1;
  }

  /**
   * The kinds of cuts of a shape.
   *
   * @returns {{piece: Named, rest: Named, cut: Cut}[]} each with the first cut of its kind
   */
  kindsOf(cells) {
    const known = JSON.stringify(cells);
    if (!this.kinds.has(known)) {
      const kinds = new Map();
      for (const cut of cutsOf(cells)) {
        if (cut.piece.length <= this.mostCut(cells.length)) {
          const [piece, rest] = [this.name(cut.piece), this.name(cut.rest)];
          const kind = `${piece.cells}-${piece.number}-${rest.number}`;
          if (!kinds.has(kind)) {
            kinds.set(kind, { piece, rest, cut });
          }
        }
      }
      this.kinds.set(known, [...kinds.values()]);
    }
    return this.kinds.get(known);
  }

  /**
   * All kinds of moves, the best first, and of equally good ones those that cut off less.
   *
   * @param {import("./shapes.js").Cell[]} a
   * @param {import("./shapes.js").Cell[]} b
   * @returns {Move[]} none where the shapes are congruent: the game is over
   */
  moves(a, b) {
    if (this.pliesOf(a, b) === 0) {
      return [];
    }
    const moves = [];
    for (const one of this.kindsOf(a)) {
      for (const other of this.kindsOf(b)) {
        if (one.piece.cells === other.piece.cells && one.piece.number === other.piece.number) {
          const { piece, rest: restA } = one;
          const plies = 1 + this.plies(restA.cells, restA.number, other.rest.number);
          moves.push({
            plies, piece, restA, restB: other.rest, cuts: { a: one.cut, b: other.cut },
          });
        }
      }
    }
    return moves.sort((one, other) => byPreference(one.plies, other.plies)
      || one.piece.cells - other.piece.cells || one.piece.number - other.piece.number
      || one.restA.number - other.restA.number || one.restB.number - other.restB.number);
  }

  /**
   * Why pieces cannot be cut off two shapes.
   *
   * @param {{a: import("./shapes.js").Cut, b: import("./shapes.js").Cut}} cuts pieces and rests
   *   as they were marked
   * @returns {?{kind: string, on: ?("a"|"b")}} null if they can
   */
  faultOf({ a, b }) {
    for (const [on, { piece, rest }] of [["a", a], ["b", b]]) {
      const cells = piece.length + rest.length;
      const kind = faultOfPart(cells, piece, rest, this.maxCut === "half" ? cells / 2 : cells);
      if (kind) {
        return { kind, on };
      }
    }
    const congruent = a.piece.length === b.piece.length
      && this.name(a.piece).number === this.name(b.piece).number;
    return congruent ? null : { kind: "notCongruent", on: null };
  }

  /** Whether a pair is a puzzle: a win of three plies or more that begins with one kind of move. */
  isPuzzle(cells, a, b) {
    const plies = this.plies(cells, a, b);
    return plies >= 3 && moverWins(plies)
      && this.moves(this.shape(cells, a), this.shape(cells, b))
        .filter((move) => moverWins(move.plies)).length === 1;
  }

  /** The first of the pairs of a size that take the most plies. */
  longestPair(cells) {
    let best = { a: 0, b: 0, plies: 0 };
    for (let a = 0; a < this.count(cells); a++) {
      for (let b = a + 1; b < this.count(cells); b++) {
        const plies = this.plies(cells, a, b);
        if (plies > best.plies) {
          best = { a, b, plies };
        }
      }
    }
    return best;
  }

  /** Any pair of different polyominoes. */
  randomPair(cells) {
    const count = this.count(cells);
    const a = Math.floor(Math.random() * count);
    const b = (a + 1 + Math.floor(Math.random() * (count - 1))) % count;
    return { a, b };
  }

  /**
   * Any puzzle of a size, or of the next larger size that has one.
   *
   * @returns {?{cells: number, a: number, b: number}}
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
