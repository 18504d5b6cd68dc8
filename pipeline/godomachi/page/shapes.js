/** Polyominoes: how they are written, turned and mirrored, and how they can be cut. */

/** @typedef {[number, number]} Cell column and row, counted from the upper left corner */

/** Cells that lie at the same place have the same key. */
function keyOf([x, y]) {
  return `${x},${y}`;
}

/** @returns {Cell[]} cells moved to the corner */
export function movedToCorner(cells) {
  const left = Math.min(...cells.map(([x]) => x));
  const top = Math.min(...cells.map(([, y]) => y));
  return cells.map(([x, y]) => [x - left, y - top]);
}

/** @returns {{width: number, height: number}} of cells that lie in the corner */
export function sizeOf(cells) {
  return { width: Math.max(...cells.map(([x]) => x)) + 1, height: Math.max(...cells.map(([, y]) => y)) + 1 };
}

/** @returns {Cell[]} the cells of a shape that is written row by row, such as `##/#.`; by columns, then by rows */
export function parse(text) {
  return text.split("/")
    .flatMap((row, y) => [...row].flatMap((sign, x) => (sign === "#" ? [[x, y]] : [])))
    .sort(([x1, y1], [x2, y2]) => x1 - x2 || y1 - y2);
}

/** Writes cells row by row, wherever they lie. */
export function write(cells) {
  const shape = movedToCorner(cells);
  const { width, height } = sizeOf(shape);
  const rows = Array.from({ length: height }, () => Array(width).fill("."));
  shape.forEach(([x, y]) => { rows[y][x] = "#"; });
  return rows.map((row) => row.join("")).join("/");
}

/** @returns {Cell[][]} the eight images of a shape, turned and mirrored; some may be the same */
export function imagesOf(cells) {
  return [[1, 1], [1, -1], [-1, 1], [-1, -1]].flatMap(([right, down]) => [
    cells.map(([x, y]) => [right * x, down * y]), cells.map(([x, y]) => [right * y, down * x]),
  ]);
}

/** @returns {boolean} whether cells hang together by their edges; no cells do not */
export function isConnected(cells) {
  const left = new Set(cells.slice(1).map(keyOf));
  const found = cells.slice(0, 1);
  for (const [x, y] of found) {
    for (const near of [[x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1]]) {
      if (left.delete(keyOf(near))) {
        found.push(near);
      }
    }
  }
  return cells.length > 0 && left.size === 0;
}

/** @typedef {{piece: Cell[], rest: Cell[]}} Cut a shape parted in two: what is cut off, and what is left */

/**
 * All ways to cut a shape into two connected parts; either may be the piece.
 *
 * @param {Cell[]} cells few of them, for all of their subsets are tried
 * @returns {Cut[]}
 */
export function cutsOf(cells) {
  const cuts = [];
  for (let chosen = 1; chosen < 2 ** cells.length - 1; chosen++) {
    const piece = cells.filter((_, i) => chosen >> i & 1);
    const rest = cells.filter((_, i) => !(chosen >> i & 1));
    if (isConnected(piece) && isConnected(rest)) {
      cuts.push({ piece, rest });
    }
  }
  return cuts;
}

/** @returns {boolean} whether a cell is among some */
export function has(cells, cell) {
  return cells.some(([x, y]) => x === cell[0] && y === cell[1]);
}

/** @returns {Cell[]} those cells that are not among others */
export function without(cells, others) {
  return cells.filter((cell) => !has(others, cell));
}
