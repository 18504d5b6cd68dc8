/** The English texts of the page that judges rounds; japanese.json has the Japanese ones. */

import { addTexts } from "../kit/languages.js";
import JAPANESE from "./japanese.json" with { type: "json" };

/** Key -> the English text, with {gaps}; they replace some of texts.js. */
export const JUDGE_TEXTS = addTexts({
  title: "Nine Tiles Panic: judge a round",
  heading: "Judge a round",
  intro: "Enter the cards and the town of each player: the page shows who wins, and what would have won.",
  badAddress: "The address names no round: {hash}",
  toPage: "Back to the answers",
  cardsPart: "Cards",
  townsPart: "Towns",
  playerName: "Player {n}",
  removePlayer: "Remove player {n}",
  layTiles: "Lay the tiles of player {n}",
  done: "Done",
  addedAs: "The town is added to your round as that of player {n}.",
  beginsRound: "The town begins a round, as that of player {n}.",
  countRound: "Count this round and begin the next",
  roundsBefore: "Rounds so far",
  clearRounds: "Clear the rounds so far",
  finishOrder: "Order of finishing",
  finishedAs: "{place}. Player {n}",
  nextPlayer: "Player {n} is next",
  orderHint: "Tap the players as they finish, or drag them. Of equal scores, that of the player who finished earlier ranks higher.",
  addPlayer: "Add a player",
  newRound: "New round",
  otherExample: "Another example",
  isExample: "This is an example. Write over it, or begin a new round.",
  roundHint: "A pattern is {positions} tile numbers row by row, then {positions} directions. Tap the small board beside it to lay the tiles.",
  cardTwice: "Card {no} is chosen twice; choose three different cards",
  needsTown: "Enter the town of player {n}",
  playerWins: "Player {players} wins with {points} points.",
  tie: "A tie: players {players} have {points} points each.",
  nobodyWins: "No town is complete, so nobody wins.",
  pointsHelp: "On each card the first of {n} players has {n} points, the next one point less, and so on.",
  orderMatters: "Without a full order of finishing, equal scores share the better rank. An order could change who wins.",
  orderDoesNotMatter: "Without a full order of finishing, equal scores share the better rank. No order would change who wins.",
  notCounted: "The town of player {n} does not count; its field says why.",
  playerLine: "Player {n}: {points} points, scores {scores}",
  bestScores: "The best town there was scores {scores}",
  player: "player",
  points: "total points",
  changes: "What would have won",
  changeWins: "Player {n} would have won with one change: {change}. The town {pattern} scores {scores}.",
  noChangeWins: "Player {n}: no tile turned or flipped and no two tiles swapped would have won.",
  changeTurn: "turn tile {tile} ({place}) to direction {new}",
  changeFlip: "flip tile {tile} ({place}) to direction {new}",
  changeSwap: "swap tile {tile} ({place}) and tile {other} ({other_place})",
}, JAPANESE);

export { cardName, counted, number, percent, t } from "./texts.js";
