/** The English texts about screenshots; japanese.json has the Japanese ones. */

import { addTexts } from "../kit/languages.js";
import JAPANESE from "./japanese.json" with { type: "json" };

addTexts({
  shotReading: "Reading the picture …",
  shotNone: "No board was found on this picture. The board that was entered stays.",
  shotNoPicture: "This file is no picture that the browser can open.",
  shotFailed: "The picture could not be read. Type the board instead.",
  shotRead: "The board on the picture was read. It does not leave this device.",
  shotDoubts: "{count} tiles are doubtful, marked with dashes. Tap a tile to change it.",
  shotDoubtsOne: "One tile is doubtful, marked with dashes. Tap it to change it.",
  shotCorrected: "{place} looked like {seen}; only {number} can be solved.",
  shotFilled: "{place} could not be read; only {number} can be solved.",
  shotPicture: "The picture with the tiles as they were read",
  shotClose: "Close the picture",
}, JAPANESE);

export { counted, sentence, setLanguage, t } from "../kit/languages.js";
