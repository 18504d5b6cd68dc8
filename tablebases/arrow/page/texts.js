/** The English texts of the page; japanese.json has the Japanese ones. */

/**
 * @import {Layout} from "./drawing.js"
 * @import {Level} from "./solving.js"
 */

import { addTexts, currentLanguage, t } from "../kit/languages.js";
import JAPANESE from "./japanese.json" with { type: "json" };

/** Key -> the English text, with {gaps}. */
export const TEXTS = addTexts({
  title: "Arrow puzzle: the fewest taps",
  heading: "Solve an arrow puzzle",
  intro: "All arrows must point up. A tap turns a tile and all tiles around it. Type or click your board: the fewest taps appear at once.",
  badAddress: "The address names no board: {hash}",
  levels: "Level",
  level_easy: "Easy",
  level_medium: "Medium",
  level_hard: "Hard",
  level_expert: "Expert",
  level_hardest: "Hardest of all",
  square: "{side}×{side}, {directions} directions",
  hexagon: "{size} hexagons, {directions} directions",
  field: "The board as text",
  fieldDigits: "{size} digits from {low} to {high}: {low} is up, the others follow clockwise. The page fills in a ? if the other numbers determine it.",
  fieldNumbers: "{size} numbers from {low} to {high} with blanks between them: {low} is up, the others follow clockwise.",
  shot: "Read a screenshot",
  shotNotLoaded: "Screenshots cannot be read now, because a file of the page could not be loaded.",
  settings: "Settings",
  layout: "Reading order",
  rows: "By rows",
  columns: "By columns",
  lines: "Line by line",
  onlyLines: "These numbers are read line by line, as the screen shows them. By columns no taps solve them.",
  alsoLines: "Read line by line, as the screen shows them, these numbers are another board that can be solved: see the settings.",
  upIs: "Up is",
  upIsNumber: "Up is {number}",
  tooShort: "There are {found} of {size} numbers so far; next comes {place}.",
  tooLong: "A board of this level has {size} numbers, but this has {found}: number {after} is too many.",
  outOfRange: "{place} is {found}, but the numbers of this level are {low} to {high}.",
  outOfRangeZero: "{place} is {found}, but the numbers of this level are {low} to {high}. If 0 is up, choose “Up is 0”.",
  notANumber: "“{found}” stands where {place} should be, and is not a number.",
  notANumberAfter: "“{found}” stands after the last tile and is not a number.",
  undetermined: "More than one solvable board has these numbers, so they do not determine the ? at {place}.",
  impossible: "No number at {place} or the other ? makes the board solvable.",
  pad: "Direction of the marked tile",
  padKey: "Set {number} and go on",
  inRow: "row {line}, tile {place}",
  inColumn: "column {line}, tile {place}",
  mode: "What a click does",
  enter: "Enter the board",
  try: "Try the taps",
  boardKey: "In the circle: taps. Small: the arrow's number.",
  enterHelp: "A tap turns one arrow; a long press turns it back.",
  enterKeys: " So does a right click or Shift. Arrow keys move, Enter turns, digits set.",
  tryHelp: "A tap works as in the game; a long press takes it back.",
  tryKeys: " So does a right click or Shift. Arrow keys move, Enter taps.",
  board: "Board of the level {level}",
  boardTry: "Board of the level {level}, taps are tried",
  tile: "{place}: {number}",
  tileTaps: "{place}: {number}, taps: {taps}",
  tileMistake: "{place}: {number}, perhaps {other}",
  tileEmpty: "{place}: no number yet",
  tileFault: "{place}: here the text is wrong",
  allUp: "All up",
  random: "Random board",
  hardestBoard: "Hardest board",
  restart: "Start again",
  showTaps: "Show taps",
  practise: "Practise",
  solvable: "Solvable in {taps} taps",
  solvableOne: "Solvable with one tap",
  solvableSome: "Solvable",
  solved: "Every arrow points up.",
  example: "This is an example. Type your board, click its tiles, or take a random one.",
  solvedEntered: "Nothing to tap. Type your board, click its tiles, or take a random one.",
  solvedTried: "Solved. Taps: {done}.",
  solvedFewest: "Solved with the fewest taps: {done}.",
  notSolvable: "Not solvable",
  incomplete: "The board is not complete",
  wrongText: "The text is not a board",
  draftAnswer: "The answer appears here as soon as the board is complete.",
  onlySolution: "No other taps solve it.",
  countBest: "{best} of {all} solutions need only {taps} taps.",
  countBestOne: "The only one of {all} solutions with so few taps.",
  countTiles: "{best} of {all} solutions tap only {tiles} tiles and take {taps} taps.",
  countTilesOne: "The only one of {all} solutions that taps so few tiles with {taps} taps.",
  notCompared: "This is one of {all} solutions. There are too many to compute the fewest taps here.",
  neverNoticed: "Every board of this level is solvable, so a typing mistake is not noticed.",
  notNoticed: "A typing mistake at {place} is not noticed: with any number there the board is solvable.",
  proven: "No board of this level needs more than {taps} taps: proven. {count} boards need as many, and this is one of them.",
  provenOne: "No other board of this level needs as many as {taps} taps: proven.",
  order: "Minimize",
  fewestTaps: "Fewest taps",
  fewestTiles: "Fewest tiles",
  planOf: "Solution {number} of {all}",
  previous: "Previous solution",
  next: "Next solution",
  planSize: "{taps} taps on {tiles} tiles",
  tapsText: "Taps, tile by tile",
  tapsTextRows: "How often to tap each tile, row by row; the order of taps does not matter.",
  tapsTextColumns: "How often to tap each tile, column by column; the order of taps does not matter.",
  tapsTextLines: "How often to tap each tile, line by line as on the screen; the order of taps does not matter.",
  copyTaps: "Copy the taps",
  copied: "Taps copied.",
  left: "{left} taps left",
  leftOne: "One tap left",
  done: "{done} taps done.",
  doneOne: "One tap done.",
  newPlan: "That tap was not one of the solution, so there is a new one.",
  tryFrom: "Tap the tiles: the numbers count down.",
  mistakesTitle: "Perhaps one tile was mistyped",
  mistakes: "No taps turn all arrows up. Each of these {count} changes makes the board solvable; compare with the game.",
  mistakesOne: "No taps turn all arrows up. Only this change makes the board solvable; compare with the game.",
  mistake: "{place}: {other} instead of {number}",
  noMistake: "No taps turn all arrows up, and no change of a single tile helps: more than one tile must be wrong.",
  footer: "The page computes all answers by itself: linear algebra gives one solution, and the page compares it with all others. An independent fan project; everything here is drawn and written for it.",
}, JAPANESE);

export { counted, number, sentence, t } from "../kit/languages.js";

/**
 * @param {Level} level
 * @returns {string} the name of a level; one that has none in this language keeps its own
 */
export function levelName({ name }) {
  return TEXTS[currentLanguage()][`level_${name}`] ?? name;
}

/**
 * @param {Level} level
 * @returns {string} the shape and the directions of a level
 */
export function levelShape({ shape, side, directions, cells }) {
  return t(shape, { side, directions, size: cells.length });
}

/**
 * @param {Layout} layout
 * @param {number} tile
 * @returns {string} the place of a tile, such as "row 2, tile 3"
 */
export function placeName({ places, alongAxis }, tile) {
  return t(alongAxis ? "inColumn" : "inRow", places[tile]);
}
