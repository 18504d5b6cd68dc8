/** The state of the page, and its address. */

import { startWorker } from "../kit/start.js";
import { Game } from "./game.js";
import { imagesOf, isConnected, movedToCorner, parse, randomPair, randomShape, sizeOf, write } from "./shapes.js";
import { SearchedTable } from "./table.js";

/** @import {Opponent} from "./game.js" */
/** @import {Answer, Question} from "./search_worker.js" */
/** @import {Cell, Pair, Side} from "./shapes.js" */
/** @import {Lookup, Move, NamedPair, Numbers, Table} from "./table.js" */

/** @type {Side[]} */
export const SIDES = ["a", "b"];

/** Cells of the smallest two different polyominoes. */
const FEWEST_CELLS = 3;

/** Searches of larger polyominoes take too long or too much memory. */
export const MOST_CELLS = 15;

/** Sizes to choose besides those of the data: pairs of them are drawn at random, and searched. */
const DRAWN_SIZES = [8, 9, 10];

/** Random shapes to choose from, of a size that the data lacks. */
const OFFERED = 34;

/** The first size on the page, if the data has it. */
const USUAL_CELLS = 6;

/**
 * @typedef {NamedPair & {isPuzzle?: boolean, shapes?: undefined}} ListedPair a pair of the data
 * @typedef {{shapes: Pair, cells?: undefined, a?: undefined, b?: undefined, isPuzzle?: undefined}} FreePair shapes
 *   that the data may lack
 */

/**
 * @typedef {Object} Search
 * @property {Pair} shapes
 * @property {number} done all positions of up to `done` cells are known
 * @property {boolean} hasFailed
 * @property {Worker} worker
 */

/**
 * To be called when a search advances or fails, and when the shapes are taken.
 *
 * @typedef {{advanced: () => void, found: () => void}} Heard
 */

export class Session {
  isPlaying = false;

  readerBegins = true;

  /**
   * Of the reader, as `Game` takes it.
   *
   * @type {Opponent}
   */
  opponent = "perfect";

  /**
   * The side of the next polyomino from the gallery.
   *
   * @type {Side}
   */
  side = "a";

  /**
   * The last pair of each size, by cells.
   *
   * @type {Map<number, Numbers>}
   */
  pairs = new Map();

  /**
   * The drawn cells of either side, and those before each change.
   *
   * @type {Pair}
   */
  drawn = { a: [], b: [] };

  /** @type {Pair[]} */
  drawings = [];

  /**
   * The current search, or null.
   *
   * @type {?Search}
   */
  search = null;

