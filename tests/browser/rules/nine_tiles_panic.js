// Questions of tests to the rules of the page of Nine Tiles Panic.

import { Atlas } from "./answers.js";
import { settle } from "./fitting.js";
import { judge } from "./judge.js";
import { JUDGE_TEXTS } from "./judge_texts.js";
import { stepsOf } from "./lay.js";
import { deckOf, drawnCards as drawn, verdictOn } from "./practice.js";
import { scoresOf as scored, unscored as withoutScore } from "./scoring.js";
import { cleanedPattern, faultsOf, layTown, patternOf } from "./town.js";
import { explain } from "./why.js";

/** Number of faults, scores and pattern of towns, by a rule set. */
export function scoresOf(data, patterns, ruleSet) {
  return patterns.map((pattern) => {
    const town = layTown({ ...data, ruleSet }, pattern);
    return [faultsOf(town).length, scored(town, data.themes), patternOf(town.tiles)];
  });
}

/** Scores of towns in every card, with their sentences and what is one step short, in a language. */
export function explained(data, patterns, ruleSet, language) {
  return patterns.map((pattern) => {
    const town = layTown({ ...data, ruleSet }, pattern);
    return data.themes.map(({ key }) => {
      const { score, text, shortText } = explain(town, key, language);
      return [score, text, shortText];
    });
  });
}

/** The keys of the cards that the page cannot score. */
export function unscored({ themes }) {
  return withoutScore(themes);
}

/** The faults of incomplete towns. */
export function faults(data, patterns) {
  const { game } = new Atlas(data);
  return patterns.map((pattern) => faultsOf(layTown(game, pattern)));
}

/** The patterns of boards once all tiles but those at some positions are turned so that they fit. */
export function settled(data, boards) {
  const { game } = new Atlas(data);
  return boards.map(([pattern, held, latest]) => patternOf(settle(game, layTown(game, pattern).tiles.map((tile, position) => (
    tile && { ...tile, held: held.includes(position) })), latest)));
}

/** The boards while towns are laid step by step, each with the position of the new tile. */
export function steps(data, patterns) {
  const { game } = new Atlas(data);
  return patterns.map((pattern) => stepsOf(layTown(game, pattern)).map(({ position, tile, tiles }) => (
    [position, tile.number, patternOf(tiles)])));
}

/** Typed or pasted patterns as the page reads them. */
export function cleaned(data, texts) {
  return texts.map(cleanedPattern);
}

/** The theme sets that a town is best for. */
export function setsAnsweredBy(data, pattern) {
  return new Atlas(data).setsAnsweredBy(pattern);
}

/** Scores, number of towns and pattern of the answers to theme sets. */
export function answersTo(data, sets) {
  const atlas = new Atlas(data);
  return sets.map((indices) => atlas.answersTo(indices).map((a) => [a.scores, a.nTowns, a.town.pattern]));
}

/** The places of the outcomes of theme sets. */
export function outcomesOf(data, sets) {
  const atlas = new Atlas(data);
  return sets.map((indices) => atlas.outcomeOf(indices));
}

/** The verdicts on rounds, given by the numbers of cards, patterns and players, all counted from 1. */
export function judged(data, rounds) {
  const atlas = new Atlas(data);
  return rounds.map(([cards, patterns, order]) => {
    const indices = cards.map((no) => atlas.themes.findIndex((theme) => theme.no === no));
    const laid = patterns.map((pattern) => layTown(atlas.game, pattern));
    const found = judge(atlas, indices, laid, (order ?? []).map((player) => player - 1));
    return [
      found.winners.map((player) => player + 1), found.winner === null ? null : found.winner + 1, found.orderMatters,
      found.best.scores, found.best.town.pattern,
      found.players.map(({ scores, points, total, change }) => [
        scores ?? [], (scores ?? []).map((score, i) => atlas.themes[indices[i]].scores.indexOf(score) + 1),
        (scores ?? []).map((score, i) => atlas.shareBelow(indices[i], score)), points, total,
        change && [change.way, change.positions, patternOf(change.town.tiles), change.scores],
      ]),
    ];
  });
}

/** The texts of the page for judging, by language. */
export function judgeTexts() {
  return JUDGE_TEXTS;
}

/** The numbers of the cards of seeds, and of days. */
export function drawnCards({ themes }, seeds, days) {
  const numbers = (name) => drawn(themes, name).map((index) => themes[index].no);
  return [seeds.map(numbers), days.map(numbers)];
}

/** Scores of towns and of the best town for cards given by their places, shares below, and the standing. */
export function verdicts(data, questions) {
  const atlas = new Atlas(data);
  return questions.map(([indices, pattern]) => {
    const { scores, best, below, standing } = verdictOn(atlas, indices, pattern);
    return [scores, best.scores, below, standing];
  });
}

/** The ids of the flash cards of a size in order, each with the numbers of the cards of its questions. */
export function deck(data, size) {
  const atlas = new Atlas(data);
  return deckOf(atlas, size).map(({ id, sets }) => [id, sets.map((set) => set.map((index) => atlas.themes[index].no))]);
}
