/**
 * Towns: tiles as they lie, their roads and faults.
 *
 * Sides of a tile: 0 top, 1 left, 2 bottom, 3 right. Directions 0-3 are the front face turned left by 0 to 3 quarter
 * turns, 4-7 the back face.
 */

export const SIDES = 4;
const BOTTOM = 2;
const RIGHT = 3;
const DOWN = [-1, 0, 1, 0];
const ACROSS = [0, -1, 0, 1];

/** The character of a pattern, in both halves, for a free position. */
const FREE = "_";

/**
 * @typedef {[side: number, side: number, object: string, facing: number | null]} PrintedRoad
 * @typedef {Record<string, number>} Off kind -> number of things off the roads; kinds without any are missing
 * @typedef {{number: number, faces: {roads: PrintedRoad[], off: Off}[]}} Tile
 * @typedef {{find(isIt: (tile: Tile) => boolean): Tile} & Tile[]} Tiles only numbers that it has are looked up
 * @typedef {{rows: number, columns: number, tiles: Tiles}} Board
 * @typedef {Board & {ruleSet: "published" | "impartial"}} Game
 *
 * @typedef {{first: number, second: number, object: string, facing: number | null}} Road
 * @typedef {{number: number, side: number, turns: number, roads: Road[], off: Off, held?: boolean}} LaidTile `held` while
 *   a town is built: it does not turn to fit the others
 * @typedef {LaidTile | null} Place null where no tile lies yet
 * @typedef {{game: Game, tiles: Place[]}} Town
 * @typedef {{game: Game, tiles: LaidTile[]}} FullTown
 * @typedef {{position: number, road: number, exit: number}} Step
 *
 * @typedef {{kind: "open", position: number, side: number, withRoad: number, without: number}} OpenBorder
 * @typedef {{kind: "loop", positions: number[]}} ClosedRoad
 * @typedef {OpenBorder | ClosedRoad} Fault a border where only one tile has a road, or a road that closes on itself
 */

/** A wrong pattern: `code` is the key of the text, `values` and the names of `positions` fill its gaps. */
export class PatternError extends Error {
  name = "PatternError";

  /**
   * @param {string} code
   * @param {Record<string, string | number>} values
   * @param {Record<string, number>} positions
   */
  constructor(code, values, positions = {}) {
    super(code);
    this.code = code;
    this.values = values;
    this.positions = positions;
  }
}

/**
 * Lays a tile.
 *
 * @param {Board} game
 * @param {number} number the tile's number
 * @param {number} direction 0-7
 * @returns {LaidTile}
 */
export function layTile(game, number, direction) {
  const side = direction < SIDES ? 0 : 1;
  const turns = direction % SIDES;
  const face = game.tiles.find((tile) => tile.number === number).faces[side];
  const roads = face.roads.map(([a, b, object, facing]) => {
    const [first, second] = [(a + turns) % SIDES, (b + turns) % SIDES].sort((x, y) => x - y);
    return { first, second, object, facing: facing === null ? null : (facing + turns) % SIDES };
  });
  roads.sort((a, b) => a.first - b.first);
  return { number, side, turns, roads, off: face.off };
}

/**
 * Lays out the town of a pattern; it need not be complete.
 *
 * @template {Board} SomeBoard
 * @param {SomeBoard} game
 * @param {string} pattern a digit a position for the tile, then one for the direction; `_` where no tile lies yet
 * @returns {{game: SomeBoard, tiles: Place[]}}
 * @throws {PatternError} if it is not a pattern
 */
export function layTown(game, pattern) {
  const positions = game.rows * game.columns;
  if (/[^0-9_]/.test(pattern)) {
    throw new PatternError("notDigits", { pattern, character: /** @type {RegExpMatchArray} */ (pattern.match(/[^0-9_]/))[0] });
  }
  if (pattern.length !== 2 * positions) {
    throw new PatternError("wrongLength", { pattern, length: pattern.length, expected: 2 * positions, positions });
  }
  const numbers = game.tiles.map((tile) => tile.number);
  const tiles = Array.from({ length: positions }, (_, position) => {
    if (pattern[position] === FREE) {
      return null;
    }
    const number = Number(pattern[position]);
    const direction = Number(pattern[positions + position]);
    if (!numbers.includes(number)) {
      throw new PatternError("noSuchTile", { number, tiles: numbers.join(", ") }, { place: position });
    }
    if (!(direction < 2 * SIDES)) {
      throw new PatternError("noSuchDirection", { direction: pattern[positions + position] }, { place: position });
    }
    return layTile(game, number, direction);
  });
  for (const [second, tile] of tiles.entries()) {
    const first = pattern.indexOf(pattern[second]);
    if (tile && first < second) {
      throw new PatternError("tileTwice", { number: tile.number }, { first, second });
    }
  }
  return { game, tiles };
}

/**
 * The pattern in the address of a town, or of a round with one; any other text as it is.
 *
 * @param {string} text
 */
