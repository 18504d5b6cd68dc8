/**
 * Decides which board a screenshot shows, from what its tiles look like. Only some boards can be solved, so the level is
 * an error-correcting code: a walk over the rests of its checks finds the likeliest board that can be solved, exactly.
 */

/** @import {Level} from "./solving.js" */

/**
 * @typedef {Object} Decision
 * @property {number[]} turns of the likeliest solvable board
 * @property {number} likelihood its logarithm
 * @property {number[]} margins for each tile, by how much the likeliest solvable board with another number there is less
 *   likely, as a difference of logarithms; the least of them belongs to the second likeliest board
 * @property {number[]} others for each tile, its number of turns on that board
 */

/** Level -> for each tile and number of turns, the rest that follows each rest. @type {WeakMap<Level, Uint16Array[][]>} */
const walks = new WeakMap();

/**
 * Numbers the rests of the checks, none being 0, and says where each tile leads.
 *
 * @param {Level} level
 */
function walkOf({ checks, directions, cells }) {
  const columns = cells.map((_, tile) => checks.map((check) => check[tile] % directions));
  /** The sum of a rest, whose values are the digits of a number, and a column. @type {(rest: number, column: number[]) => number} */
  const plus = (rest, column) => {
    let sum = 0;
    for (let i = 0, unit = 1; i < column.length; i++, unit *= directions) {
      sum += unit * ((Math.floor(rest / unit) + column[i]) % directions);
    }
    return sum;
  };
  const rests = [0];
  const places = new Map([[0, 0]]);
  /** The place of the next rest after each. @type {Map<string, {column: number[], ones: number[]}>} */
  const distinct = new Map(columns.map((column) => [String(column), { column, ones: [] }]));
  for (const rest of rests) { // The list grows meanwhile.
    for (const { column, ones } of distinct.values()) {
      const next = plus(rest, column);
      const place = places.get(next) ?? rests.length;
      if (place === rests.length) {
        places.set(next, place);
        rests.push(next);
      }
      ones.push(place);
    }
  }
  /** @type {Map<string, Uint16Array[]>} */
  const steps = new Map();
  for (const [name, { ones }] of distinct) {
    const one = Uint16Array.from(ones);
    const turned = [Uint16Array.from(one.keys())];
    while (turned.length < directions) {
      turned.push(
        /** @type {Uint16Array} */
        (turned.at(-1)).map((rest) => one[rest]));
    }
    steps.set(name, turned);
  }
  return columns.map((column) => /** @type {Uint16Array[]} */ (steps.get(String(column))));
}

/**
 * For each tile the highest likelihood from there to the end, by the rest before it.
 *
 * @param {Uint16Array[][]} walk
 * @param {number[][]} logs
 */
function backwards(walk, logs) {
  const size = walk[0][0].length;
  const after = [new Float64Array(size).fill(-Infinity)];
  after[0][0] = 0;
  for (let tile = walk.length - 1; tile >= 0; tile--) {
    const before = new Float64Array(size).fill(-Infinity);
    logs[tile].forEach((log, turns) => {
      const next = walk[tile][turns];
      for (let rest = 0; rest < size; rest++) {
        const through = log + after[0][next[rest]];
        before[rest] = through > before[rest] ? through : before[rest];
      }
    });
    after.unshift(before);
  }
  return after;
}

/**
 * The likeliest board from the first tile on.
 *
 * @param {Uint16Array[][]} walk
 * @param {number[][]} logs
 * @param {Float64Array[]} after
 */
function follow(walk, logs, after) {
  let rest = 0;
  return walk.map((steps, tile) => {
    const likely = logs[tile].map((log, turns) => log + after[tile + 1][steps[turns][rest]]);
    const turns = likely.indexOf(Math.max(...likely));
    rest = steps[turns][rest];
    return turns;
  });
}

/**
 * Decides about a board.
 *
 * @param {Level} level
 * @param {number[][]} logs for each tile and number of turns, the logarithm of its likelihood
 * @returns {Decision}
 */
export function decide(level, logs) {
  const walk = walks.get(level) ?? walkOf(level);
  walks.set(level, walk);
  const size = walk[0][0].length;
  const after = backwards(walk, logs);
  const turns = follow(walk, logs, after);
  /** The highest likelihood of the tiles before, by their rest. */
  let before = new Float64Array(size).fill(-Infinity);
  before[0] = 0;
  const alternatives = walk.map((steps, tile) => {
    const next = new Float64Array(size).fill(-Infinity);
    const best = logs[tile].map((log, turned) => {
      let highest = -Infinity;
      for (let rest = 0; rest < size; rest++) {
        const here = before[rest] + log;
        const to = steps[turned][rest];
        const whole = here + after[tile + 1][to];
        next[to] = here > next[to] ? here : next[to];
        highest = whole > highest ? whole : highest;
      }
      return turned === turns[tile] ? -Infinity : highest;
    });
    before = next;
    return best;
  });
  const others = alternatives.map((likely) => likely.indexOf(Math.max(...likely)));
  const margins = others.map((other, tile) => after[0][0] - alternatives[tile][other]);
  return { turns, likelihood: after[0][0], margins, others };
}
