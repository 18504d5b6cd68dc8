/**
 * Solves a pair of polyominoes of the same size in a worker, so that the page stays usable.
 *
 * The same dynamic programming fills the table of all pairs. Here it runs over the connected parts of the two shapes.
 * Every rest is such a part, so every position is a pair of parts of one size.
 */

import { connectedSubsets, imagesOf, largestPiece, write } from "./shapes.js";

/** @import {Cell, MaxCut} from "./shapes.js" */
/** @import {SizeData} from "./table.js" */

/** More than the number of any part. */
const NUMBERS = 2 ** 16;

/** More plies than in any game. */
const MANY = 64;

/**
 * The mover's rank of plies: wins before losses, early wins, late losses.
 *
 * @param {number} plies
 */
function rankOf(plies) {
  return plies % 2 ? MANY - plies : plies;
}

/** @typedef {{a: Cell[], b: Cell[], maxCut: MaxCut}} Question the two shapes and the rule */

/**
 * All positions of up to `done` cells are known, or else what the search has found.
 *
 * @typedef {{done: number, sizes?: undefined}|{done?: undefined, sizes: SizeData<Uint8Array>[]}} Answer
 */

/** @typedef {{key: number, cells: number, rests: number[]}} Kind cuts of one piece: its key and cells, and the rests */

/** The parts of the two polyominoes. */
class Parts {
  /** @param {MaxCut} maxCut */
  constructor(maxCut) {
    this.maxCut = maxCut;
    /**
     * Text of any image of a polyomino -> its number among those of its size.
     *
     * @type {Map<string, number>}
     */
    this.numbers = new Map();
    /**
     * Cells -> the polyominoes: text, and kinds of cuts by piece and rest.
     *
     * @type {{shapes: string[], cuts: Kind[][]}[]}
     */
    this.sizes = [];
  }

  /** @param {number} cells */
  of(cells) {
    this.sizes[cells] ??= { shapes: [], cuts: [] };
    return this.sizes[cells];
  }

  /**
   * Adds all parts of a polyomino.
   *
   * @param {Cell[]} whole
   */
  add(whole) {
    const connected = connectedSubsets(whole);
    const numbers = new Int32Array(connected.length);
    const counts = new Uint8Array(connected.length);
    for (let subset = 1; subset < connected.length; subset++) {
      counts[subset] = counts[subset >> 1] + (subset & 1);
      if (connected[subset]) {
        const cells = whole.filter((_, i) => subset >> i & 1);
        const written = write(cells);
        if (!this.numbers.has(written)) {
          this.addShape(cells, written, this.cutsOf(subset, connected, numbers, counts));
        }
        numbers[subset] = /** @type {number} */ (this.numbers.get(written));
      }
    }
  }

  /**
   * @param {Cell[]} cells
   * @param {string} written
   * @param {Kind[]} cuts
   */
  addShape(cells, written, cuts) {
    const { shapes, cuts: ofAll } = this.of(cells.length);
    imagesOf(cells).forEach((image) => this.numbers.set(write(image), shapes.length));
    shapes.push(written);
    ofAll.push(cuts);
  }

  /**
   * The kinds of cuts of a part with numbered parts: rests by piece.
   *
   * @param {number} subset
   * @param {Uint8Array} connected
   * @param {Int32Array} numbers
   * @param {Uint8Array} counts
   * @returns {Kind[]}
   */
  cutsOf(subset, connected, numbers, counts) {
    const most = largestPiece(counts[subset], this.maxCut);
    /** @type {Map<number, Set<number>>} */
    const found = new Map();
    for (let piece = (subset - 1) & subset; piece > 0; piece = (piece - 1) & subset) {
      if (connected[piece] && connected[subset ^ piece] && counts[piece] <= most) {
        const key = counts[piece] * NUMBERS + numbers[piece];
        found.set(key, (found.get(key) ?? new Set()).add(numbers[subset ^ piece]));
      }
    }
    return [...found].map(([key, rests]) => ({ key, cells: Math.floor(key / NUMBERS), rests: [...rests] }));
  }
}

/**
 * A polyomino's best ranks against any other of its size: for each piece, by the other's rest.
 *
 * @param {Kind[]} cuts
 * @param {number} cells
 * @param {Uint8Array[][]} plies of all smaller sizes, by cells
 * @returns {Map<number, Uint8Array>} key of the piece -> the ranks
 */
function bestByPiece(cuts, cells, plies) {
  return new Map(cuts.map(({ key, cells: cut, rests }) => {
    const best = new Uint8Array(plies[cells - cut].length);
    for (const rest of rests) {
      plies[cells - cut][rest].forEach((after, other) => {
        best[other] = Math.max(best[other], rankOf(1 + after));
      });
    }
    return [key, best];
  }));
}

/**
 * The plies of all pairs of a size, from those of all smaller ones.
 *
 * @param {number} cells
 * @param {Kind[][]} cuts those of every polyomino of the size
 * @param {Uint8Array[][]} plies of all smaller sizes, by cells
 * @returns {Uint8Array[]}
 */
function pliesOfSize(cells, cuts, plies) {
  /** @type {Uint8Array[]} */
  const rows = cuts.map(() => new Uint8Array(cuts.length));
  cuts.forEach((ofOne, one) => {
    const best = bestByPiece(ofOne, cells, plies);
    for (let other = one + 1; other < cuts.length; other++) {
      let most = 0;
      for (const { key, rests } of cuts[other]) {
        const ranks = best.get(key);
        for (let i = 0; ranks && i < rests.length; i++) {
          most = Math.max(most, ranks[rests[i]]);
        }
      }
      rows[one][other] = rows[other][one] = most > MANY / 2 ? MANY - most : most;
    }
  });
  return rows;
}

self.addEventListener("message", (/** @type {MessageEvent<Question>} */ { data: { a, b, maxCut } }) => {
  const parts = new Parts(maxCut);
  [a, b].forEach((whole) => parts.add(whole));
  /** @type {Uint8Array[][]} */
  const plies = [];
  parts.sizes.forEach(({ cuts }, cells) => {
    plies[cells] = pliesOfSize(cells, cuts, plies);
    self.postMessage({ done: cells });
  });
  self.postMessage({ sizes: parts.sizes.flatMap(({ shapes }, cells) => [{ cells, shapes, plies: plies[cells] }]) });
});