  /**
   * The shapes to choose from.
   *
   * @type {Cell[][]}
   */
  gallery = [];

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.sizes = [...table.sizes.keys()].filter((cells) => cells >= FEWEST_CELLS);
    this.drawnSizes = DRAWN_SIZES.filter((cells) => cells > table.largest);
    this.usualCells = Math.min(USUAL_CELLS, table.largest);
    this.choose(this.usualCells);
  }

  /**
   * Goes to a size and its last pair.
   *
   * @param {number} cells
   */
  choose(cells) {
    this.take({ cells, ...(this.pairs.get(cells) ?? this.table.longestPair(cells)) });
  }

  /**
   * Takes a pair, by the numbers of its polyominoes; a puzzle hides its moves.
   *
   * @param {ListedPair} pair
   */
  take({ cells, a, b, isPuzzle = false }) {
    /** @type {number} */
    this.cells = cells;
    /** @type {Numbers} */
    this.pair = { a, b };
    this.pairs.set(cells, { a, b });
    this.begin(this.table, { a: this.table.shape(cells, a), b: this.table.shape(cells, b) }, isPuzzle);
  }

  /**
   * Shows two shapes with a table that has them.
   *
   * @param {Lookup} lookup
   * @param {Pair} shapes
   */
  begin(lookup, shapes, isPuzzle = false) {
    this.cancelSearch();
    /** @type {Lookup} */
    this.lookup = lookup;
    /** @type {Pair} */
    this.shapes = shapes;
    /** @type {boolean} */
    this.isPuzzle = isPuzzle;
    /**
     * Whether the pair is one to look at first.
     *
     * @type {boolean}
     */
    this.isExample = false;
    /** @type {boolean} */
    this.hidesMoves = isPuzzle;
    /** @type {Move[]} */
    this.moves = lookup.moves(shapes.a, shapes.b);
    /** @type {Move[]} */
    this.line = lookup.bestLine(shapes.a, shapes.b);
    /** @type {number} */
    this.chosen = 0;
    /** @type {boolean} */
    this.showsAll = false;
    /** @type {boolean} */
    this.showsReply = false;
    this.restart();
    if (!this.isSearched) {
      this.gallery = this.table.sizes.get(this.cells).shapes;
    } else if (Object.values(this.places).includes(-1)) {
      this.offerOthers();
    }
  }

  /** Offers random shapes of a size that the data lacks, after the two that are shown. */
  offerOthers() {
    const { a, b } = this.shapes;
    const others = Array.from({ length: OFFERED }, () => uprightImage(randomShape(a.length)));
    this.gallery = [...new Set([a, b, ...others].map(write))].map(parse);
  }

  /** The places of the two shapes in the gallery, or of those that are searched; -1 is none. */
  get places() {
    /** @param {Side} side */
    const placeOf = (side) => this.gallery.findIndex((shape) => write(shape) === write(this.wanted[side]));
    return this.isSearched ? { a: placeOf("a"), b: placeOf("b") } : this.pair;
  }

  /** The two shapes, or those of the same size that are searched. */
  get wanted() {
    const { search, shapes } = this;
    return search && search.shapes.a.length === shapes.a.length ? search.shapes : shapes;
  }

  /** Whether the data lacks the pair. */
  get isSearched() {
    return this.lookup !== this.table;
  }

  /**
   * Takes two connected shapes of the same size: from the data, or else after a search.
   *
   * @param {Pair} shapes
   * @param {Heard} heard
   */
  takeShapes(shapes, { advanced, found }) {
    if (shapes.a.length <= this.table.largest) {
      const { cells, number: a } = this.table.name(shapes.a);
      this.take({ cells, a, b: this.table.name(shapes.b).number });
      found();
      return;
    }
    this.cancelSearch();
    const upright = { a: uprightImage(shapes.a), b: uprightImage(shapes.b) };
    const search = /** @type {Search} */ ({ shapes: upright, done: 0, hasFailed: false });
    /** @type {Question} */
    const question = { ...upright, maxCut: this.table.maxCut };
    search.worker = startWorker("search_worker.js", question, (/** @type {Answer} */ { done, sizes }) => {
      if (sizes) {
        this.begin(new SearchedTable(sizes, this.table), upright);
        found();
      } else {
        search.done = done;
        advanced();
      }
    }, () => {
      search.hasFailed = true;
      advanced();
    });
    this.search = search;
  }

  /**
   * Takes a random pair of different shapes, as `takeShapes` does.
   *
   * @param {number} cells
   * @param {Heard} heard
   */
  takeRandom(cells, heard) {
    const { table } = this;
    if (cells <= table.largest) {
      this.take({ cells, ...randomPair(table.count(cells)) });
      heard.found();
      return;
    }
    /** @type {Cell[]} */
    let a;
    /** @type {Cell[]} */
    let b;
    do {
      [a, b] = [randomShape(cells), randomShape(cells)];
    } while (imagesOf(b).some((image) => write(image) === write(a)));
    this.takeShapes({ a, b }, heard);
  }

  cancelSearch() {
    this.search?.worker.terminate();
    this.search = null;
  }

  /**
   * Draws on one side.
   *
   * @param {Side} side
   * @param {Cell[]} cells
   */
  draw(side, cells) {
    this.drawings.push(this.drawn);
    this.drawn = { ...this.drawn, [side]: cells };
    this.cancelSearch();
  }

  undoDrawing() {
    this.drawn = /** @type {Pair} */ (this.drawings.pop());
    this.cancelSearch();
  }

  /**
   * Takes another polyomino on one side.
   *
   * @param {Side} side
   * @param {number} place in the gallery
   * @param {Heard} heard
   */
  put(side, place, heard) {
    if (this.isSearched) {
      this.takeShapes({ ...this.wanted, [side]: this.gallery[place] }, heard);
    } else {
      this.take({ cells: this.cells, ...this.pair, [side]: place });
      heard.found();
    }
  }

  /** @returns {ListedPair|FreePair} */
  get address() {
    return this.isSearched ? { shapes: this.shapes }
      : { cells: this.cells, ...this.pair, isPuzzle: this.isPuzzle };
  }

  get plies() {
    return this.lookup.pliesOf(this.shapes.a, this.shapes.b);
  }

  /** The move on the shapes; null if there is none or it is hidden. */
  get shownMove() {
    return this.hidesMoves ? null : this.moves[this.chosen] ?? null;
  }

  /**
   * Restarts a game in progress; `how` may change `isPlaying`, `readerBegins` and `opponent`.
   *
   * @param {Partial<Pick<Session, "isPlaying"|"readerBegins"|"opponent">>} how
   */
  restart(how = {}) {
    Object.assign(this, how);
    /** @type {?Game} */
    this.game = this.isPlaying ? new Game(this.lookup, this.shapes, this.readerBegins, this.opponent) : null;
  }

  /** The game as JSON keeps it; null if none is played. */
  get kept() {
    const { game, opponent, readerBegins, address } = this;
    const pieces = game?.plies.map(({ cuts: { a, b } }) => ({ a: a.piece, b: b.piece }));
    return game && { opponent, readerBegins, address: addressOf(address), pieces };
  }

  /**
   * Goes on with a game that JSON has kept, if it is one of this pair.
   *
   * @param {?string} text
   */
  resume(text) {
    try {
      const { address, pieces, ...how } = JSON.parse(text ?? "");
      if (address === addressOf(this.address)) {
        this.restart({ ...how, isPlaying: true });
        /** @type {Game} */ (this.game).replay(pieces);
      }
    } catch { /* None is kept, or one of another form. */ }
  }
}

