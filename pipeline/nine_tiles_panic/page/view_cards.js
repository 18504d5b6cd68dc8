/** The view that answers three cards. */

import { announce } from "./kit/controls.js";
import { byId, h, moveByArrows } from "./kit/dom.js";
import { addressOfCards, patternLine, scoreTable, townPicture } from "./parts.js";
import { cardCounts, cardName, number, t } from "./texts.js";

const CARDS = 3;
const LEVELS = ["shape", "faces", "objects"];

export class CardsView {
  /**
   * @param {import("./answers.js").Atlas} atlas
   * @param {(address: string) => void} goTo goes to another address of the page
   */
  constructor(atlas, goTo) {
    this.atlas = atlas;
    this.goTo = goTo;
    /** Places of the chosen themes, in the order of choosing. */
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
    const { themes } = this.atlas;
    this.search = h("input", {
      type: "search", id: "search", autocomplete: "off", "aria-describedby": "search-hint",
      oninput: () => this.filter(),
      onkeydown: (event) => this.searchKey(event),
    });
    this.cards = themes.map((theme, index) => h("button", {
      type: "button", class: "card", id: `card-${theme.no}`, "data-level": theme.level,
      "aria-pressed": "false", tabindex: index ? -1 : 0,
      onclick: () => this.toggle(index),
    },
      h("span", { class: "no" }, String(theme.no)),
      h("span", { class: "name" }, cardName(theme),
        cardCounts(theme) ? h("small", {}, cardCounts(theme)) : null)));
    const grid = h("div", { class: "cards", role: "group", "aria-label": t("cards") },
      ...this.cards);
    moveByArrows(grid, () => this.cards.filter((card) => !card.hidden));
    this.noCard = h("p", { class: "quiet no-card", hidden: true }, t("noCard"));
    this.tray = h("ul", { class: "tray", "aria-label": t("chosen") });
    this.clearButton = h("button", { type: "button", id: "clear", onclick: () => this.choose([]) },
      t("clear"));
    this.answer = h("div", { class: "answer panel", id: "answer" });
    this.section.replaceChildren(
      h("div", { class: "intro" },
        h("h1", { id: "cards-title" }, t("cardsTitle")), h("p", {}, t("cardsIntro"))),
      h("div", { class: "two-columns" },
        h("div", { class: "picker" },
          h("div", { class: "tools" },
            h("div", { class: "field" },
              h("label", { for: "search" }, t("search")), this.search,
              h("small", { id: "search-hint" }, t("searchHint"))),
            h("button", { type: "button", id: "random", onclick: () => this.drawThree() },
              t("random")),
            this.clearButton),
          this.tray,
          h("p", { class: "legend", "aria-hidden": "true" }, ...LEVELS.map((level) => h("span", {
            "data-level": level,
          }, t(`level${level[0].toUpperCase()}${level.slice(1)}`)))),
          grid, this.noCard),
        this.answer));
    this.show();
  }

  /** Hides the cards that do not match what is searched. */
  filter() {
    const words = this.search.value.trim().toLowerCase();
    const matches = (theme) => String(theme.no) === words
      || [theme.en, theme.ja, theme.key, cardCounts(theme)]
        .some((text) => text.toLowerCase().includes(words));
    this.cards.forEach((card, index) => { card.hidden = !matches(this.atlas.themes[index]); });
    const shown = this.cards.filter((card) => !card.hidden);
    this.cards.forEach((card) => { card.tabIndex = card === shown[0] ? 0 : -1; });
    this.noCard.hidden = shown.length > 0;
    if (!shown.length) {
      announce(t("noCard"));
    }
  }

  /** Enter takes the first match; the arrow down goes to the cards. */
  searchKey(event) {
    const words = this.search.value.trim();
    const shown = this.cards.filter((card) => !card.hidden);
    if (event.key === "Enter" && words && shown.length) {
      const exact = this.atlas.themes.findIndex((theme) => String(theme.no) === words);
      const index = exact >= 0 ? exact : this.cards.indexOf(shown[0]);
      this.search.value = "";
      this.filter();
      if (!this.chosen.includes(index)) {
        this.toggle(index);
      }
    } else if (event.key === "ArrowDown" && shown.length) {
      event.preventDefault();
      shown[0].focus();
    }
  }

  /** Takes a card or puts it back; a fourth one takes the place of the first. */
  toggle(index) {
    if (this.chosen.includes(index)) {
      this.choose(this.chosen.filter((other) => other !== index));
    } else {
      this.choose([...this.chosen, index].slice(-CARDS));
    }
  }

  drawThree() {
    const left = this.atlas.themes.map((_, index) => index);
    const drawn = [];
    while (drawn.length < CARDS) {
      drawn.push(...left.splice(Math.floor(Math.random() * left.length), 1));
    }
    this.choose(drawn);
  }

  /** Chooses cards by going to their address. */
  choose(chosen) {
    const wasComplete = this.chosen.length === CARDS;
    this.chosen = chosen;
    const sorted = [...chosen].sort((a, b) => a - b);
    this.goTo(chosen.length ? addressOfCards(sorted.map((i) => this.atlas.themes[i])) : "#");
    if (chosen.length === CARDS && !wasComplete) {
      this.bringAnswerIntoView();
    }
  }

