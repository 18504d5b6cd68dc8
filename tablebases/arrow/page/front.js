/** A board that counts its taps down, on the front page. */

/**
 * @import {FrontPicture} from "../kit/view.js"
 * @import {Level} from "./solving.js"
 */

import { h } from "../kit/dom.js";
import { counted, t } from "../kit/languages.js";
import { BoardPicture } from "./drawing.js";
import { Solver, tapsOf } from "./solving.js";

/** Milliseconds that a tap, and a solved board, stay. */
const TAP = 420;
const SOLVED = 2200;

/**
 * @param {{level: Level}} data
 * @returns {FrontPicture}
 */
export function picture({ level }) {
  const solver = new Solver(level);
  const board = new BoardPicture(level, level.shape === "hexagon" ? "columns" : "rows", null);
  const caption = h("p", { class: "caption" });
  /** @type {Uint8Array} */
  let turns;
  /** @type {Uint8Array} */
  let plan;

  function show() {
    const left = tapsOf(plan);
    board.show([...turns].map((of, tile) => (
      { turns: of, badge: plan[tile] || "", kind: plan[tile] ? "taps" : "plain", label: "" })), "");
    caption.textContent = left ? counted("tapsLeft", "left", left) : t("allUp");
  }

  function begin() {
    turns = solver.randomBoard();
    [plan] = solver.answer(turns).solutions;
    show();
  }

  begin();
  return {
    elements: [h("div", { class: "drawn", role: "img", "aria-label": t("boardPicture") },
      h("div", { inert: true, "aria-hidden": "true" }, board.element)), caption],
    /** Taps a tile, or takes another board. @returns {number} milliseconds until the next step */
    step() {
      const tile = plan.findIndex((taps) => taps > 0);
      if (tile < 0) {
        begin();
        return SOLVED;
      }
      turns = solver.afterTaps(turns, tile, 1);
      plan = plan.with(tile, plan[tile] - 1);
      show();
      return tapsOf(plan) ? TAP : SOLVED;
    },
  };
}