/**
 * A shape in the corner, turned if it is wider than high.
 *
 * @param {Cell[]} cells
 * @returns {Cell[]}
 */
function uprightImage(cells) {
  const shape = movedToCorner(cells);
  const { width, height } = sizeOf(shape);
  return width > height ? shape.map(([x, y]) => [y, x]) : shape;
}

/**
 * An address such as `#6-12-30`, `#6-12-30-puzzle`, or with shapes such as `#xx/x.-xxx`
 *
 * @param {ListedPair|FreePair} pair
 */
export function addressOf({ cells, a, b, isPuzzle, shapes }) {
  return shapes ? `#${SIDES.map((side) => write(shapes[side]).replaceAll("#", "x")).join("-")}`
    : `#${cells}-${a}-${b}${isPuzzle ? "-puzzle" : ""}`;
}

/**
 * Whether the page can solve two shapes.
 *
 * @param {Pair} shapes
 */
export function canBeTaken({ a, b }) {
  return a.length === b.length && a.length >= FEWEST_CELLS && a.length <= MOST_CELLS && [a, b].every(isConnected);
}

/**
 * The shapes in an address, or null.
 *
 * @param {string} hash
 * @returns {?FreePair}
 */
function readShapes(hash) {
  const [a, b] = /^#([x./]+)-([x./]+)$/.exec(hash)?.slice(1).map((text) => parse(text.replaceAll("x", "#"))) ?? [];
  return a && canBeTaken({ a, b }) ? { shapes: { a, b } } : null;
}

/**
 * Reads an address: a pair of the data, shapes, or null.
 *
 * @param {string} hash
 * @param {Table} table
 * @returns {ListedPair|FreePair|null}
 */
export function readAddress(hash, table) {
  const match = /^#(\d{1,2})-(\d{1,6})-(\d{1,6})(-puzzle)?$/.exec(hash);
  if (!match) {
    return readShapes(hash);
  }
  const [cells, a, b] = match.slice(1, 4).map(Number);
  const isPuzzle = match[4] !== undefined;
  const isThere = cells >= FEWEST_CELLS && table.sizes.has(cells) && Math.max(a, b) < table.count(cells);
  return isThere && (!isPuzzle || table.isPuzzle(cells, a, b)) ? { cells, a, b, isPuzzle } : null;
}
