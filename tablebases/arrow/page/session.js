/** The state of the page. */

/**
 * @import {Draft, LayoutName} from "./reading.js"
 * @import {Answer, Level, Order} from "./solving.js"
 */

import { readBoard } from "./reading.js";
import { modulo, Solver, tapsOf } from "./solving.js";

/**
 * @typedef {Object} Place a board that was entered or reached by taps, with its answer
 * @property {Uint8Array} turns
 * @property {Answer} answer
 * @property {?Uint8Array} plan the solution that is shown; null if there is none
 */

/**
 * @typedef {Object} Pictured what was read from a picture
 * @property {Map<number, number>} doubts doubtful tiles -> the turns that they have otherwise
 * @property {(tile: number, turns: number) => number[]} [correct] the board after the reader has set a tile
 * @property {(place: HTMLElement) => void} show
 */

/**
 * The place of a solution among the best ones; -1 if it is none of them.
 *
 * @param {Uint8Array} plan
 * @param {Answer} answer
 */
function numberOf(plan, { solutions }) {
  return solutions.findIndex((solution) => solution.every((taps, i) => taps === plan[i]));
}

export class Session {
  /** @param {Level[]} levels */
  constructor(levels) {
    /** @type {Map<Level, any>} */
    this.solvers = new Map(levels.map((level) => [level, new Solver(level)]));
    /** @type {Map<Level, Uint8Array>} */
    this.boards = new Map();
    /**
     * The layout that the reader has chosen; null for that of the game.
     *
     * @type {?LayoutName}
     */
    this.chosenLayout = null;
    this.layout = "rows";
    this.up = 1;
    /** @type {Order} */
    this.order = "taps";
    this.trying = false;
    /**
     * Whether the layout of the text was guessed; null if not.
     *
     * @type {"onlyLines" | "alsoLines" | null}
     */
    this.guess = null;
    /**
     * A text that is no board yet; the last board stays until it is one.
     *
     * @type {?Draft}
     */
    this.draft = null;
    /**
     * What was read from a picture, until another board is entered.
     *
     * @type {?Pictured}
     */
    this.pictured = null;
    this.showsTaps = true;
    /** Whether the board is one to look at first. */
    this.isExample = false;
    /** The level of an address that names none. */
    this.usualLevel = levels.find(({ name }) => name === "expert") ?? levels[0];
    this.choose(this.usualLevel);
  }

  /** @returns {Solver} */
  get solver() {
    return this.solvers.get(this.level);
  }

  /** The place that is shown. */
  get here() {
    return this.trying ? this.trial : this.entered;
  }

  /** How many taps of the plan are left; null without a plan. */
  get left() {
    return this.here.plan && tapsOf(this.here.plan);
  }

  /** How boards are read unless an address or the reader says otherwise: in the game hexagons stand in columns. */
  get usualLayout() {
    return this.chosenLayout ?? (this.level.shape === "hexagon" ? "columns" : "rows");
  }

  /**
   * Goes to a level, with the board that it had before.
   *
   * @param {Level} level
   */
  choose(level) {
    /** @type {Level} */
    this.level = level;
    this.layout = this.usualLayout;
    const board = this.boards.get(level);
    if (board) {
      this.enter(board);
    } else {
      this.enterExample();
    }
  }

  /** @returns {Uint8Array} the board on which every arrow points up */
  get allUp() {
    return new Uint8Array(this.level.cells.length);
  }

  /** Takes the board that 0, 1, 4, 9, ... taps on its tiles make; it is forgotten when another level is chosen. */
  enterExample() {
    const taps = this.level.cells.map((_, tile) => tile * tile);
    this.enter(taps.reduce((turns, times, tile) => this.solver.afterTaps(turns, tile, times), this.allUp));
    this.boards.delete(this.level);
    this.isExample = true;
  }

  /**
   * Takes a board; if taps are being tried, they are tried from here.
   *
   * @param {Iterable<number>} turns
   * @param {?Pictured} pictured
   */
  enter(turns, pictured = null) {
    this.pictured = pictured;
    const board = Uint8Array.from(turns);
    this.draft = this.guess = null;
    this.isExample = false;
    this.boards.set(this.level, board);
    /** @type {Place} */
    this.entered = this.placeOf(board);
    this.restart();
  }

