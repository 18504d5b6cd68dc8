/** What the practice of all games does: it goes from puzzle to puzzle, and keeps what the player has done. */

/**
 * @import {Child} from "./dom.js"
 * @import {Changed} from "./linked_page.js"
 * @import {Part} from "./view.js"
 */

import { t } from "./languages.js";
import { Progress, today } from "./progress.js";

/** A seed for a puzzle. */
export function randomSeed() {
  return Math.floor(Math.random() * 1e7);
}

/**
 * What an address says of a puzzle, or a part of it.
 *
 * @param {string | null} kind
 * @param {string | number} which
 */
function nameOf(kind, which) {
  return kind ? `${kind}_${which}` : String(which);
}

/**
 * What a puzzle tells of itself, or its game tells of it.
 *
 * @typedef {Object} Answers
 * @property {boolean} isDone if it is missing, the puzzle is never done
 * @property {boolean} isRight
 * @property {string} kindOf if there are several
 * @property {void} note notes a puzzle that is done
 * @property {string} outcome the result in words
 * @property {string} headline how the puzzle stands
 * @property {string} [spoken] what to announce, if not `headline`
 * @property {string} [reached] what the player has reached, if not the streak
 */

/**
 * What a game tells of a puzzle. A puzzle may have it under the same name instead.
 *
 * @template P, M, X
 * @typedef {{[W in keyof Answers]?: (puzzle: P, session: Session<P, M, X>) => Answers[W]}} Tellers
 */

/**
 * What shows a puzzle.
 *
 * @typedef {Object} PuzzleView
 * @property {() => Element} build makes the elements in the current language
 * @property {() => void} show fills them
 * @property {string} [first] selects what has the focus on a new puzzle
 * @property {() => Child[]} [buttons] further ones
 */

/**
 * To be called after changes, with what to announce. `moved` shows a move of the player; when the puzzle is done, the
 * focus is on what comes next.
 *
 * @typedef {Changed & {moved: (said?: string | void) => void}} PracticeChanged
 */

/**
 * What a panel says.
 *
 * @template P, M, X
 * @typedef {(puzzle: P, session: Session<P, M, X>, changed: PracticeChanged) => Part[]} Sayer
 */

/**
 * @template P, M, X
 * @typedef {Object} GameParts
 * @property {string} name of its progress
 * @property {string[]} kinds of puzzles, as in addresses; an empty one is not named there
 * @property {string | null} [dailyKind] what the daily puzzle has as its kind in the address; null is no daily puzzle
 * @property {boolean} [mayLeave] whether the player may leave a puzzle that is not done
 * @property {Object<string, number>} [more] parts of the progress
 * @property {string} [title] the key of the name in results
 * @property {string} [next] the key of the button that leads on
 * @property {string} [rules] the key of what the player reads until the puzzle is done; an empty one is none
 * @property {string} [repeats] the key of when puzzles come again; an empty one if the game itself says so
 * @property {(which?: string) => number | null} [seedOf] the seed that an address names, or any; null if there is no such
 *   one
 * @property {(day: string | null, kind: string, seed: number) => any[]} draw the puzzles of a day, or the one of a seed
 * @property {(drawn: any) => P} [deal] begins a drawn puzzle
 * @property {(kind: string) => string} label
 * @property {(puzzle: P, move: M) => unknown} [act] does a move, which JSON must keep as it is; false if it may not be
 *   done. Without it, puzzles have no moves
 * @property {new (session: Session<P, M, X>, changed: PracticeChanged) => PuzzleView} View of the puzzle
 * @property {Sayer<P, M, X>} [reason] what the panel says above the result
 * @property {Sayer<P, M, X>} [review] what it says below
 */

/**
 * What a game gives, for puzzles `P` and moves `M`. It may have more, `X`, for its view.
 *
 * @template [P=any], [M=any], [X=any]
 * @typedef {GameParts<P, M, X> & Tellers<P, M, X>} Game
 */

/** @typedef {"dailyKind" | "mayLeave" | "title" | "next" | "rules" | "repeats" | "seedOf" | "deal" | "kindOf" | "note"} UsualPart */

/** @type {Required<Pick<Game, UsualPart>>} */
const USUAL = {
  dailyKind: "",
  mayLeave: true,
  title: "game",
  next: "nextPuzzle",
  rules: "rules",
  repeats: "repeatsHelp",
  seedOf: (which) => Number(which ?? randomSeed()),
  deal: (drawn) => drawn,
  kindOf: (_, { game: { kinds } }) => kinds[0],
  note: (_, session) => session.progress.note(session.day ? null : session.name, session.ask("isRight")),
};

/**
 * Puzzles of some kinds, each named by a seed, and those of a day.
 *
 * @template [P=any], [M=any], [X=object]
 */
