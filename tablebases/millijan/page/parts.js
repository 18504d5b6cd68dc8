/** Elements that several panels use: small and large tiles, and their names. */

import { button, h, named } from "../kit/dom.js";
import { smallTile } from "./drawing.js";
import { nameOf } from "./names.js";
import { counted, points, t } from "./texts.js";

/** @import {Attributes, Child} from "../kit/dom.js" */
/** @import {Discard, Reason} from "./distance.js" */
/** @import {Tile, Unit} from "./game.js" */

export { drawHand, face, mark, smallTile } from "./drawing.js";

/**
 * A button with a label, which calls `change` and then `done`.
 *
 * @param {Attributes} attributes
 * @param {string} label
 * @param {() => unknown} change
 * @param {() => unknown} done
 * @param {Child[]} children
 */
export function changeButton(attributes, label, change, done, ...children) {
  return button({ ...attributes, ...named(label), onclick: () => { change(); done(); } }, ...children);
}

/**
 * @param {number[]} kinds
 * @param {Tile[]} tiles
 */
export function smallTiles(kinds, tiles) {
  return kinds.map((kind) => smallTile(tiles[kind]));
}

/**
 * The name of a unit, Japanese in every language, and its points.
 *
 * @param {Unit} unit
 * @param {number} score
 */
export function unitHead({ name }, score) {
  return [h("b", { class: "unit-name", lang: "ja" }, name), h("span", { class: "unit-points" }, points(score))];
}

/**
 * An entry of a list of units: its text and its tiles.
 *
 * @param {Child[]} head
 * @param {number[]} kinds
 * @param {Tile[]} tiles
 * @param {string} [name] its classes
 * @param {Child} [action] a button beside the tiles
 */
export function unitEntry(head, kinds, tiles, name = "unit", action = null) {
  return h("li", { class: name }, h("div", { class: "unit-head" }, ...head),
    kinds.length > 0 && h("div", { class: "members" }, ...smallTiles(kinds, tiles), action));
}

/** Discards and units that a sentence names. */
const NAMED = 3;

/**
 * The first of some names; dots stand for the others.
 *
 * @param {(Tile | Unit)[]} named
 */
function firstNames(named) {
  return named.slice(0, NAMED).map(nameOf).join(t("comma")) + (named.length > NAMED ? "…" : "");
}

/**
 * The best discards by name, the first of many.
 *
 * @param {Discard[]} discards
 * @param {Tile[]} tiles
 */
export function bestDiscards(discards, tiles) {
  const best = discards.filter(({ isBest }) => isBest).map(({ kind }) => tiles[kind]);
  return counted("bestDiscard", "count", best.length, { names: firstNames(best) });
}

/**
 * What the best discard keeps, and what another one gives up.
 *
 * @param {Reason} reason
 * @param {Tile[]} tiles
 * @returns {string[]} sentences
 */
export function reasons({ best, other, units, lost }, tiles) {
  /** @type {(n: number) => string} */
  const accepted = (n) => counted("acceptedTiles", "n", n);
  const kept = t("kept", {
    tile: nameOf(tiles[best.kind]), tiles: accepted(best.copies), units: counted("unitsOfWins", "n", units.length),
    names: firstNames(units),
  });
  if (!other) {
    return [kept];
  }
  const key = other.distance > best.distance ? "lostDistance" : lost.length > 0 ? "lostUnits" : "lostTiles";
  return [kept, t(key, {
    tile: nameOf(tiles[other.kind]), distance: other.distance, best: best.distance,
    tiles: accepted(best.copies - other.copies), count: lost.length, names: firstNames(lost),
  })];
}

/**
 * The full description of a tile.
 *
 * @param {Tile} tile
 */
export function described(tile) {
  const { name, kana, full_name: full, type } = tile;
  const who = [full, kana].filter((text) => text !== name).join(t("comma"));
  return t("tile", { name: nameOf(tile), who, type: t(`type${type}`) });
}
