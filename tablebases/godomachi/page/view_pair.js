/** The section with both polyominoes, large: with a cut, or for a game. */

import { action, actionRow, segments, showChoice } from "../kit/controls.js";
import { button, byId, h, named } from "../kit/dom.js";
import { View } from "../kit/view.js";
import { CellBoard } from "./cell_board.js";
import { pairIcon } from "./drawing.js";
import { addressOf, SIDES } from "./session.js";
import { has, sizeOf, write } from "./shapes.js";
import { counted, idOf, t } from "./texts.js";
import { headline } from "./view_answer.js";

/** @import {Choice} from "../kit/controls.js" */
/** @import {Child} from "../kit/dom.js" */
/** @import {Changed} from "../kit/linked_page.js" */
/** @import {Look} from "./cell_board.js" */
/** @import {Game, Ply} from "./game.js" */
/** @import {Session} from "./session.js" */
/** @import {Cell, Pair, Side} from "./shapes.js" */

/** @typedef {Record<Side, CellBoard> & {shapes: Pair, isPlaying: boolean}} Boards */

/**
 * @template {Session} [S=Session]
 * @template {Changed} [C=Changed]
 * @extends {View<S, C>}
 */
export class PairView extends View {
  build() {
    const { session, changed } = this;
    /** @type {Record<string, {title: HTMLElement, place: HTMLElement}>} */
    this.frames = Object.fromEntries(SIDES.map((side) => [side, {
      title: h("h2", { id: `title-${side}` }), place: h("div", { class: "cell-place" }),
    }]));
    /** @type {?Boards} */
    this.boards = null;
    /** @type {HTMLElement} */
    this.fault = h("p", { class: "error", id: "fault" });
    /** @type {HTMLElement} */
    this.marked = h("p", { class: "quiet", id: "marked" });
    /** @type {HTMLElement} */
    this.hint = h("p", { class: "quiet" }, t("playHint"), session.table.maxCut === "half" ? ` ${t("halfHint")}` : "");
    /** @type {HTMLElement} */
    this.button = button({ id: "cut", class: "primary", onclick: () => this.cut() }, t("cut"));
    /** @type {HTMLElement} */
    this.actions = actionRow(this.button, action("unmark", t("unmark"), () => session.game?.unmark(), changed.show));
    /** @type {HTMLElement} */
    this.below = h("div", { class: "below-pair" });
    /** @type {HTMLElement} */
    this.element = h("section", { class: "pair-side", id: "pair", "aria-label": t("mode") },
      this.buildModes(), this.hint,
      h("div", { class: "pair" }, ...SIDES.map((side) => (
        h("div", { class: "one-shape" }, this.frames[side].title, this.frames[side].place)))),
      this.fault, this.actions, this.marked, this.below);
    return this.element;
  }

  /**
   * The choice to look up or to play, and ways to other pairs.
   *
   * @returns {Child}
   */
  buildModes() {
    const { session, changed } = this;
    const any = session.table.randomPuzzle(1);
    /** @type {Choice<boolean>[]} */
    const modes = [["mode-look", t("lookUp"), false], ["mode-play", t("play"), true]];
    /** @type {HTMLElement | undefined} */
    this.modes = segments(t("mode"), modes, (isPlaying) => {
      session.restart({ isPlaying });
      changed.show();
    });
    return h("div", { class: "modes" }, this.modes, ...(any ? [action("random-puzzle", t("randomPuzzle"), () => (
      session.take({ ...session.table.randomPuzzle(session.cells) ?? any, isPuzzle: true })), changed.step),
    h("a", { class: "button", id: "practise", href: "practice.html" }, t("practise"))] : []));
  }

  cut() {
    const { session, changed } = this;
    if (!session.game?.cut()) {
      changed.show(this.faultInWords());
      return;
    }
    const { player, cuts } = /** @type {Ply} */ (session.game.plies.at(-1));
    const answer = player !== "table" ? [] : [counted("tableAnswered", "count", cuts.a.piece.length)];
    changed.show([...answer, headline(session)].join(" "));
    if (session.game.isOver) {
      byId("restart").focus({ preventScroll: true });
    }
  }

