/** The answer on the page. */

/**
 * @import {Choice} from "../kit/controls.js"
 * @import {Part} from "../kit/view.js"
 * @import {Changed} from "../kit/linked_page.js"
 * @import {LayoutName} from "./reading.js"
 * @import {Session} from "./session.js"
 * @import {Change, Order} from "./solving.js"
 * @import {BoardView} from "./view_board.js"
 */

import { actionRow, copyButton, iconButton, pictureButton, segments, shareButton, showChoice } from "../kit/controls.js";
import { button, h } from "../kit/dom.js";
import { AnswerPanel, figured } from "../kit/view.js";
import { BoardPicture } from "./drawing.js";
import { linesOf, writeNumbers } from "./reading.js";
import { tapsOf, tilesOf } from "./solving.js";
import { counted, levelName, number, sentence, t } from "./texts.js";

/**
 * @param {Session} session
 * @returns {string} the answer in a few words
 */
export function headline(session) {
  const { draft, trying, here: { answer }, left } = session;
  if (draft) {
    return t(draft.fault.kind === "tooShort" ? "incomplete" : "wrongText");
  }
  if (left === null) {
    return t("notSolvable");
  }
  if (session.solved) {
    const { doneTaps, order, entered: { answer: { compared, solutions: [best] } } } = session;
    const isFewest = order === "taps" && compared && doneTaps === tapsOf(best);
    return t(doneTaps === 0 ? "solved" : isFewest ? "solvedFewest" : "solvedTried", { done: number(doneTaps) });
  }
  if (trying) {
    return counted("left", "left", left);
  }
  return answer.compared ? counted("solvable", "taps", left) : t("solvableSome");
}

/**
 * What is said of the taps in a layout.
 *
 * @type {Object<LayoutName, string>}
 */
const TAPS_TEXTS = { rows: "tapsTextRows", columns: "tapsTextColumns", lines: "tapsTextLines" };

/**
 * The taps and tiles of a solution, in words.
 *
 * @param {Uint8Array} plan
 */
function planSize(plan) {
  return t("planSize", { taps: number(tapsOf(plan)), tiles: number(tilesOf(plan)) });
}

/** @extends {AnswerPanel<Session>} */
export class AnswerView extends AnswerPanel {
  /**
   * @param {Session} session
   * @param {BoardView} boardView shows mistakes
   * @param {Changed} changed
   */
  constructor(session, boardView, changed) {
    super(session, changed);
    this.boardView = boardView;
  }

  show() {
    this.say(figured(headline(this.session)), this.content());
  }

  /** @returns {Part[]} */
  content() {
    const { draft, here: { answer, plan }, solved, doneTaps } = this.session;
    if (draft) {
      return [h("p", {}, t("draftAnswer"))];
    }
    if (!plan) {
      return this.mistakes(answer.mistakes);
    }
    if (!solved) {
      return this.solution(plan);
    }
    return [doneTaps === 0 && h("p", {}, t("solvedEntered"))];
  }

  /** A warning if typing mistakes can leave a board solvable. */
  unnoticed() {
    const { level, solver: { unchecked }, trying } = this.session;
    if (trying || unchecked.length === 0) {
      return null;
    }
    return h("p", {}, h("small", {}, unchecked.length === level.cells.length ? t("neverNoticed")
      : t("notNoticed", { place: unchecked.map((tile) => this.boardView.placeInWords(tile)).join("; ") })));
  }

  /** @param {Change[]} mistakes */
  mistakes(mistakes) {
    const { session, boardView } = this;
    if (mistakes.length === 0) {
      return [h("p", {}, t("noMistake"))];
    }
    const buttons = mistakes.map(({ tile, turns }, i) => {
      /** @param {boolean} on */
      const point = (on) => () => boardView.picture.pointAt(tile, on);
      return h("li", {}, button({
        id: `mistake-${i}`, class: "mend", onclick: () => this.mend(tile, turns),
        onmouseenter: point(true), onmouseleave: point(false), onfocus: point(true), onblur: point(false),
      }, t("mistake", {
        place: sentence(boardView.placeInWords(tile)),
        number: session.here.turns[tile] + session.up, other: turns + session.up,
      })));
    });
    return [
      h("h3", {}, t("mistakesTitle")),
      h("p", {}, counted("mistakes", "count", mistakes.length)),
      h("ul", { class: "mistakes" }, ...buttons),
      actionRow(...this.shared()),
    ];
  }

  /** Buttons that hand on the link and the picture. */
  shared() {
    const { session, boardView } = this;
    return [shareButton(() => location.href), pictureButton(() => {
      const { here: { plan }, level } = session;
      const lines = [levelName(level), ...(plan ? [planSize(plan)] : [])];
      return { title: headline(session), lines, place: location.href, drawing: boardView.picture.element };
    })];
  }

