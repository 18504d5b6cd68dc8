/** The part of the page that says how the game against the table stands. */

import { press, segments } from "../kit/controls.js";
import { h } from "../kit/dom.js";
import { moveInWords, pairIcon, withWholeNames } from "./parts.js";
import { moverWins } from "./table.js";
import { counted, t, verdict } from "./texts.js";
import { endInWords } from "./view_answer.js";

export class PlayView {
  /**
   * @param {import("./session.js").Session} session
   * @param {{show: (said?: string) => void}} changed as in PairView
   */
  constructor(session, changed) {
    this.session = session;
    this.changed = changed;
  }

  /** @returns {Node[]} all about the game of the moment */
  content() {
    const { game } = this.session;
    const title = game.isOver ? t(game.readerWon ? "youWin" : "tableWins")
      : t("yourTurn", { ply: game.plies.length + 1 });
    return [
      h("h2", { id: "answer-title" }, title),
      ...(game.isOver ? [h("p", { class: game.readerWon ? "good" : "" }, endInWords(game))] : []),
      ...this.remark(),
      this.actions(),
      this.beginners(),
      ...this.log(),
    ];
  }

  beginners() {
    const { session, changed } = this;
    const element = segments(t("whoBegins"), [
      { id: "reader-begins", text: t("readerBegins"), value: true },
      { id: "table-begins", text: t("tableBegins"), value: false },
    ], (readerBegins) => {
      session.setReaderBegins(readerBegins);
      changed.show();
    });
    const pressed = session.readerBegins ? "reader-begins" : "table-begins";
    press(element.children, ({ id }) => id === pressed);
    return element;
  }

  actions() {
    const { session, changed } = this;
    const { game } = session;
    const action = (id, key, isOff, act) => h("button", {
      type: "button", id, disabled: isOff, onclick: act,
    }, t(key));
    return h("div", { class: "game-actions" },
      action("hint", game.hints === 0 ? "hint" : "hintMore", game.isOver || game.hints === 2, () => {
        game.hint();
        changed.show(this.hintInWords());
      }),
      action("undo", "undo", !game.canUndo, () => {
        game.undo();
        changed.show();
      }),
      action("restart", "restart", game.plies.length === 0, () => {
        session.restart();
        changed.show();
      }));
  }

  /** What there is to say about the last move of the reader, or about the next one. */
  remark() {
    const { game } = this.session;
    const last = game.plies.findLast(({ byReader }) => byReader);
    return [
      ...(this.session.isPuzzle && game.plies.length === 0
        ? [h("p", { class: "puzzle-note" }, verdict(this.session.plies), ". ", t("puzzle"))] : []),
      ...(last?.isMistake
        ? [h("p", { class: "remark", id: "mistake" }, this.mistakeInWords(last))] : []),
      ...(game.hints > 0 ? [h("p", { id: "hint-text" }, this.hintInWords())] : []),
    ];
  }

  mistakeInWords({ before }) {
    return counted("couldHaveWon", "plies", before);
  }

  hintInWords() {
    const { hints, value } = this.session.game;
    const about = moverWins(value) ? counted("hintWins", "plies", value)
      : t("hintLoses", { plies: value });
    return hints === 2 ? `${about} ${t("hintMarked")}` : about;
  }

  log() {
    const { game } = this.session;
    return game.plies.length === 0 ? [] : [
      h("h3", {}, t("log")),
      h("ol", { class: "log" }, ...game.plies.map((ply) => this.logged(ply))),
    ];
  }

  logged(ply) {
    const { table } = this.session;
    const { a, b } = ply.cuts;
    const move = moveInWords({
      piece: table.name(a.piece), restA: table.name(a.rest), restB: table.name(b.rest),
    });
    return h("li", {}, h("div", {},
      pairIcon([...a.piece, ...a.rest], [...b.piece, ...b.rest], a.piece, b.piece),
      h("span", {}, ...withWholeNames(t(ply.byReader ? "logReader" : "logTable", { move })),
        ply.isMistake ? h("b", { class: "remark" }, this.mistakeInWords(ply)) : null)));
  }
}
