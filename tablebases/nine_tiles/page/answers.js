/** The data file, with functions to look up answers. */

/** @import {Game, Tiles} from "./town.js" */

import { fetchJson } from "../kit/start.js";
import { countedOn, Things } from "./scoring.js";
import { layTown } from "./town.js";

/**
 * @typedef {Object} Theme a card
 * @property {number} no
 * @property {string} key
 * @property {string} en
 * @property {string} ja
 * @property {"shape" | "faces" | "objects"} level
 * @property {{en: string, ja: string}} counts the things that it counts
 * @property {number[]} scores all that occur, the best one first
 * @property {number[]} nTowns how many towns have each of them
 *
 * @typedef {{id: number, pattern: string}} BestTown
 *
 * @typedef {Object} Data data.json, as page.py writes it; see `AnswerRow` and `LearnRow` for the columns
 * @property {number} rows
 * @property {number} columns
 * @property {Tiles} tiles
 * @property {Game["ruleSet"]} ruleSet
 * @property {Theme[]} themes
 * @property {number} nTowns
 * @property {number} nSynonyms
 * @property {number[]} nAnswers for each set of three cards, in the order of their places
 * @property {Record<string, number[]>} answers name of a column -> its values for the answers to all sets
 * @property {[id: number, pattern: string][]} towns those of the minimum cover first
 * @property {number} cover how many these are
 * @property {number | null} coverBound
 * @property {string[]} learnColumns
 * @property {unknown[][]} learn
 *
 * @typedef {Object} AnswerRow
 * @property {number} rankA rank of the score on the first card, 0 for the best one
 * @property {number} rankB
 * @property {number} rankC
 * @property {number} nTowns
 * @property {number} nSynonyms
 * @property {number} town a place in `towns`
 * @property {number} outcome a place in `OUTCOMES` of page.py
 *
 * @typedef {Object} LearnRow
 * @property {string} method
 * @property {number} n
 * @property {number | null} bound
 * @property {number} same how many towns are those of the row before with this method
 * @property {number[]} others places in `towns`
 *
 * @typedef {{indices: number[], answers: AnswerRow[]}} CardSet
 *
 * @typedef {[chance: string, scores: number[], others: number[], ofMix: number[], pattern: string]} MixRow `others` are
 *   scores that beat these, `ofMix` scores of the mix that beat those
 * @typedef {{only: boolean, answers: MixRow[]}} Mix
 *
 * @typedef {Object} Answer one of the equally good answers to three cards
 * @property {number[]} scores
 * @property {number} nTowns how many towns have these scores
 * @property {number | null} nSynonyms number of different results of these towns in all themes; null if unknown
 * @property {BestTown} town one of them
 *
 * @typedef {{n: number, bound: number | null, towns: BestTown[]}} Coverage number of sets that some towns answer
 */

/**
 * A map whose readers look up what it has.
 *
 * @template K, V
 * @typedef {{get(key: K): V} & Map<K, V>} Filled
 */

/**
 * A row of the data file as an object with the names of its columns.
 *
 * @param {string[]} columns
 * @param {unknown[]} row
 * @returns {any}
 */
const named = (columns, row) => Object.fromEntries(columns.map((name, i) => [name, row[i]]));

export class Atlas {
  /** @param {Data} data the content of data.json */
  constructor(data) {
    /** @type {Game} */
    this.game = { rows: data.rows, columns: data.columns, tiles: data.tiles, ruleSet: data.ruleSet };
    this.themes = data.themes;
    this.nTowns = data.nTowns;
    this.nSynonyms = data.nSynonyms;
    this.towns = data.towns.map(([id, pattern]) => ({ id, pattern }));
    this.cover = this.towns.slice(0, data.cover);
    this.coverBound = data.coverBound;
    /** @type {CardSet[]} */
    this.sets = [];
    const count = this.themes.length;
    const [names, columns] = [Object.keys(data.answers), Object.values(data.answers)];
    let row = 0;
    for (let a = 0; a < count; a++) {
      for (let b = a + 1; b < count; b++) {
        for (let c = b + 1; c < count; c++) {
          const end = row + data.nAnswers[this.sets.length];
          const answers = [];
          for (; row < end; row++) {
            answers.push(named(names, columns.map((values) => values[row])));
          }
          this.sets.push({ indices: [a, b, c], answers });
        }
      }
    }
    this.setOf = new Map(this.sets.map((set) => [set.indices.join(), set]));
    /** @type {Filled<string, Filled<number, Coverage>>} method -> number of towns -> coverage */
    this.coverages = new Map();
    /** @type {Record<string, BestTown[]>} */
    const latest = {};
    for (const row of data.learn) {
      /** @type {LearnRow} */
      const { method, n, bound, same, others } = named(data.learnColumns, row);
      const towns = [...(latest[method] ?? []).slice(0, same), ...others.map((place) => this.towns[place])];
      latest[method] = towns;
      const ofMethod = this.coverages.get(method) ?? new Map();
      this.coverages.set(method, ofMethod.set(towns.length, { n, bound, towns }));
    }
    /**
     * Pattern -> the sets that this town answers.
     *
     * @type {Filled<string, number[][]>}
     */
    this.answered = new Map();
    /**
     * Pattern -> the town, and its scores by the places of the themes.
     *
     * @type {Map<string, {things: Things, scores: number[]}>}
     */
    this.scores = new Map();
  }

