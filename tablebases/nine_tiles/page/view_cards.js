/** The view that answers three cards. */

/** @import {Answer, Atlas} from "./answers.js" */

import { actionRow, announce, iconButton, pictureButton, shareButton, TEXT_FIELD } from "../kit/controls.js";
import { button, byId, h, moveByArrows, named, press, svg } from "../kit/dom.js";
import { breakable } from "./drawing.js";
import {
  addressOfCards, CARDS, cardWords, copyPattern, intro, keepCards, randomCards, scoreTable, stepsButton, TOWN, townItem,
  townPicture,
} from "./parts.js";
import { searchThemes } from "./search.js";
import { cardName, counted, number, t } from "./texts.js";
import { layTown } from "./town.js";
import { Why } from "./view_why.js";

const LEVELS = { shape: "levelShape", faces: "levelFaces", objects: "levelObjects" };
/** A sentence for each of `OUTCOMES` of page.py. */
const STANDINGS = ["unbeaten", "beatsAll", "mixNeeded"];

export class CardsView {
  /**
   * @param {Atlas} atlas
   * @param {(address: string) => void} goTo goes to another address of the page
   */
  constructor(atlas, goTo) {
    this.atlas = atlas;
    this.goTo = goTo;
    /**
     * Places of the chosen themes, in the order of choosing.
     *
     * @type {number[]}
     */
    this.chosen = [];
    this.section = byId("view-cards");
    this.section.addEventListener("keydown", (event) => {
      if (event.key === "Escape") {
        this.search.value = "";
        this.filter();
        this.choose([]);
      }
    });
  }

  /** Builds the view anew, in the language of the moment. */
  build() {
    /** @type {HTMLInputElement} */
    this.search = h("input", {
      type: "search", id: "search", ...TEXT_FIELD, "aria-label": t("search"), "aria-describedby": "cards-error", placeholder: t("searchHint"),
      oninput: () => this.filter(), onkeydown: (event) => this.searchKey(event),
    });
    /** @type {HTMLButtonElement[]} */
    this.cards = this.atlas.themes.map((theme, index) => button({
      class: "card", id: `card-${theme.no}`, "data-level": theme.level,
      "aria-pressed": "false", tabindex: index ? -1 : 0, onclick: () => this.toggle(index),
    }, h("span", { class: "no" }, theme.no), cardWords(theme, { class: "name" })));
    const grid = h("div", { class: "cards", role: "group", "aria-label": t("cards") }, ...this.cards);
    moveByArrows(grid, () => this.shownCards);
    /** @type {HTMLElement} */
    this.fault = h("p", { class: "error", id: "cards-error" });
    /** @type {HTMLElement} */
    this.tray = h("ul", { class: "tray", "aria-label": t("chosen") });
    /** @type {HTMLButtonElement} */
    this.clearButton = button({ id: "clear", onclick: () => this.choose([]) }, t("clear"));
    /** @type {HTMLElement} */
    this.answer = h("div", { class: "answer panel", id: "answer" });
    /** @type {Why} */
    this.why = new Why(svg("g"), t("whyHint"));
    this.section.replaceChildren(
      intro("cards-title", t("cardsTitle"), t("cardsIntro"), h("a", { class: "button", id: "practise", href: "practice.html" }, t("practise"))),
      h("div", { class: "two-columns" },
        h("div", { class: "picker" },
          h("div", { class: "tools" }, this.search,
            button({ id: "random", onclick: () => this.choose(randomCards(this.atlas.themes)) }, t("random")),
            this.clearButton),
          this.tray,
          h("p", { class: "legend", "aria-hidden": "true" }, ...Object.entries(LEVELS).map(([level, key]) => (
            h("span", { "data-level": level }, t(key))))),
          grid),
        this.answer));
    this.show();
  }

  /** The cards that match what is searched. */
  get shownCards() {
    return this.cards.filter((card) => !card.hidden);
  }

