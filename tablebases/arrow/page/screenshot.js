/** Reads a board from the pixels of a screenshot. Nothing here touches a page: browsers and Node can use it. */

/**
 * @import {Decision} from "./screenshot_board.js"
 * @import {Reading} from "./screenshot_tiles.js"
 * @import {Grid} from "./screenshot_grid.js"
 * @import {Level} from "./solving.js"
 */

import { decide } from "./screenshot_board.js";
import { findGrid, greyOf } from "./screenshot_grid.js";
import { coloursOf, readTiles } from "./screenshot_tiles.js";

/** A tile is doubtful if another number there is less likely by less than this logarithm. */
const SURE = 6;

/** More tiles than these are not corrected without doubt. */
const MOST_CORRECTED = 2;

/**
 * @typedef {Object} Screenshot what a picture shows; tiles are in reading order, hexagons stand in columns
 * @property {Level} level
 * @property {number[]} turns of each tile: the number shown less 1
 * @property {number[]} seen the same without the help of the code, by the looks of each tile alone
 * @property {boolean[]} doubtful whether another number is nearly as likely
 * @property {boolean[]} unclear the same without the help of the code
 * @property {number[]} others the second likeliest turns of each tile
 * @property {number[][]} logs for each tile and number of turns, the logarithm of its likelihood
 * @property {Grid} grid in pixels of the picture
 */

/**
 * Decides about the doubtful tiles again, after some were set; other tiles stay.
 *
 * @param {Screenshot} read
 * @param {Map<number, number>} fixed tiles -> their turns
 * @returns {{turns: number[], doubtful: boolean[], others: number[]}}
 */
export function settle({ level, logs, turns, doubtful, others }, fixed) {
  const known = turns.map((value, tile) => fixed.get(tile) ?? (doubtful[tile] ? null : value));
  const decision = decide(level, logs.map((log, tile) => (
    log.map((each, value) => (known[tile] === null || known[tile] === value ? each : -Infinity)))));
  if (decision.likelihood === -Infinity) {
    return { turns: turns.map((value, tile) => fixed.get(tile) ?? value), doubtful: doubtful.map((is, tile) => is && !fixed.has(tile)), others };
  }
  return {
    turns: decision.turns, others: decision.others,
    doubtful: decision.margins.map((margin, tile) => known[tile] === null && margin < SURE),
  };
}

/**
 * Reads the board that a picture shows; null if there is none.
 *
 * @param {{data: ArrayLike<number>, width: number, height: number}} picture red, green, blue and opacity of each pixel
 * @param {Level[]} levels
 * @param {number} [scale] by which the picture was reduced; the grid that is found has the pixels of the original
 * @returns {?Screenshot}
 */
export function readScreenshot(picture, levels, scale = 1) {
  const { data, width, height } = picture;
  const { grey, factor: reduced } = greyOf(data, width, height);
  const factor = scale * reduced;
  const grid = findGrid(grey, levels);
  if (!grid) {
    return null;
  }
  const ofShape = levels.filter(({ shape, side }) => shape === grid.shape && side === grid.side);
  const bounded = readTiles(grey, grid, coloursOf(picture, grid, reduced), ofShape).map((reading) => {
    const { level: { cells, directions, solutions }, logs } = reading;
    const boards = cells.length * Math.log(directions) - Math.log(Number(solutions));
    return { reading, boards, bound: logs.reduce((sum, log) => sum + Math.max(...log), -boards) };
  }).sort((one, other) => other.bound - one.bound);
  /** @type {(Reading & Decision)[]} */
  const ways = [];
  for (const { reading, boards, bound } of bounded) {
    // No board of a less likely reading would matter.
    if (ways.every(({ likelihood }) => bound > likelihood - SURE)) {
      const decision = decide(reading.level, reading.logs);
      ways.push({ ...reading, ...decision, likelihood: decision.likelihood - boards });
    }
  }
  ways.sort((one, other) => other.likelihood - one.likelihood);
  if (ways.length === 0) {
    return null;
  }
  const [{ level, turns, logs, margins, others, isOpen, likelihood }] = ways;
  const alike = ways.filter((way) => way.likelihood > likelihood - SURE);
  const sorted = logs.map((log) => log.toSorted((one, other) => other - one));
  const seen = logs.map((log) => log.indexOf(Math.max(...log)));
  const unclear = sorted.map(([best, second]) => isOpen || best - second < SURE);
  const corrected = turns.map((value, tile) => value !== seen[tile] && !unclear[tile]);
  const tooMany = corrected.filter(Boolean).length > MOST_CORRECTED;
  return {
    level, turns, seen, unclear, others, logs,
    doubtful: margins.map((margin, tile) => isOpen || margin < SURE || (tooMany && corrected[tile])
      || alike.some((way) => way.level !== level || way.turns[tile] !== turns[tile])),
    grid: {
      ...grid, middles: grid.middles.map(([x, y]) => [(x + 0.5) * factor, (y + 0.5) * factor]),
      spacing: grid.spacing * factor, radius: grid.radius * factor,
    },
  };
}
