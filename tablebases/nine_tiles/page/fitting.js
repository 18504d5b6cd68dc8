/** Directions of tiles that fit together while a town is built. */

/** @import {Game, LaidTile, Place} from "./town.js" */

import { faultsOf, layTile, neighbour, roadAt, SIDES } from "./town.js";

/** Costs of directions: a fault outweighs all turned tiles, and these outweigh all roads that leave the board. */
const COSTS = { fault: 10_000, turned: 100, leaving: 1 };

/**
 * A tile turned to the left.
 *
 * @param {Game} game
 * @param {LaidTile} tile
 * @param {number} by quarter turns, 0 to 3
 */
export function turned(game, { number, side, turns }, by) {
  return layTile(game, number, SIDES * side + (turns + by) % SIDES);
}

/**
 * A tile whose direction the player has given: the others turn to fit it.
 *
 * @template {Place} Some
 * @param {Some} tile
 * @returns {Some}
 */
export function hold(tile) {
  return tile && { ...tile, held: true };
}

/**
 * Turns the tiles that are not held: to the directions with the fewest faults; of these, to those that turn the fewest
 * tiles, and then to those with the fewest roads that leave the board. A branch-and-bound search.
 *
 * @param {Game} game
 * @param {Place[]} tiles
 * @param {number} latest position of the tile that is laid just now, if it has no direction yet
 * @returns {Place[]}
 */
export function settle(game, tiles, latest = -1) {
  const free = [...tiles.keys()].filter((position) => tiles[position] && !tiles[position].held);
  const trial = tiles.map((tile, position) => (free.includes(position) ? null : tile));
  let best = { tiles, cost: Infinity };
  /**
   * The cost of a tile beside those that lie.
   *
   * @param {LaidTile} tile
   * @param {number} position
   */
  const costOf = (tile, position) => {
    let cost = 0;
    for (let side = 0; side < SIDES; side++) {
      const beyond = neighbour(game, position, side);
      const hasRoad = roadAt(tile, side) >= 0;
      if (beyond === null) {
        cost += hasRoad ? COSTS.leaving : 0;
      } else if (trial[beyond] && hasRoad !== roadAt(trial[beyond], (side + 2) % SIDES) >= 0) {
        cost += COSTS.fault;
      }
    }
    return cost;
  };
  /**
   * Lays the free tiles from the one at `depth` on.
   *
   * @param {number} depth
   * @param {number} cost of the free tiles before
   */
  const lay = (depth, cost) => {
    if (cost >= best.cost) {
      return;
    }
    if (depth === free.length) {
      const loops = faultsOf({ game, tiles: trial }).filter(({ kind }) => kind === "loop").length;
      const whole = cost + COSTS.fault * loops;
      best = whole < best.cost ? { tiles: [...trial], cost: whole } : best;
      return;
    }
    const position = free[depth];
    const lying =
      /** @type {LaidTile} */
      (tiles[position]);
    for (let turns = 0; turns < SIDES; turns++) {
      const tile = turned(game, lying, turns);
      const own = costOf(tile, position) + (turns && position !== latest ? COSTS.turned : 0);
      trial[position] = tile;
      lay(depth + 1, cost + own);
    }
    trial[position] = null;
  };
  lay(0, 0);
  return best.tiles;
}

/**
 * Turns a tile to its next direction with the fewest faults, and holds it there.
 *
 * @param {Game} game
 * @param {Place[]} tiles
 * @param {number} position
 * @returns {Place[]}
 */
export function turnOn(game, tiles, position) {
  const tile =
    /** @type {LaidTile} */
    (tiles[position]);
  const ways = [1, 2, 3].map((turns) => settle(game, tiles.with(position, hold(turned(game, tile, turns)))));
  const faults = ways.map((way) => faultsOf({ game, tiles: way }).length);
  return ways[faults.indexOf(Math.min(...faults))];
}
