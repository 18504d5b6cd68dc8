/** Puzzles to practise: pairs that one kind of first cut wins. Nothing here touches the page. */

import { Draws } from "../kit/practice.js";
import { Game } from "./game.js";
import { parse } from "./shapes.js";

/** The sizes of the puzzles of a day. */
const DAILY_CELLS = [6, 7, 7];

/** The sizes of which the data has puzzles. */
export function practiceSizes(table) {
  return [...table.sizes.keys()].filter((cells) => table.randomPuzzle(cells)?.cells === cells);
}

/** @returns {{cells: number, a: number, b: number}} a puzzle of a size that has some */
function drawnPuzzle(table, cells, draws) {
  const count = table.count(cells);
  let [a, b] = [0, 0];
  while (!table.isPuzzle(cells, a, b)) {
    [a, b] = [draws.below(count), draws.below(count)];
  }
  return { cells, a, b };
}

/** The puzzle of a seed; one of a size that the data lacks has shapes, from the pairs of its size as text. */
export function seededPuzzle(table, cells, seed, pairs = null) {
  const draws = new Draws(`godomachi ${cells} ${seed}`);
  if (!pairs) {
    return drawnPuzzle(table, cells, draws);
  }
  const [a, b] = pairs[draws.below(pairs.length)].map(parse);
  return { cells, shapes: { a, b } };
}

export function dailyPuzzles(table, day) {
  const draws = new Draws(`godomachi ${day}`);
  return DAILY_CELLS.map((cells) => drawnPuzzle(table, cells, draws));
}

/** Whether the data has all sizes of daily puzzles. */
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

  mark(...marked) {
    if (!this.isAnswered) {
      super.mark(...marked);
    }
  }
}
