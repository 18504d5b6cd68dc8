/** Reads and writes boards as text: in the field, and in the address of the page. */

/** @import {Level} from "./solving.js" */

import { decodedHash } from "../kit/start.js";

/** Separators of numbers, after full-width characters became narrow. */
const BETWEEN = /[\s,;/、]+/;

/** Stands for a tile that could not be read. */
const UNKNOWN = "?";

/**
 * Directions -> the arrow of each number of turns, as fonts have it, then as phones do, then as keyboards do.
 *
 * @type {Object<number, string>}
 */
const ARROWS = { 2: "↑↓⬆⬇", 4: "↑→↓←⬆➡⬇⬅^>v<", 6: "↑↗↘↓↙↖⬆  ⬇", 8: "↑↗→↘↓↙←↖⬆ ➡ ⬇ ⬅" };

/**
 * The order in which boards are read and shown: `rows`, `columns`, or for a hexagon that stands in columns `lines`,
 * those of the screen, or `chevrons`, the first tile of each column, then the second, and so on.
 *
 * @typedef {string} LayoutName
 */

/**
 * @typedef {Object} Fault the first error in a text
 * @property {"tooShort"|"tooLong"|"outOfRange"|"outOfRangeZero"|"notANumber"|"undetermined"|"impossible"} kind
 * @property {?number} tile the tile that the fault is about; null if there are too many
 * @property {string} found the wrong text, or the number of numbers
 */

/**
 * A text that is no board: the turns of the tiles before the fault, null for each `?`.
 *
 * @typedef {{turns: (?number)[], fault: Fault, layout: LayoutName}} Draft
 */

/**
 * Whether numbers up to this one need nothing between them.
 *
 * @param {number} greatest
 */
function areDigits(greatest) {
  return greatest <= 9;
}

/**
 * The tiles of each line of a text.
 *
 * @param {Level} level
 * @param {LayoutName} layout
 */
export function linesOf({ shape, side, cells }, layout) {
  /** @type {number[][]} */
  const lines = [];
  cells.forEach(([row, column], tile) => {
    /** @type {Object<LayoutName, number>} */
    const slanted = { lines: 2 * column - row + side - 1, chevrons: column - Math.max(0, row - side + 1) };
    (lines[(shape === "hexagon" ? slanted[layout] : null) ?? row] ??= []).push(tile);
  });
  return lines;
}

/**
 * Reads a board. Digits of the width of kanji, as Japanese keyboards give them, count as digits,
 * and arrows as numbers. Numbers of two digits need something between them. `up` is the number that means up, 0 or 1. A
 * text in the lines of the screen, or in chevrons, is read so in any layout.
 *
 * @param {string} text
 * @param {Level} level
 * @param {number} up
 * @param {LayoutName} layout
 * @returns {Draft | {turns: (?number)[], fault: null, layout: LayoutName}}
 */
export function readBoard(text, level, up = 1, layout = "columns") {
  const { cells: { length: size }, directions } = level;
  const greatest = up + directions - 1;
  const given = text.normalize("NFKC").replace(/\ufe0f/g, "").split(/[;/\n]+/)
    .map((row) => row.split(BETWEEN).filter((word) => word !== "")).filter((row) => row.length);
  /** @type {[name: LayoutName, lines: number[][]][]} */
  const ways = level.shape === "hexagon" ? ["lines", "chevrons"].map((name) => [name, linesOf(level, name)]) : [];
  const isLineAWord = given.length === 1 && given[0].length !== size && ways.some(([, { length }]) => length === given[0].length);
  const rows = (isLineAWord ? given[0].map((word) => [word]) : given)
    .map((row) => (areDigits(greatest) ? row.flatMap((word) => [...word]) : row));
  const [readBy] = ways.find(([, lines]) => rows.length > 1 && rows.every(({ length }, i) => (
    i < rows.length - 1 ? length === lines[i]?.length : length <= lines[i]?.length))) ?? [layout];
  const order = linesOf(level, readBy).flat();
  const shown = readBy === "chevrons" ? layout : readBy;
  /** @type {(?number)[]} */
  const turns = [];
  const pieces = rows.flat();
  /** @type {(kind: Fault["kind"], tile: ?number, found: string) => Draft} */
  const faultAt = (kind, tile, found) => ({ turns, fault: { kind, tile, found }, layout: shown });
  for (const [place, piece] of pieces.entries()) {
    const tile = order[place] ?? null;
    if (piece === UNKNOWN && tile !== null) {
      turns[tile] = null;
      continue;
    }
    const sign = ARROWS[directions]?.indexOf(piece) ?? -1;
    if (sign < 0 && !/^\d+$/.test(piece)) {
      return faultAt("notANumber", tile, piece);
    }
    if (tile === null) {
      return faultAt("tooLong", tile, String(pieces.length));
    }
    const value = sign < 0 ? Number(piece) : up + sign % directions;
    if (value < up || value > greatest) {
      return faultAt(value < up && !pieces.includes(String(greatest)) ? "outOfRangeZero" : "outOfRange", tile, piece);
    }
    turns[tile] = value - up;
  }
  return pieces.length < size ? faultAt("tooShort", order[pieces.length], String(pieces.length))
    : { turns, fault: null, layout: shown };
}

/**
 * Numbers up to `greatest` in a row.
 *
 * @param {ArrayLike<number>} numbers
 * @param {number} greatest
 */
export function writeNumbers(numbers, greatest) {
  return Array.from(numbers).join(areDigits(greatest) ? "" : " ");
}

/**
 * A board as `readBoard` reads it.
 *
 * @param {ArrayLike<number>} turns
 * @param {Level} level
 * @param {LayoutName} layout
 * @param {number} up
 */
export function writeBoard(turns, level, layout, up = 1) {
  return writeNumbers(linesOf(level, layout).flat().map((tile) => turns[tile] + up), level.directions - 1 + up);
}

/**
 * The address of a board, such as `#easy_434131344`.
 *
 * @param {Level} level
 * @param {ArrayLike<number>} turns
 * @param {LayoutName} layout
 */
export function addressOf(level, turns, layout) {
  const board = writeBoard(turns, level, layout).replaceAll(" ", "-");
  return `#${encodeURIComponent(level.name)}_${board}${layout === "rows" ? "" : `_${layout}`}`;
}

/**
 * Reads an address.
 *
 * @param {string} hash
 * @param {Level[]} levels
 * @returns {?{level: Level, turns: ?number[], layout: ?LayoutName}} null if it names no board, and no turns if it names
 *   only a level
 */
export function readAddress(hash, levels) {
  const text = decodedHash(hash);
  const named = levels.find(({ name }) => name === text);
  if (named) {
    return { level: named, turns: null, layout: null };
  }
  const [, name, board, layout = "rows"] = /^(.*?)_([^_]*)(?:_(columns|lines))?$/s.exec(text ?? "") ?? [];
  const level = levels.find((one) => one.name === name);
  if (!level) {
    return null;
  }
  const { turns, fault } = readBoard(board.replaceAll("-", " "), level, 1, layout);
  return fault || turns.includes(null) ? null : { level, turns: turns.map(Number), layout };
}
