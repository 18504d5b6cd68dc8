/** Hands that are played to a win, the best discard each time, on the front page. */

import { h } from "../kit/dom.js";
import { number, t } from "../kit/languages.js";
import { face } from "./drawing.js";

/** @import {Attributes} from "../kit/dom.js" */
/** @import {Drawn} from "./drawing.js" */

/** Milliseconds that a drawn tile, a hand after a discard, and a won hand stay. */
const DRAWN = 2400;
const DISCARDED = 700;
const WON = 4000;

/**
 * @param {{tiles: Drawn[], games: {hand: number[], draws: number[][], score: number}[]}} data
 *   a draw is the drawn tile and the best discard with the distance and the accepted copies that it leaves; with the
 *   last one the hand wins
 * @returns {import("../kit/view.js").FrontPicture}
 */
export function picture({ tiles, games }) {
  const list = h("ol", { class: "hand" });
  const caption = h("p", { class: "caption" });
  let game = Math.floor(Math.random() * games.length);
  let at = -1;
  /** @type {number[]} */
  let hand = [];
  let isDrawn = false;

  /**
   * @param {number} kind
   * @param {Attributes} marks
   */
  function tile(kind, marks) {
    const { name, type } = tiles[kind];
    return h("li", {}, h("span", { class: "idol", "data-type": type, ...marks }, ...face({ name, type })));
  }

  function show() {
    const [drawn, discard] = games[game].draws[at];
    const best = isDrawn ? [drawn, ...hand].indexOf(discard) - 1 : -2;
    const isWon = discard === undefined;
    list.replaceChildren(...hand.map((kind, i) => tile(kind, { "data-best": best === i, "data-won": isWon })),
      isDrawn ? tile(drawn, { "data-best": best === -1, "data-drawn": true, "data-won": isWon }) : h("li", {}));
  }

  /** @returns {number} milliseconds until the next step */
  function draw() {
    if (at + 1 === games[game].draws.length || at < 0) {
      game = (game + 1) % games.length;
      at = -1;
      hand = games[game].hand.toSorted((a, b) => a - b);
    }
    at += 1;
    isDrawn = true;
    show();
    const [, discard, distance, copies] = games[game].draws[at];
    if (discard === undefined) {
      caption.textContent = t("handWins", { points: number(games[game].score) });
      return WON;
    }
    caption.textContent = t(distance === 1 ? "discardToWait" : "discardBest", { name: tiles[discard].name, copies });
    return DRAWN;
  }

  /** @returns {number} milliseconds until the next step */
  function step() {
    const [drawn, discard] = games[game].draws[at];
    if (!isDrawn || discard === undefined) {
      return draw();
    }
    hand = [...hand, drawn].toSorted((a, b) => a - b);
    hand.splice(hand.indexOf(discard), 1);
    isDrawn = false;
    show();
    return DISCARDED;
  }

  draw();
  return { elements: [h("div", { class: "drawn", role: "img", "aria-label": t("handPicture") }, list), caption], step };
}