  /**
   * Says what is wrong beside an element, or nothing.
   *
   * @param {string} text
   * @param {Element} place
   * @param {Node[]} ways to mend it
   */
  complain(text, place = this.search, ...ways) {
    this.fault.replaceChildren(text, ...ways);
    place.after(this.fault);
    if (text) {
      announce(text);
      this.fault.scrollIntoView({ block: "nearest" });
    }
  }

  /** Hides the cards that do not match what is searched. */
  filter() {
    const { found, fault } = searchThemes(this.search.value, this.atlas.themes);
    this.cards.forEach((card, index) => { card.hidden = !found.includes(index); });
    const [first] = this.shownCards;
    this.cards.forEach((card) => { card.tabIndex = card === first ? 0 : -1; });
    this.complain(fault);
  }

  /**
   * Enter takes the first match, or all cards whose numbers are given; the arrow down goes to the cards.
   *
   * @param {KeyboardEvent} event
   */
  searchKey(event) {
    const { taken } = searchThemes(this.search.value, this.atlas.themes);
    const [first] = this.shownCards;
    if (event.key === "Enter" && !event.isComposing && this.search.value.trim() && first) {
      if (this.add(taken.filter((index) => !this.chosen.includes(index)), this.search)) {
        this.search.value = "";
        this.filter();
      }
    } else if (event.key === "ArrowDown" && first) {
      event.preventDefault();
      first.focus();
    }
  }

  /**
   * Takes a card or puts it back.
   *
   * @param {number} index
   */
  toggle(index) {
    if (this.chosen.includes(index)) {
      this.choose(this.chosen.filter((other) => other !== index));
    } else {
      this.add([index], this.cards[index]);
    }
  }

  /**
   * Takes more cards, or says beside an element that these are too many; returns whether it took them.
   *
   * @param {number[]} indices
   * @param {Element} place
   */
  add(indices, place) {
    const n = this.chosen.length + indices.length;
    if (n > CARDS) {
      this.complain(t("tooManyCards", { n }), place, ...(indices.length > 1 ? [] : this.chosen.map((index) => (
        button({ onclick: () => this.replace(index, indices[0]) },
          t("replaceCard", { name: cardName(this.atlas.themes[index]) }))))));
    } else if (indices.length) {
      this.choose([...this.chosen, ...indices]);
    }
    return n <= CARDS;
  }

  /**
   * Takes a card in place of another one.
   *
   * @param {number} old
   * @param {number} index
   */
  replace(old, index) {
    this.search.value = "";
    this.filter();
    this.choose(this.chosen.with(this.chosen.indexOf(old), index));
    this.cards[index].focus();
  }

  /** Places of the chosen themes, ascending. */
  get sorted() {
    return [...this.chosen].sort((a, b) => a - b);
  }

  /**
   * Chooses cards by going to their address.
   *
   * @param {number[]} chosen
   */
  choose(chosen) {
    const wasComplete = this.chosen.length === CARDS;
    this.chosen = chosen;
    this.complain("");
    this.goTo(addressOfCards(this.sorted.map((index) => this.atlas.themes[index])));
    const town =
      /** @type {DOMRect} */
      (this.answer.querySelector(".town")?.getBoundingClientRect());
    if (chosen.length === CARDS && !wasComplete && (town.top < 0 || town.bottom > window.innerHeight)) {
      this.answer.scrollIntoView({ block: "start" }); // On a phone one may have scrolled to the last cards.
    }
  }

  /**
   * Shows the cards that an address names.
   *
   * @param {string} hash such as `#2_5_18`, or fewer numbers, or none
   */
  open(hash) {
    const numbers = hash.replace("#", "").split("_").filter((part) => part !== "").map(Number);
    const indices = numbers.map((no) => this.atlas.themes.findIndex((theme) => theme.no === no));
    const isGood = indices.length <= CARDS && !indices.includes(-1) && new Set(indices).size === indices.length;
    if ([...this.chosen].sort().join() !== [...indices].sort().join()) {
      this.chosen = isGood ? indices : [];
    }
    /** @type {string | null} */
    this.bad = isGood ? null : hash;
    keepCards(this.chosen.map((index) => this.atlas.themes[index]));
    this.show();
  }

