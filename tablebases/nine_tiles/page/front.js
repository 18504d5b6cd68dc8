/** The best towns for random cards, on the front page. */

/** @import {Board} from "./town.js" */

import { button, h } from "../kit/dom.js";
import { counted, currentLanguage, folded, number, t } from "../kit/languages.js";
import { breakable, drawTown } from "./drawing.js";
import { layTown } from "./town.js";

/**
 * @typedef {{no: number, en: string, ja: string, level: string, best: number}} FrontCard
 *
 * @typedef {[a: number, b: number, c: number, scoreA: number, scoreB: number, scoreC: number, answers: number,
 *   towns: number, pattern: string]} FrontSet the places of three cards, their scores in a best town, the number of
 *   best answers, that of towns with these scores, and the pattern of one
 */

/**
 * The places of a list, in random order.
 *
 * @param {{length: number}} list
 */
function shuffled({ length }) {
  const order = [...Array(length).keys()];
  for (let i = length - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1));
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

/**
 * A card with its score.
 *
 * @param {FrontCard} card
 * @param {number} score
 */
function cardOf({ no, level, best, ...names }, score) {
  return h("li", { "data-level": level, class: score === best ? "best" : null },
    h("span", { class: "no" }, no), h("span", { class: "name" }, ...breakable(names[currentLanguage()])),
    h("span", { class: "score" }, number(score), h("small", {}, ` / ${number(best)}`)));
}

/**
 * A field for the numbers of three cards, which leads to their answers.
 *
 * @param {FrontCard[]} cards
 * @param {HTMLInputElement} field with an example as its placeholder
 */
function cardsForm(cards, field) {
  const fault = h("p", { class: "error", role: "alert" });
  /** @param {SubmitEvent} event */
  function onsubmit(event) {
    event.preventDefault();
    const numbers = [...new Set(folded(field.value).match(/\d+/g)?.map(Number))];
    if (numbers.length === 3 && numbers.every((one) => cards.some(({ no }) => no === one))) {
      location.href = `nine-tiles/#${numbers.join("_")}`;
    } else {
      fault.textContent = t("threeNumbers", { cards: field.placeholder });
    }
  }
  return h("form", { onsubmit }, h("label", { for: field.id }, t("yourCards")), field,
    h("button", { class: "primary" }, t("bestTown")), fault);
}

/**
 * The picture is wide and has a button; nothing in it moves.
 *
 * @param {Board & {cards: FrontCard[], nTowns: number, sets: FrontSet[]}} data
 * @returns {import("../kit/view.js").FrontPicture}
 */
export function picture({ cards, nTowns, sets, ...game }) {
  const order = shuffled(sets);
  let at = 0;
  const field = h("input", { id: "your-cards", type: "text", autocomplete: "off", maxlength: 200 });
  const list = h("ul", { class: "three" });
  const verdict = h("p", { class: "verdict", role: "status" });
  const town = h("a", { class: "town-link" });
  const answer = h("a", { class: "button", id: "answer-link" }, t("allScores"));

  function show() {
    const [a, b, c, scoreA, scoreB, scoreC, answers, towns, pattern] = sets[order[at]];
    const three = [a, b, c].map((place) => cards[place]);
    const scores = [scoreA, scoreB, scoreC];
    field.placeholder = three.map(({ no }) => no).join(" ");
    const names = three.map((card) => card[currentLanguage()]).join(t("comma"));
    const isPerfect = three.every(({ best }, i) => best === scores[i]);
    list.replaceChildren(...three.map((card, i) => cardOf(card, scores[i])));
    const standing = isPerfect ? t("perfect") : answers === 1 ? t("unbeaten") : t("oneOfAnswers", { answers });
    verdict.replaceChildren(h("b", { class: "good" }, standing), counted("reach", "n", towns, { all: number(nTowns) }));
    town.replaceChildren(drawTown(layTown(game, pattern), t("townFor", { cards: names })));
    [town, answer].forEach((link) => link.setAttribute("href", `nine-tiles/#${three.map(({ no }) => no).join("_")}`));
  }

  function others() {
    at = (at + 1) % order.length;
    show();
  }

  show();
  return {
    isWide: true,
    elements: [
      h("div", { class: "question" },
        cardsForm(cards, field), list, verdict,
        h("div", { class: "actions" }, button({ id: "other-cards", onclick: others }, t("otherCards")), answer)),
      town,
    ],
  };
}
