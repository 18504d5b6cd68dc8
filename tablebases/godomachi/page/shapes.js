/** Polyominoes: text, images and cuts. */

/**
 * @typedef {[number, number]} Cell column and row, counted from the upper left corner
 * @typedef {"a"|"b"} Side
 * @typedef {Record<Side, Cell[]>} Pair the shapes of both sides
 * @typedef {"any"|"half"} MaxCut the rule: `half` if at most half of the cells may be cut off
 */

/**
 * A key for the place of a cell.
 *
 * @param {number[]} cell
 */
function keyOf([x, y]) {
  return `${x},${y}`;
}

/**
 * @param {Cell[]} cells
 * @returns {Cell[]}
 */
export function movedToCorner(cells) {
  const left = Math.min(...cells.map(([x]) => x));
  const top = Math.min(...cells.map(([, y]) => y));
  return cells.map(([x, y]) => [x - left, y - top]);
}

/**
 * The width and height of cells in the corner.
 *
 * @param {Cell[]} cells
 */
export function sizeOf(cells) {
  return { width: Math.max(...cells.map(([x]) => x)) + 1, height: Math.max(...cells.map(([, y]) => y)) + 1 };
}

/**
 * The cells of a shape such as `##/#.`, by columns, then by rows.
 *
 * @param {string} text
 * @returns {Cell[]}
 */
export function parse(text) {
  return text.split("/")
    .flatMap((row, y) => [...row].flatMap((sign, x) => (sign === "#" ? [/** @type {Cell} */ ([x, y])] : [])))
    .sort(([x1, y1], [x2, y2]) => x1 - x2 || y1 - y2);
}

/**
 * Writes cells row by row, from any place.
 *
 * @param {Cell[]} cells
 */
export function write(cells) {
  const shape = movedToCorner(cells);
  const { width, height } = sizeOf(shape);
  const rows = Array.from({ length: height }, () => Array(width).fill("."));
  shape.forEach(([x, y]) => { rows[y][x] = "#"; });
  return rows.map((row) => row.join("")).join("/");
}

/**
 * The eight images of a shape, turned and mirrored; some may be the same
 *
 * @param {Cell[]} cells
 * @returns {Cell[][]}
 */
export function imagesOf(cells) {
  return [[1, 1], [1, -1], [-1, 1], [-1, -1]].flatMap(([right, down]) => [
    cells.map(([x, y]) => [right * x, down * y]), cells.map(([x, y]) => [right * y, down * x]),
  ]);
}

/**
 * Whether cells are connected by edges; false without cells.
 *
 * @param {Cell[]} cells
 */
export function isConnected(cells) {
  const left = new Set(cells.slice(1).map(keyOf));
  /** @type {number[][]} */
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

/**
 * A random shape: it grows by one cell at a time.
 *
 * @param {number} count
 */
export function randomShape(count) {
  /** @type {<T>(of: T[]) => T} */
  const random = (of) => of[Math.floor(Math.random() * of.length)];
  /** @type {Cell[]} */
  const cells = [[0, 0]];
  while (cells.length < count) {
    const [x, y] = random(cells);
    /** @type {Cell} */
    const cell = random([[x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1]]);
    if (!has(cells, cell)) {
      cells.push(cell);
    }
  }
  return cells;
}

/**
 * Two different places of `count`, at random.
 *
 * @param {number} count
 */
export function randomPair(count) {
  const a = Math.floor(Math.random() * count);
  return { a, b: (a + 1 + Math.floor(Math.random() * (count - 1))) % count };
}

/** @typedef {{piece: Cell[], rest: Cell[]}} Cut a shape cut in two */

/**
 * @param {Cell[]} cells
 * @returns {Uint8Array} for every subset of cells, as bits, whether it is connected; 0 for the empty one
 */
export function connectedSubsets(cells) {
  const near = cells.map(([x, y]) => cells.reduce((bits, [otherX, otherY], i) => (
    Math.abs(x - otherX) + Math.abs(y - otherY) === 1 ? bits | 1 << i : bits), 0));
  const connected = new Uint8Array(2 ** cells.length);
  for (let subset = 1; subset < connected.length; subset++) {
    let found = 0;
    for (let edge = subset & -subset; edge;) {
      found |= edge;
      let reached = 0;
      for (let left = edge; left; left &= left - 1) {
        reached |= near[31 - Math.clz32(left & -left)];
      }
      edge = reached & subset & ~found;
    }
    connected[subset] = Number(found === subset);
  }
  return connected;
}

/**
 * The largest piece of `cells` cells by the rule, even if it is the whole shape.
 *
 * @param {number} cells
 * @param {MaxCut} maxCut
 */
export function largestPiece(cells, maxCut) {
  return maxCut === "half" ? Math.floor(cells / 2) : cells;
}

/**
 * All ways to cut a shape of few cells into two connected parts; either may be the piece.
 *
 * @param {Cell[]} cells
 */
export function cutsOf(cells) {
  const connected = connectedSubsets(cells);
  const all = connected.length - 1;
  /** @type {Cut[]} */
  const cuts = [];
  for (let chosen = 1; chosen < all; chosen++) {
    if (connected[chosen] && connected[all ^ chosen]) {
      cuts.push({
        piece: cells.filter((_, i) => chosen >> i & 1), rest: cells.filter((_, i) => !(chosen >> i & 1)),
      });
    }
  }
  return cuts;
}

/**
 * @param {Cell[]} cells
 * @param {Cell} cell
 */
export function has(cells, cell) {
  return cells.some(([x, y]) => x === cell[0] && y === cell[1]);
}

/**
 * The cells of a list that are not in another.
 *
 * @param {Cell[]} cells
 * @param {Cell[]} others
 */
export function without(cells, others) {
  return cells.filter((cell) => !has(others, cell));
}
