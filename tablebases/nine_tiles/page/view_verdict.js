/** The scores of a town in the builder, or ways to complete it. */

/**
 * @import {Child} from "../kit/dom.js"
 * @import {Atlas} from "./answers.js"
 * @import {Finished} from "./finishing.js"
 * @import {Fault, Town} from "./town.js"
 */

import { actionRow, announce, shareButton } from "../kit/controls.js";
import { button, h } from "../kit/dom.js";
import { startWorker } from "../kit/start.js";
import { breakable } from "./drawing.js";
import {
  addressOfCards, betterThan, chosenCards, faultList, scoreTable, stateInWords, stepsButton, townPicture, TOWN,
} from "./parts.js";
import { scoresOf } from "./scoring.js";
import { cardName, counted, number, t } from "./texts.js";
import { patternOf } from "./town.js";
import { Why } from "./view_why.js";

/** Longest search for ways to complete a town, in milliseconds. */
const PATIENCE = 10_000;

export class Verdict {
  /** @param {Atlas} atlas */
  constructor(atlas) {
    this.atlas = atlas;
    /** @type {Worker | null} */
    this.worker = null;
    /**
     * Whether the player has opened the scores of all cards; null before: they are open as long as no card is chosen.
     *
     * @type {boolean | null}
     */
    this.showsAll = null;
  }

  /** Places of the chosen cards. */
  get cards() {
    return chosenCards(this.atlas.themes);
  }

  /** @returns {HTMLElement} the element, in the language of the moment */
  build() {
    /** @type {HTMLElement} */
    this.element = h("div", { class: "verdict", id: "verdict" });
    /** @type {Why} */
    this.why = new Why(h("div", { class: "fault-layer", "aria-hidden": "true" }));
    /** @type {HTMLButtonElement} */
    this.finishButton = button({ id: "finish", class: "primary", onclick: () => this.finish() }, t("finish"));
    /** @type {HTMLElement} */
    this.free = h("p", { class: "quiet" });
    /** @type {HTMLElement} */
    this.found = h("div", { id: "finished" });
    /** @type {HTMLElement} */
    this.finishing = h("div", { class: "finishing" }, this.finishButton, this.free, this.found);
    return this.element;
  }

  /** @returns {HTMLElement} a place for the scores of the chosen cards */
  buildCards() {
    /** @type {HTMLElement} */
    this.scores = h("ul", { class: "my-cards", "aria-label": t("chosen") });
    return this.scores;
  }

  /**
   * Shows an error in a pattern.
   *
   * @param {string} text
   */
  complain(text) {
    this.stop();
    this.finishing.hidden = true;
    this.element.replaceChildren(h("p", { class: "error" }, text));
  }

  /**
   * @param {Town} town
   * @param {Fault[]} faults
   */
  show(town, faults) {
    this.stop();
    const { atlas: { game, themes }, cards } = this;
    /** @type {Town} */
    this.town = town;
    this.why.begin(town);
    const said = stateInWords(town, faults);
    const scores = scoresOf(town, themes);
    announce([faults.length ? `${said} ${faults.length}` : said,
      ...cards.map((index) => `${cardName(themes[index])} ${number(scores[index])}`)].join(t("comma")));
    const isUnfinished = !faults.length && town.tiles.includes(null);
    /** Whether the scores are final: only then they are compared with those of other towns. */
    this.isComplete = !faults.length && !isUnfinished;
    this.finishing.hidden = !isUnfinished;
    this.finishButton.disabled = cards.length === 0;
    this.free.textContent = t("finishIntro", { free: said });
    this.scores.replaceChildren(...cards.map((index) => this.score(index, scores[index])),
      ...(cards.length ? [] : [h("li", {}, h("a", { href: "#" }, t("chooseForScores")))]));
    this.element.replaceChildren(...(faults.length
      ? [h("p", { class: "error" }, said), faultList(game, faults)]
      : isUnfinished ? this.unfinished(town, scores) : this.complete(said, town, scores)),
    ...(cards.length ? [h("p", {}, h("a", { href: "#" }, t("changeCards")))] : []));
  }

  /**
   * A chosen card with the score of the town, the best one, and the place among all towns.
   *
   * @param {number} index
   * @param {number} score
   */
  score(index, score) {
    const { atlas } = this;
    const theme = atlas.themes[index];
    const { key, no, level, scores } = theme;
    const isBest = this.isComplete && scores.length > 1 && score === scores[0];
    const place = scores.length > 1 ? betterThan(atlas.shareBelow(index, score), "betterThan") : t("undecided");
    return h("li", { class: isBest ? "best" : null, "data-level": level }, this.why.button(key,
      h("span", { class: "no" }, no),
      h("span", {}, h("strong", { class: "score" }, number(score)), h("span", { class: "maximum" }, number(scores[0]))),
      h("span", { class: "name" }, ...breakable(cardName(theme))),
      h("small", {}, this.isComplete ? place : "")));
  }

