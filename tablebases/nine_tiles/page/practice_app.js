/** Starts the practice of Nine Tiles Panic: flash cards, and towns against the clock. */

import { startPractice } from "../kit/practice_page.js";
import { CARDS, loadPage } from "./parts.js";
import { deckSizes, practisedCards } from "./practice.js";
import { timedTowns } from "./practice_clock.js";
import { flashCards } from "./practice_flash.js";

startPractice((atlas) => (practisedCards(atlas.themes).length < CARDS ? []
  : [...(deckSizes(atlas).length > 0 ? [flashCards(atlas)] : []), timedTowns(atlas)]), loadPage());
