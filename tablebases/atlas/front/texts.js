/** What the front page says, in English and Japanese. */

import { addTexts, byLanguage, t } from "./kit/languages.js";

/** Key -> the English and the Japanese text; a puzzle's is named by its folder. */
export const TEXTS = byLanguage({
  title: ["Puzzle tablebases", "パズルの完全解答"],
  tagline: ["every answer computed once", "すべての答えを計算済み"],
  heading: ["Every answer, computed once", "すべての答えを、計算済みで"],
  intro: ["Choose a puzzle. The pages work without a connection once they were opened.",
    "パズルを選んでください。一度開けば、オフラインでも使えます。"],
  "about_nine-tiles/": ["The best town for your cards, and how to complete the one you have begun.",
    "手札のカードで最高の町と、作りかけの町の最良の完成形。"],
  "about_arrow/": ["Type a board and tap as seldom as possible.", "盤面を入力すると、最少のタップがわかります。"],
  "about_godomachi/": ["Who wins with these two shapes, and by which cuts.", "2つの形でどちらが勝つか、どう切るか。"],
  "about_millijan/": ["What your hand waits for, what to discard, and what it is worth.", "手牌の待ち、捨て牌、点数。"],
  results: ["All figures, and how sure they are", "すべての数と、その確かさ"],
  footer: ["An independent fan project; everything here is drawn and written for it.",
    "独立したファン企画で、絵と文章はすべて独自のものです。"],
});

addTexts(TEXTS);

/** @returns {string} what the page in a folder answers */
export function aboutPuzzle(folder) {
  const key = `about_${folder.replace("./", "")}`;
  return key in TEXTS.en ? t(key) : "";
}
