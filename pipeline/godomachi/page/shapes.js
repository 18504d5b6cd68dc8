/** Polyominoes: how they are written, when they are congruent, and how they can be cut. */

/** @typedef {[number, number]} Cell column and row, counted from the upper left corner */

/** Cells that lie at the same place have the same key. */
export function keyOf([x, y]) {
  return `${x},${y}`;
}

/** @returns {number} negative where one cell is before another: by columns, then by rows */
function compareCells([x1, y1], [x2, y2]) {
  return x1 - x2 || y1 - y2;
}

function compareShapes(one, other) {
  for (let i = 0; i < one.length; i++) {
    const difference = compareCells(one[i], other[i]);
    if (difference) {
      return difference;
    }
  }
  return 0;
}

/**
 * Moves cells to the corner, and puts them in order.
 *
 * @param {Cell[]} cells
 * @returns {Cell[]}
 */
export function movedToCorner(cells) {
  const left = Math.min(...cells.map(([x]) => x));
  const top = Math.min(...cells.map(([, y]) => y));
  return cells.map(([x, y]) => [x - left, y - top]).sort(compareCells);
}

/** @returns {{width: number, height: number}} of cells that lie in the corner */
export function sizeOf(cells) {
  return {
    width: Math.max(...cells.map(([x]) => x)) + 1, height: Math.max(...cells.map(([, y]) => y)) + 1,
  };
}

/**
 * Reads a shape that is written row by row, such as `##/#.`.
 *
 * @param {string} text
 * @returns {Cell[]}
 */
export function parse(text) {
  return text.split("/")
    .flatMap((row, y) => [...row].flatMap((sign, x) => (sign === "#" ? [[x, y]] : [])))
    .sort(compareCells);
}

/** Writes cells row by row, wherever they lie. */
export function write(cells) {
  const shape = movedToCorner(cells);
  const taken = new Set(shape.map(keyOf));
  const { width, height } = sizeOf(shape);
  return Array.from({ length: height }, (_, y) => (
    Array.from({ length: width }, (_, x) => (taken.has(keyOf([x, y])) ? "#" : ".")).join("")
  )).join("/");
}

/**
 * The form that all congruent shapes share: of the eight images the smallest.
 *
 * @param {Cell[]} cells
 * @returns {Cell[]}
 */
export function canonical(cells) {
  const images = [];
  for (const [a, b] of [[1, 1], [1, -1], [-1, 1], [-1, -1]]) {
    images.push(
      movedToCorner(cells.map(([x, y]) => [a * x, b * y])),
      movedToCorner(cells.map(([x, y]) => [a * y, b * x])));
  }
  return images.reduce((best, image) => (compareShapes(image, best) < 0 ? image : best));
}

/** @returns {boolean} whether cells hang together by their edges; no cells do not */
export function isConnected(cells) {
  const left = new Map(cells.map((cell) => [keyOf(cell), cell]));
  const found = cells.slice(0, 1);
  left.delete(found.length ? keyOf(found[0]) : "");
  for (const [x, y] of found) {
    for (const near of [[x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1]]) {
      if (left.delete(keyOf(near))) {
        found.push(near);
      }
    }
  }
  return cells.length > 0 && left.size === 0;
}

/**
 * A shape parted in two.
 *
 * @typedef {Object} Cut
 * @property {Cell[]} piece what is cut off
 * @property {Cell[]} rest
 */

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

/** @returns {Cell[]} those cells that are not among others */
export function without(cells, others) {
  const gone = new Set(others.map(keyOf));
  return cells.filter((cell) => !gone.has(keyOf(cell)));
}
