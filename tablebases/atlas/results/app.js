/** The page of all figures. */

/** @import {Child} from "../kit/dom.js" */

import { announce, copyButton } from "../kit/controls.js";
import { byId, goTo, h, table } from "../kit/dom.js";
import { aroundValue, counted, currentLanguage, folded, percent, t } from "../kit/languages.js";
import { decodedHash, fetchJson, startPage } from "../kit/start.js";
import { bars, columns, isLogarithmic } from "./charts.js";
import { TEXTS } from "./texts.js";

/**
 * A figure of the full run, as data/figures.csv has it: texts; those that are empty there are missing.
 *
 * @typedef {Object} Figure
 * @property {string} key
 * @property {string} en what it is
 * @property {string} ja the same in Japanese
 * @property {string} value
 * @property {string} error the half width of its interval
 * @property {string} unit
 * @property {string} how one of `HOWS`
 * @property {string} stage that computes it
 * @property {string} published the published value
 * @property {string} source of that value
 * @property {string} source_ja the same in Japanese, if it differs
 */

/**
 * An integer sequence; its terms have commas between them.
 *
 * @typedef {{key: string, en: string, ja: string, offset: string, terms: string, computed: string, computed_ja: string}} Sequence
 */

/**
 * A puzzle with its titles, and the folder of its page.
 *
 * @typedef {{package: string, en: string, ja: string, place: string, figures: Figure[], sequences: Sequence[]}} Puzzle
 */

/**
 * An element with the words by which the search finds it.
 *
 * @typedef {HTMLElement & {words: string}} Searchable
 */

const HOWS = ["exact", "proven", "found", "sampled"];
/** Of the parts of a table, which browsers forget where a phone shows its rows as paragraphs. */
const ROLES = [["table", "table"], ["thead, tbody", "rowgroup"], ["tr", "row"], ["[scope=col]", "columnheader"],
  ["[scope=row]", "rowheader"], ["td", "cell"]];
/**
 * The figures of the headlines, by puzzle: each alone, or as a share of another one.
 *
 * @type {Object<string, [key: string, whole?: string][]>}
 */
const HEADLINES = {
  nine_tiles_panic: [["learning_one_answers"], ["cover_minimum"]],
  arrow_puzzle: [["hard_fewest_taps_max"], ["expert_fewest_taps_bound"]],
  godomachi: [["n14_first_wins", "n14_pairs"], ["n13_longest_game"]],
  millijan: [["win_chance_all"], ["mean_draws_all"]],
};
/**
 * Charts of figures, by the stage that computes them: those that have a name there.
 *
 * @type {Object<string, string>}
 */
const CHARTS = { "studies.definitions": "covers", winning_deals: "chances" };

/**
 * The chart among the headlines of a puzzle: a sequence, or one of `CHARTS`.
 *
 * @type {Object<string, string>}
 */
const DRAWN = { nine_tiles_panic: "covers", arrow_puzzle: "hard_boards_by_taps", godomachi: "longest_game", millijan: "chances" };

/** @type {HTMLInputElement} */
const search = byId("search");

/**
 * A number as text, however long, with separators of thousands, or a share in percent.
 *
 * @param {string} value
 * @param {string} unit
 */
function figureText(value, unit) {
  return unit === "share" ? percent(Number(value))
    : value.replace(/^\d+(?=$|\.)/, (whole) => BigInt(whole).toLocaleString(currentLanguage()));
}

/** @param {Figure} figure */
function valueText({ value, unit, error = "" }) {
  return figureText(value, unit) + (error && ` ± ${error}`);
}

/**
 * The headlines of a puzzle, of the figures in `HEADLINES`, which lead to their rows, and a chart.
 *
 * @param {Puzzle} puzzle
 */
