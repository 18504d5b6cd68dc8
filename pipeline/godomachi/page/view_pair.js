/** The part of the page that shows both polyominoes large: with a cut, or to be played. */

import { press, segments } from "../kit/controls.js";
import { byId, h } from "../kit/dom.js";
import { CellBoard } from "./cell_board.js";
import { withWholeNames } from "./parts.js";
import { addressOf } from "./reading.js";
import { SIDES } from "./session.js";
import { keyOf, sizeOf, write } from "./shapes.js";
import { counted, idOf, t } from "./texts.js";
import { headline } from "./view_answer.js";

export class PairView {
  /**
   * @param {import("./session.js").Session} session
   * @param {{step: (said?: string) => void, show: (said?: string) => void}} changed to be called
   *   after changes: of the pair, and of anything else
   */
  constructor(session, changed) {
    this.session = session;
    this.changed = changed;
  }

  /** Makes the elements, in the language of the moment. @returns {HTMLElement} */
  build() {
    const { session, changed } = this;
    this.modes = segments(t("mode"), [
      { id: "mode-look", text: t("lookUp"), value: false },
      { id: "mode-play", text: t("play"), value: true },
    ], (isPlaying) => {
      session.setPlaying(isPlaying);
      changed.show();
    });
    this.frames = Object.fromEntries(SIDES.map((side) => [side, {
      title: h("h2", { id: `title-${side}` }), place: h("div", { class: "cell-place" }),
    }]));
    this.boards = null;
    this.cut = h("button", {
      type: "button", id: "cut", class: "main-action",
      onclick: () => {
        const isCut = session.game.cut();
        changed.show(isCut ? `${this.answerInWords()} ${headline(session)}`.trim()
          : this.faultInWords());
        if (session.game.isOver) {
          byId("restart").focus({ preventScroll: true });
        }
      },
    }, t("cut"));
    this.unmark = h("button", {
      type: "button", id: "unmark",
      onclick: () => {
        session.game.unmark();
        changed.show();
      },
    }, t("unmark"));
    this.fault = h("p", { class: "error", id: "fault" });
    this.marked = h("p", { class: "quiet", id: "marked" });
    this.actions = h("div", { class: "pair-actions" }, this.cut, this.unmark);
    this.below = h("div", { class: "below-pair" });
    return h("section", { class: "pair-side", id: "pair", "aria-label": t("mode") },
      this.modes,
      h("div", { class: "pair" }, ...SIDES.map((side) => h("div", { class: "one-shape" },
        this.frames[side].title, this.frames[side].place))),
      this.fault, this.actions, this.marked, this.below);
  }

  /** Shows the pair of the moment. */
  show() {
    const { session } = this;
    const { cells, pair, shapes, game } = session;
    if (this.boards?.shapes !== shapes || this.boards.isPlaying !== session.isPlaying) {
      this.makeBoards();
    }
    press(this.modes.children, ({ id }) => id === (game ? "mode-play" : "mode-look"));
    for (const side of SIDES) {
      this.frames[side].title.textContent = t("shapeTitle", {
        side: side.toUpperCase(), id: idOf({ cells, number: pair[side] }),
      });
      this.showBoard(side);
    }
    this.actions.hidden = this.marked.hidden = !game || game.isOver;
    this.fault.textContent = game ? this.faultInWords() : "";
    this.marked.textContent = game
      ? t("markedCells", { a: game.marked.a.length, b: game.marked.b.length }) : "";
    this.below.replaceChildren(...(game ? this.playHint() : this.moveBelow()));
  }

  makeBoards() {
    const { session, changed } = this;
    const { table, cells, shapes, isPlaying } = session;
    this.boards = { shapes, isPlaying };
    const most = Math.max(...table.sizes.get(cells).shapes.map((shape) => sizeOf(shape).width));
    for (const side of SIDES) {
      this.boards[side] = new CellBoard(`board-${side}`, shapes[side], isPlaying
        ? (cell, isMarked) => {
          session.game.mark(side, cell, isMarked);
          changed.show("");
        } : null);
      this.frames[side].place.style.cssText = `--most: ${most}; --rows: ${cells}`;
      this.frames[side].place.replaceChildren(this.boards[side].element);
    }
  }

  showBoard(side) {
    const { cells, pair, shapes, game, shownMove } = this.session;
    const piece = game ? [] : shownMove?.cuts[side].piece ?? [];
    const isCut = new Set(piece.map(keyOf));
    const values = {
      side: side.toUpperCase(), id: idOf({ cells, number: pair[side] }),
      text: write(shapes[side]), piece: piece.length ? write(piece) : "",
    };
    this.boards[side].show(shapes[side].map((cell) => (game ? this.lookInGame(side, cell)
      : { kind: isCut.has(keyOf(cell)) ? "piece" : "rest" })),
    t(piece.length ? "shapeCutLabel" : "shapeLabel", values));
  }

  lookInGame(side, cell) {
    const { game } = this.session;
    const place = { side: side.toUpperCase(), row: cell[1] + 1, column: cell[0] + 1 };
    const ply = game.goneAt(side, cell);
    if (ply > 0) {
      const byReader = game.plies[ply - 1].byReader ? "reader" : "table";
      const isLast = ply > game.plies.length - 2 ? "-now" : "";
      return {
        kind: `gone-${byReader}${isLast}`, text: String(ply), isGone: true,
        label: t("goneCell", { ...place, ply }),
      };
    }
    const isMarked = game.isMarked(side, cell);
    return { kind: isMarked ? "piece" : "rest", isMarked, label: t("playCell", place) };
  }

  /** Why the marked pieces were not cut off. */
  faultInWords() {
    const { fault } = this.session.game;
    return fault ? t(fault.kind, { side: fault.on?.toUpperCase() }) : "";
  }

  /** What the table has done just now. */
  answerInWords() {
    const last = this.session.game.plies.at(-1);
    return last && !last.byReader
      ? counted("tableAnswered", "count", last.cuts.a.piece.length) : "";
  }

  playHint() {
    const { game, table } = this.session;
    return game.isOver ? [] : [h("p", { class: "quiet hint" },
      t("playHint"), table.maxCut === "half" ? ` ${t("halfHint")}` : "")];
  }

  /** Leads to what the shown move leaves. */
  moveBelow() {
    const { shownMove } = this.session;
    if (!shownMove) {
      return [];
    }
    const { restA, restB } = shownMove;
    if (restA.number === restB.number) {
      return [h("p", { class: "good" }, t("followDone", { a: idOf(restA) }))];
    }
    return [h("a", {
      class: "button", id: "follow",
      href: addressOf({ cells: restA.cells, a: restA.number, b: restB.number }),
    }, h("span", {}, ...withWholeNames(t("followMove", { a: idOf(restA), b: idOf(restB) }))))];
  }
}
