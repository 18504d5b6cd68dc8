/** The English texts of the page that judges rounds; japanese.json has the Japanese ones. */

import { addTexts, byLanguage } from "../kit/languages.js";
import JAPANESE from "./japanese.json" with { type: "json" };

/** Key -> the English text, with {gaps}; they replace some of texts.js. */
export const JUDGE_TEXTS = byLanguage({
  title: "Nine Tiles Panic: judge a round",
  heading: "Judge a round",
  intro: "Enter the cards and the town of each player: the page shows who wins, and what would have won.",
  badAddress: "The address names no round: {hash}",
  toPage: "Back to the answers",
  cardsPart: "Cards",
  townsPart: "Towns",
  playerName: "Player {n}",
  playerInList: "player {n}",
  removePlayer: "Remove player {n}",
  finishedAs: "Finished as",
  orderKnown: "The order of finishing is known, and decides equal scores",
  addPlayer: "Add a player",
  newRound: "New round",
  otherExample: "Another example",
  isExample: "This is an example. Write over it, or begin a new round.",
  roundHint: "A pattern is {positions} tile numbers row by row, then {positions} directions. The page Build a town makes one.",
  cardTwice: "Card {no} is chosen twice; choose three different cards",
  needsTown: "Enter the town of player {n}",
  playerWins: "Player {n} wins: this town beats all others.",
  noWinner: "No player beats all others.",
  bestBeats: "The best town there was scores {scores}, and would have beaten {players}",
  bestBeatsNone: "The best town there was scores {scores}, and would have beaten no player",
  player: "player",
  meetings: "Who beats whom",
  beats: "beats",
  losesTo: "loses to",
  drawsWith: "draws with",
  meetingsHelp: "A town beats another one if it is better on more of the cards. The game's own points are not counted.",
  changes: "What would have won",
  changeWins: "Player {n} would have won with one change: {change}. The town {pattern} scores {scores}.",
  noChangeWins: "Player {n}: no tile turned or flipped and no two tiles swapped would have won.",
  changeTurn: "turn tile {tile} ({place}) to direction {new}",
  changeFlip: "flip tile {tile} ({place}) to direction {new}",
  changeSwap: "swap tile {tile} ({place}) and tile {other} ({other_place})",
}, JAPANESE);

addTexts(JUDGE_TEXTS);
export { cardName, counted, number, percent, t } from "./texts.js";
