/** The part of the page that says who wins a pair, and by which moves. */

import { h } from "../kit/dom.js";
import { moveInWords, pairIcon, plyChip } from "./parts.js";
import { counted, number, t, verdict } from "./texts.js";
import { moverWins } from "./table.js";

/** So many moves are shown at first, and all of them if they are hardly more. */
const SHOWN_MOVES = 12;
const HARDLY_MORE = 4;

export class AnswerView {
  /**
   * @param {import("./session.js").Session} session
   * @param {{show: (said?: string) => void}} changed as in PairView
   */
  constructor(session, changed) {
    this.session = session;
    this.changed = changed;
  }

  /** @returns {Node[]} what is known about the pair of the moment */
  content() {
    const { session } = this;
    const { plies } = session;
    return [
      h("h2", { id: "answer-title" }, verdict(plies)),
      h("p", { class: "quiet" }, t(plies === 0 ? "congruentMeans" : "pliesMean")),
      ...(session.isPuzzle ? [h("p", { class: "puzzle-note" }, t("puzzle"))] : []),
      ...(plies === 0 ? [] : session.hidesMoves ? [this.hidden()] : this.moves()),
    ];
  }

  hidden() {
    const { session, changed } = this;
    const action = (id, key, act) => h("button", {
      type: "button", id, onclick: () => {
        act();
        changed.show();
      },
    }, t(key));
    return h("div", { class: "hidden-moves" },
      action("try-puzzle", "playPuzzle", () => session.setPlaying(true)),
      action("show-moves", "showMoves", () => { session.hidesMoves = false; }));
  }

  moves() {
    const { session, changed } = this;
    const { moves, showsAll } = session;
    const isShort = moves.length <= SHOWN_MOVES + HARDLY_MORE;
    const shown = showsAll || isShort ? moves : moves.slice(0, SHOWN_MOVES);
    return [
      h("h3", {}, t("movesTitle", { count: number(moves.length) })),
      h("p", {}, h("small", {}, t("movesHint"))),
      h("ul", { class: "moves" }, ...shown.map((move, i) => h("li", {}, this.move(move, i)))),
      ...(shown.length === moves.length ? [] : [h("button", {
        type: "button", id: "all-moves", class: "more",
        onclick: () => {
          session.showsAll = true;
          changed.show("");
          document.getElementById(`move-${SHOWN_MOVES}`).focus();
        },
      }, t("allMoves", { count: number(moves.length) }))]),
    ];
  }

  move(move, i) {
    const { session, changed } = this;
    const { a, b } = session.shapes;
    const { plies, cuts } = move;
    const result = t(moverWins(plies) ? "moveWins" : "moveLoses", { plies });
    return h("button", {
      type: "button", id: `move-${i}`, class: "move", "aria-pressed": String(i === session.chosen),
      "aria-label": `${result}. ${moveInWords(move)}`, title: `${result}. ${moveInWords(move)}`,
      onclick: () => {
        session.chosen = i;
        changed.show("");
      },
    }, plyChip(plies), pairIcon(a, b, cuts.a.piece, cuts.b.piece));
  }
}

/** @returns {string} the answer in a few words, also of a puzzle */
export function headline(session) {
  const { game, plies, isPuzzle } = session;
  if (!game) {
    return [verdict(plies), isPuzzle ? t("puzzle") : ""].join(" ").trim();
  }
  if (game.isOver) {
    return `${t(game.readerWon ? "youWin" : "tableWins")}. ${endInWords(game)}`;
  }
  return t("yourTurn", { ply: game.plies.length + 1 });
}

/** @returns {string} how a game ended */
export function endInWords({ plies }) {
  return plies.length === 0 ? t("endedAtOnce") : counted("endedAfter", "plies", plies.length);
}
