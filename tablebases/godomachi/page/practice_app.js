/** Starts the practice of winning cuts. */

import { action } from "../kit/controls.js";
import { byId, h, press } from "../kit/dom.js";
import { startLinkedPage } from "../kit/linked_page.js";
import { Progress, progressPart, randomSeed, resultLine, resultPart, today } from "../kit/practice.js";
import { fetchJson } from "../kit/start.js";
import { AnswerPanel } from "../kit/view.js";
import { moveIcon, winningReply } from "./parts.js";
import { OneCut, dailyPuzzles, hasDaily, practiceSizes, seededPuzzle } from "./practice.js";
import { number, t, verdict } from "./practice_texts.js";
import { Session } from "./session.js";
import { Table } from "./table.js";
import { headline } from "./view_answer.js";
import { PairView } from "./view_pair.js";

/** Puzzles of sizes that the data lacks: cells -> pairs of shapes. Without this file, practice has none of them. */
const LARGER = fetchJson("practice.json").catch(() => ({}));

/** The puzzle that is played, the score so far, and the progress. */
class Practice extends Session {
  isPlaying = true;

  /** `heard` is what `takeShapes` calls. */
  constructor(table, larger, heard) {
    super(table);
    this.larger = larger;
    this.heard = heard;
    this.practised = [...practiceSizes(table), ...Object.keys(larger).map(Number)];
    this.hasDaily = hasDaily(this.practised);
    this.progress = new Progress("godomachi");
    this.open("");
  }

  /** The game of the session: one cut of the reader. */
  restart() {
    this.game = new OneCut(this.lookup, this.shapes, true);
  }

  /** Starts the puzzles of a day, or the puzzle of a size with a seed. */
  start(day, cells, seed) {
    Object.assign(this, { day, seed, at: 0, tally: { count: 0, right: 0 } });
    this.puzzles = day ? dailyPuzzles(this.table, day) : [seededPuzzle(this.table, cells, seed, this.larger[cells])];
    this.takePuzzle();
  }

  /** Takes the puzzle that is next, after a search if the data lacks its size. */
  takePuzzle() {
    const puzzle = this.puzzles[this.at];
    if (puzzle.shapes) {
      this.cells = puzzle.cells;
      this.takeShapes(puzzle.shapes, this.heard);
    } else {
      this.take(puzzle);
    }
  }

  /** Starts what an address names, or else a new puzzle; whether it names something. */
  open(hash) {
    const [, daily, size, seed] = /^#(?:(daily)|(\d{1,2})_(\d{1,7}))$/.exec(hash) ?? [];
    const isNamed = daily ? this.hasDaily : this.practised.includes(Number(size));
    const cells = this.practised.includes(this.usualCells) ? this.usualCells : this.practised[0];
    this.start(isNamed && daily ? today() : null, ...(isNamed && size ? [Number(size), Number(seed)] : [cells, randomSeed()]));
    return isNamed || hash === "";
  }

  get name() {
    return this.day ? "daily" : `${this.cells}_${this.seed}`;
  }

  get isLast() {
    return this.at === this.puzzles.length - 1;
  }

  /** Cuts off the marked cells; whether the cut is legal. */
  cut() {
    const { game, progress, tally } = this;
    if (game.isAnswered || !game.cut()) {
      return false;
    }
    this.tally = { count: tally.count + 1, right: tally.right + game.isRight };
    progress.note(this.day ? null : this.name, game.isRight);
    if (this.day && this.isLast) {
      progress.noteDay(this.day, this.result);
    }
    return true;
  }

  /** Goes on to the next puzzle: of the day, or one of the size to be repeated, or a new one. */
  next(cells = this.cells) {
    if (this.day && !this.isLast && cells === this.cells && this.game.isAnswered) {
      this.at += 1;
      this.takePuzzle();
      return;
    }
    const { day, tally } = this;
    const due = this.progress.due.find((name) => name.startsWith(`${cells}_`) && name !== this.name);
    this.start(null, cells, due ? Number(due.split("_")[1]) : randomSeed());
    this.tally = day ? this.tally : tally;
  }

  get result() {
    const { right, count } = this.tally;
    return resultLine(t("game"), this.day, t("tally", { right: number(right), count: number(count) }));
  }

  get headline() {
    const { game, day, at, puzzles, search } = this;
    if (search) {
      return headline(this);
    }
    if (game.isAnswered) {
      return t(game.isRight ? "right" : "wrong");
    }
    return day ? t("findOfDay", { number: at + 1, count: puzzles.length }) : t("find");
  }
}

class PuzzleView extends PairView {
  build() {
    const element = super.build();
    this.modes.remove();
    return element;
  }

  cut() {
    const { session, changed } = this;
    if (!session.cut()) {
      changed.show(this.faultInWords());
      return;
    }
    changed.show();
    byId("next").focus();
  }

  show() {
    super.show();
    this.element.inert = this.session.search !== null;
    const { isAnswered } = this.session.game;
    this.actions.hidden = this.marked.hidden = isAnswered;
    this.below.hidden = isAnswered;
  }
}

class VerdictView extends AnswerPanel {
  show() {
    const { session, changed } = this;
    const { day, isLast, progress, plies, tally, search } = session;
    const isAnswered = !search && session.game.isAnswered;
    this.say(session.headline, [
      !search && h("p", {}, verdict(plies)),
      ...(isAnswered ? this.reason() : []),
      ...resultPart(session, tally.count > 0,
        day && isLast && isAnswered && h("p", {}, t("dayDone")),
        isAnswered && action("next", t("nextPuzzle"), () => session.next(), changed.step)),
      ...progressPart(progress, changed.show),
    ], () => (search ? this.panel : firstCell()));
  }

  /** The winning cut, and the reply to a wrong one. */
  reason() {
    const { moves: [best], game: { isRight, plies: [{ cuts }] }, lookup } = this.session;
    return [
      h("h3", {}, t("winningCut")),
      h("p", { id: "winning" }, moveIcon(best)),
      ...(isRight ? [] : [h("h3", {}, t("reply")), ...winningReply(lookup, cuts)]),
    ];
  }
}

function firstCell() {
  return byId("pair").querySelector("[tabindex='0']");
}

startLinkedPage(([data, larger], changed) => {
  const session = new Practice(new Table(data), larger, {
    advanced: () => changed.show(""),
    found: () => {
      const hasFocus = document.activeElement === byId("answer");
      changed.show();
      if (hasFocus) {
        firstCell().focus({ preventScroll: true });
      }
    },
  });
  const views = [PuzzleView, VerdictView].map((One) => new One(session, changed));
  return {
    build() {
      byId("sizes").replaceChildren(...session.practised.map((cells) => (
        action(`size-${cells}`, t("size", { cells }), () => session.next(cells), changed.step))));
      byId("actions").replaceChildren(
        action("new", t("newPuzzle"), () => session.next(), changed.step),
        ...(session.hasDaily ? [action("daily", t("daily"), () => { session.open("#daily"); }, changed.step)] : []));
      byId("pair-and-answer").replaceChildren(...views.map((view) => view.build()));
    },
    show() {
      views.forEach((view) => view.show());
      press(byId("sizes").children, ({ id }) => id === `size-${session.cells}`);
    },
    open: (hash) => session.open(hash),
    address: () => `#${session.name}`,
    spoken: (said) => said ?? session.headline,
  };
}, Promise.all([fetchJson("data.json"), LARGER]));
