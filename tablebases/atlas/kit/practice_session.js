/** What the practice of all games does: it goes from puzzle to puzzle, and keeps what the player has done. */

import { t } from "./languages.js";
import { Progress, today } from "./progress.js";

/** A seed for a puzzle. */
export function randomSeed() {
  return Math.floor(Math.random() * 1e7);
}

/** What an address says of a puzzle, or a part of it. */
function nameOf(kind, which) {
  return kind ? `${kind}_${which}` : String(which);
}

/**
 * What a game gives. Functions get the puzzle and the session, if nothing else is said. A puzzle may have what they say
 * under the same name instead.
 *
 * @typedef {Object} Game
 * @property {string} name of its progress
 * @property {string[]} kinds of puzzles, as in addresses; an empty one is not named there
 * @property {?string} dailyKind what the daily puzzle has as its kind in the address; null is no daily puzzle
 * @property {boolean} mayLeave whether the player may leave a puzzle that is not done
 * @property {Object<string, number>} more parts of the progress
 * @property {string} title the key of the name in results
 * @property {(which?: string) => ?number} seedOf the seed that an address names, or any; null if there is no such one
 * @property {(day: ?string, kind: string, seed: number) => Array} draw the puzzles of a day, or the one of a seed
 * @property {(drawn: any) => any} deal begins a drawn puzzle
 * @property {() => string} kindOf if there are several
 * @property {(kind: string) => string} label
 * @property {(puzzle: any, move: any) => any} act does a move, which JSON must keep as it is; false if it may not be done
 * @property {() => boolean} isDone
 * @property {() => boolean} isRight
 * @property {() => void} note notes a puzzle that is done
 * @property {() => string} outcome the result in words
 * @property {() => string} headline how the puzzle stands
 * @property {() => string} spoken what to announce, if not `headline`
 * @property {() => string} reached what the player has reached, if not the streak
 * @property {class} View of the puzzle
 * @property {(puzzle: any, session: Session, changed: Object) => Array} reason what the panel says above the result
 * @property {(puzzle: any, session: Session, changed: Object) => Array} review what it says below
 */

const USUAL = {
  dailyKind: "",
  mayLeave: true,
  title: "game",
  seedOf: (which) => Number(which ?? randomSeed()),
  deal: (drawn) => drawn,
  kindOf: (_, { game: { kinds } }) => kinds[0],
  note: (_, session) => session.progress.note(session.day ? null : session.name, session.ask("isRight")),
};

/** Puzzles of some kinds, each named by a seed, and those of a day. */
export class Session {
  /** The puzzles that were done since the start, and whether each went right. */
  results = [];

  /** @param {Game} game */
  constructor(game) {
    this.game = { ...USUAL, ...game };
    this.progress = new Progress(game.name, game.more);
  }

  /** What the game says of the puzzle, or else the puzzle itself. */
  ask(what) {
    return this.game[what] ? this.game[what](this.puzzle, this) : this.puzzle[what];
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
    return isDone ? t(day ? "ofDay" : "ofAnyDay", { title: t(title), day, result: this.ask("outcome") }) : "";
  }

  /** Goes to what an address names: `which` is `daily`, a seed or nothing. @returns {boolean} whether there is such a one */
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

  /** Starts the puzzles of a day, as they were left, or else the one of a kind and seed. */
  begin(day, kind, seed) {
    const start = (moves) => {
      Object.assign(this, { day, seed, moves: [], results: [], drawn: this.game.draw(day, kind, seed) });
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

  deal(at) {
    this.at = at;
    this.puzzle = this.game.deal(this.drawn[at]);
  }

  /** Does a move of the player; one that is not new is noted already. @returns {boolean} whether it may be done */
  play(move, isNew = true) {
    if (this.isDone || this.game.act(this.puzzle, move) === false) {
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

  /** Starts another puzzle of a kind, first one that comes again today. */
  renew(kind) {
    const { day, results } = this;
    const last = this.drawn && this.name;
    const seedIn = (name) => name.split("_").at(-1);
    const due = this.progress.due.find((name) => name !== last && name === nameOf(kind, seedIn(name)));
    this.begin(null, kind, this.game.seedOf(due && seedIn(due)));
    this.results = day ? [] : results;
  }
}