export class Session {
  /**
   * The puzzles that were done since the start, and whether each went right.
   *
   * @type {{puzzle: P, isRight: boolean}[]}
   */
  results = [];

  /** @param {Game<P, M, X> & X} game */
  constructor(game) {
    this.game = { ...USUAL, ...game };
    this.progress = new Progress(game.name, game.more);
  }

  /**
   * What the game says of the puzzle, or else the puzzle itself.
   *
   * @template {keyof Answers} W
   * @param {W} what
   * @returns {Answers[W]}
   */
  ask(what) {
    return this.game[what] ? /** @type {any} */ (this.game[what])(this.puzzle, this) : /** @type {any} */ (this.puzzle)[what];
  }

  get isDone() {
    return this.ask("isDone");
  }

  get kind() {
    return this.ask("kindOf");
  }

  /** The address of the puzzle, and its name in the progress. */
  get name() {
    return this.day ? nameOf(this.game.dailyKind, "daily") : nameOf(this.kind, this.seed);
  }

  get isLast() {
    return this.at === this.drawn.length - 1;
  }

  /** One line to share, of the daily puzzle with the date; an empty one before the puzzle is done. */
  get result() {
    const { day, isDone, game: { title } } = this;
    return isDone ? t(day ? "ofDay" : "ofAnyDay", { title: t(title), day: /** @type {string} */ (day), result: this.ask("outcome") }) : "";
  }

  /**
   * Goes to what an address names: `which` is `daily`, a seed or nothing.
   *
   * @param {string} kind
   * @param {string} [which]
   * @returns {boolean} whether there is such a one
   */
  open(kind, which) {
    const { dailyKind, kinds, seedOf } = this.game;
    const isDaily = which === "daily";
    const seed = isDaily ? 0 : seedOf(which);
    const isThere = isDaily ? kind === dailyKind : kinds.includes(kind) && seed !== null;
    if (isThere) {
      this.begin(isDaily ? today() : null, kind, seed);
    }
    return isThere;
  }

  /**
   * Starts the puzzles of a day, as they were left, or else the one of a kind and seed.
   *
   * @param {string | null} day
   * @param {string} [kind]
   * @param {number | null} [seed]
   */
  begin(day, kind, seed) {
    /** @param {M[]} moves */
    const start = (moves) => {
      this.day = day;
      /** @type {number} */
      this.seed = /** @type {number} */ (seed);
      /** @type {M[]} */
      this.moves = [];
      this.results = [];
      /** @type {any[]} */
      this.drawn = this.game.draw(day, /** @type {string} */ (kind), this.seed);
      this.deal(0);
      for (const move of moves) {
        if (this.isDone && !this.isLast) {
          this.next();
        }
        this.play(move, false);
      }
    };
    try {
      start((day && this.progress.begunOn(day)) ?? []);
    } catch { // What was kept has another form.
      start([]);
    }
  }

  /** @param {number} at */
  deal(at) {
    /** @type {number} */
    this.at = at;
    /** @type {P} */
    this.puzzle = this.game.deal(this.drawn[at]);
  }

  /**
   * Does a move of the player; one that is not new is noted already.
   *
   * @param {M} move
   * @returns {boolean} whether it may be done
   */
  play(move, isNew = true) {
    if (this.isDone || this.game.act?.(this.puzzle, move) === false) {
      return false;
    }
    this.moves.push(move);
    if (this.isDone) {
      this.results.push({ puzzle: this.puzzle, isRight: this.ask("isRight") });
    }
    if (isNew) {
      this.note();
    }
    return true;
  }

  note() {
    if (this.isDone) {
      this.ask("note");
    }
    if (this.isDone && this.isLast && this.day) {
      this.progress.noteDay(this.day, this.result);
    }
    this.keep();
  }

  keep() {
    if (this.day) {
      this.progress.noteBegun(this.day, this.moves);
    }
  }

  /** Goes on to the next puzzle of the day, or to another one of the kind. */
  next() {
    if (this.isDone && !this.isLast) {
      this.deal(this.at + 1);
    } else {
      this.renew(this.kind);
    }
  }

  /**
   * Starts another puzzle of a kind, first one that comes again today.
   *
   * @param {string} kind
   */
  renew(kind) {
    const { day, results } = this;
    const last = this.drawn && this.name;
    /** @param {string} name */
    const seedIn = (name) => /** @type {string} */ (name.split("_").at(-1));
    const due = this.progress.due.find((name) => name !== last && name === nameOf(kind, seedIn(name)));
    this.begin(null, kind, this.game.seedOf(due && seedIn(due)));
    this.results = day ? [] : results;
  }
}
