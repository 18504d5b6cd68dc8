/** Drawings of moves, and their words. */

import { h, named } from "../kit/dom.js";
import { pairIcon } from "./drawing.js";
import { counted, idOf, t } from "./texts.js";

/** @import {Cuts, Lookup, Move} from "./table.js" */

/**
 * Draws a move: both shapes with their pieces, an arrow, and the rests.
 *
 * @param {Omit<Move, "plies">} move
 */
export function moveIcon(move) {
  const { a, b } = move.cuts;
  return h("span", { class: "move-icon", role: "img", ...named(moveInWords(move)) },
    pairIcon([...a.piece, ...a.rest], [...b.piece, ...b.rest], a.piece, b.piece), h("span", {}, "→"), pairIcon(a.rest, b.rest));
}

/**
 * A move in words: piece and rests.
 *
 * @param {Pick<Move, "piece"|"restA"|"restB">} move
 */
export function moveInWords({ piece, restA, restB }) {
  return t("move", { piece: idOf(piece), a: idOf(restA), b: idOf(restB) });
}

/**
 * Why a cut loses: the reply, drawn and in words.
 *
 * @param {Lookup} lookup
 * @param {Cuts} cuts those of the losing move
 */
export function winningReply(lookup, { a, b }) {
  const [reply] = lookup.moves(a.rest, b.rest);
  return [
    h("p", { id: "reply" }, moveIcon(reply)),
    h("p", {}, counted("replyWins", "plies", reply.plies)),
  ];
}
