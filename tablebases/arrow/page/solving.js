/**
 * Solves boards. A board is a list of turns, one for each tile: how many steps its arrow is away from up. That is the
 * number shown minus 1. Taps are counts in the same order. Nothing here touches the page.
 */

/** @import {Fault} from "./reading.js" */

/** With more solutions than these a level is too large to look through all of them at once. */
const MOST_SOLUTIONS = 2 ** 20;

/** Nor may they need more memory than that, in bytes. */
const MOST_BYTES = 2 ** 26;

/**
 * Whom a tap turns, as differences of (row, column).
 *
 * @type {Object<string, [down: number, right: number][]>}
 */
const REACH = {
  square: [[-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 0], [0, 1], [1, -1], [1, 0], [1, 1]],
  hexagon: [[-1, -1], [-1, 0], [0, -1], [0, 0], [0, 1], [1, 0], [1, 1]],
};

/**
 * A level, as data.json has it. Boards b and taps x are vectors with a number for each tile, m is the number of
 * directions.
 *
 * @typedef {Object} Level
 * @property {string} name
 * @property {"square"|"hexagon"} shape
 * @property {number} side how many tiles
 * @property {number} directions
 * @property {[number, number][]} cells row and column of each tile, in reading order
 * @property {string} solutions how many solutions a solvable board has, in decimal digits
 * @property {?Hardest} hardest
 * @property {number} divisor
 * @property {number[][]} inverse x = (-(inverse b) mod (m divisor)) / divisor solves a solvable board
 * @property {number[][]} checks a board is solvable if each check times b is 0 modulo m
 * @property {{multiples: number, vector: number[]}[]} kernel all solutions are one of them plus, of each vector, any
 *   multiple from 0 to multiples - 1
 */

/**
 * What is proven of the hardest boards: the taps that they need, their number, some of them by rows, and which of these
 * has the most symmetries.
 *
 * @typedef {{taps: number, count: number, boards: string[], symmetric: number}} Hardest
 */

/**
 * @typedef {Object} Answer the answer about a board
 * @property {boolean} solvable if not, there are no solutions
 * @property {boolean} compared whether all solutions were compared, so that these are the best
 * @property {Uint8Array[]} solutions the best ones in lexicographic order; any one if not compared
 * @property {Change[]} mistakes changes of one tile that make it solvable
 */

/**
 * Another number of turns of one tile.
 *
 * @typedef {{tile: number, turns: number}} Change
 */

/**
 * What the best solutions have fewest of: taps, or tiles and among those the fewest taps.
 *
 * @typedef {"taps" | "tiles"} Order
 */

/**
 * The rest of a division, never negative.
 *
 * @param {number} value
 * @param {number} divisor
 */
export function modulo(value, divisor) {
  const rest = value % divisor;
  return rest < 0 ? rest + divisor : rest;
}

/**
 * @param {number[]} one
 * @param {ArrayLike<number>} other
 */
function dot(one, other) {
  return one.reduce((sum, value, i) => sum + value * other[i], 0);
}

/**
 * Orders vectors of one length by their first difference.
 *
 * @param {Uint8Array} one
 * @param {Uint8Array} other
 */
function lexicographically(one, other) {
  const at = one.findIndex((value, i) => value !== other[i]);
  return at < 0 ? 0 : one[at] - other[at];
}

/**
 * All taps of a solution together.
 *
 * @param {Uint8Array} solution
 */
export function tapsOf(solution) {
  return solution.reduce((sum, taps) => sum + taps, 0);
}

/**
 * How many tiles a solution taps.
 *
 * @param {Uint8Array} solution
 */
export function tilesOf(solution) {
  return solution.reduce((sum, taps) => sum + Number(taps > 0), 0);
}

/** Solves the boards of one level. */
export class Solver {
  /** @param {Level} level */
  constructor(level) {
    this.level = level;
    this.size = level.cells.length;
    this.directions = level.directions;
    this.hardest =
      /** @type {Hardest} */
      (level.hardest);
    const place = new Map(level.cells.map(([row, column], tile) => [`${row},${column}`, tile]));
    /** For each tile those that a tap on it turns. */
    this.turned = level.cells.map(([row, column]) => REACH[level.shape]
      .map(([down, right]) => place.get(`${row + down},${column + right}`)).filter((tile) => tile !== undefined));
    /** The tiles that no check looks at: a board is as solvable with any number there. */
    this.unchecked = [...level.cells.keys()]
      .filter((tile) => level.checks.every((check) => check[tile] % this.directions === 0));
    const solutions = Number(level.solutions);
    this.compares = solutions <= MOST_SOLUTIONS && solutions * this.size <= MOST_BYTES;
    /**
     * Made when the first board is solved.
     *
     * @type {?Uint8Array}
     */
    this.differences = null;
  }

  /** @returns {Uint8Array} all differences between two solutions, in rows of `size` */
  allDifferences() {
    const { size, directions } = this;
    const table = new Uint8Array(Number(this.level.solutions) * size);
    let filled = size; // The first row: no difference.
    for (const { multiples, vector } of this.level.kernel) {
      const before = filled;
      for (let multiple = 1; multiple < multiples; multiple++) {
        for (let from = 0; from < before; from += size, filled += size) {
          for (let i = 0; i < size; i++) {
            table[filled + i] = (table[from + i] + multiple * vector[i]) % directions;
          }
        }
      }
    }
    return table;
  }