  /** On a phone the answer is below the cards. */
  bringAnswerIntoView() {
    const { top } = this.answer.getBoundingClientRect();
    if (top < 0 || top > window.innerHeight * 0.6) {
      this.answer.scrollIntoView({ block: "start" });
    }
  }

  /**
   * Shows the cards that an address names.
   *
   * @param {string} hash such as `#2_5_18`, or fewer numbers, or none
   */
  open(hash) {
    const numbers = hash.replace("#", "").split("_").filter((part) => part !== "").map(Number);
    const indices = numbers.map((no) => this.atlas.placeOf(no));
    const isGood = indices.length <= CARDS && !indices.includes(-1)
      && new Set(indices).size === indices.length;
    const same = [...this.chosen].sort().join() === [...indices].sort().join();
    if (!same) {
      this.chosen = isGood ? indices : [];
    }
    this.bad = isGood ? null : hash;
    this.show();
  }

  /** Shows what is chosen. */
  show() {
    const { themes } = this.atlas;
    this.cards.forEach((card, index) => {
      card.setAttribute("aria-pressed", String(this.chosen.includes(index)));
    });
    this.clearButton.disabled = this.chosen.length === 0;
    this.tray.replaceChildren(...Array.from({ length: CARDS }, (_, i) => {
      const index = this.chosen[i];
      if (index === undefined) {
        return h("li", { class: "empty", "aria-hidden": "true" }, String(i + 1));
      }
      const name = cardName(themes[index]);
      return h("li", { "data-level": themes[index].level }, h("button", {
        type: "button", "aria-label": t("takeAway", { name }), title: t("takeAway", { name }),
        onclick: () => { this.toggle(index); this.cards[index].focus(); },
      }, h("span", { class: "no" }, String(themes[index].no)), h("span", { class: "name" }, name),
      h("span", { "aria-hidden": "true", class: "cross" }, "×")));
    }));
    const sorted = [...this.chosen].sort((a, b) => a - b);
    this.section.classList.toggle("answered", sorted.length === CARDS);
    if (sorted.length === CARDS) {
      this.showAnswer(sorted, 0);
      return;
    }
    const names = sorted.map((index) => cardName(themes[index])).join(", ");
    const text = this.bad ? t("badCards", { hash: this.bad })
      : sorted.length ? t("chosenSome", { n: sorted.length, names }) : t("chosenNone");
    announce(text);
    this.answer.replaceChildren(h("div", { class: "empty-answer" },
      this.bad ? h("p", { class: "error", id: "bad-cards" }, text) : null,
      h("div", {
        class: "empty-board", "aria-hidden": "true",
        style: `--columns: ${this.atlas.game.columns}`,
      },
        ...Array.from({ length: this.atlas.game.rows * this.atlas.game.columns }, () => h("i"))),
      h("p", {}, t("emptyAnswer")),
      h("p", { class: "quiet keys" }, t("emptyKeys"))));
  }

  /** How many towns have these scores, in a sentence. */
  reach(answer) {
    const all = number(this.atlas.nTowns);
    if (answer.nTowns === 1) {
      return `${t("reachOne", { all })}.`.replace("。.", "。");
    }
    const synonyms = answer.nSynonyms === 1 ? t("reachSynonymsOne")
      : t("reachSynonyms", { n: number(answer.nSynonyms) });
    const joint = t("reach", { n: number(answer.nTowns), all });
    return joint.endsWith("。") ? joint + synonyms : `${joint}, ${synonyms}`;
  }

  /**
   * Shows one of the best answers to three cards.
   *
   * @param {number[]} indices places of the themes, ascending
   * @param {number} which of the equally good answers
   */
  showAnswer(indices, which) {
    const answers = this.atlas.answersTo(indices);
    const answer = answers[which];
    const asText = (scores) => scores.map(number).join(" · ");
    const others = answers.length === 1 ? h("p", { class: "quiet" }, t("answerOne"))
      : h("div", { class: "others", role: "group", "aria-label":
          t("answersTitle", { n: answers.length }) },
        ...answers.map((other, i) => h("button", {
          type: "button", "aria-pressed": String(i === which),
          "aria-label": t("answerNumber", { i: i + 1, scores: asText(other.scores) }),
          onclick: () => {
            this.showAnswer(indices, i);
            this.answer.querySelectorAll(".others button")[i].focus();
          },
        }, asText(other.scores))));
    const heading = answers.length === 1 ? t("answerTitle")
      : t("answersTitle", { n: answers.length });
    this.answer.replaceChildren(
      h("h2", {}, heading),
      others,
      h("figure", {}, townPicture(this.atlas, answer.town.pattern)),
      scoreTable(this.atlas, indices, answer.scores, heading),
      h("p", { class: "reach" }, this.reach(answer)),
      patternLine(answer.town.pattern, true));
    const spoken = indices.map((index, i) => `${cardName(this.atlas.themes[index])} `
      + `${number(answer.scores[i])} / ${number(this.atlas.themes[index].scores[0])}`);
    announce(`${heading}: ${spoken.join(", ")}. ${this.reach(answer)}`);
  }
}
