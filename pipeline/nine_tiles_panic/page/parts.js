/** Pieces that several views show. */

import { drawTown } from "./drawing.js";
import { copyButton } from "./kit/controls.js";
import { h } from "./kit/dom.js";
import { cardCounts, cardName, number, t } from "./texts.js";
import { layTown } from "./town.js";

/** The address of a set of cards, such as `#2_5_18`. */
export function addressOfCards(themes) {
  return `#${themes.map((theme) => theme.no).join("_")}`;
}

/** A tile in words. */
export function tileInWords(tile) {
  return t(tile.turns ? "tileLabel" : "tileUpright", {
    number: tile.number, side: t(tile.side ? "back" : "front"), turns: tile.turns,
  });
}

/**
 * A drawn town with a description in words.
 *
 * @param {import("./answers.js").Atlas} atlas
 * @param {string} pattern
 * @returns {SVGElement}
 */
export function townPicture(atlas, pattern) {
  const town = layTown(atlas.game, pattern);
  const { rows, columns } = atlas.game;
  const inWords = Array.from({ length: rows }, (_, row) => t("row", {
    row: row + 1,
    tiles: town.tiles.slice(row * columns, (row + 1) * columns).map(tileInWords).join("; "),
  }));
  return drawTown(town, t("townLabel", { pattern, rows: inWords.join(" ") }));
}

/** A pip for every score that occurs, filled up to this one. */
function pips(rank, count) {
  const bar = h("span", { class: "pips", "aria-hidden": "true" });
  for (let i = count - 1; i >= 0; i--) {
    bar.append(h("i", { class: i >= rank ? "on" : null }));
  }
  return bar;
}

/**
 * A table of scores beside the greatest ones.
 *
 * @param {import("./answers.js").Atlas} atlas
 * @param {number[]} indices places of the themes to show
 * @param {number[]} scores of these themes
 * @param {string} caption
 * @returns {HTMLElement}
 */
export function scoreTable(atlas, indices, scores, caption) {
  const body = h("tbody");
  indices.forEach((index, i) => {
    const theme = atlas.themes[index];
    const rank = theme.scores.indexOf(scores[i]);
    const words = rank < 0 ? t("rankUnknown") : rank === 0 ? t("rankBest")
      : t("rankOther", { rank: rank + 1, n: theme.scores.length });
    const counts = cardCounts(theme);
    body.append(h("tr", { class: rank === 0 ? "best" : null, "data-theme-no": theme.no },
      h("th", { scope: "row" }, h("span", { class: "named" },
        h("span", { class: "no", "data-level": theme.level }, String(theme.no)),
        h("span", {}, cardName(theme), counts ? h("small", {}, counts) : null))),
      h("td", { class: "score" }, number(scores[i])),
      h("td", { class: "maximum" }, number(theme.scores[0])),
      h("td", { class: "bar" },
        rank < 0 ? null : pips(rank, theme.scores.length),
        h("span", { class: "rank" }, words))));
  });
  return h("table", { class: "scores" },
    h("caption", { class: "unseen" }, caption),
    h("thead", {}, h("tr", {},
      h("th", { scope: "col" }, t("card")),
      h("th", { scope: "col" }, t("score")),
      h("th", { scope: "col" }, t("maximum")),
      h("th", { scope: "col" }, h("span", { class: "unseen" }, t("rankBest"))))),
    body);
}

/** A pattern to copy, with a link to all about its town. */
export function patternLine(pattern, withLink) {
  return h("p", { class: "pattern-line" },
    h("span", { class: "unseen" }, t("pattern")),
    h("code", { class: "pattern" }, pattern),
    copyButton({ id: null, label: t("copy"), done: t("copied") }, () => pattern),
    withLink ? h("a", { class: "button", href: `#town_${pattern}` }, t("inspect")) : null);
}

/** Links to some sets of cards. */
export function setLinks(atlas, sets) {
  const list = h("ul", { class: "set-links" });
  for (const indices of sets) {
    const themes = indices.map((index) => atlas.themes[index]);
    list.append(h("li", {}, h("a", {
      href: addressOfCards(themes), title: themes.map(cardName).join(" · "),
    }, themes.map((theme) => theme.no).join(" · "))));
  }
  return list;
}
