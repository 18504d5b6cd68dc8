/** What the page says. Its Japanese texts stand beside it, in japanese.json. */

import { addTexts, byLanguage, currentLanguage } from "../kit/languages.js";
import JAPANESE from "./japanese.json" with { type: "json" };

/** Key -> the English text, with {gaps}. */
export const TEXTS = byLanguage({
  title: "Nine Tiles Panic: the atlas",
  tagline: "the atlas of best towns",
  views: "Views",
  navCards: "Three cards",
  navCover: "Minimum cover",
  navLearn: "Learning list",
  navBuild: "Build a town",
  cardsTitle: "Choose three cards",
  cardsIntro: "and see the best town that the tiles can form.",
  search: "Search a card",
  searchHint: "Name or numbers such as 2 5 18; Enter takes them",
  noCard: "No card matches.",
  random: "Draw three",
  clear: "Clear",
  cards: "Cards",
  levelShape: "roads",
  levelFaces: "tiles",
  levelObjects: "encounters",
  chosenNone: "No card chosen.",
  chosenSome: "{n} of 3 cards chosen: {names}.",
  chosen: "Chosen cards",
  takeAway: "Remove {name}",
  emptyAnswer: "The best town for the chosen cards appears here.",
  emptyKeys: "Arrow keys move between cards, Space chooses, Escape clears.",
  badCards: "The address names no set of cards: {hash}",
  answerTitle: "Best town",
  answersTitle: "{n} equally good answers",
  answerOne: "No other scores are as good.",
  answerSome: "For {n} of 3 cards so far.",
  townOf: "Town {i} of {n} kept here with these scores",
  previousTown: "Previous town",
  nextTown: "Next town",
  answerNumber: "Answer {i}: scores {scores}",
  card: "Card",
  score: "Score",
  maximum: "Max.",
  rankBest: "maximum",
  rankOther: "rank {rank} of {n}",
  better: "better than {share} of towns",
  tooManyCards: "Three cards are chosen. Take one away first.",
  undecided: "not decided by the town",
  rankUnknown: "occurs in no listed town",
  reach: "{n} of {all} towns reach these scores",
  reachOne: "Only one of {all} towns reaches these scores",
  reachAlone: "{n} of {all} towns reach these scores.",
  reachSynonyms: "with {n} different results over all cards.",
  reachSynonymsOne: "all with the same result in every card.",
  townLabel: "Town {pattern}. {rows}",
  row: "Row {row}: {tiles}.",
  tileLabel: "tile {number} {side}, turned left {turns}×",
  tileUpright: "tile {number} {side}",
  front: "front",
  back: "back",
  pattern: "Pattern",
  copied: "Pattern copied.",
  inspect: "All scores, change it",
  coverTitle: "Minimum cover",
  coverIntro: "{n} towns are enough to have a best answer to all {sets} sets of three cards.",
  coverProven: "Fewer are not enough: that is proven.",
  coverBound: "At least {bound} are needed.",
  coverFilter: "Sets with the card",
  coverAll: "any card",
  coverShown: "{shown} of {n} towns",
  more: "Show more",
  bestFor: "best for {n} sets",
  bestForCard: "best for {n} sets with this card",
  bestForOne: "best for 1 set",
  learnTitle: "Learning list",
  learnIntro: "Whoever knows these few towns by heart has a best answer to many sets of cards.",
  learnNone: "This atlas was made without a learning list.",
  learnHowMany: "Towns to learn",
  learnMethod: "Chosen",
  optimal: "best for this number of towns",
  greedy: "one after the other, none to unlearn",
  learnResult: "{k} towns answer {n} of {sets} sets, {share}.",
  learnResultOne: "1 town answers {n} of {sets} sets, {share}.",
  learnProven: "No other {k} towns answer more: that is proven.",
  learnBound: "No {k} towns answer more than {bound}.",
  learnAdds: "adds {n}",
  learnChart: "Share of the sets answered, by the number of towns; {summary}",
  learnX: "towns learnt",
  learnY: "sets answered",
  buildTitle: "Build a town",
  buildIntro: "Lay the tiles or paste a pattern: the page scores it at once, and completes it if you like.",
  patternField: "Pattern of the town",
  patternHint: "{positions} tile numbers row by row, then {positions} directions: 0-3 the front turned left that many times, 4-7 the back; _ is free",
  position: "Position {position}: {tile}",
  board: "Board",
  chosenPosition: "Position {position}",
  free: "free",
  remove: "Take away",
  undo: "Undo",
  empty: "Empty board",
  face: "Lay {tile}",
  faceUsed: "Lay {tile}, which lies on the board",
  flip: "Flip",
  turnLeft: "Turn left",
  turnRight: "Turn right",
  tilePicker: "Both faces of all tiles",
  buildKeys: "Drag tiles, or tap a position and a face. Keys on the board: arrows move, F flips, L and R turn, a digit lays that tile, Delete takes it away, Ctrl+Z undoes.",
  complete: "The town is complete.",
  incomplete: "The town is not complete, so it has no scores:",
  freePositions: "{n} positions are free.",
  freePositionsOne: "One position is free.",
  finishTitle: "Complete it for me",
  finishIntro: "The best ways to fill what is left, for up to three cards.",
  aim: "Card {i}",
  noAim: "no card",
  finish: "Complete the town",
  finishing: "Looking at all ways to complete it…",
  finishFailed: "The search could not be started.",
  finishNone: "There is no way to complete it.",
  finishLate: "No town was found in ten seconds. Lay more tiles.",
  finishedAll: "Best of all {n} ways:",
  finishedSome: "Best of the {n} ways found in ten seconds; lay more tiles to have all compared:",
  finishWays: "{n} ways have these scores.",
  finishWaysOne: "One way has these scores.",
  open: "Between positions {position} and {beyond}: the road of position {withRoad} ends where position {without} has none.",
  loop: "The road through positions {positions} closes on itself.",
  scoresTitle: "Scores",
  scoresSoFar: "Scores so far",
  scoresSoFarHint: "What the tiles that lie give now, beside finished towns; more tiles can raise or lower it.",
  answersSets: "A best answer to {n} of {sets} sets of three cards",
  answersNoSets: "This town is not a best answer to any three cards.",
  notDigits: "A pattern has digits only, but this has “{character}”.",
  wrongLength: "A pattern has {expected} digits, {positions} tiles and {positions} directions, but this has {length}.",
  noSuchTile: "There is no tile {number}, which is given for position {position}; the tiles are {numbers}.",
  tileTwice: "Tile {number} is used twice, at positions {first} and {second}.",
  noSuchDirection: "Direction {direction} at position {position} is none of 0-3 (front) and 4-7 (back).",
  counts: "{towns} towns with {synonyms} different results, all computed. ",
  unscored: "The page cannot score {keys}; add it to tablebases/nine_tiles/page/scoring.js.",
  footer: "An independent fan project; everything here is drawn and written for it.",
}, JAPANESE);

addTexts(TEXTS);
export { counted, number, t } from "../kit/languages.js";

/** @returns {string} a share of 1 in percent, with the digits of `percent` in tablebases/messages.py */
export function percent(share) {
  if (share >= 1) {
    return "100 %";
  }
  const nines = 100 * share > 99.9 ? Math.ceil(-Math.log10(100 - 100 * share)) : 1;
  const digits = Math.max(1, nines);
  const cut = Math.floor(Number((100 * share * 10 ** digits).toFixed(6))) / 10 ** digits;
  return `${cut.toLocaleString(currentLanguage(), { minimumFractionDigits: digits })} %`;
}

/** @returns {string} the name of a card */
export function cardName(theme) {
  return theme[currentLanguage()];
}

/** @returns {string} what a card counts, or nothing where its name says it */
export function cardCounts(theme) {
  return currentLanguage() === "en" ? theme.counts.replace("-", "−") : "";
}
