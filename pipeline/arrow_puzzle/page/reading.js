/** Reads and writes boards as text: in the field, and in the address of the page. */

/** What may stand between numbers; signs as wide as kanji have become narrow before. */
const BETWEEN = /[\s,;/、]/;

/**
 * Where a text is no board.
 *
 * @typedef {Object} Fault
 * @property {"tooShort"|"tooLong"|"outOfRange"|"notANumber"} kind
 * @property {?number} tile the tile that the fault is about; null where there are too many
 * @property {string} found what stands there, or how many numbers there are
 */

/** @returns {boolean} whether numbers up to this one need nothing between them */
function areDigits(greatest) {
  return greatest <= 9;
}

/**
 * Splits a text into what stands for one tile each.
 *
 * Digits of the width of kanji, as Japanese keyboards give them, count as digits.
 */
function piecesOf(text, digits) {
  const words = [...text.normalize("NFKC")].map((sign) => (BETWEEN.test(sign) ? " " : sign))
    .join("").split(" ").filter((word) => word !== "");
  return digits ? words.flatMap((word) => [...word]) : words;
}

/**
 * Reads a board.
 *
 * @param {string} text digits with or without something between them; numbers of two digits need it
 * @param {number} size how many tiles there are
 * @param {number} directions
 * @param {number} up the number that means up, 0 or 1
 * @returns {{turns: number[], fault: ?Fault}} the turns of the tiles before the fault
 */
export function readBoard(text, size, directions, up = 1) {
  const greatest = up + directions - 1;
  const pieces = piecesOf(text, areDigits(greatest));
  const turns = [];
  for (const piece of pieces) {
    const tile = turns.length;
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
  const fault = turns.length < size
    ? { kind: "tooShort", tile: turns.length, found: String(turns.length) } : null;
  return { turns, fault };
}

/** @returns {string} numbers in a row, of which none is greater than one */
export function writeNumbers(numbers, greatest) {
  return Array.from(numbers).join(areDigits(greatest) ? "" : " ");
}

/** @returns {string} a board as it is read, with the number that means up */
export function writeBoard(turns, directions, up = 1) {
  return writeNumbers(Array.from(turns, (value) => value + up), directions - 1 + up);
}

/** @returns {string} the address of a board, such as `#easy_434131344` */
export function addressOf(level, turns, layout) {
  const board = writeBoard(turns, level.directions).replaceAll(" ", "-");
  return `#${encodeURIComponent(level.name)}_${board}${layout === "columns" ? "_columns" : ""}`;
}

/**
 * Reads an address.
 *
 * @param {string} hash
 * @param {import("./solving.js").Level[]} levels
 * @returns {?{level: Object, turns: ?number[], layout: ?string}} null if it names no board; without
 *   turns if it names only a level
 */
export function readAddress(hash, levels) {
  let text;
  try {
    text = decodeURIComponent(hash.slice(1));
  } catch {
    return null;
  }
  const named = levels.find(({ name }) => name === text);
  if (named) {
    return { level: named, turns: null, layout: null };
  }
  const layout = text.endsWith("_columns") ? "columns" : "rows";
  const rest = layout === "columns" ? text.slice(0, -"_columns".length) : text;
  const at = rest.lastIndexOf("_");
  const level = levels.find(({ name }) => name === rest.slice(0, Math.max(at, 0)));
  if (!level) {
    return null;
  }
  const board = rest.slice(at + 1).replaceAll("-", " ");
  const { turns, fault } = readBoard(board, level.cells.length, level.directions);
  return fault ? null : { level, turns, layout };
}
