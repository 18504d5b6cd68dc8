/** A solo game from the deal to the win, and the coach after it. */

import { action } from "../kit/controls.js";
import { button, h, named } from "../kit/dom.js";
import { NEVER } from "./distance.js";
import { WINNING_TILES, unitScore } from "./game.js";
import { nameOf } from "./names.js";
import { smallTile, unitEntry, unitHead } from "./parts.js";
import { MOST_DRAWS, NO_MAIN_IDOL, SoloGame, tallyOf } from "./practice.js";
import { counted, points, t, tallyText } from "./practice_texts.js";
import { HandView, aside, distanceText, reasonPart } from "./practice_views.js";

/** @import {Game, PracticeChanged} from "../kit/practice_session.js" */
/** @import {Tile, Unit} from "./game.js" */
/** @import {Made, ScoredDiscard} from "./practice.js" */
/** @import {Showing} from "./practice_views.js" */

/** @typedef {SoloGame & {shown?: ?Made}} CoachedGame `shown` is the choice that the coach shows */

/** The move that ends a game. */
const GIVE_UP = -1;

/** The hand, which can be given up. */
class SoloView extends HandView {
  buttons() {
    const { session, changed } = this;
    /** @type {HTMLButtonElement} */
    this.giveUp = action("give-up", t("giveUp"), () => session.play(GIVE_UP), () => changed.moved());
    return [this.giveUp];
  }

  show() {
    super.show();
    this.giveUp.hidden = this.session.isDone;
  }
}

/**
 * The units of the win.
 *
 * @param {SoloGame} game
 * @param {Tile[]} tiles
 */
function wonUnits({ split: { packings: [packing] } }, tiles) {
  return h("ul", { class: "units", id: "units" }, ...packing.map((unit) => (
    unitEntry(unitHead(unit, unitScore(unit, true, NO_MAIN_IDOL)), unit.members, tiles))));
}

/**
 * What the review says of a draw: the hand, the discard and a better one, and the reason if the draw is shown.
 *
 * @param {Made} choice
 * @param {number} draws
 * @param {CoachedGame} game
 * @param {Tile[]} tiles
 * @param {PracticeChanged} changed
 */
function entryOf(choice, draws, game, tiles, changed) {
  const { hand, chosen, discards: [best] } = choice;
  const isShown = game.shown === choice;
  /**
   * @param {string} key
   * @param {ScoredDiscard} one
   */
  const line = (key, { kind, distance, copies }) => h("p", { class: "compared" }, smallTile(tiles[kind]),
    h("span", {}, h("small", {}, t(key)), distance === NEVER ? t("never") : t("leaves", { distance, tiles: counted("acceptedTiles", "n", copies) })));
  const small = hand.map((kind) => {
    const tile = smallTile(tiles[kind]);
    tile.dataset.mark = kind === (chosen.isBest ? chosen : best).kind ? "best" : kind === chosen.kind ? "yours" : "";
    return tile;
  });
  return h("li", { class: "unit" },
    h("div", { class: "unit-head" }, button({
      id: `draw-${draws}`, class: "take", "aria-expanded": String(isShown), ...named(t("showDraw", { draws })),
      onclick: () => {
        game.shown = isShown ? null : choice; // Null shows the end of the game again.
        changed.show(titleOf(game, tiles));
      },
    }, t("drawNumber", { draws })), h("b", { class: chosen.isBest ? "good" : "" }, points(chosen.score))),
    h("div", { class: "members small-hand" }, ...small),
    line("yours", chosen), !chosen.isBest && line("better", best),
    isShown && h("div", { id: "reason" }, ...reasonPart(choice, tiles)));
}

/**
 * What was best at the draw where most was lost, and a list of all draws.
 *
 * @param {CoachedGame} game
 * @param {Tile[]} tiles
 * @param {PracticeChanged} changed
 */
