/** Starts practice: with single hands, or with whole games. */

import { startPractice } from "../kit/practice_page.js";
import { numbered } from "./game.js";
import { singleHands } from "./practice_discards.js";
import { soloGame } from "./practice_solo.js";

/** @import {Data} from "./session.js" */

startPractice((/** @type {Data} */ { tiles, units: { 2019: listed } }) => [singleHands, soloGame].map((game) => game(tiles, numbered(listed))));
