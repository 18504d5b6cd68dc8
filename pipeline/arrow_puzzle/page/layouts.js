/** Where the tiles of a board are, in both layouts. */

/** From the middle of a hexagon to its corners, and of a square to its sides. */
export const REACH = 50;

/** Half of what is left free between two tiles. */
const GAP = 2;

/**
 * A board as it is drawn.
 *
 * @typedef {Object} Layout
 * @property {[number, number][]} points the middles of the tiles
 * @property {[number, number][]} corners of any tile, seen from its middle
 * @property {number[]} box x, y, width and height of all
 * @property {{line: number, place: number}[]} places the line of each tile, and its place there,
 *   both from 1; lines are rows or, in the layout by columns, columns
 * @property {number} alongAxis 0 where lines go to the right, 1 where they go down
 */

/** The middles of a hexagon's tiles whose lines are rows, with corners above and below. */
function hexagonPoint([row, column]) {
  return [(column - row / 2) * Math.sqrt(3) * REACH, row * 1.5 * REACH];
}

function squarePoint([row, column]) {
  return [column * 2 * REACH, row * 2 * REACH];
}

function hexagonCorners(reach) {
  return Array.from({ length: 6 }, (_, i) => {
    const angle = (i * Math.PI) / 3;
    return [reach * Math.sin(angle), -reach * Math.cos(angle)];
  });
}

function squareCorners(reach) {
  return [[-reach, -reach], [reach, -reach], [reach, reach], [-reach, reach]];
}

/** Numbers the lines and the places in them, both from 1. */
function placesOf(cells) {
  const first = cells[0][0];
  const counts = new Map();
  return cells.map(([row]) => {
    counts.set(row, (counts.get(row) ?? 0) + 1);
    return { line: row - first + 1, place: counts.get(row) };
  });
}

/**
 * Lays out a board.
 *
 * Read column by column, a board is the mirror image of the board read row by row. So the tiles keep
 * their order, and only the drawing changes its sides; the hexagons then have sides above and below.
 *
 * @param {import("./solving.js").Level} level
 * @param {"rows"|"columns"} name
 * @returns {Layout}
 */
export function layOut(level, name) {
  const hexagon = level.shape === "hexagon";
  const turned = ([x, y]) => (name === "columns" ? [y, x] : [x, y]);
  const points = level.cells.map(hexagon ? hexagonPoint : squarePoint).map(turned);
  const corners = (hexagon ? hexagonCorners : squareCorners)(REACH - GAP).map(turned);
  const range = (axis) => {
    const middles = points.map((point) => point[axis]);
    const reach = Math.max(...corners.map((corner) => corner[axis])) + GAP;
    const from = Math.min(...middles) - reach;
    return [from, Math.max(...middles) + reach - from];
  };
  const [[x, width], [y, height]] = [range(0), range(1)];
  return {
    points, corners, box: [x, y, width, height], places: placesOf(level.cells),
    alongAxis: name === "columns" ? 1 : 0,
  };
}

/**
 * The tile that an arrow key leads to.
 *
 * Along a line that is the neighbour. To another line it is the tile nearest to the point where one
 * came from, so that one can go straight through lines that are set off by half a tile.
 *
 * @param {Layout} layout
 * @param {number} tile
 * @param {[number, number]} step to the right and down, each -1, 0 or 1
 * @param {[number, number]} aim the point that one came from
 * @returns {number} a tile, the same one at the border
 */
export function neighbourOf({ points, places, alongAxis }, tile, step, aim) {
  const along = step[alongAxis];
  const line = places[tile].line + step[1 - alongAxis];
  const aside = (other) => Math.abs(points[other][alongAxis] - aim[alongAxis]);
  if (along !== 0) {
    return places[tile + along]?.line === line ? tile + along : tile;
  }
  return points.map((_, other) => other).filter((other) => places[other].line === line)
    .reduce((best, other) => (best === tile || aside(other) < aside(best) ? other : best), tile);
}
