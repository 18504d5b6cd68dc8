/** The English texts of practice, which replace some of the page; japanese.json has the Japanese ones. */

import { addTexts, byLanguage } from "../kit/languages.js";
import JAPANESE from "./japanese.json" with { type: "json" };

addTexts(byLanguage({
  title: "MilliJan: practice",
  game: "MilliJan",
  heading: "Practise discards",
  intro: "Discard one of 13 tiles so that the hand comes nearest to a win: a small distance, then many tiles that lower it. A best discard scores 100.",
  handToPractise: "Click the tile to discard",
  handOfDay: "Hand {number} of {count}: click the tile to discard",
  handDone: "You discarded {name}",
  question: "Which tile do you discard?",
  scored: "{score} of 100 points",
  yours: "Your discard",
  score: "Points",
  lowering: "A best discard keeps these tiles open:",
  nextHand: "Next hand",
  tally: "{best} of {hands} best discards, {points} of {most} points",
  dayDone: "The daily puzzle is complete.",
  today: "Your result of today: {line}",
  practiceHelp: "The units are those of 2019. Accepted tiles lower the distance when drawn.",
}, JAPANESE));

export { number, t } from "./texts.js";
