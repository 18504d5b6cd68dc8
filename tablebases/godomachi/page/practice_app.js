/** Starts the practice of winning cuts. */

import { byId, h } from "../kit/dom.js";
import { startPractice } from "../kit/practice_page.js";
import { fetchJson } from "../kit/start.js";
import { moveIcon, winningReply } from "./parts.js";
import { OneCut, dailyPuzzles, hasDaily, practiceSizes, seededPuzzle } from "./practice.js";
import { number, t, verdict } from "./practice_texts.js";
import { Session } from "./session.js";
import { Table } from "./table.js";
import { headline } from "./view_answer.js";
import { PairView } from "./view_pair.js";

/** @import {PracticeChanged, Session as Practice} from "../kit/practice_session.js" */
/** @import {Puzzle} from "./practice.js" */
/** @import {Pair} from "./shapes.js" */
/** @import {Data} from "./table.js" */

/** @typedef {Practice<PuzzlePair, Pair, {pair: PuzzlePair}>} Cutting */
/** @typedef {Record<string, string[][]>} Larger puzzles of sizes that the data lacks: cells -> pairs of shapes */

/**
 * Without this file, practice has no puzzles of sizes that the data lacks.
 *
 * @type {Promise<Larger>}
 */
const LARGER = fetchJson("practice.json").catch(() => ({}));

const FIRST_CELL = "#pair [tabindex='0']";

/** A pair of which the reader cuts once. */
class PuzzlePair extends Session {
  isPlaying = true;

  restart() {
    /** @type {OneCut} */
    this.game = new OneCut(this.lookup, this.shapes, true);
  }

  get isDone() {
    return !this.search && this.game.isAnswered;
  }
}

/** @extends {PairView<PuzzlePair, PracticeChanged>} */
class PuzzleView extends PairView {
  first = FIRST_CELL;

  /**
   * @param {Cutting} practice
   * @param {PracticeChanged} changed
   */
  constructor(practice, changed) {
    super(practice.game.pair, changed);
    this.practice = practice;
  }

  /** Other pairs are chosen above. */
  buildModes() {
    return null;
  }

  cut() {
    const isLegal = this.practice.play(this.session.game.marked);
    this.changed.moved(isLegal ? undefined : this.faultInWords());
  }

  show() {
    super.show();
    const { search, isDone } = this.session;
    this.element.inert = search !== null;
    this.actions.hidden = this.marked.hidden = this.hint.hidden = isDone;
  }
}

/**
 * The winning cut, and the reply to a wrong one.
 *
 * @param {PuzzlePair} pair
 */
function reason({ isDone, plies, moves: [best], game, lookup }) {
  return [
    isDone && h("p", {}, verdict(plies)),
    ...(isDone ? [h("h3", {}, t("winningCut")), h("p", { id: "winning" }, moveIcon(best))] : []),
    ...(isDone && !game.isRight ? [h("h3", {}, t("reply")), ...winningReply(lookup, game.plies[0].cuts)] : []),
  ];
}

startPractice((/** @type {[Data, Larger]} */ [data, larger], changed) => {
  const table = new Table(data);
  const pair = new PuzzlePair(table);
  const sizes = practiceSizes(table);
  const heard = {
    advanced: () => changed.show(""),
    found() {
      const hasFocus = document.activeElement === byId("answer");
      changed.show();
      if (hasFocus) {
        /** @type {HTMLElement} */ (document.querySelector(FIRST_CELL)).focus({ preventScroll: true });
      }
    },
  };
  return [{
    name: "godomachi",
    kinds: [...sizes.map(String), ...Object.keys(larger)],
    dailyKind: hasDaily(sizes) ? "" : null,
    pair,
    draw: (day, kind, seed) => (day ? dailyPuzzles(table, day) : [seededPuzzle(table, Number(kind), seed, larger[kind])]),
    /**
     * Shows a puzzle, after a search if the data lacks its size.
     *
     * @param {Puzzle} puzzle
     */
    deal(puzzle) {
      pair.cells = puzzle.cells;
      if (puzzle.shapes) {
        pair.takeShapes(puzzle.shapes, heard);
      } else {
        pair.take(puzzle);
      }
      return pair;
    },
    /** @param {PuzzlePair} pair */
    kindOf: ({ cells }) => String(cells),
    label: (kind) => t("size", { cells: kind }),
    /**
     * A move is the cells of both pieces.
     *
     * @param {PuzzlePair} pair
     * @param {Pair} marked
     */
    act({ game }, marked) {
      game.marked = marked;
      return game.cut();
    },
    /** @param {PuzzlePair} pair */
    isRight: ({ game }) => game.isRight,
    outcome: (_, { results }) => (
      t("tally", { right: number(results.filter(({ isRight }) => isRight).length), count: number(results.length) })),
    /**
     * @param {PuzzlePair} shown
     */
    headline({ search, isDone, game, plies }) {
      if (search) {
        return headline(pair);
      }
      return isDone ? t(game.isRight ? "right" : "wrong") : verdict(plies);
    },
    View: PuzzleView,
    reason,
  }];
}, Promise.all([fetchJson("data.json"), LARGER]));
