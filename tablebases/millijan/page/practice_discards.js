/** Practice with single hands: a discard from each, and its score. */

import { h, table } from "../kit/dom.js";
import { nameOf } from "./names.js";
import { smallTile } from "./parts.js";
import { BEST, Choice, dailyHands, seededHand, tallyOf } from "./practice.js";
import { number, t, tallyText } from "./practice_texts.js";
import { HandView, aside, distanceText, reasonPart } from "./practice_views.js";

/** @import {Game} from "../kit/practice_session.js" */
/** @import {Tile, Unit} from "./game.js" */
/** @import {Made, ScoredDiscard} from "./practice.js" */
/** @import {Showing} from "./practice_views.js" */

/**
 * All discards with their scores.
 *
 * @param {Choice} choice
 * @param {Tile[]} tiles
 */
function tableOf({ discards, chosen }, tiles) {
  const heads = ["discard", "distanceAfter", "copiesAfter", "score"].map((key) => t(key));
  /** @param {ScoredDiscard} one */
  const row = (one) => h("tr", { class: one.isBest ? "best" : "" },
    h("th", { scope: "row" }, smallTile(tiles[one.kind]), one === chosen && h("small", {}, t("yours"))),
    ...[one.distance, one.copies, one.score].map((value) => h("td", { class: "score" }, number(value))));
  return table({ class: "scores", id: "discards", "aria-labelledby": "answer-title" }, heads, discards.map(row));
}

/**
 * @param {Tile[]} tiles
 * @param {Unit[]} units
 * @returns {Game<Choice, number, Showing<Choice>> & Showing<Choice>}
 */
export function singleHands(tiles, units) {
  return {
    name: "millijan",
    kinds: [""],
    heading: "heading",
    mayLeave: false,
    tiles,
    draw: (day, _, seed) => (day ? dailyHands(day) : [seededHand(seed)]),
    deal: (hand) => new Choice(hand, units),
    label: () => t("singleHands"),
    act: (choice, kind) => choice.hand.includes(kind) && choice.choose(kind),
    isDone: ({ kind }) => kind !== null,
    // @ts-expect-error: the puzzle is done.
    isRight: ({ chosen }) => chosen.score === BEST,
    outcome: (_, { results }) => tallyText(tallyOf(/** @type {Made[]} */ (results.map(({ puzzle }) => puzzle)))),
    headline: (choice) => (choice.chosen ? t("scored", { score: choice.chosen.score }) : distanceText(choice)),
    shown(choice, { day, at, drawn }) {
      const { hand, discards, chosen } = choice;
      const title = day ? t("handOfDay", { number: at + 1, count: drawn.length }) : t("handToPractise");
      return {
        hand, discarded: [], best: chosen ? discards : [], chosen: chosen?.kind,
        distance: !chosen && distanceText(choice), aside: chosen ? [aside(t("scoredShort", { score: chosen.score }), "done")] : [],
        title: chosen ? t("handDone", { name: nameOf(tiles[chosen.kind]) }) : title,
      };
    },
    View: HandView,
    reason: (choice) => (choice.chosen ? reasonPart(choice, tiles) : []),
    review: (choice) => (choice.chosen ? [tableOf(choice, tiles)] : []),
  };
}
