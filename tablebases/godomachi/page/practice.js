/** Puzzles to practise: pairs that one kind of first cut wins. Nothing here touches the page. */

import { Draws } from "../kit/practice.js";
import { Game } from "./game.js";
import { parse } from "./shapes.js";

/** @import {Pair} from "./shapes.js" */
/** @import {NamedPair, Table} from "./table.js" */

/** @typedef {{cells: number, shapes: Pair}} ShapePuzzle a puzzle of a size that the data lacks */
/** @typedef {(NamedPair & {shapes?: undefined})|ShapePuzzle} Puzzle */

/** The sizes of the puzzles of a day. */
const DAILY_CELLS = [6, 7, 7];

/**
 * The sizes of which the data has puzzles.
 *
 * @param {Table} table
 */
export function practiceSizes(table) {
  return [...table.sizes.keys()].filter((cells) => table.randomPuzzle(cells)?.cells === cells);
}

/**
 * @param {Table} table
 * @param {number} cells
 * @param {Draws} draws
 * @returns {NamedPair} a puzzle of a size that has some
 */
function drawnPuzzle(table, cells, draws) {
  const count = table.count(cells);
  let [a, b] = [0, 0];
  while (!table.isPuzzle(cells, a, b)) {
    [a, b] = [draws.below(count), draws.below(count)];
  }
  return { cells, a, b };
}

/**
 * The puzzle of a seed; one of a size that the data lacks has shapes, from the pairs of its size as text.
 *
 * @param {Table} table
 * @param {number} cells
 * @param {number} seed
 * @param {?string[][]} pairs
 * @returns {Puzzle}
 */
export function seededPuzzle(table, cells, seed, pairs = null) {
  const draws = new Draws(`godomachi ${cells} ${seed}`);
  if (!pairs) {
    return drawnPuzzle(table, cells, draws);
  }
  const [a, b] = pairs[draws.below(pairs.length)].map(parse);
  return { cells, shapes: { a, b } };
}

/**
 * @param {Table} table
 * @param {string} day
 */
export function dailyPuzzles(table, day) {
  const draws = new Draws(`godomachi ${day}`);
  return DAILY_CELLS.map((cells) => drawnPuzzle(table, cells, draws));
}

/**
 * Whether the data has all sizes of daily puzzles.
 *
 * @param {number[]} sizes
 */
export function hasDaily(sizes) {
  return DAILY_CELLS.every((cells) => sizes.includes(cells));
}

/** A game that ends after the reader's first cut and the reply of the table. */
export class OneCut extends Game {
  get isAnswered() {
    return this.plies.length > 0;
  }

  get isRight() {
    return this.isAnswered && !this.plies[0].isMistake;
  }

  /** @param {Parameters<Game["mark"]>} marked */
  mark(...marked) {
    if (!this.isAnswered) {
      super.mark(...marked);
    }
  }
}
