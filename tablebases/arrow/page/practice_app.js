/** Starts the practice of the arrow puzzle. */

/**
 * @import {Game, Session} from "../kit/practice_session.js"
 * @import {Round} from "./practice.js"
 * @import {Level} from "./solving.js"
 */

import { action } from "../kit/controls.js";
import { h } from "../kit/dom.js";
import { startPractice } from "../kit/practice_page.js";
import { today } from "../kit/progress.js";
import { figured, View } from "../kit/view.js";
import { BoardPicture } from "./drawing.js";
import { dailyRound, seededRound } from "./practice.js";
import { counted, levelName, number, placeName, sentence, t } from "./practice_texts.js";
import { Solver } from "./solving.js";

/**
 * How the board stands, in a few words.
 *
 * @param {Round} round
 */
function headline({ left, done, fewest, isPerfect }) {
  if (left > 0) {
    return counted("toDo", "left", left);
  }
  return isPerfect ? t("perfect") : counted("solvedWith", "more", done - fewest);
}

/** @param {Round} round */
const verdict = ({ wasNeeded }) => t(wasNeeded === null ? "first" : wasNeeded ? "needed" : "notNeeded");

/**
 * What the last tap was, until the puzzle is done.
 *
 * @param {Round} round
 * @param {string} [id]
 */
const verdictLine = (round, id) => (round.left > 0 ? h("div", {
  id, class: round.wasNeeded === null ? "quiet" : round.wasNeeded ? "good" : "error",
}, verdict(round)) : null);

/** @param {Round} round */
const spoken = (round) => (round.left > 0 ? `${verdict(round)} ${headline(round)}` : headline(round));

/** @extends {View<Session<Round, number>>} */
class BoardView extends View {
  first = "#board [tabindex='0']";

  build() {
    /** @type {BoardPicture | null} */
    this.picture = null;
    /** @type {HTMLElement} */
    this.frame = h("div", { class: "board-frame" });
    /** @type {HTMLElement} */
    this.summary = h("div", { class: "summary help", "aria-hidden": "true" });
    return h("div", { class: "board-side" },
      this.frame, this.summary, h("p", { class: "quiet help keys" }, t("practiceHelp")));
  }

  buttons() {
    const { session, changed } = this;
    return [action("restart", t("restart"), () => {
      session.puzzle.restart();
      session.moves = [];
      session.keep();
    }, changed.show)];
  }

  /**
   * @param {number} tile
   * @param {number} steps
   */
  press(tile, steps) {
    if (steps > 0 && this.session.play(tile)) {
      this.changed.show();
    }
  }

  show() {
    const { puzzle } = this.session;
    const { level } = puzzle.solver;
    const layout = level.shape === "hexagon" ? "columns" : "rows";
    if (this.picture?.level !== level) {
      this.picture = new BoardPicture(level, layout, this);
      this.frame.replaceChildren(this.picture.element);
    }
    this.summary.classList.toggle("right", puzzle.left === 0 && puzzle.isPerfect);
    this.summary.replaceChildren(h("h2", {}, figured(headline(puzzle))), verdictLine(puzzle) ?? "");
    this.picture.show([...puzzle.turns].map((turns, tile) => {
      const place = sentence(placeName(/** @type {BoardPicture} */ (this.picture).layout, tile));
      return { turns, number: turns + 1, kind: turns ? "plain" : "up", label: t("tile", { place, number: turns + 1 }) };
    }), t("practiceBoard", { level: levelName(level) }));
  }
}

startPractice(
  /**
   * @param {{levels: Level[]}} data
   * @returns {Game<Round, number>[]}
   */
  ({ levels }) => {
  /** Its listed boards are a level of their own, hardest. */
  const expert = levels.find(({ name, hardest }) => name === "expert" && hardest);
  /** Only levels on which the page can tell the fewest taps. */
  const solvers = [...levels, ...(expert ? [{ ...expert, name: "hardest" }] : [])]
    .map((level) => new Solver(level)).filter(({ compares }) => compares);
  /** @param {string} name */
  const solverOf = (name) => /** @type {Solver} */ (solvers.find(({ level }) => level.name === name));
  return [{
    name: "arrow",
    kinds: solvers.map(({ level }) => level.name),
    dailyKind: dailyRound(solvers, today()) ? "" : null,
    draw: (day, kind, seed) => [day ? dailyRound(solvers, day) : seededRound(solverOf(kind), seed)],
    kindOf: ({ solver }) => solver.level.name,
    label: (kind) => levelName(solverOf(kind).level),
    /** A move is a tile. */
    act: (round, tile) => tile in round.turns && round.tap(tile),
    isDone: ({ left }) => left === 0,
    isRight: ({ isPerfect }) => isPerfect,
    outcome: ({ fewest, done }) => t("taps", { fewest: number(fewest), done: number(done) }),
    headline,
    spoken,
    View: BoardView,
    reason: (round) => [verdictLine(round, "verdict")],
  }];
});