export function patternInLink(text) {
  const [, pattern] = text.match(/#(?:town_|[\d_]+\/)([^/;\s]+)/) ?? [];
  try {
    return pattern ? decodeURIComponent(pattern) : text;
  } catch {
    return text;
  }
}

/**
 * @param {string} text
 * @returns {string} a typed or pasted pattern, or a link with one, as `layTown` reads it
 */
export function cleanedPattern(text) {
  return patternInLink(text).normalize("NFKC").replace(/[\s|]+/g, "").replace(/[-?.]/g, FREE);
}

/**
 * @param {Place[]} tiles
 * @returns {string} the pattern of laid tiles
 */
export function patternOf(tiles) {
  const directions = tiles.map((tile) => (tile ? SIDES * tile.side + tile.turns : FREE));
  return [...tiles.map((tile) => tile?.number ?? FREE), ...directions].join("");
}

/**
 * @param {Board} game
 * @param {number} position
 * @param {number} side
 * @returns {number | null} the position beyond a side; null outside
 */
export function neighbour(game, position, side) {
  const row = Math.floor(position / game.columns) + DOWN[side];
  const column = (position % game.columns) + ACROSS[side];
  const inside = row >= 0 && row < game.rows && column >= 0 && column < game.columns;
  return inside ? row * game.columns + column : null;
}

/**
 * @param {Place | undefined} tile
 * @param {number} side
 * @returns {number} which of a tile's roads reaches a side, or -1
 */
export function roadAt(tile, side) {
  return tile ? tile.roads.findIndex((road) => road.first === side || road.second === side) : -1;
}

/**
 * @param {Town} town
 * @param {number | null} position
 * @param {number} side
 * @returns {Step[]} from a side inwards until the road leaves the board, breaks off, or comes back
 */
function walk(town, position, side) {
  /** @type {Step[]} */
  const steps = [];
  while (position !== null) {
    const here = position;
    const road = roadAt(town.tiles[here], side);
    if (road < 0 || steps.some((step) => step.position === here && step.road === road)) {
      break;
    }
    const { first, second } =
      /** @type {LaidTile} */
      (town.tiles[here]).roads[road];
    const exit = side === first ? second : first;
    steps.push({ position, road, exit });
    position = neighbour(town.game, position, exit);
    side = (exit + 2) % SIDES;
  }
  return steps;
}

/**
 * A key for a road of a tile.
 *
 * @param {{position: number, road: number}} step
 */
const keyOf = ({ position, road }) => SIDES * position + road;

/**
 * @param {Town} town
 * @returns {Step[][]} the roads that end at the outer border, each from its end with the smaller edge number
 */
export function roadsOf(town) {
  /** @type {Set<number>} */
  const walked = new Set();
  /** @type {Step[][]} */
  const roads = [];
  town.tiles.forEach((tile, position) => {
    for (let side = 0; side < SIDES; side++) {
      const road = roadAt(tile, side);
      if (road >= 0 && neighbour(town.game, position, side) === null && !walked.has(keyOf({ position, road }))) {
        roads.push(walk(town, position, side));
        /** @type {Step[]} */
        (roads.at(-1)).forEach((step) => walked.add(keyOf(step)));
      }
    }
  });
  return roads;
}

/**
 * Why a town is not complete.
 *
 * @param {Town} town
 * @returns {Fault[]}
 */
export function faultsOf(town) {
  /** @type {Fault[]} */
  const faults = [];
  town.tiles.forEach((tile, position) => {
    for (const side of [BOTTOM, RIGHT]) {
      // No tile has the place null.
      const beyond =
        /** @type {number} */
        (neighbour(town.game, position, side));
      const here = roadAt(tile, side) >= 0;
      if (tile && town.tiles[beyond] && here !== roadAt(town.tiles[beyond], (side + 2) % SIDES) >= 0) {
        const [withRoad, without] = here ? [position, beyond] : [beyond, position];
        faults.push({ kind: "open", position, side, withRoad, without });
      }
    }
  });
  const walked = new Set(roadsOf(town).flat().map(keyOf));
  town.tiles.forEach((tile, position) => {
    tile?.roads.forEach(({ first }, road) => {
      if (walked.has(keyOf({ position, road }))) {
        return;
      }
      const steps = walk(town, position, first);
      steps.forEach((step) => walked.add(keyOf(step)));
      const last =
        /** @type {Step} */
        (steps.at(-1));
      if (neighbour(town.game, last.position, last.exit) === position && (last.exit + 2) % SIDES === first) {
        faults.push({ kind: "loop", positions: steps.map((step) => step.position) });
      }
    });
  });
  return faults;
}

/**
 * The largest orthogonally connected group of the tiles that have something.
 *
 * @param {Town} town
 * @param {(tile: LaidTile) => boolean} has
 * @returns {number[]} its positions; of equally large groups the first one
 */
export function largestGroup(town, has) {
  /** @type {Set<number>} */
  const waiting = new Set();
  town.tiles.forEach((tile, position) => tile && has(tile) && waiting.add(position));
  /** @type {number[]} */
  let largest = [];
  for (const start of waiting) {
    const group = [start];
    waiting.delete(start);
    for (const position of group) {
      for (let side = 0; side < SIDES; side++) {
        const beyond =
          /** @type {number} */
          (neighbour(town.game, position, side));
        if (waiting.delete(beyond)) {
          group.push(beyond);
        }
      }
    }
    largest = group.length > largest.length ? group : largest;
  }
  return largest;
}
