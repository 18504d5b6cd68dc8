/** Finds the best ways to complete a town; does not touch the page. */

/** @import {Board, LaidTile, Place, Tile, Town} from "./town.js" */

import { now } from "../kit/clock.js";
import { scoresOf } from "./scoring.js";
import { faultsOf, layTile, neighbour, patternOf, roadAt, roadsOf, SIDES } from "./town.js";

/**
 * @typedef {{scores: number[], n: number, patterns: string[]}} Ways towns with the same scores, and how many these are
 * @typedef {{ranks: number[], wins: number, losses: number}} Standing
 * @typedef {{n: number, isAll: boolean, answers: Ways[]}} Finished the number of towns found, whether these are all,
 *   and the best of them
 */

/** Most patterns of equally good towns. */
const MOST_PATTERNS = 12;
/** Number of towns between two looks at the clock. */
const TOWNS_AT_ONCE = 256;

/**
 * All ways to lay a tile that look different.
 *
 * @param {Board} game
 * @param {Tile} tile
 */
function waysToLay(game, { number }) {
  const ways = Array.from({ length: 2 * SIDES }, (_, direction) => layTile(game, number, direction));
  return [...new Map(ways.map((tile) => [`${tile.side} ${JSON.stringify(tile.roads)}`, tile])).values()];
}

/**
 * Whether the roads of a tile meet those of the laid tiles around it.
 *
 * @param {Board} game
 * @param {Place[]} tiles
 * @param {number} position
 */
function fits(game, tiles, position) {
  for (let side = 0; side < SIDES; side++) {
    // Nothing has the place null, which is beyond the border.
    const beyond = tiles[/** @type {number} */ (neighbour(game, position, side))];
    if (beyond && roadAt(tiles[position], side) >= 0 !== roadAt(beyond, (side + 2) % SIDES) >= 0) {
      return false;
    }
  }
  return true;
}

/**
 * Free positions in the order of filling: the most tiles around them first.
 *
 * @param {Board} game
 * @param {Place[]} tiles
 */
function fillingOrder(game, tiles) {
  const laid = tiles.map(Boolean);
  /** @param {number} position */
  const around = (position) => [0, 1, 2, 3].filter((side) => laid[/** @type {number} */ (neighbour(game, position, side))]).length;
  /** @type {number[]} */
  const order = [];
  while (laid.includes(false)) {
    const free = [...laid.keys()].filter((position) => !laid[position]);
    const next = free.reduce((best, position) => (around(position) > around(best) ? position : best));
    laid[next] = true;
    order.push(next);
  }
  return order;
}

/**
 * Calls a function with every way to finish a town.
 *
 * @param {Town} town
 * @param {(tiles: LaidTile[]) => boolean} use returns whether to go on; the list is reused
 * @returns {boolean} whether all ways were found
 */
function finish({ game, tiles: laid }, use) {
  const tiles = [...laid];
  const order = fillingOrder(game, tiles);
  const ways = new Map(game.tiles.filter(({ number }) => !tiles.some((tile) => tile?.number === number))
    .map((tile) => [tile.number, waysToLay(game, tile)]));
  const isWithoutLoops = () => roadsOf({ game, tiles }).flat().length
    === /** @type {LaidTile[]} */ (tiles).reduce((n, { roads }) => n + roads.length, 0);
  /**
   * @param {number} at
   * @returns {boolean}
   */
  function fill(at) {
    if (at === order.length) {
      return !isWithoutLoops() || use(/** @type {LaidTile[]} */ (tiles));
    }
    const position = order[at];
    for (const [number, ofTile] of ways) {
      if (tiles.some((tile) => tile?.number === number)) {
        continue;
      }
      for (const tile of ofTile) {
        tiles[position] = tile;
        if (fits(game, tiles, position) && !fill(at + 1)) {
          return false;
        }
      }
      tiles[position] = null;
    }
    return true;
  }
  return faultsOf({ game, tiles }).length > 0 || fill(0);
}

/**
 * Counts wins and losses: of every two players, the one closer to the maximum in more themes wins.
 *
 * @param {Standing[]} players
 */
function meetAll(players) {
  players.forEach((player) => Object.assign(player, { wins: 0, losses: 0 }));
  players.forEach((one, i) => players.slice(0, i).forEach((other) => {
    const closer = one.ranks.reduce((sum, rank, k) => sum + Math.sign(other.ranks[k] - rank), 0);
    const [winner, loser] = closer > 0 ? [one, other] : [other, one];
    winner.wins += Number(closer !== 0);
    loser.losses += Number(closer !== 0);
  }));
}

/**
 * The winners of the round robin that is played for every set of cards: the fewest losses, then the most wins, and
 * once more among these until nothing changes.
 *
 * @template {Standing} Player
 * @param {Player[]} players with different ranks; `wins` and `losses` are counted here
 * @returns {Player[]}
 */
export function winners(players) {
  for (let before = Infinity, remaining = players; ; remaining = players) {
    before = remaining.length;
    meetAll(remaining);
    const losses = remaining.reduce((least, player) => Math.min(least, player.losses), Infinity);
    players = remaining.filter((player) => player.losses === losses);
    const wins = players.reduce((most, player) => Math.max(most, player.wins), 0);
    players = players.filter((player) => player.wins === wins);
    if (players.length === before || players.length < 2) {
      return players;
    }
  }
}

/**
 * The best ways to finish a town for some cards.
 *
 * @param {Town} town
 * @param {{key: string, scores: number[]}[]} themes of the cards
 * @param {number} milliseconds after which the search ends
 * @returns {Finished}
 */
export function finishTown(town, themes, milliseconds) {
  const end = now() + milliseconds;
  /** @type {Map<string, Ways>} */
  const found = new Map();
  let n = 0;
  const isAll = finish(town, (tiles) => {
    const scores = scoresOf({ game: town.game, tiles }, themes);
    const key = scores.join();
    const same = found.get(key) ?? { scores, n: 0, patterns: [] };
    found.set(key, same);
    same.n += 1;
    if (same.patterns.length < MOST_PATTERNS) {
      same.patterns.push(patternOf(tiles));
    }
    n += 1;
    return n % TOWNS_AT_ONCE !== 0 || now() < end;
  });
  // A score that is not listed ranks below all greater ones.
  /** @param {number[]} scores */
  const ranks = (scores) => scores.map((score, i) => themes[i].scores.filter((listed) => listed > score).length);
  const players = [...found.values()].map((result) => ({ ...result, ranks: ranks(result.scores) }));
  return { n, isAll, answers: winners(/** @type {(Ways & Standing)[]} */ (players)) };
}
