/** Reads and writes the address of a pair. */

/** The least cells of which there are two different polyominoes. */
export const FEWEST_CELLS = 3;

/** @returns {string} an address such as `#6-12-30`, or `#6-12-30-puzzle` */
export function addressOf({ cells, a, b, isPuzzle }) {
  return `#${cells}-${a}-${b}${isPuzzle ? "-puzzle" : ""}`;
}

/**
 * Reads an address.
 *
 * @param {string} hash
 * @param {import("./table.js").Table} table
 * @returns {?{cells: number, a: number, b: number, isPuzzle: boolean}} null if it names no pair
 */
export function readAddress(hash, table) {
  const match = /^#(\d{1,2})-(\d{1,6})-(\d{1,6})(-puzzle)?$/.exec(hash);
  if (!match) {
    return null;
  }
  const [cells, a, b] = match.slice(1, 4).map(Number);
  const isPuzzle = match[4] !== undefined;
  const isThere = cells >= FEWEST_CELLS && table.sizes.has(cells)
    && a < table.count(cells) && b < table.count(cells);
  return isThere && (!isPuzzle || table.isPuzzle(cells, a, b)) ? { cells, a, b, isPuzzle } : null;
}
