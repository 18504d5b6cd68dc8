/** The texts of the page. Their Japanese is in japanese.json. */

import { addTexts, counted, t } from "../kit/languages.js";
import JAPANESE from "./japanese.json" with { type: "json" };

/** @import {Named} from "./table.js" */

/** Key -> the English text, with {gaps}. */
export const TEXTS = addTexts({
  title: "Godomachi: look up a pair, or play it",
  heading: "Who wins with these shapes?",
  intro: "Each move cuts the same piece off both shapes; no part may fall apart. Make both the same to win. Turned and mirrored shapes are the same.",
  badAddress: "The address names no pair: {hash}",
  sizes: "Cells of each shape",
  cells: "Cells",
  size: "{cells} cells",
  match: "{n} cells",
  randomPair: "Random pair",
  otherShapes: "Other shapes",
  randomPuzzle: "Puzzle pair",
  practise: "Practise",
  mode: "What to do with the pair",
  lookUp: "Look up",
  play: "Play",
  shapeTitle: "{side}: {id}",
  shapeLabel: "{side}, polyomino {id}: {text}",
  shapeCutLabel: "{side}, polyomino {id}: {text}; cut off: {piece}",
  firstWins: "The first player wins in {plies} plies",
  firstWinsOne: "The first player wins in one ply",
  secondWins: "The second player wins in {plies} plies",
  congruent: "Congruent: the second player has won",
  closed: "{label}. ",
  example: "This is an example. Choose other shapes, draw them, or take a random pair.",
  pliesMean: "A ply is a move of either player, and both play as well as they can.",
  congruentMeans: "The shapes are congruent from the start, so there is no move to make.",
  puzzle: "A puzzle: exactly one kind of first move wins. Which?",
  showMoves: "Show the moves",
  playPuzzle: "Try it",
  movesTitle: "First moves, best first: {count}",
  movesHint: "Each shows in orange the piece to cut. Choose one to enlarge it.",
  move: "Piece {piece}; left are {a} and {b}",
  allMoves: "All {count} moves",
  reply: "Why it loses: the reply",
  replyWins: "The reply wins in {plies} plies, itself included.",
  replyWinsOne: "The reply wins at once.",
  toCut: "Orange: the piece to cut",
  followMove: "After this cut",
  followLabel: "After this cut: {a} and {b}",
  followDone: "After this cut the shapes are the same",
  choice: "Choose two shapes",
  way: "How to choose",
  gallery: "Gallery",
  draw: "Draw",
  sideToChoose: "Which to choose",
  chooseSide: "{side}",
  galleryHint: "A click chooses the shape for {side}. Arrow keys move; the keys A and B choose it for their side.",
  galleryLabel: "Polyomino {id}: {text}",
  galleryChosen: "Polyomino {id}, now {sides}: {text}",
  drawHint: "Tap, click or drag over connected cells, as many for A as for B. The page looks up shapes of up to {largest} cells and solves those of up to {most}.",
  drawSide: "Grid to draw {side}",
  drawNothing: "{side}: nothing drawn, the shape above stays",
  drawTooMany: "{side}: {count} cells, but {most} at most can be searched",
  drawUnequal: "{side}: {count} cells; {other} has {otherCount}",
  drawnLarge: "{side}: {count} cells",
  undoDrawing: "Undo the last change",
  unlisted: "{cells} cells",
  searching: "Searching all games of {cells} cells",
  searched: "Positions of up to {done} of {cells} cells are known.",
  searchTakes: "Up to 12 cells this takes about a second, 15 may take several.",
  searchFailed: "The search failed",
  cancelSearch: "Cancel",
  bestLine: "A best game",
  drawApart: "{side}: the cells are not connected",
  drawn: "{side}: polyomino {id}",
  clear: "Clear",
  chart: "Wall chart: all pairs of {cells} cells",
  chartHint: "A row for each polyomino A, a column for each B. Point at a pair or move there with the arrow keys; a click or Enter chooses it.",
  chartLabel: "Wall chart",
  pairAt: "A {a}, B {b}",
  takePair: "See its moves",
  legend: "Plies to the end",
  legendFirst: "{plies}: first player wins",
  legendSecond: "{plies}: second player wins",
  legendCongruent: "0: congruent",
  pairCount: "{count} pairs",
  pairCountOne: "one pair",
  print: "To print",
  printChart: "Wall chart of {cells} cells",
  printShapes: "All polyominoes of {cells} cells",
  whoBegins: "First cut",
  readerBegins: "You",
  tableBegins: "The computer",
  opponent: "Opponent",
  random: "Easy",
  onePly: "Medium",
  perfect: "Perfect",
  secondReader: "2 players",
  means_random: "The computer cuts at random.",
  means_onePly: "The computer wins when one cut is enough, and else cuts at random.",
  means_perfect: "The computer makes no mistake.",
  means_reader: "Two players share this screen.",
  readerTurn: "Your turn: ply {ply}",
  oneTurn: "The first player's turn: ply {ply}",
  twoTurn: "The second player's turn: ply {ply}",
  readerWins: "You win",
  tableWins: "The computer wins",
  oneWins: "The first player wins",
  twoWins: "The second player wins",
  endedAfter: "The shapes are congruent after {plies} plies.",
  endedAfterOne: "The shapes are congruent after one ply.",
  endedAtOnce: "The shapes are congruent from the start, so the second player has won.",
  playHint: "Mark the same piece on both: tap, drag or Space.",
  halfHint: "At most half of the cells may be cut off.",
  cellLabel: "{side}, row {row}, column {column}",
  goneCell: "{side}, row {row}, column {column}: cut off in ply {ply}",
  cut: "Cut",
  unmark: "Unmark",
  markedCells: "Marked: {a} on A, {b} on B",
  hint: "Hint",
  hintMore: "Show a best cut",
  hintWins: "You can win in {plies} plies.",
  hintWinsOne: "You can win with this very move.",
  hintLoses: "Against best play you lose in {plies} plies; make it last.",
  hintMarked: "A best cut is marked.",
  undo: "Undo",
  restart: "Start again",
  couldHaveWon: "A mistake: a win in {plies} plies was possible.",
  couldHaveWonOne: "A mistake: a win with that very move was possible.",
  log: "The game so far",
  review: "Move by move",
  reviewed: "Best cuts: {best} of {count}",
  bestCut: "A best cut: {outcome}",
  beforeAndAfter: "This cut: {after}. The best one: {before}.",
  better: "Better:",
  aWin: "a win in {plies} plies",
  aWinOne: "a win in one ply",
  aLoss: "a loss in {plies} plies",
  aLossOne: "a loss in one ply",
  reader: "You",
  table: "Computer",
  one: "First",
  two: "Second",
  tableAnswered: "The computer cut {count} cells off each shape.",
  tableAnsweredOne: "The computer cut one cell off each shape.",
  nothing: "Mark a piece on {side} first.",
  all: "Nothing would be left of {side}.",
  tooLarge: "At most half of the cells may be cut off, and on {side} it is more.",
  pieceApart: "The piece on {side} is not connected.",
  restApart: "The rest of {side} would not be connected.",
  notCongruent: "The pieces on A and B are not congruent.",
  footer: "Who wins, and when, comes from a table of all pairs; moves are found in this page. An independent fan project; everything here is drawn and written for it.",
}, JAPANESE);

export { counted, number, t } from "../kit/languages.js";

/** The names of the pentominoes, in the order of their numbers. */
const PENTOMINOES = "ILYPUVTNFWZX";

/**
 * The letter of a pentomino such as F, else empty.
 *
 * @param {Named} polyomino
 */
export function letterOf({ cells, number: no }) {
  return cells === 5 ? PENTOMINOES[no] : "";
}

/**
 * The name of a polyomino, such as 6-12 or 5-8 F; of a large one, its number of cells.
 *
 * @param {Named} polyomino
 */
export function idOf({ cells, number: no, listed = no }) {
  return listed === null ? t("unlisted", { cells }) : `${cells}-${listed} ${letterOf({ cells, number: listed })}`.trim();
}

/**
 * Winner and plies of a pair.
 *
 * @param {number} plies
 */
export function verdict(plies) {
  return plies === 0 ? t("congruent")
    : plies % 2 ? counted("firstWins", "plies", plies) : t("secondWins", { plies });
}
