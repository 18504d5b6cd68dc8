/** Judges rounds as `judging.py` does, and reads them from addresses. */

/**
 * @import {Answer, Atlas} from "./answers.js"
 * @import {FullTown, LaidTile, Town} from "./town.js"
 */

import { CARDS } from "./parts.js";
import { scoresOf } from "./scoring.js";
import { faultsOf, layTile, layTown, SIDES } from "./town.js";

export const FEWEST_PLAYERS = 2;
export const MOST_PLAYERS = 10;

/**
 * Players are counted from 0, except in addresses.
 *
 * @typedef {Object} Round
 * @property {(number | null)[]} cards places of the themes; null for one that is not chosen yet
 * @property {string[]} towns the pattern of each player as it is written
 * @property {number[]} order players as they finished, the first one first; the others finished later, in unknown order
 *
 * @typedef {{way: "turn" | "flip" | "swap", positions: number[], town: FullTown}} Change
 *
 * @typedef {Object} Player
 * @property {number[] | null} scores null if the town is unranked
 * @property {number[]} points one for each card
 * @property {number} total
 * @property {(Change & {scores: number[]}) | null} change the smallest change that would have won; null for the winner,
 *   and if no single change would
 *
 * @typedef {{points: number[], total: number, undecided: number}} Standing
 *
 * @typedef {Object} Judgement
 * @property {Player[]} players
 * @property {number[]} winners
 * @property {number | null} winner
 * @property {boolean | null} orderMatters
 * @property {Answer} best
 */

// --- the verdict ------------------------------------------------------------------------------

/**
 * All towns with one change, the smallest changes first; they need not be complete.
 *
 * @param {FullTown} town
 * @returns {Generator<Change>}
 */
function* changesOf({ game, tiles }) {
  /**
   * @param {Change["way"]} way
   * @param {[position: number, tile: LaidTile][]} laid
   * @returns {Change}
   */
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

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);

/**
 * The points of each player, none of an unranked one, and the number of equal scores of others in unknown order.
 *
 * @param {(number[] | null)[]} scores
 * @param {number[]} order
 * @returns {Standing[]}
 */
function standingsOf(scores, order) {
  const places = scores.map((_, player) => (order.includes(player) ? order.indexOf(player) : order.length));
  return scores.map((own, player) => {
    /**
     * @param {number[]} of
     * @param {number} other
     * @param {number} card
     */
    const lead = (of, other, card) => (
      Math.sign(of[card] - /** @type {number[]} */ (own)[card]) || Math.sign(places[player] - places[other]));
    /**
     * @param {number} sign
     * @param {number} card
     */
    const count = (sign, card) => scores.filter((of, other) => of && lead(of, other, card) === sign).length;
    const points = (own ?? []).map((_, card) => scores.length - count(1, card));
    return { points, total: sum(points), undecided: sum(points.map((_, card) => count(0, card) - 1)) };
  });
}

/**
 * The players with the most points; none if no player is ranked.
 *
 * @param {Standing[]} standings
 */
function winnersOf(standings) {
  const most = Math.max(1, ...standings.map(({ total }) => total));
  return [...standings.keys()].filter((player) => standings[player].total === most);
}

/**
 * As `does_order_matter` of judging.py.
 *
 * @param {Standing[]} standings
 * @param {number[]} winners
 */
function orderMatters(standings, winners) {
  /** @param {Standing} standing */
  const canLose = ({ total, undecided }) => undecided && standings.filter((other) => other.total >= total - undecided).length > 1;
  return standings.some(({ undecided }) => undecided) ? winners.some((winner) => canLose(standings[winner])) : null;
}

/**
 * Judges a round.
 *
 * @param {Atlas} atlas
 * @param {number[]} indices places of three themes, ascending
 * @param {(FullTown | null)[]} towns unranked unless they are complete; null for one that cannot be laid
 * @param {number[]} order as in `Round`
 * @returns {Judgement} as `Round` of judging.py
 */
export function judge(atlas, indices, towns, order) {
  const themes = indices.map((index) => atlas.themes[index]);
  /** @param {Town | null} town */
  const scoresIfComplete = (town) => (town && !faultsOf(town).length ? scoresOf(town, themes) : null);
  const scores = towns.map(scoresIfComplete);
  const standings = standingsOf(scores, order);
  const winners = winnersOf(standings);
  const winner = winners.length === 1 ? winners[0] : null;

  /**
   * @param {number} player
   * @returns {(Change & {scores: number[]}) | null}
   */
  function winningChange(player) {
    for (const change of towns[player] ? changesOf(towns[player]) : []) {
      const changed = scoresIfComplete(change.town);
      if (changed && winnersOf(standingsOf(scores.with(player, changed), order)).join() === String(player)) {
        return { ...change, scores: changed };
      }
    }
    return null;
  }

  return {
    players: standings.map(({ points, total }, player) => ({
      scores: scores[player], points: scores[player] ? points : indices.map(() => 0), total,
      change: player === winner ? null : winningChange(player),
    })),
    winners, winner, orderMatters: orderMatters(standings, winners), best: atlas.answersTo(indices)[0],
  };
}

// --- rounds -----------------------------------------------------------------------------------

/**
 * The address of a round, such as `#2_5_18/206745813361230035/523064178274413330;2_1`, the order last.
 *
 * @param {Round} round
 * @param {{no: number}[]} themes
 */
export function addressOfRound({ cards, towns, order }, themes) {
  const numbers = cards.filter((index) => index !== null).map((index) => themes[index].no);
  const finished = order.length ? `;${order.map((player) => player + 1).join("_")}` : "";
  return `#${[numbers.join("_"), ...towns.map((town) => encodeURIComponent(town.toWellFormed()))].join("/")}${finished}`;
}

/**
 * @param {string} hash
 * @param {{no: number}[]} themes
 * @returns {Round | null} the round of an address, with any number of towns; null if it names none
 */
export function readRound(hash, themes) {
  const [, numbers, towns, finished] = /^#([\d_]*)((?:\/[^/;]*)*)(?:;([\d_]+))?$/.exec(hash) ?? [];
  if (numbers === undefined) {
    return null;
  }
  const cards = numbers.split("_").filter(Boolean).map((no) => themes.findIndex((theme) => theme.no === Number(no)));
  const order = finished?.split("_").map((player) => Number(player) - 1) ?? [];
  try {
    const round = { cards, towns: towns.split("/").slice(1).map(decodeURIComponent), order };
    const isOrder = new Set(order).size === order.length && order.every((player) => player in round.towns);
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
 * @param {Atlas} atlas
 * @param {number[]} cards places of three themes, ascending
 * @param {number} from
 * @returns {Round}
 */
export function exampleRound(atlas, cards, from) {
  /** @type {string[]} */
  let towns = [];
  for (let i = 0; i < TRIES; i++) {
    towns = Array.from({ length: PLAYERS }, (_, j) => atlas.towns[(from + i + j) % atlas.towns.length].pattern);
    const laid = /** @type {FullTown[]} */ (towns.map((pattern) => layTown(atlas.game, pattern)));
    const { winner, players } = judge(atlas, cards, laid, []);
    if (winner !== null && players.some(({ change }) => change)) {
      break;
    }
  }
  return { cards, towns, order: [] };
}
