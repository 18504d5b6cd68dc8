/** Elements that several views share. */

/**
 * @import {Attributes, Child} from "../kit/dom.js"
 * @import {Atlas, Theme} from "./answers.js"
 * @import {Board, Fault, FullTown, LaidTile, Place} from "./town.js"
 * @import {Why} from "./view_why.js"
 */

import { load } from "./answers.js";
import { breakable, drawTown } from "./drawing.js";
import { copyButton } from "../kit/controls.js";
import { button, h, table } from "../kit/dom.js";
import { loadDrawings } from "../kit/drawings.js";
import { memoryIn } from "../kit/start.js";
import { cardCounts, cardName, counted, number, percent, sentence, t } from "./texts.js";
import { layTown, PatternError } from "./town.js";

/** Number of cards in a round. */
export const CARDS = 3;
/** Keeps the chosen cards for the other pages of the game in this tab. */
const tab = memoryIn(() => sessionStorage);

/**
 * The cards that the player has chosen on any page of the game: places in `themes`.
 *
 * @param {Theme[]} themes
 */
export function chosenCards(themes) {
  const numbers = (tab.get("cards") ?? "").split(" ").map(Number);
  return [...themes.keys()].filter((index) => numbers.includes(themes[index].no)).slice(0, CARDS);
}

/**
 * Keeps the chosen cards.
 *
 * @param {Theme[]} chosen
 */
export function keepCards(chosen) {
  tab.set("cards", chosen.map(({ no }) => no).join(" "));
}

/** Start of the address of a town, before its pattern. */
export const TOWN = "#town_";

/** The atlas, once the page has the drawings of the tiles. */
export async function loadPage() {
  const [atlas] = await Promise.all([load(), loadDrawings("tiles.svg")]);
  return atlas;
}

/**
 * Places of three cards at random, of all `themes`.
 *
 * @param {Theme[]} themes
 */
export function randomCards(themes) {
  const left = [...themes.keys()];
  return Array.from({ length: CARDS }, () => left.splice(Math.floor(Math.random() * left.length), 1)[0]);
}

/**
 * The address of a set of cards, such as `#2_5_18`.
 *
 * @param {{no: number}[]} themes
 */
export function addressOfCards(themes) {
  return `#${themes.map((theme) => theme.no).join("_")}`;
}

/**
 * The head of a view.
 *
 * @param {string} id
 * @param {string} title
 * @param {string} text
 * @param {Node[]} more
 */
export function intro(id, title, text, ...more) {
  return h("div", { class: "intro" }, h("h1", { id }, title), h("p", {}, text), ...more);
}

const PLACES = ["topLeft", "top", "topRight", "left", "centre", "right", "bottomLeft", "bottom", "bottomRight"];

/**
 * The name of a position, as `place_in_words` of laid_town.py.
 *
 * @param {Board} board
 * @param {number} position
 */
export function placeInWords({ rows, columns }, position) {
  return rows === 3 && columns === 3 ? t(PLACES[position])
    : t("rowColumn", { row: Math.floor(position / columns) + 1, column: position % columns + 1 });
}

/**
 * What is wrong in a pattern, as a sentence; throws any other problem.
 *
 * @param {Board} game
 * @param {unknown} problem
 */
export function patternErrorInWords(game, problem) {
  if (!(problem instanceof PatternError)) {
    throw problem;
  }
  const places = Object.entries(problem.positions).map(([gap, at]) => [gap, placeInWords(game, at)]);
  return sentence(t(problem.code, { ...problem.values, ...Object.fromEntries(places) }));
}

/**
 * Why a town is not complete, from `faultsOf`.
 *
 * @param {Board} game
 * @param {Fault[]} faults
 */
export function faultList(game, faults) {
  /** @param {number} position */
  const inWords = (position) => placeInWords(game, position);
  return h("ul", { class: "faults" }, ...faults.map((fault) => h("li", {}, sentence(fault.kind === "open"
    ? t("open", { place: inWords(fault.withRoad), beyond: inWords(fault.without) })
    : t("loop", { places: fault.positions.map(inWords).join(t("comma")) })))));
}

/**
 * Whether a town is complete, or what is missing, in words.
 *
 * @param {{tiles: Place[]}} town
 * @param {Fault[]} faults
 */
export function stateInWords({ tiles }, faults) {
  const free = tiles.filter((tile) => tile === null).length;
  return faults.length ? t("incomplete") : free ? counted("freePositions", "n", free) : t("complete");
}

/**
 * A tile in words.
 *
 * @param {LaidTile} tile
 */
export function tileInWords(tile) {
  return t(tile.turns ? "tileLabel" : "tileUpright", {
    number: tile.number, side: t(tile.side ? "back" : "front"), degrees: 90 * tile.turns,
  });
}

/**
 * A drawn town with a description in words.
 *
 * @param {Atlas} atlas
 * @param {string} pattern
 * @param {number[]} marked positions to mark
 * @returns {SVGElement}
 */
