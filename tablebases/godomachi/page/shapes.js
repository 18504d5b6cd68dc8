/** Polyominoes: text, images and cuts. */

/** @typedef {[number, number]} Cell column and row, counted from the upper left corner */

/** A key for the place of a cell. */
function keyOf([x, y]) {
  return `${x},${y}`;
}

export function movedToCorner(cells) {
  const left = Math.min(...cells.map(([x]) => x));
  const top = Math.min(...cells.map(([, y]) => y));
  return cells.map(([x, y]) => [x - left, y - top]);
}

/** The width and height of cells in the corner. */
export function sizeOf(cells) {
  return { width: Math.max(...cells.map(([x]) => x)) + 1, height: Math.max(...cells.map(([, y]) => y)) + 1 };
}

/** The cells of a shape such as `##/#.`, by columns, then by rows. */
export function parse(text) {
  return text.split("/")
    .flatMap((row, y) => [...row].flatMap((sign, x) => (sign === "#" ? [[x, y]] : [])))
    .sort(([x1, y1], [x2, y2]) => x1 - x2 || y1 - y2);
}

/** Writes cells row by row, from any place. */
export function write(cells) {
  const shape = movedToCorner(cells);
  const { width, height } = sizeOf(shape);
  const rows = Array.from({ length: height }, () => Array(width).fill("."));
  shape.forEach(([x, y]) => { rows[y][x] = "#"; });
  return rows.map((row) => row.join("")).join("/");
}

/** The eight images of a shape, turned and mirrored; some may be the same */
export function imagesOf(cells) {
  return [[1, 1], [1, -1], [-1, 1], [-1, -1]].flatMap(([right, down]) => [
    cells.map(([x, y]) => [right * x, down * y]), cells.map(([x, y]) => [right * y, down * x]),
  ]);
}

/** Whether cells are connected by edges; false without cells. */
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

/** A random shape: it grows by one cell at a time. */
export function randomShape(count) {
  const random = (of) => of[Math.floor(Math.random() * of.length)];
  const cells = [[0, 0]];
  while (cells.length < count) {
    const [x, y] = random(cells);
    const cell = random([[x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1]]);
    if (!has(cells, cell)) {
      cells.push(cell);
    }
  }
  return cells;
}

/** Two different places of `count`, at random. */
export function randomPair(count) {
  const a = Math.floor(Math.random() * count);
  return { a, b: (a + 1 + Math.floor(Math.random() * (count - 1))) % count };
}

/** @typedef {{piece: Cell[], rest: Cell[]}} Cut a shape cut in two */

/** @returns {Uint8Array} for every subset of cells, as bits, whether it is connected; 0 for the empty one */
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

/** The largest piece of `cells` cells by the rule, even if it is the whole shape. */
export function largestPiece(cells, maxCut) {
  return maxCut === "half" ? Math.floor(cells / 2) : cells;
}

/** All ways to cut a shape of few cells into two connected parts; either may be the piece. */
export function cutsOf(cells) {
  const connected = connectedSubsets(cells);
  const all = connected.length - 1;
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

export function has(cells, cell) {
  return cells.some(([x, y]) => x === cell[0] && y === cell[1]);
}

/** The cells of a list that are not in another. */
export function without(cells, others) {
  return cells.filter((cell) => !has(others, cell));
}