  /**
   * A chosen card, to be taken away; an empty place where there is none.
   *
   * @param {number} place 0 to 2
   */
  inTray(place) {
    const index = this.chosen[place];
    if (index === undefined) {
      return h("li", { class: "empty", "aria-hidden": "true" }, place + 1);
    }
    const { themes } = this.atlas;
    const name = cardName(themes[index]);
    return h("li", { "data-level": themes[index].level }, button({
      ...named(t("takeAway", { name })), onclick: () => { this.toggle(index); this.cards[index].focus(); },
    },
    h("span", { class: "no" }, themes[index].no),
    h("span", { class: "name" }, ...breakable(name)),
    h("span", { "aria-hidden": "true", class: "cross" }, "×")));
  }

  /** Shows what is chosen. */
  show() {
    const { themes } = this.atlas;
    press(this.cards, (card) => this.chosen.includes(this.cards.indexOf(card)));
    this.clearButton.disabled = this.chosen.length === 0;
    this.tray.replaceChildren(...Array.from({ length: CARDS }, (_, place) => this.inTray(place)));
    const { sorted } = this;
    this.section.classList.toggle("answered", sorted.length === CARDS);
    if (sorted.length === CARDS || (sorted.length && this.atlas.answersTo(sorted).length)) {
      this.showAnswer(sorted, 0);
      return;
    }
    const names = sorted.map((index) => cardName(themes[index])).join(t("comma"));
    const text = this.bad ? t("badCards", { hash: this.bad })
      : sorted.length ? t("chosenSome", { n: sorted.length, names }) : t("chosenNone");
    announce(text);
    this.answer.replaceChildren(h("div", { class: "empty-answer" },
      this.bad ? h("p", { class: "error", id: "bad-cards" }, text) : null,
      h("p", {}, t("emptyAnswer")),
      this.example(),
      h("p", { class: "quiet keys" }, t("emptyKeys"))));
  }

  /** The best town for the first cards, with a link to it. */
  example() {
    const indices = [...this.atlas.themes.keys()].slice(0, CARDS);
    const themes = indices.map((index) => this.atlas.themes[index]);
    const [{ town: { pattern } }] = this.atlas.answersTo(indices);
    return h("a", { id: "example", href: addressOfCards(themes) },
      t("exampleCards", { cards: themes.map(cardName).join(t("comma")) }), townPicture(this.atlas, pattern));
  }

  /**
   * How many towns have these scores, in a sentence.
   *
   * @param {Answer} answer
   */
  reach({ nTowns, nSynonyms }) {
    const all = number(this.atlas.nTowns);
    return nSynonyms === null || nTowns === 1 ? counted("reachAlone", "n", nTowns, { all })
      : counted("reach", "synonyms", nSynonyms, { n: number(nTowns), all });
  }

