/** Reads and writes boards as text: in the field, and in the address of the page. */

import { decodedHash } from "../kit/start.js";

/** Separators of numbers, after full-width characters became narrow. */
const BETWEEN = /[\s,;/、]+/;

/** Stands for a tile that could not be read. */
const UNKNOWN = "?";

/**
 * @typedef {Object} Fault the first error in a text
 * @property {"tooShort"|"tooLong"|"outOfRange"|"notANumber"|"undetermined"|"impossible"} kind
 * @property {?number} tile the tile that the fault is about; null if there are too many
 * @property {string} found the wrong text, or the number of numbers
 */

/** Whether numbers up to this one need nothing between them. */
function areDigits(greatest) {
  return greatest <= 9;
}

/**
 * Reads a board. Digits of the width of kanji, as Japanese keyboards give them, count as digits.
 * Numbers of two digits need something between them. `up` is the number that means up, 0 or 1.
 *
 * @returns {{turns: (?number)[], fault: ?Fault}} the turns of the tiles before the fault; null for each `?`
 */
export function readBoard(text, { cells: { length: size }, directions }, up = 1) {
  const greatest = up + directions - 1;
  const words = text.normalize("NFKC").split(BETWEEN).filter((word) => word !== "");
  const pieces = areDigits(greatest) ? words.flatMap((word) => [...word]) : words;
  const turns = [];
  for (const piece of pieces) {
    const tile = turns.length;
    if (piece === UNKNOWN && tile < size) {
      turns.push(null);
      continue;
    }
    if (!/^\d+$/.test(piece)) {
      return { turns, fault: { kind: "notANumber", tile: tile < size ? tile : null, found: piece } };
    }
    if (tile === size) {
      return { turns, fault: { kind: "tooLong", tile: null, found: String(pieces.length) } };
    }
    const value = Number(piece);
    if (value < up || value > greatest) {
      return { turns, fault: { kind: "outOfRange", tile, found: piece } };
    }
    turns.push(value - up);
  }
  const tile = turns.length;
  return { turns, fault: tile < size ? { kind: "tooShort", tile, found: String(tile) } : null };
}

/** Numbers up to `greatest` in a row. */
export function writeNumbers(numbers, greatest) {
  return Array.from(numbers).join(areDigits(greatest) ? "" : " ");
}

/** A board as `readBoard` reads it. */
export function writeBoard(turns, directions, up = 1) {
  return writeNumbers(Array.from(turns, (value) => value + up), directions - 1 + up);
}

/** The address of a board, such as `#easy_434131344`. */
export function addressOf(level, turns, layout) {
  const board = writeBoard(turns, level.directions).replaceAll(" ", "-");
  return `#${encodeURIComponent(level.name)}_${board}${layout === "columns" ? "_columns" : ""}`;
}

/** Reads an address: the level, turns and layout; null if it names no board, and no turns if it names only a level. */
export function readAddress(hash, levels) {
  const text = decodedHash(hash);
  const named = levels.find(({ name }) => name === text);
  if (named) {
    return { level: named, turns: null, layout: null };
  }
  const [, name, board, columns] = /^(.*?)_([^_]*)(_columns)?$/s.exec(text ?? "") ?? [];
  const level = levels.find((one) => one.name === name);
  if (!level) {
    return null;
  }
  const { turns, fault } = readBoard(board.replaceAll("-", " "), level);
  return fault || turns.includes(null) ? null : { level, turns, layout: columns ? "columns" : "rows" };
}
