/** What is on the page at the moment, apart from how it looks, and its address. */

import { Game } from "./game.js";

export const SIDES = ["a", "b"];

/** The least cells of which there are two different polyominoes. */
const FEWEST_CELLS = 3;

/** The size that is shown at first, if there is so large a one. */
const USUAL_CELLS = 6;

export class Session {
  isPlaying = false;

  readerBegins = true;

  /** The polyomino that the next one from the gallery replaces. */
  side = "a";

  /** The pairs that sizes had before, by cells. */
  pairs = new Map();

  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.sizes = [...table.sizes.keys()].filter((cells) => cells >= FEWEST_CELLS);
    this.usualCells = Math.min(USUAL_CELLS, table.largest);
    this.choose(this.usualCells);
  }

  /** Goes to a size, with the pair that it had before. */
  choose(cells) {
    this.take({ cells, ...(this.pairs.get(cells) ?? this.table.longestPair(cells)) });
  }

  /**
   * Takes a pair.
   *
   * @param {{cells: number, a: number, b: number, isPuzzle?: boolean}} pair a puzzle hides its moves
   */
  take({ cells, a, b, isPuzzle = false }) {
    if (cells !== this.cells) {
      this.drawn = { a: [], b: [] };
    }
    this.cells = cells;
    this.pair = { a, b };
    this.pairs.set(cells, { a, b });
    this.isPuzzle = isPuzzle;
    this.hidesMoves = isPuzzle;
    this.shapes = { a: this.table.shape(cells, a), b: this.table.shape(cells, b) };
    this.moves = this.table.moves(this.shapes.a, this.shapes.b);
    this.chosen = 0;
    this.showsAll = false;
    this.restart();
  }

  /** Takes another polyomino on one side. */
  put(side, number) {
    this.take({ cells: this.cells, ...this.pair, [side]: number });
  }

  get address() {
    return { cells: this.cells, ...this.pair, isPuzzle: this.isPuzzle };
  }

  get plies() {
    return this.table.plies(this.cells, this.pair.a, this.pair.b);
  }

  /** The move that is shown on the shapes; null where there is none or it is hidden. */
  get shownMove() {
    return this.hidesMoves ? null : this.moves[this.chosen] ?? null;
  }

  /**
   * Begins the game again, if one is played.
   *
   * @param {{isPlaying?: boolean, readerBegins?: boolean}} how what is to be otherwise
   */
  restart(how = {}) {
    Object.assign(this, how);
    this.game = this.isPlaying ? new Game(this.table, this.shapes, this.readerBegins) : null;
  }
}

/** @returns {string} an address such as `#6-12-30`, or `#6-12-30-puzzle` */
export function addressOf({ cells, a, b, isPuzzle }) {
  return `#${cells}-${a}-${b}${isPuzzle ? "-puzzle" : ""}`;
}

/**
 * Reads an address.
 *
 * @param {string} hash
 * @param {import("./table.js").Table} table
 * @returns {?{cells: number, a: number, b: number, isPuzzle: boolean}} null if it names no pair
 */
export function readAddress(hash, table) {
  const match = /^#(\d{1,2})-(\d{1,6})-(\d{1,6})(-puzzle)?$/.exec(hash);
  if (!match) {
    return null;
  }
  const [cells, a, b] = match.slice(1, 4).map(Number);
  const isPuzzle = match[4] !== undefined;
  const isThere = cells >= FEWEST_CELLS && table.sizes.has(cells) && Math.max(a, b) < table.count(cells);
  return isThere && (!isPuzzle || table.isPuzzle(cells, a, b)) ? { cells, a, b, isPuzzle } : null;
}