function coach(game, tiles, changed) {
  const { choices, worst } = game;
  const said = worst && t("mostLost", { draws: choices.indexOf(worst) + 1, name: nameOf(tiles[worst.chosen.kind]) });
  return [
    h("h3", { id: "coach-title" }, t("coach")),
    h("p", { id: "coach" }, said ?? t("allBest")),
    ...(worst ? reasonPart(worst, tiles) : []),
    h("p", { class: "quiet hint" }, t("coachHint")),
    h("ol", { class: "units", id: "draws", "aria-labelledby": "coach-title" },
      ...choices.map((one, i) => entryOf(one, i + 1, game, tiles, changed))),
  ];
}

/**
 * @param {SoloGame} game
 * @param {Tile[]} tiles
 */
function headline({ isOver, hasWon, isGivenUp, draws, split, hand }, tiles) {
  if (isOver) {
    return hasWon ? t("soloWon", { draws, points: points(split.score) }) : isGivenUp ? t("givenUp", { draws }) : t("deckEnded");
  }
  // @ts-expect-error: a hand has tiles.
  return t("drawn", { draws, name: nameOf(tiles[hand.at(-1)]) });
}

/**
 * What the hand is: that now, or that of the draw that the coach shows.
 *
 * @param {CoachedGame} game
 * @param {Tile[]} tiles
 */
function titleOf(game, tiles) {
  const { isOver, choices, shown } = game;
  if (shown) {
    return t("handShown", { draws: choices.indexOf(shown) + 1, name: nameOf(tiles[shown.chosen.kind]) });
  }
  return isOver ? t("lastHand") : headline(game, tiles);
}

/**
 * @param {Tile[]} tiles
 * @param {Unit[]} units
 * @returns {Game<CoachedGame, number, Showing<CoachedGame>> & Showing<CoachedGame>}
 */
export function soloGame(tiles, units) {
  return {
    name: "millijan solo",
    kinds: ["solo"],
    dailyKind: "solo",
    mayLeave: false,
    title: "soloGame",
    heading: "soloHeading",
    next: "nextGame",
    more: { fewest: 0 },
    tiles,
    draw: (day, _, seed) => [new SoloGame(day ?? seed, units)],
    label: () => t("soloMode"),
    act: (game, kind) => (kind === GIVE_UP ? game.giveUp() : game.hand.includes(kind) && game.discard(kind)),
    isDone: ({ isOver }) => isOver,
    isRight: ({ hasWon }) => hasWon,
    note({ hasWon, draws }, { progress }) {
      if (hasWon) {
        progress.change({ fewest: Math.min(draws, progress.state.fewest || draws) });
      }
    },
    reached(_, { progress: { state: { fewest } } }) {
      return fewest ? t("fewest", { draws: fewest }) : t("noWin");
    },
    outcome: ({ hasWon, draws, choices }) => (
      t(hasWon ? "wonAt" : "notWonAt", { draws, tally: tallyText(tallyOf(choices), "soloTally") })),
    headline: (game) => headline(game, tiles),
    shown(game) {
      const { hand, seen, discards } = game.shown ?? { hand: game.hand, seen: game.discarded, discards: [] };
      return {
        hand, discarded: seen, best: discards, title: titleOf(game, tiles), drawnAt: game.shown ? null : WINNING_TILES - 1,
        distance: !game.isOver && distanceText(game.choice), chosen: game.shown?.chosen.kind,
        aside: game.isOver ? [aside(headline(game, tiles), "done over")] : [
          aside(t("tilesLeft", { left: MOST_DRAWS - game.draws })), h("progress", { value: 1 - game.draws / MOST_DRAWS, "aria-hidden": "true" })],
      };
    },
    View: SoloView,
    reason: (game) => [
      !game.isOver && h("p", { class: "quiet" }, t("goal")),
      game.hasWon && wonUnits(game, tiles),
    ],
    review: (game, _, changed) => (game.isOver && game.choices.length > 0 ? coach(game, tiles, changed) : []),
  };
}
