/** Reads names of idols in kanji, kana and Latin letters, one or many in a row. */

import { currentLanguage, folded as foldedText } from "../kit/languages.js";

/** @import {Tile} from "./game.js" */

const VOWELS = [..."aiueo"];
/**
 * The rows of kana, by the letter before the vowel.
 *
 * @type {Record<string, string>}
 */
const ROWS = {
  "": "あいうえお", k: "かきくけこ", s: "さしすせそ", t: "たちつてと", n: "なにぬねの", h: "はひふへほ", m: "まみむめも",
  y: "や　ゆ　よ", r: "らりるれろ", w: "わ　　　を", g: "がぎぐげご", z: "ざじずぜぞ", d: "だぢづでど", b: "ばびぶべぼ", p: "ぱぴぷぺぽ",
};
const LETTERS = new Map(Object.entries(ROWS).flatMap(([letter, row]) => (
  [...row].map((kana, i) => [kana, letter + VOWELS[i]]))));
/** @type {Record<string, string>} */
const SMALL = { ゃ: "ya", ゅ: "yu", ょ: "yo", ぁ: "a", ぃ: "i", ぅ: "u", ぇ: "e", ぉ: "o" };
/**
 * Hepburn spellings, and their short forms for comparison.
 *
 * @type {[RegExp, string][]}
 */
const SPELLINGS = [
  [/shi/g, "si"], [/chi/g, "ti"], [/tsu/g, "tu"], [/fu/g, "hu"], [/ji/g, "zi"], [/sh/g, "sy"], [/ch/g, "ty"], [/j/g, "zy"],
  [/o[uo]/g, "o"], [/uu/g, "u"], [/[-']/g, ""], [/m(?=[bp])/g, "n"],
];

/** The kana of each button of the kana pad: plain ones, and those with marks. */
export const PAD = [..."あかさたなはまやらわ"];
/** @type {Record<string, string>} */
const PAD_LETTERS = { k: "kg", s: "sz", t: "td", h: "hbp", w: "wn" };

/**
 * A name in the form for comparison.
 *
 * @param {string} text
 */
function folded(text) {
  return foldedText(text).replace(/[\s・]/g, "");
}

/**
 * Latin letters in one spelling.
 *
 * @param {string} latin
 */
function spelled(latin) {
  const plain = latin.normalize("NFD").replace(/\p{M}/gu, "");
  return SPELLINGS.reduce((text, [from, to]) => text.replace(from, to), plain);
}

/**
 * Kana in Latin letters.
 *
 * @param {string} kana
 * @returns {string}
 */
export function latinOf(kana) {
  let latin = "";
  for (const sign of folded(kana)) {
    if (sign in SMALL) {
      latin = latin.slice(0, -1) + SMALL[sign];
    } else {
      latin += sign === "ん" ? "n" : LETTERS.get(sign) ?? "";
    }
  }
  return spelled(latin);
}

/**
 * The name of a tile or unit in a sentence: on the English page in Latin letters too.
 *
 * @param {{name: string, latin?: string}} named
 */
export function nameOf({ name, latin }) {
  return latin && currentLanguage() !== "ja" ? `${latin} ${name}` : name;
}

/**
 * The tiles with the names nearest to a text, and these names in its script; none if no name is near.
 *
 * @param {string} text
 * @param {Tile[]} tiles
 */
export function nearest(text, tiles) {
  const kana = /^[ぁ-ゖー]+$/;
  const typed = folded(text);
  const isLatin = /[a-z]/.test(typed);
  const found = tiles.map((tile, kind) => {
    const { name, kana: read, full_name: full, latin = "" } = tile;
    const like = isLatin ? latin : kana.test(typed) && !kana.test(folded(name)) ? read : name;
    return { kind, name: like, changes: Math.min(...[like, full].map((one) => changesBetween(typed, folded(one)))) };
  });
  const least = Math.min(...found.map(({ changes }) => changes));
  return 2 * least > typed.length ? [] : found.filter(({ changes }) => changes === least).slice(0, 3);
}

/**
 * Each way to write a name, once, with the kind of the tile; long ones first.
 *
 * @param {Tile[]} tiles
 */
function spellings(tiles) {
  /** @type {[string, number][]} */
  const names = tiles.flatMap(({ name, kana, full_name: full, latin = "" }, kind) => (
    [full, name, kana, latin, latinOf(kana)].map((one) => [folded(one), kind])));
  return [...new Map(names)].filter(([name]) => name).sort(([one], [other]) => other.length - one.length);
}

/**
 * The first part of a word that is no name, beside names without blanks, and the names nearest to it.
 *
 * @param {string} word
 * @param {Tile[]} tiles
 */
export function suggestions(word, tiles) {
  const typed = folded(word);
  const [part] = spellings(tiles).reduce((rest, [name]) => rest.replaceAll(name, " "), typed).trim().split(" ");
  const start = typed.indexOf(part);
  const near = nearest(part, tiles);
  return near.length > 0 ? { name: word.slice(start, start + part.length), near } : { name: word, near: nearest(word, tiles) };
}

/**
 * The fewest letters to add, drop or replace between two texts.
 *
 * @param {string} one
 * @param {string} other
 */
function changesBetween(one, other) {
  let row = [...other, ""].map((_, i) => i);
  [...one].forEach((letter, line) => {
    const next = [line + 1];
    [...other].forEach((each, i) => next.push(Math.min(row[i] + Number(letter !== each), row[i + 1] + 1, next[i] + 1)));
    row = next;
  });
  return row[other.length];
}

/**
 * Whether a tile has a text in its name or reading.
 *
 * @param {Tile} tile
 * @param {string} query
 * @returns {boolean}
 */
export function isNamed({ name, kana, full_name: full }, query) {
  const wanted = folded(query);
  const latin = spelled(wanted);
  return [name, kana, full].some((text) => folded(text).includes(wanted))
    || (/^[a-z]+$/.test(latin) && latinOf(kana).includes(latin));
}

/**
 * Whether the reading of a tile begins with a kana of a button of the pad.
 *
 * @param {Tile} tile
 * @param {string} button
 * @returns {boolean}
 */
export function beginsWith({ kana }, button) {
  // @ts-expect-error: every button is a kana.
  const row = LETTERS.get(button).slice(0, -1);
  const [sign] = folded(kana);
  return row === "" ? ROWS[""].includes(sign) : [...PAD_LETTERS[row] ?? row].some((letter) => (
    letter === "n" && row === "w" ? sign === "ん" : ROWS[letter].includes(sign)));
}

/**
 * The kinds of names in a row, with or without separators; null if something is no name, or nothing is one.
 *
 * @param {string} text
 * @param {Tile[]} tiles
 * @returns {?number[]}
 */
export function kindsIn(text, tiles) {
  const names = spellings(tiles);
  /**
   * @param {string} rest
   * @returns {?number[]}
   */
  function read(rest) {
    for (const [name, kind] of rest === "" ? [] : names) {
      const others = rest.startsWith(name) ? read(rest.slice(name.length)) : null;
      if (others) {
        return [kind, ...others];
      }
    }
    return rest === "" ? [] : null;
  }
  const words = text.normalize("NFKC").split(/[\s,、・/]+/).filter(Boolean).map(folded);
  const kinds = words.map((word) => read(/^[a-zāīūēō'-]+$/.test(word) ? spelled(word) : word));
  /** @type {?number[]} */
  // @ts-expect-error: no element is null in the second case.
  const all = kinds.includes(null) ? read(words.join("")) : kinds.flat();
  return all?.length ? all : null;
}