  show() {
    const { shapes, lookup, game, isPlaying } = this.session;
    if (this.boards?.shapes !== shapes || this.boards.isPlaying !== isPlaying) {
      this.makeBoards();
    }
    if (this.modes) {
      showChoice(this.modes, game !== null);
    }
    for (const side of SIDES) {
      const name = lookup.name(shapes[side]);
      const values = { side: side.toUpperCase(), id: idOf(name) };
      this.frames[side].title.title = t("shapeTitle", values);
      this.frames[side].title.textContent = name.listed === null ? t("shapeTitle", values) : values.side;
      this.showBoard(side, values);
    }
    this.actions.hidden = this.marked.hidden = this.hint.hidden = !game || game.isOver;
    this.button.ariaDisabled = String(!SIDES.every((side) => game?.marked[side].length));
    this.fault.textContent = game ? this.faultInWords() : "";
    this.marked.textContent = game ? t("markedCells", { a: game.marked.a.length, b: game.marked.b.length }) : "";
    this.below.replaceChildren(...(game ? [] : this.moveBelow()));
  }

  makeBoards() {
    const { session, changed } = this;
    const { shapes, isPlaying, isSearched } = session;
    this.boards = /** @type {Boards} */ ({ shapes, isPlaying });
    const size = [shapes.a, shapes.b, ...this.sameSize()].map(sizeOf);
    const most = Math.max(...size.map(({ width }) => width));
    const rows = Math.max(...size.map(({ height }) => height));
    this.element.classList.toggle("large-pair", isSearched);
    this.element.style.cssText = `--most: ${most}; --rows: ${rows}`;
    for (const side of SIDES) {
      this.boards[side] = new CellBoard(`board-${side}`, shapes[side], isPlaying ? (cell, isMarked) => {
        session.game?.mark(side, cell, isMarked);
        changed.show("");
      } : null);
      this.frames[side].place.replaceChildren(this.boards[side].element);
    }
  }

  /** Other shapes that may take the place of these; none in games, which a phone shows whole. */
  sameSize() {
    const { lookup, shapes, isPlaying, isSearched } = this.session;
    return isPlaying || isSearched ? [] : lookup.sizes.get(shapes.a.length).shapes;
  }

  /**
   * @param {Side} side
   * @param {{side: string, id: string}} values
   */
  showBoard(side, values) {
    const { shapes, game, shownMove } = this.session;
    const piece = game ? [] : shownMove?.cuts[side].piece ?? [];
    const looks = shapes[side].map((cell) => (
      game ? this.lookInGame(game, side, cell) : { kind: has(piece, cell) ? "piece" : "rest" }));
    this.boards?.[side].show(looks, t(piece.length ? "shapeCutLabel" : "shapeLabel",
      { ...values, text: write(shapes[side]), piece: write(piece) }));
  }

  /**
   * @param {Game} game
   * @param {Side} side
   * @param {Cell} cell
   * @returns {Look}
   */
  lookInGame(game, side, cell) {
    const place = { side: side.toUpperCase(), row: cell[1] + 1, column: cell[0] + 1 };
    const ply = game.goneAt(side, cell);
    if (ply > 0) {
      const isLast = ply > game.plies.length - 2 ? "-now" : "";
      return {
        kind: `gone-${game.plies[ply - 1].player}${isLast}`, text: String(ply), isGone: true, label: t("goneCell", { ...place, ply }),
      };
    }
    const isMarked = has(game.marked[side], cell);
    return { kind: isMarked ? "piece" : "rest", isMarked, label: t("cellLabel", place) };
  }

  /** The fault of the marked pieces. */
  faultInWords() {
    const fault = this.session.game?.fault;
    return fault ? t(fault.text, { side: fault.on?.toUpperCase() ?? "" }) : "";
  }

  /** A link to the rests of the shown move. */
  moveBelow() {
    const { shownMove } = this.session;
    if (!shownMove) {
      return [];
    }
    const { restA, restB, cuts } = shownMove;
    if (restA.number === restB.number) {
      return [h("small", {}, t("toCut")), h("p", { class: "good", title: idOf(restA) }, t("followDone"), pairIcon(cuts.a.rest, cuts.b.rest))];
    }
    const left = this.session.isSearched ? { shapes: { a: cuts.a.rest, b: cuts.b.rest } }
      : { cells: restA.cells, a: restA.number, b: restB.number };
    return [h("small", {}, t("toCut")), h("a", {
      class: "button", id: "follow", href: addressOf(left),
      ...named(t("followLabel", { a: idOf(restA), b: idOf(restB) })),
    }, t("followMove"), pairIcon(cuts.a.rest, cuts.b.rest))];
  }
}
