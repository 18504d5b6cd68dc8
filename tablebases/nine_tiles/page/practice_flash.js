/** Flash cards: three cards, and the town to recall for them. */

/**
 * @import {Game, PracticeChanged, Session} from "../kit/practice_session.js"
 * @import {Atlas} from "./answers.js"
 * @import {DeckTown} from "./practice.js"
 */

/** @typedef {{atlas: Atlas}} Own what both games have besides */

/** @typedef {Session<Deck, any, Own>} DeckSession */

import { action, actionRow, field } from "../kit/controls.js";
import { byId, h } from "../kit/dom.js";
import { Progress } from "../kit/progress.js";
import { randomSeed } from "../kit/practice_session.js";
import { View } from "../kit/view.js";
import { addressOfCards, cardWords, stepsButton, townPicture } from "./parts.js";
import { deckOf, deckSizes } from "./practice.js";
import { number, t } from "./practice_texts.js";

/**
 * Three cards, not to be pressed.
 *
 * @param {Atlas} atlas
 * @param {number[]} indices
 */
export function cardList(atlas, indices) {
  return h("div", { class: "cards", id: "three", role: "list", "aria-label": t("threeCards") }, ...indices.map((index) => {
    const theme = atlas.themes[index];
    return h("div", { class: "card", role: "listitem", "data-level": theme.level },
      h("span", { class: "no" }, theme.no), cardWords(theme, { class: "name" }));
  }));
}

/**
 * A link to all answers to three cards.
 *
 * @param {Atlas} atlas
 * @param {number[]} indices
 */
export function answersLink(atlas, indices) {
  return h("p", {}, h("a", { id: "all-answers", href: `./${addressOfCards(indices.map((index) => atlas.themes[index]))}` },
    t("allAnswers")));
}

/** @param {DeckTown} town */
const nameOf = ({ id }) => `town_${id}`;

/** Towns to learn at first. */
const USUAL_SIZE = 10;

/**
 * Names of towns that the player knew since the page was opened.
 *
 * @type {Set<string>}
 */
const known = new Set();

/** The towns to learn, and the one that is asked. */
class Deck {
  progress = new Progress("nine-tiles");

  /**
   * @param {Atlas} atlas
   * @param {number} size
   */
  constructor(atlas, size) {
    this.size = size;
    this.towns = deckOf(atlas, size);
    this.next();
  }

  /** Towns that come again today. */
  get due() {
    const { due } = this.progress;
    return this.towns.filter((town) => due.includes(nameOf(town)));
  }

  /** Towns that were never asked. */
  get fresh() {
    const { boxes } = this.progress.state;
    return this.towns.filter((town) => !(nameOf(town) in boxes));
  }

  /** Asks the next town: one that comes again, a new one, one that the player did not know just now, or any. */
  next() {
    /** @param {DeckTown[]} towns */
    const others = (towns) => towns.filter(({ id }) => id !== this.town?.id);
    const unknown = this.towns.filter((town) => !known.has(nameOf(town)));
    const [first] = [this.due, this.fresh, unknown].flatMap(others);
    const any = others(this.towns);
    /** @type {DeckTown} */
    this.town = first ?? any[randomSeed() % any.length] ?? this.towns[0];
    /** @type {number[]} */
    this.indices = this.town.sets[randomSeed() % this.town.sets.length];
    /** @type {boolean} */
    this.isTurned = false;
  }

  /**
   * Notes whether the player knew the town. A town known before it is due keeps its day.
   *
   * @param {boolean} knew
   */
  answer(knew) {
    const name = nameOf(this.town);
    const isNoted = !knew || [...this.due, ...this.fresh].includes(this.town);
    this.progress.note(isNoted ? name : null, knew, true);
    known[knew ? "add" : "delete"](name);
    this.next();
  }
}

/**
 * The cards and, turned over, the town.
 *
 * @extends {View<DeckSession>}
 */
class FlashView extends View {
  build() {
    const deck = () => this.session.puzzle;
    /**
     * @param {string} id
     * @param {string} text
     * @param {() => void} act
     * @param {string} focus
     */
    const step = (id, text, act, focus) => action(id, t(text), act, () => {
      this.changed.show();
      byId(focus).focus({ preventScroll: true });
    });
    /** @type {HTMLButtonElement} */
    this.turnButton = step("turn", "turnOver", () => { deck().isTurned = true; }, "knew");
    /** @type {HTMLElement} */
    this.answers = actionRow(
      step("knew", "knew", () => deck().answer(true), "turn"), step("forgot", "forgot", () => deck().answer(false), "turn"));
    /** @type {HTMLElement} */
    this.cards = h("div");
    /** @type {HTMLElement} */
    this.town = h("div", { id: "town" });
    this.turnButton.replaceChildren(h("span", { class: "primary button" }, t("turnOver")));
    return h("section", { id: "flash", "aria-label": t("navFlash") }, this.cards, this.turnButton, this.town, this.answers);
  }

  show() {
    const { game: { atlas }, puzzle: { indices, town, isTurned } } = this.session;
    this.cards.replaceChildren(cardList(atlas, indices));
    this.turnButton.hidden = isTurned;
    this.answers.hidden = !isTurned;
    this.town.replaceChildren(...(isTurned ? [h("figure", {}, townPicture(atlas, town.pattern))] : []));
  }
}

/**
 * The town that is turned over, what the player has learnt, and the choice of the number of towns.
 *
 * @param {Deck} deck
 * @param {DeckSession} session
 * @param {PracticeChanged} changed
 */
function reason(deck, session, changed) {
  const { town: { pattern }, indices, isTurned } = deck;
  const { atlas } = session.game;
  const [count, fresh, due] = [deck.towns, deck.fresh, deck.due].map(({ length }) => length);
  const values = { count: number(count), fresh: number(fresh), due: number(due) };
  /** @type {HTMLSelectElement} */
  const select = h("select", {
    id: "deck-size", onchange: () => {
      session.open("flash", select.value);
      changed.step();
    },
  }, ...deckSizes(atlas).map((size) => h("option", { selected: size === deck.size }, size)));
  return [
    ...(isTurned ? [
      h("p", {}, t("townsBest", { n: number(atlas.setsAnsweredBy(pattern).length) })),
      h("p", { class: "pattern" }, pattern),
      h("p", {}, stepsButton(atlas, pattern)),
      answersLink(atlas, indices),
    ] : [h("p", { class: "quiet" }, t("flashHelp"))]),
    h("p", { id: "deck" }, t(fresh + due > 0 ? "deck" : "deckDone", values)),
    field(t("deckSize"), select, h("small", {}, t("deckHelp"))),
  ];
}

/**
 * Flash cards. The seed of a `Deck` is the number of its towns.
 *
 * @param {Atlas} atlas
 * @returns {Game<Deck, any, Own> & Own}
 */
export function flashCards(atlas) {
  const sizes = deckSizes(atlas);
  return {
    name: "nine-tiles",
    kinds: ["flash"],
    dailyKind: null,
    mayLeave: false,
    atlas,
    /** @param {string | number} [which] */
    seedOf: (which = sizes.includes(USUAL_SIZE) ? USUAL_SIZE : sizes[0]) => sizes.find((size) => size === Number(which)) ?? null,
    draw: (_day, _kind, size) => [new Deck(atlas, size)],
    label: () => t("navFlash"),
    headline: ({ isTurned }) => t(isTurned ? "turned" : "question"),
    rules: "",
    repeats: "",
    View: FlashView,
    reason,
  };
}