  /**
   * @param {ArrayLike<number>} turns
   * @returns {number[]} for each check its rest; all are 0 if the board is solvable
   */
  rests(turns) {
    return this.level.checks.map((check) => modulo(dot(check, turns), this.directions));
  }

  /**
   * @param {ArrayLike<number>} turns
   * @returns {Uint8Array} one solution of a solvable board, not a good one
   */
  anySolution(turns) {
    const { inverse, divisor } = this.level;
    const among = this.directions * divisor;
    return Uint8Array.from(inverse, (row) => modulo(-dot(row, turns), among) / divisor);
  }

  /**
   * The best solutions of a solvable board in lexicographic order.
   *
   * @param {ArrayLike<number>} turns
   * @param {Order} order
   */
  bestSolutions(turns, order) {
    const { size, directions } = this;
    const first = this.anySolution(turns);
    const table = this.differences ??= this.allDifferences();
    const ofATile = order === "tiles" ? size * directions : 0;
    let least = Infinity;
    /** @type {number[]} */
    let rows = [];
    for (let row = 0; row < table.length; row += size) {
      let cost = 0;
      for (let i = 0; i < size; i++) {
        let taps = first[i] + table[row + i];
        taps -= taps >= directions ? directions : 0;
        cost += taps && taps + ofATile;
      }
      if (cost < least) {
        least = cost;
        rows = [row];
      } else if (cost === least) {
        rows.push(row);
      }
    }
    return rows.map((row) => first.map((taps, i) => (taps + table[row + i]) % directions))
      .sort(lexicographically);
  }

  /**
   * @param {ArrayLike<number>} turns
   * @returns {Change[]} those that make a board solvable
   */
  mistakes(turns) {
    const { directions, level: { checks } } = this;
    const rests = this.rests(turns);
    const found = [];
    for (let tile = 0; tile < this.size; tile++) {
      for (let value = 0; value < directions; value++) {
        const change = value - turns[tile];
        if (change && checks.every((check, i) => modulo(rests[i] + change * check[tile], directions) === 0)) {
          found.push({ tile, turns: value });
        }
      }
    }
    return found;
  }

  /**
   * Finds the tiles that are not known, which are null, if only one solvable board has the others; as `readBoard`.
   *
   * @param {(?number)[]} turns
   * @returns {{turns: number[], fault: null} | {turns: (?number)[], fault: Fault}}
   */
  determine(turns) {
    const { directions, level: { checks } } = this;
    const unknown = [...turns.keys()].filter((tile) => turns[tile] === null);
    const rests = this.rests(turns.map((value) => value ?? 0));
    /** @type {number[][]} */
    const fitting = [];
    const tried = Array(unknown.length).fill(0);
    const boards = directions ** unknown.length;
    for (let board = 0; board < boards && boards <= MOST_SOLUTIONS && fitting.length < 2; board++) {
      unknown.forEach((_, i) => { tried[i] = Math.floor(board / directions ** i) % directions; });
      if (checks.every((check, i) => (
        modulo(unknown.reduce((sum, tile, j) => sum + check[tile] * tried[j], rests[i]), directions) === 0))) {
        fitting.push([...tried]);
      }
    }
    if (unknown.length === 0 || fitting.length === 1) {
      return { turns: turns.map((value, tile) => value ?? fitting[0][unknown.indexOf(tile)]), fault: null };
    }
    const kind = boards <= MOST_SOLUTIONS && fitting.length === 0 ? "impossible" : "undetermined";
    return { turns: turns.slice(0, unknown[0]), fault: { kind, tile: unknown[0], found: "?" } };
  }

  /**
   * @param {ArrayLike<number>} turns
   * @param {Order} order
   * @returns {Answer} all that the page says about a board
   */
  answer(turns, order = "taps") {
    const { compares: compared } = this;
    if (this.rests(turns).some((rest) => rest !== 0)) {
      return { solvable: false, compared, solutions: [], mistakes: this.mistakes(turns) };
    }
    const solutions = compared ? this.bestSolutions(turns, order) : [this.anySolution(turns)];
    return { solvable: true, compared, solutions, mistakes: [] };
  }

  /**
   * @param {Uint8Array} turns
   * @param {number} tile
   * @param {number} times a negative number takes taps back
   * @returns {Uint8Array} the board after taps on a tile
   */
  afterTaps(turns, tile, times) {
    const after = Uint8Array.from(turns);
    for (const other of this.turned[tile]) {
      after[other] = modulo(after[other] + times, this.directions);
    }
    return after;
  }

  /** @returns {Uint8Array} a solvable board, each as likely as any other */
  randomBoard() {
    /** @type {Uint8Array} */
    let turns = new Uint8Array(this.size);
    for (let tile = 0; tile < this.size; tile++) {
      turns = this.afterTaps(turns, tile, Math.floor(Math.random() * this.directions));
    }
    return turns;
  }

  /** One of the hardest boards of a level that lists some, at first the most symmetric one. */
  hardestBoard(place = this.hardest.symmetric) {
    return Uint8Array.from(this.hardest.boards[place], (shown) => Number(shown) - 1);
  }
}
