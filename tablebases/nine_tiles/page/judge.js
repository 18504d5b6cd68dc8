/** Judges rounds as `judging.py` does, and reads them from addresses. */

import { CARDS } from "./parts.js";
import { scoresOf } from "./scoring.js";
import { faultsOf, layTile, layTown, SIDES } from "./town.js";

export const FEWEST_PLAYERS = 2;
export const MOST_PLAYERS = 10;

/**
 * Players are counted from 0, except in addresses.
 *
 * @typedef {Object} Round
 * @property {?number[]} cards places of the themes; null for one that is not chosen yet
 * @property {string[]} towns the pattern of each player as it is written
 * @property {?number[]} order the players, who finished first comes first; null if it is not known
 *
 * @typedef {{way: "turn" | "flip" | "swap", positions: number[], town: import("./town.js").Town}} Change
 *
 * @typedef {Object} Player
 * @property {number[]} scores
 * @property {number[]} beats
 * @property {number[]} losesTo
 * @property {number[]} drawsWith
 * @property {?(Change & {scores: number[]})} change the smallest change that would have won; null for the winner, and if
 *   no single change would
 */

// --- the verdict ------------------------------------------------------------------------------

/**
 * All towns with one change, the smallest changes first; they need not be complete.
 *
 * @param {import("./town.js").Town} town
 * @returns {Generator<Change>}
 */
function* changesOf({ game, tiles }) {
  const changed = (way, laid) => ({
    way, positions: laid.map(([position]) => position),
    town: { game, tiles: laid.reduce((all, [position, tile]) => all.with(position, tile), tiles) },
  });
  const directions = [...Array(SIDES).keys()];
  for (const [position, { number, side, turns }] of tiles.entries()) {
    for (const other of directions.filter((direction) => direction !== turns)) {
      yield changed("turn", [[position, layTile(game, number, SIDES * side + other)]]);
    }
  }
  for (const [position, { number, side }] of tiles.entries()) {
    for (const direction of directions) {
      yield changed("flip", [[position, layTile(game, number, SIDES * (1 - side) + direction)]]);
    }
  }
  for (const [a, one] of tiles.entries()) {
    for (const [b, other] of tiles.entries()) {
      if (a < b) {
        yield changed("swap", [[a, other], [b, one]]);
      }
    }
  }
}

/**
 * Judges a round of complete towns.
 *
 * @param {import("./answers.js").Atlas} atlas
 * @param {number[]} indices places of three themes, ascending
 * @param {import("./town.js").Town[]} towns
 * @param {?number[]} order as in `Round`
 * @returns {{players: Player[], winner: ?number, best: import("./answers.js").Answer, bestBeats: number[]}} the player who
 *   beats all others, if there is one, and the best answer to the cards with the players that it beats
 */
export function judge(atlas, indices, towns, order) {
  const themes = indices.map((index) => atlas.themes[index]);
  const scores = towns.map((town) => scoresOf(town, themes));
  const players = [...towns.keys()];
  const finished = players.map((player) => order?.indexOf(player) ?? 0);
  /** On how many more cards scores are better than others; `first` is positive if the player finished earlier. */
  const balance = (one, other, first = 0) => (
    one.reduce((sum, score, i) => sum + (Math.sign(score - other[i]) || Math.sign(first)), 0));
  const meet = (own, player, other) => balance(own, scores[other], finished[other] - finished[player]);
  const wins = (own, player) => players.every((other) => other === player || meet(own, player, other) > 0);

  function winningChange(player) {
    for (const change of changesOf(towns[player])) {
      if (!faultsOf(change.town).length) {
        const changed = scoresOf(change.town, themes);
        if (wins(changed, player)) {
          return { ...change, scores: changed };
        }
      }
    }
    return null;
  }

  const [best] = atlas.answersTo(indices);
  return {
    players: players.map((player) => {
      const others = (sign) => players.filter((other) => (
        other !== player && Math.sign(meet(scores[player], player, other)) === sign));
      return {
        scores: scores[player], beats: others(1), losesTo: others(-1), drawsWith: others(0),
        change: wins(scores[player], player) ? null : winningChange(player),
      };
    }),
    winner: players.find((player) => wins(scores[player], player)) ?? null,
    best,
    bestBeats: players.filter((player) => balance(best.scores, scores[player]) > 0),
  };
}

// --- rounds -----------------------------------------------------------------------------------

/** The address of a round, such as `#2_5_18/206745813361230035/523064178274413330;2_1`, the order last. */
export function addressOfRound({ cards, towns, order }, themes) {
  const numbers = cards.filter((index) => index !== null).map((index) => themes[index].no);
  const finished = order ? `;${order.map((player) => player + 1).join("_")}` : "";
  return `#${[numbers.join("_"), ...towns.map(encodeURIComponent)].join("/")}${finished}`;
}

/** @returns {?Round} the round of an address, with any number of towns; null if it names none */
export function readRound(hash, themes) {
  const [, numbers, towns, finished] = /^#([\d_]*)((?:\/[^/;]*)*)(?:;([\d_]+))?$/.exec(hash) ?? [];
  if (numbers === undefined) {
    return null;
  }
  const cards = numbers.split("_").filter(Boolean).map((no) => themes.findIndex((theme) => theme.no === Number(no)));
  const order = finished?.split("_").map((player) => Number(player) - 1) ?? null;
  try {
    const round = { cards, towns: towns.split("/").slice(1).map(decodeURIComponent), order };
    const isOrder = !order || [...order].sort((a, b) => a - b).join() === [...round.towns.keys()].join();
    return isOrder && !cards.includes(-1) && cards.length <= CARDS && round.towns.length <= MOST_PLAYERS ? round : null;
  } catch {
    return null; // It is not encoded as addresses are.
  }
}

/** Players of an example. */
const PLAYERS = 3;
/** Most rounds that are tried for an example. */
const TRIES = 20;

/**
 * A round with a winner and another player who would have won with one change, if one is soon found; its towns are
 * neighbours in the data, the first ones at the place `from` or later.
 *
 * @returns {Round}
 */
export function exampleRound(atlas, cards, from) {
  let towns;
  for (let i = 0; i < TRIES; i++) {
    towns = Array.from({ length: PLAYERS }, (_, j) => atlas.towns[(from + i + j) % atlas.towns.length].pattern);
    const { winner, players } = judge(atlas, cards, towns.map((pattern) => layTown(atlas.game, pattern)), null);
    if (winner !== null && players.some(({ change }) => change)) {
      break;
    }
  }
  return { cards, towns, order: null };
}