  /**
   * Shows one of the best answers to three cards.
   *
   * @param {number[]} indices places of the themes, ascending
   * @param {number} which of the equally good answers
   * @param {number} place of the town among those in the data with these scores
   */
  showAnswer(indices, which, place = 0) {
    const { atlas, atlas: { themes } } = this;
    const answers = atlas.answersTo(indices);
    const { scores, town } = answers[which];
    const towns = [town, ...atlas.townsWith(indices, scores).filter((other) => other !== town)];
    const { pattern } = towns[place];
    const isOnly = answers.length === 1;
    const heading = isOnly ? t("answerTitle") : t("answersTitle", { n: answers.length });
    /**
     * @param {Answer} answer
     * @param {number} i
     */
    const other = (answer, i) => {
      const text = answer.scores.map(number).join(" · ");
      return button({
        "aria-pressed": String(i === which), "aria-label": t("answerNumber", { i: i + 1, scores: text }),
        onclick: () => {
          this.showAnswer(indices, i);
          /** @type {HTMLElement} */
          (this.answer.querySelectorAll(".others button")[i]).focus();
        },
      }, text);
    };
    const reach = this.reach(answers[which]);
    const standing = indices.length < CARDS ? t("answerSome", { n: indices.length })
      : t(STANDINGS[atlas.outcomeOf(indices)]);
    const mix = h("div", { id: "mix" });
    const picture = townPicture(atlas, pattern);
    picture.append(this.why.layer);
    const why = this.why.begin(layTown(atlas.game, pattern));
    this.answer.replaceChildren(...[
      h("h2", {}, heading),
      h("p", { class: "quiet", id: "standing" }, standing),
      isOnly ? null : h("div", { class: "others", role: "group", "aria-label": heading }, ...answers.map(other)),
      h("figure", {}, picture, why.said),
      towns.length > 1 ? this.browser(indices, which, place, towns.length) : null,
      scoreTable(atlas, indices, scores, heading, why),
      actionRow(
        stepsButton(atlas, pattern),
        h("a", { class: "button", href: TOWN + pattern }, t("inspect")),
        shareButton(() => location.href), pictureButton(() => ({
          title: heading, place: location.href, drawing: townPicture(atlas, pattern),
          lines: indices.map((index, i) => (
            `${cardName(themes[index])}: ${number(scores[i])} / ${number(themes[index].scores[0])}`)),
        }))),
      h("p", { class: "reach" }, reach),
      h("details", {}, h("summary", {}, t("pattern")), h("code", { class: "pattern" }, pattern), " ", copyPattern(() => pattern)),
      mix,
    ].filter(Boolean));
    if (standing === t("mixNeeded")) {
      this.showMix(indices, mix);
    }
    const spoken = indices.map((index, i) => (
      `${cardName(atlas.themes[index])} ${number(scores[i])} / ${number(atlas.themes[index].scores[0])}`));
    announce([t("sentence", { sentence: `${heading}: ${spoken.join(t("comma"))}` }), reach, standing].join(" "));
  }

  /**
   * Shows how to choose by chance where any scores lose to others.
   *
   * @param {number[]} indices
   * @param {Element} panel
   */
  async showMix(indices, panel) {
    try {
      const { only, answers } = await this.atlas.mixFor(indices);
      /** @param {number[]} scores */
      const joined = (scores) => scores.map(number).join("\u00a0·\u00a0");
      panel.append(
        h("p", {}, t("sentence", { sentence: t("mixTitle") })),
        h("p", { class: "quiet" }, t(only ? "mixOnly" : "mixOthers")),
        h("ul", { class: "towns" }, ...answers.map(([chance, scores, others, ofMix, pattern]) => townItem(
          this.atlas, pattern, chance,
          t("mixLoses", { scores: joined(scores), others: joined(others), ofMix: joined(ofMix) })))));
    } catch (error) {
      panel.append(h("p", { class: "error" }, t("loadError", { error: /** @type {Error} */ (error).message })));
    }
  }

  /**
   * Buttons that go through the towns of the data with the same scores.
   *
   * @param {number[]} indices
   * @param {number} which
   * @param {number} place
   * @param {number} count
   */
  browser(indices, which, place, count) {
    /**
     * @param {"previousTown" | "nextTown"} id
     * @param {number} by
     * @param {string} sign
     */
    const step = (id, by, sign) => iconButton(id, t(id), sign, () => {
      this.showAnswer(indices, which, (place + by + count) % count);
      byId(id).focus({ preventScroll: true });
    });
    return h("div", { class: "browser" }, step("previousTown", -1, "‹"),
      h("span", {}, t("townOf", { i: number(place + 1), n: number(count) })), step("nextTown", 1, "›"));
  }
}
