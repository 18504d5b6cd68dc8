/** The panel beside the shapes: winner and moves of the pair, or the state of the game. */

import { action, actionRow, pictureButton, shareButton } from "../kit/controls.js";
import { button, byId, h } from "../kit/dom.js";
import { AnswerPanel, figured } from "../kit/view.js";
import { drawLine, pairIcon } from "./drawing.js";
import { moveIcon, moveInWords, winningReply } from "./parts.js";
import { addressOf } from "./session.js";
import { moverWins } from "./table.js";
import { counted, number, t, verdict } from "./texts.js";
import { endInWords, gameContent, gameTitle } from "./view_play.js";

/** @import {Search, Session} from "./session.js" */
/** @import {Move} from "./table.js" */
/** @import {Playing} from "./view_play.js" */

/** Number of moves at first; a few more are shown at once. */
const SHOWN_MOVES = 12;
const HARDLY_MORE = 4;

/** @extends {AnswerPanel<Session>} */
export class PanelView extends AnswerPanel {
  show() {
    const { session, changed } = this;
    const [title, content] = session.search ? [headline(session), this.searching()]
      : session.game ? [gameTitle(session.game), gameContent(/** @type {Playing} */ (session), changed)]
        : [figured(verdict(session.plies)), this.answer()];
    this.panel.classList.toggle("right", Boolean(session.game?.isOver && session.game.winner !== "table"));
    this.say(title, content, () => this.panel.querySelector("button:not(:disabled)"));
  }

  /** Progress of the search. */
  searching() {
    const { session, changed } = this;
    const { done, hasFailed, shapes: { a: { length: cells } } } = /** @type {Search} */ (session.search);
    return [
      h("p", {}, t("searched", { done, cells })),
      !hasFailed && h("progress", { max: cells, value: done, "aria-label": t("searching", { cells }) }),
      h("p", { class: "quiet" }, t("searchTakes")),
      action("cancel-search", t("cancelSearch"), () => session.cancelSearch(), changed.step),
    ];
  }

  /** The answer about the pair. */
  answer() {
    const { plies, isPuzzle, hidesMoves, isExample } = this.session;
    return [
      isExample && h("p", {}, t("example")),
      h("p", { class: "quiet" }, t(plies === 0 ? "congruentMeans" : "pliesMean")),
      isPuzzle && h("p", { class: "puzzle-note" }, t("puzzle")),
      actionRow(shareButton(() => addressOf(this.session.address)), pictureButton(() => this.picture())),
      ...(plies === 0 ? [] : hidesMoves ? [this.hidden()] : [...this.line(), ...this.moves()]),
    ];
  }

  /** The pair to share, with its line unless that is hidden. */
  picture() {
    const { session: { shapes, line, hidesMoves, address, plies } } = this;
    const drawing = drawLine(shapes, hidesMoves ? [] : line);
    return { title: verdict(plies), lines: [t("match", { n: shapes.a.length })], place: addressOf(address), drawing };
  }

  hidden() {
    const { session, changed } = this;
    return actionRow(
      action("try-puzzle", t("playPuzzle"), () => session.restart({ isPlaying: true }), changed.show),
      action("show-moves", t("showMoves"), () => { session.hidesMoves = false; }, changed.show));
  }

  /** A best game of two plies or more; a single ply is among the moves. */
  line() {
    const { line } = this.session;
    return line.length < 2 ? [] : [
      h("h3", {}, t("bestLine")),
      h("ol", { class: "log", id: "best-line" }, ...line.map((move) => h("li", {}, moveIcon(move)))),
    ];
  }

  moves() {
    const { session, changed } = this;
    const { moves, showsAll } = session;
    const isShort = moves.length <= SHOWN_MOVES + HARDLY_MORE;
    const shown = showsAll || isShort ? moves : moves.slice(0, SHOWN_MOVES);
    return [
      h("h3", {}, t("movesTitle", { count: number(moves.length) })),
      h("p", {}, h("small", {}, t("movesHint"))),
      h("ul", { class: "moves" }, ...shown.flatMap((move, i) => [
        h("li", {}, this.move(move, i)),
        i === session.chosen && !moverWins(move.plies) && this.reply(move),
      ])),
      ...(shown.length === moves.length ? [] : [button({
        id: "all-moves", class: "more", onclick: () => {
          session.showsAll = true;
          changed.show("");
          byId(`move-${SHOWN_MOVES}`).focus();
        },
      }, t("allMoves", { count: number(moves.length) }))]),
    ];
  }

  /**
   * @param {Move} move
   * @param {number} i
   */
  move(move, i) {
    const { session, changed } = this;
    const { plies, cuts } = move;
    const end = counted(moverWins(plies) ? "aWin" : "aLoss", "plies", plies);
    const inWords = t("closed", { label: end }) + moveInWords(move);
    return button({
      id: `move-${i}`, class: "move", "aria-pressed": String(i === session.chosen),
      "aria-label": inWords, title: inWords, onclick: () => {
        session.chosen = i;
        changed.show("");
      },
    }, h("span", { class: "chip", "data-plies": plies }, end),
    pairIcon(session.shapes.a, session.shapes.b, cuts.a.piece, cuts.b.piece));
  }

  /**
   * The reply to a losing move, once the reader opens it.
   *
   * @param {Move} move
   */
  reply({ cuts }) {
    const { session } = this;
    return h("li", { class: "reply" }, h("details", {
      open: session.showsReply, ontoggle: ({ target }) => { session.showsReply = target.open; },
    }, h("summary", { id: "why" }, t("reply")), ...winningReply(session.lookup, cuts)));
  }
}

/**
 * The answer in a few words, for puzzles too.
 *
 * @param {Session} session
 */
export function headline(session) {
  const { game, plies, isPuzzle, search } = session;
  if (search) {
    return t(search.hasFailed ? "searchFailed" : "searching", { cells: search.shapes.a.length });
  }
  if (!game) {
    return isPuzzle ? t("closed", { label: verdict(plies) }) + t("puzzle") : verdict(plies);
  }
  return game.isOver ? t("closed", { label: gameTitle(game) }) + endInWords(game) : gameTitle(game);
}
