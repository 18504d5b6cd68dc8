/** The front page: it leads to the pages of all puzzles and to their daily ones, and shows what they answer. */

/** @import {FrontPicture} from "./kit/view.js" */

import { button, byId, h } from "./kit/dom.js";
import { loadDrawings } from "./kit/drawings.js";
import { aroundValue, currentLanguage, number, percent, t } from "./kit/languages.js";
import { Progress, dayInWords, today } from "./kit/progress.js";
import { fetchJson, startPage } from "./kit/start.js";
import { PICTURES } from "./pictures.js";
import { TEXTS } from "./texts.js";

if (location.hash) {
  location.replace(`nine-tiles/${location.search}${location.hash}`); // Links to towns were to this page once.
}

/**
 * The data of the page: figures by their keys, and what the pictures of the pages show, by their folders.
 *
 * @typedef {{figures: Object<string, string>, pictures: Object<string, unknown>}} Data
 */

/**
 * Facts: the figure of each, and what else its text names.
 *
 * @type {Object<string, string[]>}
 */
const FACTS = {
  cover_minimum: ["theme_sets"],
  hard_fewest_taps_max: ["hard_solvable_boards"],
  n13_longest_game: ["n13_pairs"],
  win_chance_all: ["winning_deals_all"],
};
/** Figures that are shares. */
const SHARES = ["win_chance_all"];

/** @typedef {FrontPicture & {step: () => number}} MovedPicture */

/** Moves the pictures, unless the reader wants no movement. */
class Movement {
  constructor() {
    this.reduced = matchMedia("(prefers-reduced-motion: reduce)");
    this.reduced.addEventListener("change", () => this.show());
    this.isPaused = false;
    /** @type {MovedPicture[]} */
    this.moved = [];
    /** @type {number[]} */
    this.timers = [];
  }

  /**
   * Takes new pictures, and the button that stops them.
   *
   * @param {FrontPicture[]} pictures
   */
  take(pictures) {
    this.moved =
      /** @type {MovedPicture[]} */
      (pictures.filter(({ step }) => step));
    /** @type {HTMLButtonElement} */
    this.button = button({ id: "pause", onclick: () => {
      this.isPaused = !this.isPaused;
      this.show();
    } });
    this.show();
    return this.button;
  }

  show() {
    this.timers.forEach(clearTimeout);
    this.timers = [];
    this.button.hidden = this.reduced.matches || this.moved.length === 0;
    const label = t(this.isPaused ? "play" : "pause");
    this.button.textContent = label;
    if (!this.reduced.matches && !this.isPaused) {
      this.moved.forEach((picture, i) => this.wait(picture, i, 1500 + 500 * i));
    }
  }

  /**
   * @param {MovedPicture} picture
   * @param {number} i
   * @param {number} milliseconds
   */
  wait(picture, i, milliseconds) {
    this.timers[i] = setTimeout(() => this.wait(picture, i, picture.step()), milliseconds);
  }
}

/**
 * A link to the daily puzzle of a game, with what it is and how far the player has come.
 *
 * @param {{place: string, name: string}} page
 */
function dailyPuzzle({ place, name }) {
  const progress = new Progress(place);
  const day = today();
  const isSolved = day in progress.state.days;
  const { daysInARow } = progress;
  const state = isSolved ? t("solved") : progress.begunOn(day)?.length > 0 && t("begun");
  const reached = [state, daysInARow && t("streak", { days: number(daysInARow) })].filter(Boolean).join(t("comma"));
  return h("li", {}, h("a", { href: `${place}/practice.html#daily`, class: isSolved ? "solved" : null },
    h("img", { src: `${place}/logo.svg`, alt: "", width: 32, height: 32 }),
    h("span", {}, h("b", {}, name), isSolved ? null : h("small", {}, t(`daily_${place}`)), reached && h("small", { class: "reached" }, reached))));
}

/**
 * A page with its name, a sentence and its picture, or else its logo.
 *
 * @param {{place: string, name: string, sentence: string, picture: FrontPicture | null}} page
 */
function puzzle({ place, name, sentence, picture }) {
  const about = h("a", { href: `${place}/`, class: "about" },
    picture ? null : h("img", { src: `${place}/logo.svg`, alt: "", width: 72, height: 72 }),
    h("span", {}, h("b", {}, name), h("span", {}, sentence)));
  return h("li", { class: `puzzle panel${picture?.isWide ? " wide-puzzle" : ""}`, "data-puzzle": place },
    about, ...(picture?.elements ?? []));
}

/**
 * @param {string} key
 * @param {Object<string, string>} figures
 */
function fact(key, figures) {
  /** @param {string} name */
  const shown = (name) => (SHARES.includes(name) ? percent(Number(figures[name])) : number(Number(figures[name])));
  const more = Object.fromEntries(FACTS[key].map((name) => [name, shown(name)]));
  const [before, after] = aroundValue(`fact_${key}`, more);
  return h("li", {}, h("a", { href: `results/#figure-${key}` }, before, h("b", { class: "number" }, shown(key)), after));
}

/** @returns {Promise<Data>} */
async function load() {
  const data = await fetchJson("data.json");
  if ("nine-tiles" in data.pictures) {
    await loadDrawings("nine-tiles/tiles.svg");
  }
  return data;
}

if (!navigator.serviceWorker) {
  byId("intro").dataset.text = "introOnline";
}
startPage(load(), ({ figures, pictures }) => {
  const movement = new Movement();
  /** @type {{place: string, name: string}[]} */
  let games = [];

  function showDaily() {
    byId("today-title").textContent = t("todays", { day: dayInWords(today()) });
    byId("daily-puzzles").replaceChildren(...games.map(dailyPuzzle));
  }

  function build() {
    const language = currentLanguage();
    const links =
      /** @type {(HTMLAnchorElement & {dataset: Object<string, string>})[]} */
      ([...byId("nav").children]);
    const found = links.map((link) => {
      const place = String(link.getAttribute("href")).replaceAll(/[./]/g, "");
      const picture = place in pictures ? PICTURES[place](pictures[place]) : null;
      return { place, name: link.dataset[language], sentence: TEXTS[language][`about_${place}`], picture };
    }).filter(({ sentence }) => sentence);
    games = found;
    showDaily();
    byId("puzzles").replaceChildren(...found.map(puzzle));
    byId("movement").replaceChildren(movement.take(found.flatMap(({ picture }) => picture ?? [])));
    byId("facts").replaceChildren(...Object.keys(FACTS).filter((key) => key in figures).map((key) => fact(key, figures)));
    byId("facts-part").hidden = !byId("facts").children.length;
  }

  addEventListener("pageshow", showDaily); // The reader comes back from a daily puzzle.
  return { build, show() {}, route() {} };
});
