/** Parts that both kinds of practice show: the hand, and why a discard is best. */

import { h, moveByArrows } from "../kit/dom.js";
import { figured, View } from "../kit/view.js";
import { NEVER } from "./distance.js";
import { nameOf } from "./names.js";
import { bestDiscards, changeButton, described, face, reasons, smallTiles } from "./parts.js";
import { counted, t } from "./practice_texts.js";

/** @import {PracticeChanged, Session} from "../kit/practice_session.js" */
/** @import {Tile} from "./game.js" */
/** @import {Choice, ScoredDiscard} from "./practice.js" */

/**
 * @typedef {Object} Shown what `HandView` shows
 * @property {number[]} hand
 * @property {string} title
 * @property {string|false} distance in words; false where the panel says it
 * @property {Node[]} aside what stands beside the title: what is left, or how the hand went
 * @property {number[]} discarded
 * @property {ScoredDiscard[]} best all discards, to mark the best ones; none while they are hidden
 * @property {?number} [drawnAt] the place of the drawn tile in the hand
 * @property {?number} [chosen] the kind of the tile that was discarded from the hand
 */

/**
 * What the view of a hand needs of a game with puzzles `P`.
 *
 * @template P
 * @typedef {{tiles: Tile[], heading: string, shown: (puzzle: P, session: Session<P, number, Showing<P>>) => Shown}} Showing
 */

/** What stands beside the title of a hand. */
export const aside = (/** @type {string} */ text, state = "") => h("p", { class: `aside ${state}` }, figured(text));

/**
 * The hand, from which tiles are discarded; `shown` of the game says how.
 *
 * @extends {View<Session<any, number, Showing<any>>, PracticeChanged>}
 */
export class HandView extends View {
  first = "#hand-0";

  build() {
    /** @type {HTMLElement} */
    this.title = h("h2", { id: "hand-title" });
    /** @type {HTMLElement} */
    this.head = h("div", { class: "unit-head" });
    /** @type {HTMLElement} */
    this.tiles = h("ol", { class: "hand", "aria-labelledby": "hand-title" });
    moveByArrows(this.tiles, () => [...this.tiles.querySelectorAll("button")]);
    /** @type {HTMLElement} */
    this.discarded = h("div", { class: "members", id: "discarded" });
    /** @type {HTMLElement} */
    this.frame = h("div", { class: "hand-frame" }, this.head, this.tiles);
    return h("section", { class: "hand-side" },
      this.frame,
      this.discarded,
      h("p", { class: "quiet" }, t("practiceHelp")));
  }

  show() {
    const { session } = this;
    const { game: { tiles } } = session;
    const { hand, title, distance, aside, discarded, best, drawnAt, chosen } = session.game.shown(session.puzzle, session);
    /** @type {HTMLElement} */ (document.querySelector("h1")).textContent = t(session.game.heading);
    this.title.textContent = title;
    this.head.replaceChildren(this.title, h("small", {}, distance), ...aside);
    this.frame.classList.toggle("playing", !session.isDone || drawnAt === undefined);
    this.discarded.hidden = discarded.length === 0;
    this.discarded.replaceChildren(h("span", { class: "quiet" }, t("discardedTiles", { count: discarded.length })),
      ...smallTiles(discarded, tiles));
    this.refill(this.tiles, hand.map((kind, i) => {
      const copy = hand.slice(0, i).filter((other) => other === kind).length;
      const isBest = best.some((one) => one.isBest && one.kind === kind);
      return h("li", { "data-moves": `${kind} ${copy}`, "data-drawn": i === drawnAt, "data-chosen": kind === chosen && copy === 0 }, this.tile(kind, i, isBest));
    }));
  }

  /**
   * @param {number} kind
   * @param {number} i
   * @param {boolean} isBest
   */
  tile(kind, i, isBest) {
    const { session, changed } = this;
    const tile = session.game.tiles[kind];
    return changeButton({
      id: `hand-${i}`, class: "idol", "data-type": tile.type, "data-kind": kind, "data-best": isBest,
      tabindex: i === 0 ? 0 : -1, "aria-disabled": session.isDone && "true",
    }, t(isBest ? "discardBest" : "discardLabel", { tile: described(tile) }), () => session.play(kind), changed.moved, ...face(tile));
  }
}

/**
 * The distance after the best discard, in words.
 *
 * @param {Choice} choice
 */
export function distanceText({ discards: [{ distance }] }) {
  return distance === NEVER ? t("never") : t("distance", { distance, shanten: distance - 1 });
}

/**
 * Why the best discard of a choice is best, with the tiles that it keeps open.
 *
 * @param {Choice} choice
 * @param {Tile[]} tiles
 */
export function reasonPart(choice, tiles) {
  const { discards, reason } = choice;
  const [best] = discards;
  return [
    ...[bestDiscards(discards, tiles), ...(best.distance === NEVER ? [] : reasons(reason, tiles))]
      .map((text) => h("p", { class: "remark" }, text)),
    best.copies > 0 && h("div", { class: "members" }, counted("acceptedAfter", "n", best.copies, { tile: nameOf(tiles[best.kind]) }),
      ...smallTiles(best.accepted, tiles)),
  ];
}
