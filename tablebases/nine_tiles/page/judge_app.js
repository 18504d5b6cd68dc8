/** Starts the page that judges rounds. */

/**
 * @import {Atlas} from "./answers.js"
 * @import {Round} from "./judge.js"
 * @import {Fault, FullTown, PatternError, Place} from "./town.js"
 */

import { byId } from "../kit/dom.js";
import { startLinkedPage } from "../kit/linked_page.js";
import { memory } from "../kit/start.js";
import { addressOfRound, exampleRound, FEWEST_PLAYERS, judge, MOST_PLAYERS, readRound } from "./judge.js";
import { t } from "./judge_texts.js";
import { CARDS, chosenCards, keepCards, loadPage, patternErrorInWords, randomCards, stateInWords } from "./parts.js";
import { unscored } from "./scoring.js";
import { cleanedPattern, faultsOf, layTown } from "./town.js";
import { JudgementView, RoundView } from "./view_judge.js";

/** The cards of the first example, where the game has them. */
const FIRST_CARDS = [2, 5, 18];

/** What this browser keeps: the address of the round, because links open in a tab of their own, and earlier points. */
const [ROUND, COUNTED] = ["nine-tiles-round", "nine-tiles-counted"];

/** @typedef {Session} RoundSession */

/** The round that is judged. */
class Session {
  /** @param {Atlas} atlas */
  constructor(atlas) {
    this.atlas = atlas;
  }

  /** What is said of a town that the address has added. */
  added = "";

  // --- the round ----------------------------------------------------------------------------------

  /**
   * Takes the round of an address, or else an example; whether the address names one, or nothing.
   *
   * @param {string} hash
   */
  open(hash) {
    const { atlas: { themes } } = this;
    const named = hash ? readRound(hash, themes) : null;
    /** @type {boolean} */
    this.isExample = named === null;
    const before = this.cards ? this.address : "";
    if (named?.towns.length === 1 && named.towns[0]) {
      const isRunning = this.kept !== null;
      this.take(this.withTown(named));
      this.added = t(isRunning ? "addedAs" : "beginsRound", { n: this.towns.lastIndexOf(named.towns[0]) + 1 });
      history.replaceState(null, "", this.address);
    } else if (named) {
      this.take(named);
      this.added = this.address === before ? this.added : ""; // Browsers may tell twice of an address.
    } else if (hash === "" && (this.kept || chosenCards(themes).length === CARDS)) {
      this.isExample = false;
      const cards = chosenCards(themes);
      this.take({ cards, towns: [], order: [], ...this.kept, ...(cards.length === CARDS ? { cards } : {}) });
    } else {
      const first = FIRST_CARDS.map((no) => themes.findIndex((theme) => theme.no === no));
      this.take(exampleRound(this.atlas, first.includes(-1) ? [0, 1, 2] : first, 0));
    }
    return named !== null || hash === "";
  }

  /** The round that this browser keeps. */
  get kept() {
    return readRound(memory.get(ROUND) ?? "", this.atlas.themes);
  }

  /** @param {Round} round */
  take({ cards, towns, order }) {
    /** @type {(number | null)[]} */
    this.cards = Array.from({ length: CARDS }, (_, i) => cards[i] ?? null);
    /** @type {string[]} */
    this.towns = [...towns, ...Array(Math.max(0, FEWEST_PLAYERS - towns.length)).fill("")];
    /** @type {number[]} */
    this.order = [...order];
  }

  /**
   * The round of this tab with the town of another one, or that one if it has no place for it.
   *
   * @param {Round} round
   * @returns {Round}
   */
  withTown({ cards, towns: [town] }) {
    const { kept } = this;
    const free = kept?.towns.indexOf("") ?? -1;
    if (!kept || (free < 0 && kept.towns.length === MOST_PLAYERS)) {
      return { cards, towns: [town], order: [] };
    }
    return {
      cards: kept.cards.length ? kept.cards : cards,
      towns: free < 0 ? [...kept.towns, town] : kept.towns.with(free, town),
      order: kept.order,
    };
  }

  get address() {
    return addressOfRound(this, this.atlas.themes);
  }

  // --- changes --------------------------------------------------------------------------------------

  /** Takes a random example. */
  takeExample() {
    const { themes, towns } = this.atlas;
    const cards = randomCards(themes).sort((a, b) => a - b);
    this.take(exampleRound(this.atlas, cards, Math.floor(Math.random() * towns.length)));
    this.isExample = true;
  }

