/** The panel of a game. */

import { actionRow, segments, showChoice } from "../kit/controls.js";
import { button, h } from "../kit/dom.js";
import { moveIcon } from "./parts.js";
import { moverWins } from "./table.js";
import { counted, t, verdict } from "./texts.js";

/** @import {Choice} from "../kit/controls.js" */
/** @import {Changed} from "../kit/linked_page.js" */
/** @import {Part} from "../kit/view.js" */
/** @import {Game, Ply} from "./game.js" */
/** @import {Session} from "./session.js" */
/** @import {Lookup} from "./table.js" */

/** @typedef {Session & {game: Game}} Playing */

/**
 * The player to move, or the winner.
 *
 * @param {Game} game
 */
export function gameTitle(game) {
  return game.isOver ? t(`${game.winner}Wins`) : t(`${game.turn}Turn`, { ply: game.plies.length + 1 });
}

/** @param {Game} game */
export function endInWords({ plies }) {
  return plies.length === 0 ? t("endedAtOnce") : counted("endedAfter", "plies", plies.length);
}

/**
 * Everything about the game except its title.
 *
 * @param {Playing} session
 * @param {Changed} changed
 * @returns {Part[]}
 */
export function gameContent(session, changed) {
  const { game } = session;
  return [
    game.isOver && h("p", { class: game.winner === "table" ? "" : "good" }, endInWords(game)),
    ...remarks(session),
    actions(session, changed),
    ...log(session),
    ...choice(session, changed, "opponent", t("opponent"), [
      ["opponent-random", t("random"), "random"], ["opponent-one-ply", t("onePly"), "onePly"],
      ["opponent-perfect", t("perfect"), "perfect"], ["opponent-reader", t("secondReader"), "reader"]]),
    h("p", { class: "quiet hint", id: "opponent-hint" }, t(`means_${game.opponent}`)),
    ...(game.hasTwoReaders ? [] : choice(session, changed, "readerBegins", t("whoBegins"), [
      ["reader-begins", t("readerBegins"), true], ["table-begins", t("tableBegins"), false]])),
  ];
}

/**
 * The moves so far; after the game, with what was better.
 *
 * @param {Playing} session
 */
function log(session) {
  const { game: { plies, isOver } } = session;
  const own = plies.filter(({ player }) => player !== "table");
  const best = own.filter(isBest).length;
  return plies.length === 0 ? [] : [
    h("h3", {}, t(isOver ? "review" : "log")),
    isOver && own.length > 0 && h("p", { id: "review" }, t("reviewed", { best, count: own.length })),
    h("ol", { class: "log" }, ...plies.map((ply) => logged(ply, session))),
  ];
}

/**
 * Whether a move was a best one: first a win, then a win soon or a loss late.
 *
 * @param {Ply} ply
 */
function isBest({ before, after }) {
  return after === before - 1;
}

/**
 * A comment on the reader's last or next move.
 *
 * @param {Playing} session
 */
function remarks({ game, isPuzzle, plies }) {
  const last = game.hasTwoReaders || game.isOver ? null : game.plies.findLast(({ player }) => player === "reader");
  return [
    isPuzzle && game.plies.length === 0 && h("p", { class: "puzzle-note" }, t("closed", { label: verdict(plies) }), t("puzzle")),
    last?.isMistake && h("p", { class: "remark", id: "mistake" }, mistakeInWords(last)),
    game.hints > 0 && h("p", { id: "hint-text" }, hintInWords(game)),
  ];
}

/** @param {Ply} ply */
function mistakeInWords({ before }) {
  return counted("couldHaveWon", "plies", before);
}

/** @param {Game} game */
function hintInWords({ hints, value }) {
  const about = moverWins(value) ? counted("hintWins", "plies", value) : t("hintLoses", { plies: value });
  return hints === 2 ? `${about} ${t("hintMarked")}` : about;
}

/**
 * @param {Playing} session
 * @param {Changed} changed
 */
function actions(session, changed) {
  const { game } = session;
  /**
   * @param {string} id
   * @param {string} key
   * @param {boolean} disabled
   * @param {() => string|void} act
   */
  const action = (id, key, disabled, act) => button({
    id, disabled, onclick: () => changed.show(act()),
  }, t(key));
  return actionRow(
    action("hint", game.hints === 0 ? "hint" : "hintMore", game.isOver || game.hints === 2, () => {
      game.hint();
      return hintInWords(game);
    }),
    action("undo", "undo", !game.plies.some(({ player }) => player !== "table"), () => game.undo()),
    action("restart", "restart", game.plies.length === 0, () => session.restart()));
}

/**
 * A choice that begins the game again, with its label.
 *
 * @template {"opponent"|"readerBegins"} K
 * @param {Playing} session
 * @param {Changed} changed
 * @param {K} key
 * @param {string} label
 * @param {Choice<Session[K]>[]} choices
 */
function choice(session, changed, key, label, choices) {
  return [h("h3", {}, label), showChoice(segments(label, choices, (value) => {
    session.restart({ [key]: value });
    changed.show();
  }), session[key])];
}

/**
 * A ply of the game, drawn and in words.
 *
 * @param {Ply} ply
 * @param {Playing} session
 */
function logged(ply, { lookup, game }) {
  const { player, cuts, cuts: { a, b }, isMistake } = ply;
  const [piece, restA, restB] = [a.piece, a.rest, b.rest].map((cells) => lookup.name(cells));
  return h("li", {}, h("div", {}, t(player), moveIcon({ cuts, piece, restA, restB })),
    ...(player === "table" ? [] : game.isOver ? reviewed(ply, lookup)
      : [isMistake && !game.hasTwoReaders && h("b", { class: "remark" }, mistakeInWords(ply))]));
}

/**
 * What a reader's move has changed, and a better one, drawn.
 *
 * @param {Ply} ply
 * @param {Lookup} lookup
 */
function reviewed(ply, lookup) {
  const { before, after, cuts: { a, b } } = ply;
  /** @param {number} plies */
  const outcome = (plies) => counted(moverWins(plies) ? "aWin" : "aLoss", "plies", plies); // This move counts as one.
  if (isBest(ply)) {
    return [h("p", { class: "good" }, t("bestCut", { outcome: outcome(before) }))];
  }
  const [better] = lookup.moves([...a.piece, ...a.rest], [...b.piece, ...b.rest]);
  return [
    h("p", { class: "remark" }, t("beforeAndAfter", { before: outcome(before), after: outcome(after + 1) })),
    h("p", { class: "better" }, t("better"), moveIcon(better)),
  ];
}
