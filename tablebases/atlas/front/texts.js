/** What the front page says. Its Japanese texts stand beside it, in japanese.json. */

import { addTexts, byLanguage, t } from "./kit/languages.js";
import JAPANESE from "./japanese.json" with { type: "json" };

/** Key -> the English text; a puzzle's is named by its folder. */
export const TEXTS = byLanguage({
  title: "Puzzle tablebases",
  heading: "Every answer, computed once",
  intro: "Choose a puzzle. The pages work without a connection once they were opened.",
  "about_nine-tiles/": "The best town for your cards, and how to complete the one you have begun.",
  "about_arrow/": "Type a board and tap as seldom as possible.",
  "about_godomachi/": "Who wins with these two shapes, and by which cuts.",
  "about_millijan/": "What your hand waits for, what to discard, and what it is worth.",
  results: "All figures, and how sure they are",
  footer: "An independent fan project; everything here is drawn and written for it.",
}, JAPANESE);

addTexts(TEXTS);

/** @returns {string} what the page in a folder answers */
export function aboutPuzzle(folder) {
  const key = `about_${folder.replace("./", "")}`;
  return key in TEXTS.en ? t(key) : "";
}
