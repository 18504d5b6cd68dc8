/** The scores of a town in the builder, or ways to complete it. */

/**
 * @import {Atlas} from "./answers.js"
 * @import {Finished} from "./finishing.js"
 * @import {Fault, Town} from "./town.js"
 */

import { announce } from "../kit/controls.js";
import { button, h } from "../kit/dom.js";
import { startWorker } from "../kit/start.js";
import {
  addressOfCards, cardSelects, faultList, judgeLink, scoreTable, stateInWords, townPicture, TOWN,
} from "./parts.js";
import { scoresOf } from "./scoring.js";
import { cardName, counted, number, t } from "./texts.js";
import { patternOf } from "./town.js";

/** Longest search for ways to complete a town, in milliseconds. */
const PATIENCE = 10_000;

export class Verdict {
  /**
   * @param {Atlas} atlas
   * @param {() => number[]} chosenCards places of the chosen themes
   */
  constructor(atlas, chosenCards) {
    this.atlas = atlas;
    this.chosenCards = chosenCards;
    /**
     * Places of the themes to complete a town for.
     *
     * @type {number[]}
     */
    this.aims = [];
    /** @type {Worker | null} */
    this.worker = null;
  }

  /** @returns {HTMLElement} the element, in the language of the moment */
  build() {
    /** @type {HTMLElement} */
    this.element = h("div", { class: "verdict", id: "verdict" });
    const aims = cardSelects(this.atlas, ["aim-0", "aim-1", "aim-2"], { onchange: () => this.aim() });
    /** @type {HTMLSelectElement[]} */
    this.selects = [...aims.querySelectorAll("select")];
    /** @type {HTMLButtonElement} */
    this.finishButton = button({ id: "finish", onclick: () => this.finish() }, t("finish"));
    /** @type {HTMLElement} */
    this.found = h("div", { id: "finished" });
    /** @type {HTMLElement} */
    this.finishing = h("div", { class: "finishing" },
      h("h2", {}, t("finishTitle")), h("p", { class: "quiet" }, t("finishIntro")), aims, this.finishButton, this.found);
    this.showAims();
    return this.element;
  }

  /** Takes over the cards chosen in the view of cards. */
  open() {
    const chosen = this.chosenCards();
    if (chosen.length && !this.aims.length) {
      this.aims = [...chosen];
      this.showAims();
    }
  }

  showAims() {
    this.selects.forEach((select, i) => { select.value = String(this.aims[i] ?? ""); });
    this.finishButton.disabled = this.aims.length === 0;
  }

  /** Takes the cards of the three fields, each once. */
  aim() {
    this.aims = [...new Set(this.selects.map(({ value }) => value).filter(Boolean))].map(Number);
    this.stop();
    this.showAims();
  }

  /**
   * Shows an error in a pattern.
   *
   * @param {string} text
   */
  complain(text) {
    this.stop();
    this.element.replaceChildren(h("p", { class: "error" }, text));
  }

  /**
   * @param {Town} town
   * @param {Fault[]} faults
   */
  show(town, faults) {
    this.stop();
    /** @type {Town} */
    this.town = town;
    const said = stateInWords(town, faults);
    announce(faults.length ? `${said} ${faults.length}` : said);
    this.element.replaceChildren(...(faults.length
      ? [h("p", { class: "error" }, said), faultList(this.atlas.game, faults)]
      : town.tiles.includes(null) ? this.unfinished(said, town) : this.complete(said, town)));
  }

  /**
   * @param {string} said
   * @param {Town} town
   */
  unfinished(said, town) {
    const { atlas } = this;
    return [
      h("p", {}, said),
      this.finishing,
      ...(town.tiles.some(Boolean) ? [h("section", { id: "scores-so-far" },
        h("h2", {}, t("scoresSoFar")), h("p", { class: "quiet" }, t("scoresSoFarHint")),
        scoreTable(atlas, [...atlas.themes.keys()], scoresOf(town, atlas.themes), t("scoresSoFar")))] : []),
    ];
  }

  /**
   * @param {string} said
   * @param {Town} town
   */
  complete(said, town) {
    const { atlas } = this;
    const pattern = patternOf(town.tiles);
    return [
      h("p", { class: "good" }, said),
      judgeLink(this.aims.map((index) => atlas.themes[index]), t("judgeTown"), `/${pattern}`),
      this.bestFor(atlas.setsAnsweredBy(pattern)),
      h("h2", {}, t("scoresTitle")),
      scoreTable(atlas, [...atlas.themes.keys()], scoresOf(town, atlas.themes), t("scoresTitle")),
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
    const { atlas, town, aims } = this;
    const themes = aims.map((index) => atlas.themes[index]);
    this.stop();
    if (!town.tiles.some(Boolean)) {
      const indices = [...aims].sort((a, b) => a - b);
      const answers = atlas.answersTo(indices);
      this.showFound(indices, {
        isAll: true, n: atlas.nTowns,
        answers: answers.map((answer) => ({ scores: answer.scores, n: answer.nTowns, patterns: [answer.town.pattern] })),
      });
      return;
    }
    this.say(t("finishing"));
    this.worker = startWorker("finishing_worker.js", {
      game: atlas.game, pattern: patternOf(town.tiles), milliseconds: PATIENCE,
      themes: themes.map(({ key, scores }) => ({ key, scores })),
    }, (found) => this.showFound(aims, found), () => this.say(t("finishFailed")));
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
        scoreTable(this.atlas, indices, scores, t("finishTitle")),
        h("p", { class: "quiet" }, counted("finishWays", "n", equal)),
        h("ul", { class: "towns" }, ...patterns.map((pattern) => (
          h("li", {}, h("a", { class: "small-town", href: TOWN + pattern }, townPicture(this.atlas, pattern)))))));
    }
  }
}
