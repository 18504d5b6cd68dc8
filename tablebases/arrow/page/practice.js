/** Practice on one board. Nothing here touches the page; tablebases/arrow/practice.py sets the same boards. */

/** @import {Hardest, Solver} from "./solving.js" */

import { Draws } from "../kit/practice.js";
import { tapsOf } from "./solving.js";

/** The levels of daily puzzles. */
const DAILY_LEVELS = ["easy", "medium", "hard", "expert"];

/** A board and the taps of a player so far. */
export class Round {
  /**
   * @param {Solver} solver
   * @param {Draws} draws
   * @param {?number} seed of the board; null for a daily board
   * @param {?string} day the date of a daily board
   */
  constructor(solver, draws, seed, day) {
    this.solver = solver;
    this.seed = seed;
    this.day = day;
    const { name, cells, hardest } = solver.level;
    /** @type {(turns: Uint8Array, cell: unknown, tile: number) => Uint8Array} */
    const drawTaps = (turns, _, tile) => solver.afterTaps(turns, tile, draws.below(solver.directions));
    do {
      /** @type {Uint8Array} */
      this.board = name === "hardest" ? solver.hardestBoard(draws.below(/** @type {Hardest} */ (hardest).boards.length))
        : cells.reduce(drawTaps, new Uint8Array(solver.size));
    } while (this.board.every((turns) => turns === 0));
    this.restart();
  }

  restart() {
    /** @type {Uint8Array} */
    this.turns = this.board;
    /** @type {number} */
    this.fewest = this.left = this.fewestTaps();
    /** @type {number} */
    this.done = 0;
    /**
     * Whether the last tap was needed; null before the first.
     *
     * @type {boolean | null}
     */
    this.wasNeeded = null;
  }

  fewestTaps() {
    return tapsOf(this.solver.answer(this.turns).solutions[0]);
  }

  /** @param {number} tile */
  tap(tile) {
    const before = this.left;
    this.turns = this.solver.afterTaps(this.turns, tile, 1);
    /** @type {number} */
    this.left = this.fewestTaps();
    this.done += 1;
    this.wasNeeded = this.left === before - 1;
  }

  get isPerfect() {
    return this.done === this.fewest;
  }
}

/**
 * The board of a day; null if a level is missing that it may have.
 *
 * @param {Solver[]} solvers
 * @param {string} day
 */
export function dailyRound(solvers, day) {
  const draws = new Draws(`arrow ${day}`);
  const chosen = DAILY_LEVELS.map((name) => solvers.find(({ level }) => level.name === name));
  return chosen.includes(undefined) ? null : new Round(/** @type {Solver} */ (chosen[draws.below(chosen.length)]), draws, null, day);
}

/**
 * @param {Solver} solver
 * @param {number} seed
 */
export function seededRound(solver, seed) {
  return new Round(solver, new Draws(`arrow ${solver.level.name} ${seed}`), seed, null);
}
