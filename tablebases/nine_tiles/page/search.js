/** Finds cards by number or name, in any kana and width, with small mistakes. */

/** @import {Theme} from "./answers.js" */

import { folded as foldedText } from "../kit/languages.js";
import { cardCounts, t } from "./texts.js";

/** @typedef {{found: number[], taken: number[], fault: string}} Found */

/**
 * The Japanese names as they are read; katakana is found as hiragana.
 *
 * @type {Record<string, string>}
 */
const READINGS = {
  capture: "うちゅうじんをつかまえたかずがおおい",
  surrounded: "ふたりのエージェントではさみうちにしたうちゅうじんのかずがおおい",
  dog_roundup: "となりあっているいぬがいるタイルのかずがおおい",
  finish_quickly: "まちをかんせいさせるのがはやい",
  longest_road: "みちがながい",
  curvy: "カーブのかずがおおい",
  real_estate_day: "いえのかずがおおい",
  hungry_aliens: "うちゅうじんのかずかけるハンバーガーのかずがおおきい",
  agents: "エージェントのかずがおおい",
  many_roads: "みちのほんすうがおおい",
  no_roads: "みちのないタイルのかずがおおい",
  life_with_dogs: "いぬのかずがおおい",
  same_length_roads: "おなじながさのみちのほんすうがおおい",
  safest_road: "ひとつのみちにいるエージェントのかずがおおい",
  few_roads: "みちのほんすうがすくない",
  eat_it_up: "いっぴきのうちゅうじんがむいているほうこうにあるハンバーガーのかずがおおい",
  extraterrestrial: "ユーフォーのかずかけるうちゅうじんのかずがおおい",
  abduction: "ひとつのみちでエージェントのほうこうをむいているうちゅうじんのかずがおおい",
  alien_power: "ひとつのみちにいるうちゅうじんのかずがおおい",
  food_chain: "まちにあるエージェントうちゅうじんハンバーガーのくみあわせのかずがおおい",
  safe_zone: "となりあっているうちゅうじんがいないタイルのかずがおおい",
  citizen_area: "となりあっているしみんがいるタイルのかずがおおい",
  residential_area: "となりあっているいえがあるタイルのかずがおおい",
  walk_the_dog: "しみんひとりといぬいっぴきのペアのかずがおおい",
  ladies_night: "おんなのこのかずがおおい",
  boy_scouts: "おとこのこのかずがおおい",
};

/** Letters of a text for each mistake allowed. */
const LETTERS_A_MISTAKE = 4;

/**
 * A name for comparisons.
 *
 * @param {string} text
 */
function folded(text) {
  return foldedText(text).replace(/[^\p{L}\p{N}ー]/gu, "");
}

/**
 * @param {string} text
 * @param {string} word
 * @returns {number} the fewest letters to change, leave out or add so that a text contains a word
 */
function mistakesIn(text, word) {
  /** @type {number[]} */
  let row = Array(text.length + 1).fill(0); // It may begin anywhere.
  for (let i = 1; i <= word.length; i++) {
    const next = [i];
    for (let j = 1; j <= text.length; j++) {
      next.push(Math.min(row[j - 1] + Number(word[i - 1] !== text[j - 1]), row[j] + 1, next[j - 1] + 1));
    }
    row = next;
  }
  return Math.min(...row);
}

/**
 * @param {string} text
 * @returns {string[]} the numbers in a text, with anything but letters between them; none if it has a word
 */
function numbersIn(text) {
  const parts = text.normalize("NFKC").replace(/no\.?/gi, " ").split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  return parts.every((part) => /^\d+$/.test(part)) ? parts : [];
}

/**
 * Finds what a text names: numbers, a name or its beginning, or several of them with commas.
 *
 * @param {string} query
 * @param {Theme[]} themes
 * @returns {Found} places of the themes that match, all for an empty query,
 *   of those that Enter takes, and what is wrong, in words
 */
export function searchThemes(query, themes) {
  const places = [...themes.keys()];
  const numbers = numbersIn(query);
  if (numbers.length) {
    const placed = numbers.map((no) => themes.findIndex((theme) => theme.no === Number(no)));
    const found = placed.includes(-1) ? [] : [...new Set(placed)];
    const values = { no: numbers[placed.indexOf(-1)], first: themes[0].no, last: /** @type {Theme} */ (themes.at(-1)).no };
    return { found, taken: found, fault: found.length ? "" : t("noSuchCard", values) };
  }
  const parts = query.split(/[,;、，；]/).filter(folded);
  if (parts.length > 1) {
    const each = parts.map((part) => searchThemes(part, themes));
    /** @param {"found" | "taken"} name */
    const all = (name) => [...new Set(each.flatMap((one) => one[name]))];
    return each.find(({ fault }) => fault) ?? { found: all("found"), taken: all("taken"), fault: "" };
  }
  const word = folded(query);
  /** @param {Theme} theme */
  const textsOf = (theme) => (
    [theme.en, theme.ja, theme.key, cardCounts(theme), READINGS[theme.key] ?? ""].map(folded));
  /** @param {number} mistakes */
  const within = (mistakes) => places.filter((place) => textsOf(themes[place]).some((text) => (
    mistakes ? word.length <= text.length + mistakes && mistakesIn(text, word) <= mistakes : text.includes(word))));
  const plain = within(0);
  const forgiven = /\d/.test(word) ? 0 : Math.floor(word.length / LETTERS_A_MISTAKE);
  const found = plain.length || !forgiven ? plain : within(forgiven);
  return { found, taken: found.slice(0, 1), fault: found.length ? "" : t("noCard", { text: query.trim() }) };
}
