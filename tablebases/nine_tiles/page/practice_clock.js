/** Three cards and a clock: a town, and the verdict on it. */

/**
 * @import {Game, PracticeChanged, Session} from "../kit/practice_session.js"
 * @import {Atlas} from "./answers.js"
 * @import {Own} from "./practice_flash.js"
 * @import {Verdict} from "./practice.js"
 * @import {Fault, Town} from "./town.js"
 */

import { now } from "../kit/clock.js";
import { action, actionRow, announce, segments, showChoice } from "../kit/controls.js";
import { h, table } from "../kit/dom.js";
import { View } from "../kit/view.js";
import { breakable } from "./drawing.js";
import { PatternEditor } from "./editor.js";
import { betterThan, faultList, scoreRow, stateInWords, townPicture, TOWN } from "./parts.js";
import { drawnCards, verdictOn } from "./practice.js";
import { answersLink, cardList } from "./practice_flash.js";
import { cardName, number, t } from "./practice_texts.js";
import { faultsOf, layTown, patternOf } from "./town.js";

/** Times to choose from, in seconds; 0 is no limit. */
const LIMITS = [90, 180, 300, 0];
const USUAL_LIMIT = 180;
/** Seconds before the end that are announced. */
const ANNOUNCED = [60, 10];
/** Milliseconds between two looks at the clock. */
const TICK = 250;

/**
 * Seconds such as 2:05.
 *
 * @param {number} seconds
 */