  /**
   * The equally good answers to up to three cards.
   *
   * @param {number[]} indices places of the themes, ascending
   * @returns {Answer[]} none for two cards if the data has no answer to them
   */
  answersTo(indices) {
    const set = this.setOf.get(indices.join()) ?? this.setOf.get(this.withConstant(indices));
    return set ? this.answersOf(set, indices) : this.answersAtTop(indices);
  }

  /**
   * @param {CardSet} set
   * @param {number[]} indices
   * @returns {Answer[]}
   */
  answersOf({ indices: ofSet, answers }, indices) {
    return answers.map(({ rankA, rankB, rankC, nTowns, nSynonyms, town }) => ({
      scores: indices.map((index) => this.themes[index].scores[[rankA, rankB, rankC][ofSet.indexOf(index)]]),
      nTowns, nSynonyms, town: this.towns[town],
    }));
  }

  /**
   * Two cards with a third one that is the same for all towns: both have the same best answers.
   *
   * @param {number[]} indices
   */
  withConstant(indices) {
    const constant = this.themes.findIndex(({ scores }, i) => scores.length === 1 && !indices.includes(i));
    return indices.length === 2 && constant >= 0 ? [...indices, constant].sort((a, b) => a - b).join() : "";
  }

  /**
   * The best score of the only card on which scores differ.
   *
   * @param {number[]} indices
   * @returns {Answer[]}
   */
  answersAtTop(indices) {
    const telling = indices.filter((index) => this.themes[index].scores.length > 1);
    const scores = indices.map((index) => this.themes[index].scores[0]);
    const [town] = this.townsWith(indices, scores);
    const nTowns = telling.length ? this.themes[telling[0]].nTowns[0] : this.nTowns;
    return telling.length < 2 && town ? [{ scores, nTowns, nSynonyms: null, town }] : [];
  }

  /**
   * The towns in the data that have some scores.
   *
   * @param {number[]} indices
   * @param {number[]} scores
   */
  townsWith(indices, scores) {
    return this.towns.filter(({ pattern }) => indices.every((index, i) => this.scoreOf(pattern, index) === scores[i]));
  }

  /**
   * The place of the outcome of three cards in `OUTCOMES` of page.py.
   *
   * @param {number[]} indices
   */
  outcomeOf(indices) {
    return /** @type {CardSet} */ (this.setOf.get(indices.join())).answers[0].outcome;
  }

  /**
   * The mix for three cards whose outcome is a mix.
   *
   * @param {number[]} indices
   * @this {Atlas & {mixes?: any}}
   * @returns {Promise<Mix>}
   */
  async mixFor(indices) {
    const id = indices.map((index) => String(this.themes[index].no).padStart(2, "0")).join("_");
    this.mixes ??= await fetchJson("mixes.json");
    return this.mixes[id];
  }

  /**
   * The score of a complete town, found once.
   *
   * @param {string} pattern
   * @param {number} index place of a theme
   */
  scoreOf(pattern, index) {
    const { things, scores } = this.scores.get(pattern) ?? { things: new Things(layTown(this.game, pattern)), scores: [] };
    this.scores.set(pattern, { things, scores });
    scores[index] ??= countedOn(things, this.themes[index].key).score;
    return scores[index];
  }

  /** @param {string} pattern */
  scoresOf(pattern) {
    return this.themes.map((_, index) => this.scoreOf(pattern, index));
  }

  /**
   * The share of all towns that have a lower score.
   *
   * @param {number} index place of a theme
   * @param {number} score
   */
  shareBelow(index, score) {
    const { scores, nTowns } = this.themes[index];
    return nTowns.reduce((sum, n, i) => sum + (scores[i] < score ? n : 0), 0) / this.nTowns;
  }

  /**
   * The theme sets that a complete town is a best answer to.
   *
   * @param {string} pattern
   * @returns {number[][]} places of themes
   */
  setsAnsweredBy(pattern) {
    if (!this.answered.has(pattern)) {
      const ranks = this.scoresOf(pattern).map((score, i) => this.themes[i].scores.indexOf(score));
      /** @param {CardSet} set */
      const isBest = ({ indices: [a, b, c], answers }) => answers.some(
        ({ rankA, rankB, rankC }) => rankA === ranks[a] && rankB === ranks[b] && rankC === ranks[c],
      );
      this.answered.set(pattern, this.sets.filter(isBest).map((set) => set.indices));
    }
    return this.answered.get(pattern);
  }
}

/** Loads the data file. */
export async function load() {
  return new Atlas(await fetchJson("data.json"));
}
