/** The panel beside the shapes: who wins the pair and by which moves, or how the game stands. */

import { button, h } from "../kit/dom.js";
import { cutIcon, moveInWords, pairIcon, View, withWholeNames } from "./parts.js";
import { moverWins } from "./table.js";
import { number, t, verdict } from "./texts.js";
import { endInWords, gameContent, gameTitle } from "./view_play.js";

/** So many moves are shown at first, and all of them if they are hardly more. */
const SHOWN_MOVES = 12;
const HARDLY_MORE = 4;

export class PanelView extends View {
  /** @returns {HTMLElement} the panel, still empty */
  build() {
    this.panel = h("section", { class: "panel answer", id: "answer", tabindex: -1, "aria-labelledby": "answer-title" });
    return this.panel;
  }

  /** Shows what there is to say at the moment; the focus stays where it is, or near. */
  show() {
    const { panel, session } = this;
    const focused = panel.contains(document.activeElement) ? document.activeElement.id : null;
    const scrolled = panel.scrollTop;
    panel.replaceChildren(...(session.search ? this.searching()
      : session.game ? gameContent(session, this.changed) : this.answer()));
    panel.scrollTop = scrolled;
    if (focused) {
      const same = document.getElementById(focused);
      const near = same && !same.disabled ? same : panel.querySelector("button:not(:disabled)");
      near?.focus({ preventScroll: true });
    }
  }

  /** @returns {Node[]} how far the search has come */
  searching() {
    const { session, changed } = this;
    const { done, hasFailed, shapes: { a: { length: cells } } } = session.search;
    return [
      h("h2", { id: "answer-title" }, headline(session)),
      h("p", {}, t("searched", { done, cells })),
      hasFailed ? null : h("progress", { max: cells, value: done, "aria-label": t("searching", { cells }) }),
      h("p", { class: "quiet" }, t("searchTakes")),
      button({
        id: "cancel-search", onclick: () => {
          session.cancelSearch();
          changed.step();
        },
      }, t("cancelSearch")),
    ].filter(Boolean);
  }

  /** @returns {Node[]} what is known about the pair of the moment */
  answer() {
    const { plies, isPuzzle, hidesMoves } = this.session;
    return [
      h("h2", { id: "answer-title" }, verdict(plies)),
      h("p", { class: "quiet" }, t(plies === 0 ? "congruentMeans" : "pliesMean")),
      ...(isPuzzle ? [h("p", { class: "puzzle-note" }, t("puzzle"))] : []),
      ...(plies === 0 ? [] : hidesMoves ? [this.hidden()] : [...this.line(), ...this.moves()]),
    ];
  }

  hidden() {
    const { session, changed } = this;
    const action = (id, key, act) => button({
      id, onclick: () => {
        act();
        changed.show();
      },
    }, t(key));
    return h("div", { class: "hidden-moves" },
      action("try-puzzle", "playPuzzle", () => session.restart({ isPlaying: true })),
      action("show-moves", "showMoves", () => { session.hidesMoves = false; }));
  }

  /** A game from here to the end; one of a single ply is among the moves. */
  line() {
    const { line } = this.session;
    return line.length < 2 ? [] : [
      h("h3", {}, t("bestLine")),
      h("ol", { class: "log", id: "best-line" }, ...line.map((move) => h("li", {},
        h("div", {}, cutIcon(move.cuts), h("span", {}, ...withWholeNames(moveInWords(move))))))),
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
      h("ul", { class: "moves" }, ...shown.map((move, i) => h("li", {}, this.move(move, i)))),
      ...(shown.length === moves.length ? [] : [button({
        id: "all-moves", class: "more", onclick: () => {
          session.showsAll = true;
          changed.show("");
          document.getElementById(`move-${SHOWN_MOVES}`).focus();
        },
      }, t("allMoves", { count: number(moves.length) }))]),
    ];
  }

  move(move, i) {
    const { session, changed } = this;
    const { plies, cuts } = move;
    const inWords = `${t(moverWins(plies) ? "moveWins" : "moveLoses", { plies })}. ${moveInWords(move)}`;
    return button({
      id: `move-${i}`, class: "move", "aria-pressed": String(i === session.chosen),
      "aria-label": inWords, title: inWords, onclick: () => {
        session.chosen = i;
        changed.show("");
      },
    }, h("span", { class: "chip", "data-plies": plies }, plies),
    pairIcon(session.shapes.a, session.shapes.b, cuts.a.piece, cuts.b.piece));
  }
}

/** @returns {string} the answer in a few words, also of a puzzle */
export function headline(session) {
  const { game, plies, isPuzzle, search } = session;
  if (search) {
    return t(search.hasFailed ? "searchFailed" : "searching", { cells: search.shapes.a.length });
  }
  if (!game) {
    return [verdict(plies), isPuzzle ? t("puzzle") : ""].join(" ").trim();
  }
  return game.isOver ? `${gameTitle(game)}. ${endInWords(game)}` : gameTitle(game);
}
