/** What the front page says, its pictures included. Its Japanese texts stand beside it, in japanese.json. */

import { addTexts, t } from "./kit/languages.js";
import JAPANESE from "./japanese.json" with { type: "json" };

/** Key -> the English text; those of a puzzle and of a fact are named by its folder and by the key of its figure. */
export const TEXTS = addTexts({
  title: "Puzzle tablebases",
  heading: "Every answer, computed once",
  intro: "Choose a puzzle. The pages work without a connection once they were opened.",
  "about_nine-tiles/": "The best town for your cards, and how to complete the one you have begun.",
  "about_arrow/": "Type a board and tap as seldom as possible.",
  "about_godomachi/": "Who wins with these two shapes, and by which cuts.",
  "about_millijan/": "What your hand waits for, what to discard, and what it is worth.",
  otherCards: "Three other cards",
  allScores: "All scores",
  perfect: "Perfect: every card at its maximum.",
  unbeaten: "No other scores beat these.",
  oneOfAnswers: "One of {answers} equally good answers.",
  reach: "{n} of {all} towns reach these scores.",
  reachOne: "Only one of {all} towns reaches these scores.",
  townFor: "The best town for {cards}",
  boardPicture: "A board of arrows; each number is the taps that its tile still needs",
  tapsLeft: "{left} taps left",
  tapsLeftOne: "One tap left",
  allUp: "Solved: all arrows point up",
  chartPicture: "A chart of all pairs of polyominoes of {cells} cells, coloured by who wins and when",
  firstWins: "The first player wins in {plies} plies",
  firstWinsOne: "The first player wins in one ply",
  secondWins: "The second player wins in {plies} plies",
  handPicture: "A hand of tiles; a star marks the best discard",
  discardBest: "Discard {name}: {copies} tiles then bring a win nearer",
  discardToWait: "Discard {name}: {copies} tiles then win",
  handWins: "Won: {points} points",
  pause: "Stop the pictures",
  play: "Move the pictures",
  comma: ", ",
  facts: "Proven and counted",
  fact_cover_minimum: "towns hold a best answer to all {theme_sets} sets of three cards. Proven: fewer do not.",
  fact_hard_fewest_taps_max: "taps are enough for every solvable hard board. All {hard_solvable_boards} were solved.",
  fact_n13_longest_game: "plies is the longest game of the {n13_pairs} pairs of 13 cells, played perfectly.",
  fact_win_chance_all: "of all deals of 13 tiles win at once: {winning_deals_all} deals, counted exactly.",
  results: "All figures, and how sure they are",
  footer: "An independent fan project; everything here is drawn and written for it.",
}, JAPANESE);

/** @returns {string} what the page in a folder answers */
export function aboutPuzzle(folder) {
  const key = `about_${folder.replace("./", "")}`;
  return key in TEXTS.en ? t(key) : "";
}

/** @returns {string} what the number of a fact counts */
export function factText(key, values) {
  return t(`fact_${key}`, values);
}
