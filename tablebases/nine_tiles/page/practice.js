/** Cards to practise, verdicts and flash cards. Nothing here touches the page; tablebases/nine_tiles/practice.py draws alike. */

/** @import {Answer, Atlas, BestTown, Theme} from "./answers.js" */

import { Draws } from "../kit/practice.js";

const CARDS = 3;
/** The last card of the game: daily puzzles never have one that was added later. */
const LAST_CARD = 26;

/**
 * Places of the cards of the game on which towns differ.
 *
 * @param {Theme[]} themes
 */
export function practisedCards(themes) {
  return [...themes.keys()].filter((index) => themes[index].no <= LAST_CARD && themes[index].scores.length > 1);
}

/**
 * Three places of cards, ascending, by a seed or a date.
 *
 * @param {Theme[]} themes
 * @param {string | number} name
 */
export function drawnCards(themes, name) {
  const draws = new Draws(`nine-tiles ${name}`);
  const left = practisedCards(themes);
  const drawn = Array.from({ length: CARDS }, () => left.splice(draws.below(left.length), 1)[0]);
  return drawn.sort((a, b) => a - b);
}

/**
 * @typedef {Object} Verdict
 * @property {number[]} scores
 * @property {number[]} below for each card, the share of all towns that score less
 * @property {Answer} best
 * @property {"isBest" | "beats" | "loses" | "draws"} standing of two towns the one that is better on more of the cards
 *   wins
 */

/**
 * What a complete town is worth beside the best town.
 *
 * @param {Atlas} atlas
 * @param {number[]} indices places of the cards, ascending
 * @param {string} pattern
 * @returns {Verdict}
 */
export function verdictOn(atlas, indices, pattern) {
  const ofTown = atlas.scoresOf(pattern);
  const scores = indices.map((index) => ofTown[index]);
  const below = indices.map((index, i) => atlas.shareBelow(index, scores[i]));
  const answers = atlas.answersTo(indices);
  const [best] = answers;
  const lead = scores.reduce((sum, score, i) => sum + Math.sign(score - best.scores[i]), 0);
  const isBest = answers.some((answer) => answer.scores.join() === scores.join());
  return {
    scores, below, best,
    standing: isBest ? "isBest" : lead > 0 ? "beats" : lead < 0 ? "loses" : "draws",
  };
}

// --- flash cards --------------------------------------------------------------------------------

/** Numbers of towns of which a player can have flash cards. */
const SIZES = [5, 10, 20, 40];

/**
 * Those numbers for which the atlas has towns to learn.
 *
 * @param {Atlas} atlas
 */
export function deckSizes(atlas) {
  return SIZES.filter((size) => atlas.coverages.get("optimal")?.has(size));
}

/**
 * A town of the learning list, with the sets that it answers and no other town of the list does. Sets with a card on
 * which all towns score the same are left out.
 *
 * @typedef {BestTown & {sets: number[][]}} DeckTown
 */

/**
 * The towns of the learning list; the one with most sets comes first.
 *
 * @param {Atlas} atlas
 * @param {number} size
 * @returns {DeckTown[]}
 */
export function deckOf(atlas, size) {
  const { towns } = atlas.coverages.get("optimal").get(size);
  /** @param {number} index */
  const matters = (index) => atlas.themes[index].scores.length > 1;
  const answered = towns.map(({ pattern }) => atlas.setsAnsweredBy(pattern).filter((set) => set.every(matters)));
  const equal = Map.groupBy(answered.flat(), String);
  return towns
    .map((town, i) => ({ ...town, sets: answered[i].filter((set) => equal.get(String(set))?.length === 1) }))
    .filter(({ sets }) => sets.length > 0)
    .sort((a, b) => b.sets.length - a.sets.length);
}