export function townPicture(atlas, pattern, marked = []) {
  const town =
    /** @type {FullTown} */
    (layTown(atlas.game, pattern));
  const { rows, columns } = atlas.game;
  const inWords = Array.from({ length: rows }, (_, row) => t("row", {
    row: row + 1, tiles: town.tiles.slice(row * columns, (row + 1) * columns).map(tileInWords).join(t("semicolon")),
  }));
  return drawTown(town, t("townLabel", { pattern, rows: inWords.join(" ") }), marked);
}

/**
 * A small town of a list, with a link to its page; `mark` is a place or a chance.
 *
 * @param {Atlas} atlas
 * @param {string} pattern
 * @param {string | number} mark
 * @param {string} note
 */
export function townItem(atlas, pattern, mark, note) {
  return h("li", {}, h("a", { href: TOWN + pattern, class: "small-town" },
    townPicture(atlas, pattern), h("span", { class: "place" }, mark), h("span", { class: "note" }, note)));
}

/**
 * The name of a card, and the things that it counts.
 *
 * @param {Theme} theme
 * @param {Attributes} attributes
 */
export function cardWords(theme, attributes = {}) {
  const counts = cardCounts(theme);
  return h("span", attributes, ...breakable(cardName(theme)), counts ? h("small", {}, ...breakable(counts)) : null);
}

/**
 * A pip for every score that occurs, filled up to this one.
 *
 * @param {number} rank
 * @param {number} count
 */
function pips(rank, count) {
  return h("span", { class: "pips", "aria-hidden": "true" },
    ...Array.from({ length: count }, (_, i) => h("i", { class: count - 1 - i >= rank ? "on" : null })));
}

/**
 * The row of a card in a table of scores: its name, a score beside a greater one, and what is said of it.
 *
 * @param {{no: number, level: string}} theme
 * @param {Child} name
 * @param {boolean} isBest
 * @param {string} score
 * @param {number} maximum
 * @param {Child[]} about
 */
export function scoreRow({ no, level }, name, isBest, score, maximum, ...about) {
  return h("tr", { class: isBest ? "best" : null, "data-theme-no": no },
    h("th", { scope: "row" }, h("span", { class: "named" }, h("span", { class: "no", "data-level": level }, no), name)),
    h("td", { class: "score" }, score),
    h("td", { class: "maximum" }, number(maximum)),
    h("td", { class: "bar" }, ...about));
}

/**
 * How many towns score less, in words.
 *
 * @param {number} share of all towns
 * @param {"better" | "betterThan"} words where there is room, and where there is little
 */
export function betterThan(share, words = "better") {
  return share > 0 ? t(words, { share: percent(share) }) : t("noneLess");
}

/**
 * A table of scores beside the greatest ones.
 *
 * @param {Atlas} atlas
 * @param {number[]} indices places of the themes to show
 * @param {number[]} scores of these themes
 * @param {string} caption
 * @param {Why} [why] explains the card that is pressed
 * @param {boolean} isComplete whether to compare the scores with those of all towns
 * @returns {HTMLElement}
 */
export function scoreTable(atlas, indices, scores, caption, why, isComplete = true) {
  const rows = indices.map((index, i) => {
    const theme = atlas.themes[index];
    const rank = theme.scores.indexOf(scores[i]);
    const isDecided = theme.scores.length > 1;
    const words = rank === 0 ? t("rankBest") : t("rankOther", { rank: rank + 1, n: theme.scores.length });
    const name = cardWords(theme);
    const about = [
      ...(rank < 0 ? [h("small", { class: "above" }, t("rankUnknown"))]
        : isDecided ? [pips(rank, theme.scores.length), h("span", { class: "rank" }, words)] : []),
      h("small", { class: "above" }, isDecided ? betterThan(atlas.shareBelow(index, scores[i])) : t("undecided")),
    ];
    return scoreRow(theme, why?.button(theme.key, name) ?? name, isComplete && rank === 0 && isDecided, number(scores[i]),
      theme.scores[0], ...(isComplete ? about : []));
  });
  const columns = [t("card"), t("score"), t("maximum"), h("span", { class: "unseen" }, t("rankBest"))];
  return table({ class: "scores", caption }, columns, rows);
}

/**
 * A button that lays a complete town step by step.
 *
 * @param {Atlas} atlas
 * @param {string} pattern
 */
export function stepsButton({ game }, pattern) {
  return button({
    class: "step-by-step", onclick: async ({ target }) => {
      try {
        const { showSteps } = await import("./lay.js");
        showSteps(/** @type {FullTown} */ (layTown(game, pattern)));
      } catch (error) {
        target.after(h("p", { class: "error" }, t("loadError", { error: /** @type {Error} */ (error).message })));
      }
    },
  }, t("stepByStep"));
}

/**
 * A button that copies the pattern of a town.
 *
 * @param {() => string} pattern
 */
export function copyPattern(pattern) {
  return copyButton({ label: t("copyPattern"), done: t("copied") }, pattern);
}