  /** @param {number} player */
  removePlayer(player) {
    this.towns.splice(player, 1);
    this.order = this.order.filter((other) => other !== player).map((other) => other - Number(other > player));
  }

  /**
   * Gives a player a place in the order, or none for null; the others move up or down.
   *
   * @param {number} player
   * @param {number | null} place
   */
  finish(player, place) {
    this.order = this.order.filter((other) => other !== player);
    if (place !== null) {
      this.order.splice(place, 0, player);
    }
  }

  // --- the rounds before ------------------------------------------------------------------------------

  /**
   * The points of the players in the rounds that are counted.
   *
   * @returns {number[][]}
   */
  get counted() {
    try {
      const rounds = JSON.parse(memory.get(COUNTED) ?? "[]");
      return rounds.every((/** @type {unknown[]} */ points) => points.every(Number.isFinite)) ? rounds : [];
    } catch {
      return [];
    }
  }

  /** Counts the round, and begins the next one of the same players. */
  count() {
    memory.set(COUNTED, JSON.stringify([...this.counted, this.judged().players.map(({ total }) => total)]));
    this.take({ cards: [], towns: this.towns.map(() => ""), order: [] });
  }

  forgetCounted() {
    memory.set(COUNTED, "[]");
  }

  // --- the verdict ----------------------------------------------------------------------------------

  /**
   * The town of a player, null if it cannot be laid, undefined if there is none; and why it does not count, in words.
   *
   * @param {number} player
   * @returns {{town?: FullTown | null, error?: string, faults?: Fault[]}}
   */
  townOf(player) {
    const { game } = this.atlas;
    const pattern = cleanedPattern(this.towns[player]);
    if (!pattern) {
      return {};
    }
    try {
      const town = layTown(game, pattern);
      const isFree = town.tiles.includes(null);
      const faults = faultsOf(town);
      const error = isFree || faults.length ? stateInWords(town, faults) : "";
      return { town: isFree ? null : /** @type {FullTown} */ (town), error, faults };
    } catch (problem) {
      const { code } = /** @type {PatternError} */ (problem);
      return { town: code === "tileTwice" ? null : undefined, error: patternErrorInWords(game, problem) };
    }
  }

  /**
   * The tiles of a player's town as far as they can be laid.
   *
   * @param {number} player
   */
  tilesOf(player) {
    const { game } = this.atlas;
    try {
      return layTown(game, cleanedPattern(this.towns[player])).tiles;
    } catch {
      return /** @type {Place[]} */ (Array(game.rows * game.columns).fill(null));
    }
  }

  /** What is wrong with the cards, in words. */
  get cardsError() {
    const chosen = this.cards.filter((index) => index !== null).map((index) => this.atlas.themes[index]);
    const twice = chosen.find((theme, i) => chosen.indexOf(theme) < i);
    const keys = unscored(chosen).join(", ");
    return twice ? t("cardTwice", { no: twice.no }) : keys && t("unscored", { keys });
  }

  /** The places of the chosen themes, ascending. */
  get indices() {
    return /** @type {number[]} */ ([...this.cards]).sort((a, b) => a - b);
  }

  /**
   * What is to be done before the round can be judged.
   *
   * @returns {{text: string, id: string} | null} in words, and the field where it is done
   */
  get toDo() {
    if (this.cardsError || this.cards.includes(null)) {
      return { text: this.cardsError || t("cardsTitle"), id: `card-${this.cards.indexOf(null) + 1 || 1}` };
    }
    const missing = [...this.towns.keys()].find((player) => this.townOf(player).town === undefined);
    return missing === undefined ? null : { text: t("needsTown", { n: missing + 1 }), id: `town-${missing + 1}` };
  }

  judged() {
    const towns = [...this.towns.keys()].map((player) => /** @type {FullTown | null} */ (this.townOf(player).town));
    return judge(this.atlas, this.indices, towns, this.order);
  }
}

startLinkedPage((atlas, changed) => {
  const session = new Session(atlas);
  const judgement = new JudgementView(session, changed);
  const round = new RoundView(session, judgement, changed);
  return {
    build: () => byId("round").replaceChildren(...round.build(), judgement.build(), judgement.more, round.verdict),
    show() {
      if (!session.isExample) {
        memory.set(ROUND, session.address);
        keepCards(session.cards.flatMap((index) => (index === null ? [] : [atlas.themes[index]])));
      }
      judgement.show();
      round.show();
    },
    open: (hash) => session.open(hash),
    address: () => session.address,
    spoken: (said) => [said, judgement.headline].filter(Boolean).join(" "),
  };
}, loadPage());