  /**
   * The scores of all cards, folded.
   *
   * @param {string} id
   * @param {string} title
   * @param {number[]} scores
   * @param {Child[]} more
   */
  allScores(id, title, scores, ...more) {
    const { atlas, atlas: { themes } } = this;
    const isOpen = this.showsAll ?? this.cards.length === 0;
    /** @type {HTMLDetailsElement} */
    const details = h("details", { id, open: isOpen },
      h("summary", { onclick: () => { this.showsAll = !details.open; } }, t("allScores", { n: themes.length })), ...more,
      scoreTable(atlas, [...themes.keys()], scores, title, this.why, this.isComplete));
    return details;
  }

  /**
   * @param {Town} town
   * @param {number[]} scores
   */
  unfinished(town, scores) {
    return town.tiles.some(Boolean) ? [
      this.allScores("scores-so-far", t("scoresSoFar"), scores, h("p", { class: "quiet" }, t("scoresSoFarHint")))] : [];
  }

  /**
   * @param {string} said
   * @param {Town} town
   * @param {number[]} scores
   */
  complete(said, town, scores) {
    const { atlas } = this;
    const pattern = patternOf(town.tiles);
    const round = `judge.html${addressOfCards(this.cards.map((index) => atlas.themes[index]))}/${pattern}`;
    return [
      h("p", { class: "good" }, said),
      actionRow(stepsButton(atlas, pattern), h("a", { class: "button", href: round }, t("judgeTown")),
        shareButton(() => round, "send", t("sendTown"))),
      this.bestFor(atlas.setsAnsweredBy(pattern)),
      this.allScores("all-scores", t("scoresTitle"), scores),
    ];
  }

  /**
   * Links to the sets of cards that the town is a best answer to.
   *
   * @param {number[][]} sets
   */
  bestFor(sets) {
    if (!sets.length) {
      return h("p", { class: "quiet" }, t("answersNoSets"));
    }
    return h("details", { id: "sets-answered" },
      h("summary", {}, t("answersSets", { n: number(sets.length), sets: number(this.atlas.sets.length) })),
      h("ul", { class: "set-links" }, ...sets.map((indices) => {
        const themes = indices.map((index) => this.atlas.themes[index]);
        return h("li", {}, h("a", { href: addressOfCards(themes), title: themes.map(cardName).join(" · ") },
          themes.map((theme) => theme.no).join(" · ")));
      })));
  }

  // --- finishing ----------------------------------------------------------------------------------

  /** Stops a search. */
  stop() {
    this.worker?.terminate();
    this.worker = null;
    this.found?.replaceChildren();
  }

  /** Finds the best ways to complete the town; those of an empty board are looked up. */
  finish() {
    const { atlas, town, cards } = this;
    const themes = cards.map((index) => atlas.themes[index]);
    this.stop();
    if (!town.tiles.some(Boolean)) {
      const answers = atlas.answersTo(cards);
      this.showFound(cards, {
        isAll: true, n: atlas.nTowns,
        answers: answers.map((answer) => ({ scores: answer.scores, n: answer.nTowns, patterns: [answer.town.pattern] })),
      });
      return;
    }
    this.say(t("finishing"));
    this.worker = startWorker("finishing_worker.js", {
      game: atlas.game, pattern: patternOf(town.tiles), milliseconds: PATIENCE,
      themes: themes.map(({ key, scores }) => ({ key, scores })),
    }, (found) => this.showFound(cards, found), () => this.say(t("finishFailed")));
  }

  /** @param {string} text */
  say(text) {
    this.found.replaceChildren(h("p", {}, text));
    announce(text);
  }

  /**
   * @param {number[]} indices
   * @param {Finished} found
   */
  showFound(indices, { n, isAll, answers }) {
    if (!answers.length) {
      this.say(t(isAll ? "finishNone" : "finishLate"));
      return;
    }
    this.say(t(isAll ? "finishedAll" : "finishedSome", { n: number(n) }));
    for (const { scores, n: equal, patterns } of answers) {
      this.found.append(
        scoreTable(this.atlas, indices, scores, t("finish")),
        h("p", { class: "quiet" }, counted("finishWays", "n", equal)),
        h("ul", { class: "towns" }, ...patterns.map((pattern) => (
          h("li", {}, h("a", { class: "small-town", href: TOWN + pattern }, townPicture(this.atlas, pattern)))))));
    }
  }
}
