/** The data file, with functions to look up answers. */

import { fetchJson } from "../kit/start.js";
import { scoresOf } from "./scoring.js";
import { layTown } from "./town.js";

/**
 * @typedef {Object} Answer one of the equally good answers to three cards
 * @property {number[]} scores
 * @property {number} nTowns how many towns have these scores
 * @property {?number} nSynonyms number of different results of these towns in all themes; null if unknown
 * @property {{id: number, pattern: string}} town one of them
 *
 * @typedef {{n: number, bound: ?number, towns: Object[]}} Coverage number of sets that some towns answer
 */

/** A row of the data file as an object with the names of its columns. */
const named = (columns, row) => Object.fromEntries(columns.map((name, i) => [name, row[i]]));

export class Atlas {
  /** @param {Object} data the content of data.json */
  constructor(data) {
    /** @type {import("./town.js").Game} */
    this.game = { rows: data.rows, columns: data.columns, tiles: data.tiles, ruleSet: data.ruleSet };
    this.themes = data.themes;
    this.nTowns = data.nTowns;
    this.nSynonyms = data.nSynonyms;
    this.towns = data.towns.map(([id, pattern]) => ({ id, pattern }));
    this.cover = this.towns.slice(0, data.cover);
    this.coverBound = data.coverBound;
    /** @type {{indices: number[], answers: Object<string, number>[]}[]} */
    this.sets = [];
    const count = this.themes.length;
    for (let a = 0; a < count; a++) {
      for (let b = a + 1; b < count; b++) {
        for (let c = b + 1; c < count; c++) {
          const rows = data.answers[this.sets.length];
          this.sets.push({ indices: [a, b, c], answers: rows.map((row) => named(data.answerColumns, row)) });
        }
      }
    }
    this.setOf = new Map(this.sets.map((set) => [set.indices.join(), set]));
    /** @type {Map<string, Map<number, Coverage>>} method -> number of towns -> coverage */
    this.coverages = new Map();
    const latest = {};
    for (const row of data.learn) {
      const { method, n, bound, same, others } = named(data.learnColumns, row);
      const towns = [...(latest[method] ?? []).slice(0, same), ...others.map((place) => this.towns[place])];
      latest[method] = towns;
      const ofMethod = this.coverages.get(method) ?? new Map();
      this.coverages.set(method, ofMethod.set(towns.length, { n, bound, towns }));
    }
    this.answered = new Map();
    /** Pattern -> scores of the towns in the data. */
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

  answersOf({ indices: ofSet, answers }, indices) {
    return answers.map(({ rankA, rankB, rankC, nTowns, nSynonyms, town }) => ({
      scores: indices.map((index) => this.themes[index].scores[[rankA, rankB, rankC][ofSet.indexOf(index)]]),
      nTowns, nSynonyms, town: this.towns[town],
    }));
  }

  /** Two cards with a third one that is the same for all towns: both have the same best answers. */
  withConstant(indices) {
    const constant = this.themes.findIndex(({ scores }, i) => scores.length === 1 && !indices.includes(i));
    return indices.length === 2 && constant >= 0 ? [...indices, constant].sort((a, b) => a - b).join() : "";
  }

  /** The best score of the only card on which scores differ. */
  answersAtTop(indices) {
    const telling = indices.filter((index) => this.themes[index].scores.length > 1);
    const scores = indices.map((index) => this.themes[index].scores[0]);
    const [town] = this.townsWith(indices, scores);
    const nTowns = telling.length ? this.themes[telling[0]].nTowns[0] : this.nTowns;
    return telling.length < 2 && town ? [{ scores, nTowns, nSynonyms: null, town }] : [];
  }

  /** The towns in the data that have some scores. */
  townsWith(indices, scores) {
    return this.towns.filter(({ pattern }) => {
      const ofTown = this.scoresOf(pattern);
      return indices.every((index, i) => ofTown[index] === scores[i]);
    });
  }

  /** The place of the outcome of three cards in `OUTCOMES` of page.py. */
  outcomeOf(indices) {
    return this.setOf.get(indices.join()).answers[0].outcome ?? 0;
  }

  /**
   * The mix for three cards whose outcome is a mix.
   *
   * @returns {Promise<{only: boolean, answers: Array[]}>} rows of chance, scores, scores that beat these, scores of the mix
   *   that beat those, and the pattern of a town
   */
  async mixFor(indices) {
    const id = indices.map((index) => String(this.themes[index].no).padStart(2, "0")).join("_");
    this.mixes ??= await fetchJson("mixes.json");
    return this.mixes[id];
  }

  scoresOf(pattern) {
    if (!this.scores.has(pattern)) {
      this.scores.set(pattern, scoresOf(layTown(this.game, pattern), this.themes));
    }
    return this.scores.get(pattern);
  }

  /** The share of all towns that have a lower score. */
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
