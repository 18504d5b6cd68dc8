/** Practice on one board. Nothing here touches the page; tablebases/arrow/practice.py sets the same boards. */

import { Draws } from "../kit/practice.js";
import { tapsOf } from "./solving.js";

/** The levels of daily puzzles. */
const DAILY_LEVELS = ["easy", "medium", "hard", "expert"];

/** A board and the taps of a player so far. */
export class Round {
  /**
   * @param {?number} seed of the board; null for a daily board
   * @param {?string} day the date of a daily board
   */
  constructor(solver, draws, seed, day) {
    Object.assign(this, { solver, seed, day });
    const { name, cells, hardest } = solver.level;
    const drawTaps = (turns, _, tile) => solver.afterTaps(turns, tile, draws.below(solver.directions));
    do {
      this.board = name === "hardest" ? solver.hardestBoard(draws.below(hardest.boards.length))
        : cells.reduce(drawTaps, new Uint8Array(solver.size));
    } while (this.board.every((turns) => turns === 0));
    this.restart();
  }

  restart() {
    this.turns = this.board;
    this.fewest = this.left = this.fewestTaps();
    this.done = 0;
    /** Whether the last tap was needed; null before the first. */
    this.wasNeeded = null;
  }

  fewestTaps() {
    return tapsOf(this.solver.answer(this.turns).solutions[0]);
  }

  tap(tile) {
    const before = this.left;
    this.turns = this.solver.afterTaps(this.turns, tile, 1);
    this.left = this.fewestTaps();
    this.done += 1;
    this.wasNeeded = this.left === before - 1;
  }

  get isPerfect() {
    return this.done === this.fewest;
  }
}

/** The board of a day; null if a level is missing that it may have. */
export function dailyRound(solvers, day) {
  const draws = new Draws(`arrow ${day}`);
  const chosen = DAILY_LEVELS.map((name) => solvers.find(({ level }) => level.name === name));
  return chosen.includes(undefined) ? null : new Round(chosen[draws.below(chosen.length)], draws, null, day);
}

export function seededRound(solver, seed) {
  return new Round(solver, new Draws(`arrow ${solver.level.name} ${seed}`), seed, null);
}