  /**
   * Changes a tile that was probably mistyped, in the board as it is shown.
   *
   * @param {number} tile
   * @param {number} turns
   */
  mend(tile, turns) {
    const { session, boardView } = this;
    boardView.picture.pointAt(tile, false);
    session.enter(session.here.turns.with(tile, turns));
    this.changed.step(boardView.inWords(tile));
    boardView.picture.goTo(tile);
  }

  /**
   * @param {Uint8Array} plan
   * @returns {Part[]}
   */
  solution(plan) {
    const { layout, trying, doneTaps, level, solver, isExample, order } = this.session;
    const greatest = level.directions - 1;
    return [
      isExample && h("p", {}, t("example")),
      this.reading(),
      trying && doneTaps > 0 && h("p", { class: "good" }, counted("done", "done", doneTaps)),
      this.counts(plan),
      order === "taps" && level.hardest?.taps === tapsOf(plan)
        && h("p", { id: "proven" }, counted("proven", "count", level.hardest.count, { taps: number(tapsOf(plan)) })),
      actionRow(
        copyButton({ id: "copy", label: t("copyTaps"), done: t("copied") }, () => writeNumbers(linesOf(level, layout).flat().map((tile) => plan[tile]), greatest)),
        ...this.shared()),
      level.directions > 2 && solver.compares && level.kernel.length > 0 && this.orders(),
      this.choice(plan),
      h("h3", {}, t("tapsText")),
      h("p", {}, h("code", { class: "pattern", id: "taps" }, ...this.lines(plan, greatest))),
      h("p", {}, h("small", {}, t(TAPS_TEXTS[layout]))),
      this.unnoticed(),
    ];
  }

  /**
   * How many solutions there are, and how many of them are best.
   *
   * @param {Uint8Array} plan
   */
  counts(plan) {
    const { here: { answer }, level, order, planNumber } = this.session;
    const all = number(BigInt(level.solutions));
    if (!answer.compared) {
      return h("p", {}, t("notCompared", { all }));
    }
    if (all === "1") {
      return h("p", {}, t("onlySolution"));
    }
    const best = planNumber < 0 ? answer.solutions[0] : plan;
    return h("p", {}, counted(order === "tiles" ? "countTiles" : "countBest", "best", answer.solutions.length, {
      all, taps: number(tapsOf(best)), tiles: number(tilesOf(best)),
    }));
  }

  orders() {
    const { session, changed } = this;
    /** @type {Choice<Order>[]} */
    const choices = [["fewest-taps", t("fewestTaps"), "taps"], ["fewest-tiles", t("fewestTiles"), "tiles"]];
    return showChoice(segments(t("order"), choices, (order) => {
      session.setOrder(order);
      changed.show();
    }), session.order);
  }

  /**
   * The taps in the lines of the layout, with room between them that is not copied.
   *
   * @param {Uint8Array} plan
   * @param {number} greatest
   */
  lines(plan, greatest) {
    return linesOf(this.session.level, this.session.layout)
      .map((tiles) => h("span", {}, writeNumbers(tiles.map((tile) => plan[tile]), greatest)));
  }

  /** How the text was read, and the board that its numbers are line by line if that can be solved too. */
  reading() {
    const { guess, byLines, level, solver } = this.session;
    if (guess !== "alsoLines") {
      return guess && h("p", { id: "reading" }, t(guess));
    }
    const [plan] = solver.answer(byLines).solutions;
    const other = new BoardPicture(level, "lines", null);
    other.show(byLines.map((turns, tile) => (
      { turns, badge: plan[tile] || "", kind: plan[tile] ? "taps" : "quiet", label: "" })), t("lines"));
    other.element.id = "line-by-line";
    return h("div", { id: "reading" }, h("p", {}, t(guess)), h("div", { inert: true }, other.element));
  }

  /**
   * The size of the solution, and buttons for the other best ones.
   *
   * @param {Uint8Array} plan
   */
  choice(plan) {
    const { session, changed } = this;
    const { answer: { solutions: { length: all } } } = session.here;
    const isBest = session.planNumber >= 0;
    if (all < 2 && isBest) {
      return h("p", { class: "plan-size" }, planSize(plan));
    }
    const planOf = () => t("planOf", { number: number(session.planNumber + 1), all: number(all) });
    /**
     * @param {string} id
     * @param {number} steps
     * @param {string} sign
     */
    const change = (id, steps, sign) => iconButton(id, t(id), sign, () => {
      session.changePlan(steps);
      changed.show(planOf());
    });
    return h("div", { class: "plans" },
      h("p", {}, h("b", { id: "plan" }, isBest ? planOf() : ""), h("span", { class: "plan-size" }, planSize(plan))),
      change("previous", -1, "‹"), change("next", 1, "›"));
  }
}
