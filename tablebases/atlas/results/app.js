/** The page of all figures. */

import { copyButton } from "../kit/controls.js";
import { byId, h } from "../kit/dom.js";
import { currentLanguage, percent, t } from "../kit/languages.js";
import { decodedHash, fetchFile, startPage } from "../kit/start.js";
import { bars, columns, isLogarithmic } from "./charts.js";
import { TEXTS } from "./texts.js";

const HOWS = ["exact", "proven", "found", "sampled"];
/** Of the parts of a table, which browsers forget where a phone shows its rows as paragraphs. */
const ROLES = [["table", "table"], ["thead, tbody", "rowgroup"], ["tr", "row"], ["[scope=col]", "columnheader"],
  ["[scope=row]", "rowheader"], ["td", "cell"]];
/** Charts of figures: those that have a name there, puzzle -> charts. */
const CHARTS = { nine_tiles_panic: ["covers"], millijan: ["chances"] };

/** A number as text, however long, with separators of thousands, or a share in percent. */
function figureText(value, unit) {
  return unit === "share" ? percent(Number(value))
    : value.replace(/^\d+(?=$|\.)/, (whole) => BigInt(whole).toLocaleString(currentLanguage()));
}

function chart(kind, figures) {
  const named = figures.filter(({ key }) => `${kind}_${key}` in TEXTS.en);
  return bars(t(kind), named.map(({ key, value, unit }) => (
    { name: t(`${kind}_${key}`), value, shown: figureText(value, unit) })));
}

function figureRow(figure) {
  const published = figure.published && `${figureText(figure.published, figure.unit)} (${figure.source})`;
  return h("tr", { id: `figure-${figure.key}` },
    h("th", { scope: "row" }, figure[currentLanguage()]),
    h("td", { class: "value" }, figureText(figure.value, figure.unit) + (figure.error && ` ± ${figure.error}`)),
    h("td", {}, t(`how_${figure.how}`)),
    h("td", published ? { lang: "en" } : {}, published));
}

function table(label, heads, rows) {
  const element = h("table", { class: "figures" },
    h("thead", {}, h("tr", {}, ...heads.map((head) => h("th", { scope: "col" }, t(head))))), h("tbody", {}, ...rows));
  for (const [selector, role] of ROLES) {
    [element, ...element.querySelectorAll("*")].filter((part) => part.matches(selector))
      .forEach((part) => part.setAttribute("role", role));
  }
  return h("div", { class: "wide", role: "region", "aria-label": label, tabindex: 0 }, element);
}

function origins(figures, label) {
  const rows = figures.map(({ stage, table: of, file, check, ...figure }) => h("tr", {},
    h("th", { scope: "row" }, figure[currentLanguage()]),
    h("td", {}, h("code", {}, stage), ...(file ? [" ", h("code", {}, `${file}: ${of}`)] : [])),
    h("td", { lang: "en" }, check)));
  return h("details", {}, h("summary", {}, t("origin")), table(label, ["figure", "from", "check"], rows));
}

function sequence({ key, offset, terms, computed, ...names }) {
  const first = Number(offset);
  const numbers = terms.split(" ").map(Number);
  const listed = terms.replaceAll(" ", ", ");
  const label = t("chart", { first, last: first + numbers.length - 1 });
  return h("article", { id: `sequence-${key}`, class: "panel" },
    h("h4", {}, names[currentLanguage()]),
    columns(label, numbers, first),
    h("p", { class: "quiet" }, t("offset", { offset }), isLogarithmic(numbers) ? ` · ${t("logarithmic")}` : ""),
    h("p", { class: "terms" }, listed),
    h("p", { class: "quiet", lang: "en" }, computed),
    copyButton({ label: t("copyTerms"), done: t("copied") }, () => listed));
}

function puzzleSection({ package: name, place, figures, sequences, ...titles }) {
  const puzzle = titles[currentLanguage()];
  return h("section", { id: name }, h("h2", {}, h("a", { href: `../${place}/` }, puzzle)),
    ...(CHARTS[name] ?? []).map((kind) => chart(kind, figures)),
    table(t("figures", { puzzle }), ["figure", "value", "how", "published"], figures.map(figureRow)),
    origins(figures, t("origins", { puzzle })),
    ...(sequences.length ? [h("h3", {}, t("sequences")), h("div", { class: "sequences" }, ...sequences.map(sequence))] : []));
}

startPage(fetchFile("data.json").then((response) => response.json()), ({ puzzles }) => ({
  build() {
    byId("hows").replaceChildren(...HOWS.flatMap((how) => [
      h("dt", {}, t(`how_${how}`)), h("dd", {}, t(`about_${how}`))]));
    byId("puzzles").replaceChildren(...puzzles.map(puzzleSection));
  },
  show() {},
  /** Goes to the puzzle, figure or sequence that the address names. */
  route() {
    byId(decodedHash(location.hash))?.scrollIntoView();
  },
}));