  /**
   * Enters a text. Numbers of hexagons are tried line by line too, unless the reader chose the layout.
   *
   * @param {string} text
   */
  read(text) {
    const { level, solver, up, chosenLayout } = this;
    const [given, lines] = [this.layout === "rows" ? "rows" : this.usualLayout, "lines"].map((layout) => {
      const read = readBoard(text, level, up, layout);
      const found = read.fault ? read : { ...read, ...solver.determine(read.turns) };
      return { ...found, solvable: !found.fault && solver.rests(found.turns).every((rest) => rest === 0) };
    });
    const saysNothing = given.solvable && level.solutions === "1"; // Then every board can be solved.
    const guesses = !chosenLayout && !saysNothing && lines.solvable && given.fault?.kind !== "undetermined"
      && lines.turns.some((turns, tile) => turns !== given.turns[tile]);
    const read = guesses && !given.solvable ? lines : given;
    this.layout = chosenLayout ?? read.layout;
    if (read.fault) {
      this.draft = read;
      return;
    }
    this.enter(read.turns);
    this.guess = guesses ? (read === lines ? "onlyLines" : "alsoLines") : null;
    /** @type {number[]} */
    this.byLines =
      /** @type {number[]} */
      (lines.turns);
  }

  /**
   * @param {Uint8Array} turns
   * @returns {Place} with the first of the best solutions as the plan
   */
  placeOf(turns) {
    const answer = this.solver.answer(turns, this.order);
    return { turns, answer, plan: answer.solutions[0] ?? null };
  }

  /** Enters the draft; arrows without a number point up. */
  takeDraft() {
    if (this.draft) {
      const turns = this.allUp;
      turns.set(
        /** @type {number[]} */
        (this.draft.turns));
      this.enter(turns);
    }
  }

  /**
   * Turns the arrow of one entered tile; a doubtful one to what it may be otherwise.
   *
   * @param {number} tile
   * @param {number} steps
   */
  turn(tile, steps) {
    this.takeDraft();
    this.put(tile, this.pictured?.doubts.get(tile) ?? modulo(this.entered.turns[tile] + steps, this.level.directions));
  }

  /**
   * Sets the arrow of one entered tile.
   *
   * @param {number} tile
   * @param {number} turns
   */
  put(tile, turns) {
    this.takeDraft();
    this.enter(this.pictured?.correct?.(tile, turns) ?? this.entered.turns.with(tile, turns), this.pictured);
  }

  /** Forgets the taps that were tried. */
  restart() {
    /** @type {Place} */
    this.trial = { ...this.entered };
    /** @type {Uint8Array} */
    this.done = this.entered.turns.map(() => 0);
  }

  /**
   * Switches between entering a board and trying taps.
   *
   * @param {boolean} trying
   */
  setTrying(trying) {
    this.takeDraft();
    this.trying = trying;
    this.restart();
  }

  /** How many taps were tried; a tap back counts as those forward that do the same. */
  get doneTaps() {
    return tapsOf(this.done);
  }

  /**
   * Tries a tap, or takes one back.
   *
   * The plan is followed as long as the taps belong to it: what is left of a solution with the fewest taps has the
   * fewest taps for the board that one has come to. A tap beside the plan needs a new plan, and taking that tap back
   * may lead to a better one.
   *
   * @param {number} tile
   * @param {number} steps
   * @returns {boolean} whether that was no tap beside the plan
   */
  tap(tile, steps) {
    this.takeDraft();
    const { plan } = this.trial;
    const { directions } = this.level;
    const isBeside = steps > 0 && plan?.[tile] === 0;
    this.trial = this.placeOf(this.solver.afterTaps(this.trial.turns, tile, steps));
    if (plan !== null && !isBeside && plan[tile] - steps < directions) {
      const rest = plan.with(tile, plan[tile] - steps);
      if (steps > 0 || !this.trial.answer.compared || numberOf(rest, this.trial.answer) >= 0) {
        this.trial.plan = rest;
      }
    }
    this.done[tile] = modulo(this.done[tile] + steps, directions);
    return !isBeside;
  }

  /** @param {Order} order */
  setOrder(order) {
    this.order = order;
    this.entered = this.placeOf(this.entered.turns);
    this.trial = this.placeOf(this.trial.turns);
  }

  /** Whether every arrow is up. */
  get solved() {
    return this.here.turns.every((turns) => turns === 0);
  }

  /** The number of the plan among the best solutions; -1 if it is none of them. */
  get planNumber() {
    const { answer, plan } = this.here;
    return plan === null ? -1 : numberOf(plan, answer);
  }

  /**
   * Goes to the next or, by -1, to the previous of the best solutions.
   *
   * @param {number} steps
   */
  changePlan(steps) {
    const { solutions } = this.here.answer;
    const at = Math.max(this.planNumber, steps > 0 ? -1 : 0);
    this.here.plan = solutions.at((at + steps) % solutions.length) ?? null;
  }
}
