/** The English texts of practice, which replace some of the page; japanese.json has the Japanese ones. */

import { addTexts } from "../kit/languages.js";
import JAPANESE from "./japanese.json" with { type: "json" };
import { BEST } from "./practice.js";
import { number, t } from "./texts.js";

/** @import {Tally} from "./practice.js" */

addTexts({
  title: "MilliJan: practice",
  game: "MilliJan",
  heading: "Find the best discard",
  soloHeading: "Win in few draws",
  rules: "A hand wins when all 13 tiles are in units. Best is the discard with the smallest distance, then the one with the most accepted tiles.",
  handToPractise: "Choose the tile to discard",
  handOfDay: "Hand {number} of {count}: choose the tile to discard",
  handDone: "You discarded {name}",
  scored: "{score} of 100 points",
  scoredShort: "{score} of 100",
  yours: "Your discard",
  score: "Points",
  tally: "{best} of {hands} best discards, {points} of {most} points",
  soloTally: "{best} of {hands} best discards, rated {points} of {most}",
  practiceHelp: "Distance: the tiles that are still missing for a win. Accepted tiles: those that make it smaller. Unit: idols who sang a song together, here those of 2019.",
  singleHands: "Single hands",
  soloMode: "Solo game",
  soloGame: "MilliJan solo",
  nextGame: "Another game",
  drawn: "Draw {draws}: {name}",
  tilesLeft: "{left} tiles left",
  goal: "Draw and discard until all 13 tiles are in units, or give up: then each discard is reviewed.",
  discardedTiles: "Discarded: {count}",
  lastHand: "Hand at the end",
  handShown: "Draw {draws}: you discarded {name}",
  soloWon: "Won at draw {draws}: {points}",
  giveUp: "Give up",
  givenUp: "Given up at draw {draws}",
  deckEnded: "The deck has ended without a win",
  wonAt: "won at draw {draws}, {tally}",
  notWonAt: "no win by draw {draws}, {tally}",
  coach: "Review",
  mostLost: "Most was lost at draw {draws}, with {name}.",
  acceptedAfter: "{n} accepted tiles after {tile}:",
  acceptedAfterOne: "{n} accepted tile after {tile}:",
  allBest: "Every discard was a best one.",
  coachHint: "Tiles that were discarded before do not count as accepted. A click on a draw shows its hand above, and why.",
  drawNumber: "Draw {draws}",
  better: "Better",
  leaves: "distance {distance}, {tiles}",
  showDraw: "Show draw {draws}",
  fewest: "Fewest draws to a win: {draws}.",
  noWin: "No solo game is won yet.",
}, JAPANESE);

export { counted, number, points, t } from "./texts.js";

/**
 * Best discards and points, in words.
 *
 * @param {Tally} tally
 * @param {"tally" | "soloTally"} text
 */
export function tallyText({ hands, best, points }, text = "tally") {
  return t(text, { best: number(best), hands: number(hands), points: number(points), most: number(BEST * hands) });
}