function headlines({ package: name, place, figures, sequences, ...titles }) {
  const texts = Object.fromEntries(figures.map((figure) => [figure.key, valueText(figure)]));
  /** @param {string} wanted */
  const valueOf = (wanted) => Number(
    /** @type {Figure} */
    (figures.find(({ key }) => key === wanted)).value);
  const kind = DRAWN[name];
  const drawn = sequences.find(({ key }) => key === kind);
  return h("li", { class: "panel" },
    h("a", { class: "game", href: `../${place}/` }, h("img", { class: "logo", src: `../${place}/logo.svg`, alt: "" }),
      h("b", {}, titles[currentLanguage()])),
    ...(HEADLINES[name] ?? []).map(([key, whole]) => {
      const href = `#figure-${key}`;
      const [before, after] = aroundValue(`headline_${key}`, texts);
      return h("a", { class: "headline", href, onclick: () => go(href) },
        before, h("b", { class: "number" }, whole ? percent(valueOf(key) / valueOf(whole)) : texts[key]), after);
    }),
    drawn ? h("figure", { class: "bars" }, h("figcaption", {}, titled(t(kind), termsOf(drawn))), sequenceChart(drawn))
      : chart(kind, figures));
}

/**
 * @param {string} kind
 * @param {Figure[]} figures
 */
function chart(kind, figures) {
  const named = figures.filter(({ key }) => `${kind}_${key}` in TEXTS.en);
  return bars(titled(t(kind), named.map(({ value }) => Number(value))), named.map((figure) => (
    { name: t(`${kind}_${figure.key}`), value: figure.value, shown: valueText(figure) })));
}

/**
 * Gives an element the words by which the search finds it, in both languages.
 *
 * @param {HTMLElement & {words?: string}} element
 * @param {{key: string, en: string, ja: string}} names
 */
function searchable(element, { key, en, ja }) {
  element.words = folded([key.replaceAll("_", " "), en, ja].join(" "));
  return element;
}

/** @param {Figure} figure */
function figureRow(figure) {
  const source = (currentLanguage() === "ja" && figure.source_ja) || figure.source;
  const published = figure.published ? t("publishedBy", { value: figureText(figure.published, figure.unit), source }) : null;
  return searchable(h("tr", { id: `figure-${figure.key}`, tabindex: -1 },
    h("th", { scope: "row" }, figure[currentLanguage()]),
    h("td", { class: "value" }, valueText(figure)),
    h("td", {}, t(`how_${figure.how}`)),
    h("td", {}, published)), figure);
}

/**
 * @param {string} label
 * @param {Child[]} rows
 */
function figureTable(label, rows) {
  const element = table({ class: "figures" }, ["figure", "value", "how", "published"].map((key) => t(key)), rows);
  for (const [selector, role] of ROLES) {
    [element, ...element.querySelectorAll("*")].filter((part) => part.matches(selector))
      .forEach((part) => part.setAttribute("role", role));
  }
  return h("div", { class: "wide", role: "region", "aria-label": label, tabindex: 0 }, element);
}

/** @param {Sequence} sequence */
const termsOf = ({ terms }) => terms.split(", ").map(Number);

/**
 * What is said of a chart, and whether it shows logarithms.
 *
 * @param {string} title
 * @param {number[]} numbers
 */
const titled = (title, numbers) => title + (isLogarithmic(numbers) ? ` · ${t("logarithmic")}` : "");

/** @param {Sequence} drawn */
function sequenceChart(drawn) {
  const [first, numbers] = [Number(drawn.offset), termsOf(drawn)];
  return columns(t("chart", { first, last: first + numbers.length - 1 }), numbers, first);
}

/** @param {Sequence} names */
function sequence(names) {
  const { computed, computed_ja, offset, terms } = names;
  return searchable(h("article", { id: `sequence-${names.key}`, class: "panel", tabindex: -1 },
    h("h3", {}, names[currentLanguage()]),
    sequenceChart(names),
    h("p", { class: "quiet" }, titled(t("offset", { offset }), termsOf(names))),
    h("p", { class: "terms" }, terms),
    h("p", { class: "quiet" }, currentLanguage() === "ja" ? computed_ja : computed),
    copyButton({ label: t("copyTerms"), done: t("copied") }, () => terms)), names);
}

/**
 * @param {string} title
 * @param {number} count
 * @param {Child[]} content
 */
function fold(title, count, ...content) {
  return h("details", {}, h("summary", {}, title, " ", h("small", {}, count)), ...content);
}