function clockTime(seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/**
 * A move of the player, or of the clock.
 *
 * @typedef {Object} Move
 * @property {"building"} [phase]
 * @property {number} [began]
 * @property {number} [limit]
 * @property {string} [pattern]
 * @property {number} [seconds]
 * @property {boolean} [isJudged]
 */

/** @typedef {Session<Round, Move, Own>} RoundSession */

/** Three cards, and the town that the player builds for them; before the first look the phase is `ready`. */
class Round {
  /** @type {"ready" | "building" | "done"} */
  phase = "ready";
  began = 0;
  seconds = 0;

  /**
   * @param {Atlas} atlas
   * @param {number[]} indices
   * @param {string | null} day of a daily puzzle
   */
  constructor(atlas, indices, day, limit = USUAL_LIMIT) {
    const { rows, columns } = atlas.game;
    this.atlas = atlas;
    this.indices = indices;
    this.day = day;
    this.limit = limit;
    this.change({ pattern: "_".repeat(2 * rows * columns) });
  }

  /**
   * Takes a change: at the start the limit and the time at which it `began`, then towns and passed seconds, at the end
   * whether the town `isJudged`.
   *
   * @param {Move} move
   */
  change({ pattern, isJudged, ...others }) {
    Object.assign(this, others);
    /** @type {number[]} */
    this.left = [...ANNOUNCED, 0].filter((seconds) => seconds < this.limit - this.seconds);
    if (pattern !== undefined) {
      /** @type {Town} */
      this.town = layTown(this.atlas.game, pattern);
      /** @type {Fault[]} */
      this.faults = faultsOf(this.town);
      /**
       * Why what is typed is no town; then the town is that before.
       *
       * @type {string}
       */
      this.problem = "";
    }
    if (isJudged !== undefined) {
      this.phase = "done";
      /** @type {Verdict | null} */
      this.verdict = isJudged ? verdictOn(this.atlas, this.indices, patternOf(/** @type {Round} */ (this).town.tiles)) : null;
    }
  }

  get isDone() {
    return this.phase === "done";
  }

  get isComplete() {
    return !this.problem && !this.town.tiles.includes(null) && this.faults.length === 0;
  }

  /** The seconds since the first look. */
  get passed() {
    return this.phase === "building" ? Math.floor((now() - this.began) / 1000) : this.seconds;
  }

  /** The seconds left if they are to be announced now, or else null. */
  get announced() {
    const left = Math.max(this.limit - this.passed, 0);
    return this.left.some((seconds) => seconds >= left) ? left : null;
  }

  /** The share of the time that is left, 0 to 1, or null without a limit. */
  get share() {
    return this.limit ? Math.max(1 - this.passed / this.limit, 0) : null;
  }

  get best() {
    return this.atlas.answersTo(this.indices)[0];
  }

  get outcome() {
    const { verdict, seconds } = this;
    if (!verdict) {
      return t("noTown");
    }
    const good = verdict.scores.filter((score, i) => score >= verdict.best.scores[i]);
    const tally = t(verdict.standing === "isBest" ? "asGood" : "tally", { n: good.length, count: verdict.scores.length });
    return t("inTime", { tally, time: clockTime(seconds) });
  }

  get headline() {
    const { phase, day, verdict } = this;
    return t(this.isDone ? verdict?.standing ?? "gaveUp" : phase === "ready" && day ? "readyOfDay" : phase);
  }

  /** Whether the town is complete, or what is wrong. */
  get state() {
    return this.problem || stateInWords(this.town, this.faults);
  }

  /** What to announce. */
  get spoken() {
    return this.phase === "building" ? this.state : this.headline;
  }

  get clock() {
    const { passed, limit } = this;
    const time = clockTime(passed);
    return limit === 0 ? time : passed >= limit ? t("timeOver", { time }) : t("timeLeft", { time: clockTime(limit - passed) });
  }
}

/**
 * The cards with, one after another, the choice of the time, the clock and the board, and both towns.
 *
 * @extends {View<RoundSession, PracticeChanged>}
 */
class ClockView extends View {
  first = "#start";
  /** Whether the player has just asked for a verdict on a town that is not complete. */
  isRefused = false;

  /**
   * @param {RoundSession} session
   * @param {PracticeChanged} changed
   */
  constructor(session, changed) {
    super(session, changed);
    this.editor = new PatternEditor(session.game.atlas.game, () => {
      const { puzzle } = session;
      const { problem, pattern } = this.editor;
      if (problem) {
        puzzle.problem = problem;
      } else if (puzzle.problem || pattern !== patternOf(puzzle.town.tiles)) {
        session.play({ pattern });
      }
      changed.show();
    });
  }

  build() {
    const { session, changed } = this;
    /** @type {HTMLElement} */
    this.limits = segments(t("limit"), LIMITS.map((seconds) => [
      `limit-${seconds}`, seconds ? t("minutes", { time: clockTime(seconds) }) : t("noLimit"), seconds,
    ]), (seconds) => {
      session.puzzle.limit = seconds;
      changed.show();
    });
    const start = action("start", t("start"), () => (
      session.play({ phase: "building", began: now(), limit: session.puzzle.limit })), () => {
      changed.show();
      this.editor.places[0].focus({ preventScroll: true });
    }, { class: "primary" });
    /** @type {HTMLElement} */
    this.ready = h("div", { class: "ready" },
      h("div", { class: "backs", "aria-hidden": "true" }, ...[1, 2, 3].map(() => h("span", {}, "?"))), this.limits,
      actionRow(start));
    /** @type {HTMLElement} */
    this.cards = h("div");
    /** @type {HTMLElement} */
    this.clock = h("p", { id: "clock", class: "result", role: "timer", "aria-label": t("clock") });
    /** @type {HTMLElement} */
    this.state = h("p", { id: "state" });
    /** @type {HTMLElement} */
    this.bar = h("div", { class: "time-bar", "aria-hidden": "true" });
    const judge = () => {
      this.isRefused = !session.puzzle.isComplete;
      if (!this.isRefused) {
        this.end();
      }
    };
    /** @type {HTMLElement} */
    this.building = h("div", { class: "building" }, this.bar, this.clock,
      actionRow(action("judge", t("judge"), judge, changed.moved, { class: "primary" }),
        action("give-up", t("giveUp"), () => this.end(), changed.moved)),
      this.state, this.editor.build());
    /** @type {HTMLElement} */
    this.done = h("div");
    return h("section", { id: "timed", "aria-label": t("navTime") }, this.ready, this.cards, this.building, this.done);
  }

  /** @this {ClockView & {timer?: number}} */
  show() {
    const { session: { game: { atlas }, puzzle } } = this;
    const { phase, indices, limit, town, day } = puzzle;
    showChoice(this.limits, limit);
    this.ready.hidden = phase !== "ready";
    this.ready.classList.toggle("of-day", Boolean(day));
    this.limits.hidden = Boolean(day); // All players of a day have the same time.
    this.building.hidden = phase !== "building";
    this.cards.replaceChildren(...(phase === "ready" ? [] : [cardList(atlas, indices)]));
    this.done.replaceChildren(...(puzzle.isDone ? this.towns() : []));
    this.showClock();
    this.state.textContent = puzzle.state;
    this.state.classList.toggle("error", this.isRefused);
    this.isRefused = false;
    if (this.shown !== puzzle) {
      /** @type {Round | undefined} */
      this.shown = puzzle;
      this.editor.restart(town.tiles);
    }
    this.timer ??= setInterval(() => this.tick(), TICK);
  }

  showClock() {
    const { clock, share } = this.session.puzzle;
    this.clock.textContent = clock;
    this.bar.hidden = share === null;
    this.bar.style.scale = `${share} 1`;
  }

  /** Looks at the clock as long as the player builds. At the end of the time it judges a complete town. */
  tick() {
    const { session, session: { puzzle }, changed } = this;
    if (puzzle.phase !== "building" || !this.clock.isConnected) {
      return;
    }
    const left = puzzle.announced;
    this.showClock();
    if (left === null) {
      return;
    }
    if (left === 0 && puzzle.isComplete) {
      this.end(puzzle.limit); // The browser may have slept.
    } else {
      session.play({ seconds: puzzle.passed });
    }
    changed.moved(left > 0 ? t("secondsLeft", { seconds: left }) : `${t("timeIsOver")} ${puzzle.spoken}`);
  }

  /** Ends the round with a verdict on the town; without one if it is not complete. */
  end(seconds = this.session.puzzle.passed) {
    this.session.play({ seconds, isJudged: this.session.puzzle.isComplete });
  }

  /** The town of the player beside the best one. */
  towns() {
    const { game: { atlas }, puzzle: { verdict, town, best } } = this.session;
    /**
     * @param {string} id
     * @param {string} pattern
     */
    const item = (id, pattern) => h("li", {}, h("a", { class: "small-town", id, href: `./${TOWN}${pattern}` },
      townPicture(atlas, pattern), h("span", { class: "note" }, t(id === "yours" ? "yourTown" : "bestTown"))));
    return [h("ul", { class: "towns" },
      verdict && item("yours", patternOf(town.tiles)), item("best", best.town.pattern))];
  }
}

/**
 * What each town scores on each card.
 *
 * @param {Round} round
 */
function scores({ atlas, indices, verdict, best }) {
  /**
   * @param {number} index
   * @param {number} i
   */
  const row = (index, i) => {
    const theme = atlas.themes[index];
    const [score, ofBest] = /** @type {number[]} */ ([verdict?.scores[i], best.scores[i]]);
    return scoreRow(theme, h("span", {}, ...breakable(cardName(theme))), score >= ofBest, verdict ? number(score) : "", ofBest,
      verdict && h("small", { class: "above" }, betterThan(verdict.below[i])));
  };
  const heads = [t("card"), verdict ? t("yourTown") : "", t("bestTown"), ""];
  return [
    h("p", { class: "quiet" }, t("decision")),
    table({ class: "scores", id: "scores", "aria-labelledby": "answer-title" }, heads, indices.map(row)),
    answersLink(atlas, indices),
  ];
}

/**
 * Towns against the clock.
 *
 * @param {Atlas} atlas
 * @returns {Game<Round, Move, Own> & Own}
 */
export function timedTowns(atlas) {
  /** @type {Round | null} */
  let last = null;
  return {
    name: "nine-tiles",
    kinds: ["time"],
    mayLeave: false,
    atlas,
    draw(day, _, seed) {
      const round = new Round(atlas, drawnCards(atlas.themes, day ?? seed), day, day ? USUAL_LIMIT : last?.limit);
      last = day ? last : round;
      return [round];
    },
    label: () => t("navTime"),
    act: (round, change) => round.change(change),
    note() {}, // Towns are not right or wrong.
    reached: () => "",
    rules: "",
    View: ClockView,
    reason: (round) => [
      ...(round.phase === "ready" ? [
        !round.day && h("p", {}, t("rounds")),
        h("p", {}, t(round.limit ? "readyHelp" : "unlimitedHelp", { time: t("minutes", { time: clockTime(round.limit) }) })),
      ] : []),
      round.phase === "building" && round.faults.length > 0 && faultList(atlas.game, round.faults),
      ...(round.isDone ? scores(round) : []),
    ],
  };
}
