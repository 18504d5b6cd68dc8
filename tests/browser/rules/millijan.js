// Questions of tests to the rules of the MilliJan page.

import { Distances, rankDiscards } from "./distance.js";
import { numbered, sorted } from "./game.js";
import { kindsIn, latinOf, nearest, suggestions } from "./names.js";
import { reasons } from "./parts.js";
import { Choice, dailyHands as handsOf, seededHand, SoloGame, tallyOf } from "./practice.js";
import { Session } from "./session.js";
import { bestScore, bestSplit, candidates, scoredWaits } from "./splits.js";
import { headline } from "./view_answer.js";

const seed = { rules: "seed", main: null };
const numbers = (packings) => packings.map((one) => one.map(({ number }) => number));
/** Reasons as the command has them, whose sentences name idols as the tiles do. */
const reasonsOf = (reason, tiles) => reasons(reason, tiles.map(({ name }) => ({ name })));
const unitsOf = ({ units }, list) => numbered(units[list]);

/** Splits of hands with a main idol each: by the first rules, and their scores by the latest ones. */
export function knownSplits(data, hands) {
  const units = unitsOf(data, 2019);
  return hands.map(([tiles, main]) => {
    const hand = sorted(tiles);
    const best = bestSplit(hand, units, seed);
    const latest = [null, main].map((idol) => bestScore(hand, units, { rules: "v1.6", main: idol }));
    return [candidates(hand, units).length, best.isComplete, best.score, best.value, numbers(best.packings), ...latest];
  });
}

/** Distances, accepted kinds and waits of hands of 12 tiles. */
export function distancesOf(data, hands, list) {
  const units = unitsOf(data, list);
  return hands.map((tiles) => {
    const hand = sorted(tiles);
    const found = new Distances(hand, units, data.tiles.length).from(hand);
    return [found, found.distance === 1 ? scoredWaits(hand, found.accepted, units, seed) : []];
  });
}

/** Ranked discards of hands of 13 tiles. */
export function discardsOf(data, hands) {
  return hands.map((tiles) => {
    const hand = sorted(tiles);
    return rankDiscards(hand, new Distances(hand, unitsOf(data, 2019), data.tiles.length));
  });
}

/** Values, scores and splits of hands by several rules. */
export function splitsBy(data, hands, countings, list) {
  const units = unitsOf(data, list);
  return hands.map((hand) => countings.map(([rules, main]) => {
    const best = bestSplit(hand, units, { rules, main });
    return [best.value, best.score, numbers(best.packings)];
  }));
}

/** All texts of the page for states of a session. */
export function judged(data, states) {
  const session = new Session(data);
  return states.map((state) => {
    session.take(state);
    const { split, isWon, candidates: every, distance, accepted, waits, discards, reason } = session.answer;
    return {
      complete: split.isComplete, won: isWon, score: split.score, value: split.value,
      splits: numbers(split.packings), candidates: numbers([every])[0], distance,
      accepted: accepted.map(({ kind, copies }) => [kind, copies]),
      waits: waits.map(({ kind, score }) => [kind, score]),
      discards: discards.map((one) => [one.kind, one.distance, one.copies]),
      reasons: reason && reasonsOf(reason, data.tiles),
    };
  });
}

/** The texts for hands without a win of 13 tiles, with units of two pairs. */
export function hopeless(data, hands) {
  const pairs = [[0, 1], [2, 3]].map((members) => ({ name: "", members }));
  const session = new Session({ ...data, units: { pairs } });
  return hands.map((hand) => {
    session.setHand(hand);
    const { distance, accepted, discards, split, outside } = session.answer;
    return [distance, accepted, discards, split.score, outside, headline(session)];
  });
}

/** The kinds that each name of each tile means. */
export function kindsOfNames({ tiles }) {
  const dotted = ({ name, full_name: full }) => full.replace(name, `・${name}・`);
  return tiles.map((tile) => [tile.name, tile.kana, tile.full_name, latinOf(tile.kana), dotted(tile)]
    .map((name) => kindsIn(name, tiles)));
}

/** The names that the page suggests for others. */
export function suggested({ tiles }, written) {
  return written.map((text) => nearest(text, tiles).map(({ name }) => name));
}

/** The part of each word that is no name, and the names that the page suggests for it. */
export function wrongParts({ tiles }, words) {
  return words.map((word) => suggestions(word, tiles)).map(({ name, near }) => [name, near.map((tile) => tile.name)]);
}

/** What practice shows of a choice: all discards with their scores, and the reason. */
function shownOf({ tiles }, choice) {
  const rows = choice.discards.map(({ kind, distance, copies, score }) => [tiles[kind].name, distance, copies, score]);
  return [rows, reasonsOf(choice.reason, tiles)];
}

/** The hands of seeds, and what practice shows after the discards of their tiles at some places. */
export function practised(data, seeds, places) {
  return seeds.map((number, i) => {
    const hand = seededHand(number);
    return [hand, ...shownOf(data, new Choice(hand, unitsOf(data, 2019)).choose(hand[places[i]]))];
  });
}

/** Solo games, each given as its name and the discarded kinds: their ends and what the coach says. */
export function soloGames(data, games) {
  return games.map(([name, kinds]) => {
    const game = new SoloGame(name, unitsOf(data, 2019));
    kinds.forEach((kind) => game.discard(kind));
    const { hand, draws, isOver, hasWon, split, choices, worst } = game;
    const { points } = tallyOf(choices);
    const shown = choices.map((choice) => shownOf(data, choice));
    return [hand, draws, isOver, hasWon, split.score, points, choices.indexOf(worst), shown];
  });
}

/** The hands of some days. */
export function dailyHands(_, days) {
  return days.map(handsOf);
}
