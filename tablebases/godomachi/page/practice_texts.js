/** The English texts of practice, which replace some of the page; japanese.json has the Japanese ones. */

import { addTexts } from "../kit/languages.js";
import JAPANESE from "./japanese.json" with { type: "json" };

addTexts({
  title: "Godomachi: practice",
  game: "Godomachi",
  heading: "Find the winning cut",
  rules: "Cut the same piece off A and B; no piece and no rest may fall apart. The player who makes A and B the same wins. You are the first player: which cut wins?",
  right: "Right: that cut wins",
  wrong: "Wrong: that cut loses",
  winningCut: "The winning cut",
  tally: "{right} of {count} winning cuts found",
}, JAPANESE);

export { number, t, verdict } from "./texts.js";