/** @param {Puzzle} puzzle */
function puzzleSection({ package: name, place, figures, sequences, ...titles }) {
  const topics =
    /** @type {Object<string, Figure[]>} */
    (Object.groupBy(figures, ({ stage }) => t(`topic_${name}_${stage}`)));
  /** @param {Figure[]} figures of a topic */
  const chartOf = ([{ stage }]) => (stage in CHARTS ? chart(CHARTS[stage], figures) : null);
  return h("section", { id: name },
    h("h2", {}, h("a", { href: `../${place}/` }, titles[currentLanguage()])),
    ...Object.entries(topics).map(([topic, some]) => fold(topic, some.length, chartOf(some),
      figureTable(topic, some.map(figureRow)))),
    ...(sequences.length ? [fold(t("sequences"), sequences.length,
      h("div", { class: "sequences" }, ...sequences.map(sequence)))] : []));
}

// --- what is shown ------------------------------------------------------------------------------

/**
 * The puzzle, figure or sequence that an address names; null if there is none.
 *
 * @param {string} hash
 */
function namedBy(hash) {
  const element = byId(decodedHash(hash) ?? "");
  return element && byId("puzzles").contains(element) ? element : null;
}

/** Shows the folded topics of one puzzle, or of all puzzles those rows that have every word of the search. */
function show(hash = location.hash) {
  const named = namedBy(hash);
  const puzzle = named?.closest("section") ?? byId("puzzles").firstElementChild;
  const words = folded(search.value).split(/\s+/).filter(Boolean);
  /** @param {Searchable} element */
  const isHit = (element) => words.every((word) => element.words.includes(word));
  let found = 0;
  for (const section of
    /** @type {HTMLCollectionOf<HTMLElement>} */
    (byId("puzzles").children)) {
    let isFound = false;
    for (const details of section.querySelectorAll("details")) {
      const rows =
        /** @type {Searchable[]} */
        ([...details.querySelectorAll("[id]")]);
      rows.forEach((row) => { row.hidden = !isHit(row); });
      const hits = rows.filter(isHit).length;
      details.hidden = hits === 0;
      details.open = words.length ? hits > 0 : details.contains(named);
      details.querySelector(".bars")?.toggleAttribute("hidden", words.length > 0);
      found += hits;
      isFound ||= hits > 0;
    }
    section.hidden = words.length ? !isFound : section !== puzzle;
  }
  document.querySelectorAll(".named").forEach((row) => row.classList.remove("named"));
  named?.classList.add("named");
  for (const tab of
    /** @type {HTMLCollectionOf<HTMLAnchorElement>} */
    (byId("tabs").children)) {
    tab.ariaCurrent = !words.length && tab.hash === `#${puzzle?.id}` ? "true" : null;
  }
  byId("found").hidden = !words.length;
  byId("found").textContent = counted("found", "count", found);
}

/**
 * Goes to what an address names; the search ends.
 *
 * @param {string} hash
 */
function go(hash) {
  search.value = "";
  show(hash);
  const named = namedBy(hash);
  if (named && named.localName !== "section") {
    goTo(named);
  }
}

/** @type {Promise<{puzzles: Puzzle[]}>} */
const loaded = fetchJson("data.json");

startPage(loaded, ({ puzzles }) => {
  search.addEventListener("input", () => {
    show();
    announce(byId("found").hidden ? "" : byId("found").textContent);
  });
  return {
    build() {
      byId("hows").replaceChildren(...HOWS.flatMap((how) => [
        h("dt", {}, t(`how_${how}`)), h("dd", {}, t(`about_${how}`))]));
      byId("headlines").replaceChildren(...puzzles.flatMap(headlines));
      byId("tabs").replaceChildren(...puzzles.map(({ package: name, ...titles }) => (
        h("a", { href: `#${name}`, onclick: () => go(`#${name}`) }, titles[currentLanguage()]))));
      byId("puzzles").replaceChildren(...puzzles.map(puzzleSection));
    },
    show,
    route: () => go(location.hash),
  };
});
