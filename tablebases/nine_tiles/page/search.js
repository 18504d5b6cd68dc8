/** Finds cards by number or name: wide digits, kana and small mistakes are understood. */

import { folded as foldedText } from "../kit/languages.js";
import { cardCounts } from "./texts.js";

/** The Japanese names as they are read; katakana is found as hiragana. */
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

/** Letters of a text for each mistake that is forgiven. */
const LETTERS_A_MISTAKE = 4;

/** A name as it is compared. */
function folded(text) {
  return foldedText(text).replace(/[^\p{L}\p{N}ー]/gu, "");
}

/** @returns {number} with how few letters changed, left out or added a text contains a word */
function mistakesIn(text, word) {
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

/** @returns {number[]} the numbers of which a text consists; none if there is anything else */
function numbersIn(text) {
  const parts = text.normalize("NFKC").replace(/no\.?|#/gi, " ").split(/[\s,、_·]+/).filter(Boolean);
  return parts.every((part) => /^\d+$/.test(part)) ? parts.map(Number) : [];
}

/**
 * @param {string} query
 * @param {{no: number, key: string, en: string, ja: string}[]} themes
 * @returns {{isExact: boolean, found: number[]}} places of the themes that match, all if nothing is asked for, and
 *   whether they are named by their numbers
 */
export function searchThemes(query, themes) {
  const places = [...themes.keys()];
  const numbers = numbersIn(query);
  const named = places.filter((place) => numbers.includes(themes[place].no));
  if (numbers.length && named.length === new Set(numbers).size) {
    return { isExact: true, found: named };
  }
  const word = folded(query);
  const textsOf = (theme) => (
    [theme.en, theme.ja, theme.key, cardCounts(theme), READINGS[theme.key] ?? ""].map(folded));
  const within = (mistakes) => places.filter((place) => (
    textsOf(themes[place]).some((text) => (mistakes ? mistakesIn(text, word) <= mistakes : text.includes(word)))));
  const plain = within(0);
  const forgiven = Math.floor(word.length / LETTERS_A_MISTAKE);
  return { isExact: false, found: plain.length || !forgiven ? plain : within(forgiven) };
}
