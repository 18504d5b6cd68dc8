/** The English texts of practice, which replace some of the page; japanese.json has the Japanese ones. */

import { addTexts } from "../kit/languages.js";
import JAPANESE from "./japanese.json" with { type: "json" };

addTexts({
  title: "Arrow puzzle: practice",
  game: "Arrow puzzle",
  heading: "Turn all arrows up",
  rules: "Use as few taps as possible. A tap turns a tile and all tiles around it clockwise.",
  toDo: "{left} taps to go",
  toDoOne: "One tap to go",
  first: "After each tap you read here whether it was needed.",
  needed: "That tap was needed.",
  notNeeded: "That tap was not needed.",
  perfect: "Solved with the fewest taps",
  solvedWith: "Solved with {more} taps too many",
  solvedWithOne: "Solved with one tap too many",
  taps: "taps used {done}, fewest possible {fewest}",
  practiceHelp: "Click a tile, or move with arrow keys and tap with Enter.",
  practiceBoard: "Board of the level {level} to practise",
}, JAPANESE);

export { counted, levelName, levelShape, number, placeName, sentence, t } from "./texts.js";
