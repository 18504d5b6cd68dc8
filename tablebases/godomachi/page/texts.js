/** What the page says, in English and Japanese. */

import { addTexts, byLanguage, counted, t } from "../kit/languages.js";

/** Key -> the English and the Japanese text, with {gaps}. */
export const TEXTS = byLanguage({
  title: ["Godomachi: look up a pair, play the table", "ゴドマチ 図形の対を調べる・対戦する"],
  tagline: ["who wins every pair, and how", "すべての対の勝敗と手順"],
  heading: ["Look up a pair of polyominoes, or play it", "ポリオミノの対を調べる・対戦する"],
  intro: ["A move cuts congruent pieces off both shapes; the pieces and what is left must each hang together. Whoever makes the two shapes congruent wins. Turned and mirrored counts as congruent.",
    "2つの図形から合同なピースを同時に削ります。ピースも残りも、それぞれひとつながりでなければなりません。2つの図形を合同にしたプレイヤーの勝ちです。回したり裏返したりしても合同です。"],
  badAddress: ["The address names no pair: {hash}", "アドレスが図形の対を表していません：{hash}"],
  sizes: ["Cells of each polyomino", "ポリオミノのマスの数"],
  size: ["{cells} cells", "{cells}マス"],
  randomPair: ["Random pair", "ランダムな対"],
  randomPuzzle: ["Random puzzle", "ランダムな問題"],
  mode: ["What to do with the pair", "この対をどうするか"],
  lookUp: ["Look up", "調べる"],
  play: ["Play", "対戦する"],
  shapeTitle: ["{side}: {id}", "{side}：{id}"],
  shapeLabel: ["{side}, polyomino {id}: {text}", "{side}、ポリオミノ{id}：{text}"],
  shapeCutLabel: ["{side}, polyomino {id}: {text}; cut off: {piece}", "{side}、ポリオミノ{id}：{text}、削るのは{piece}"],
  firstWins: ["The first player wins in {plies} plies", "{plies}手で先手の勝ち"],
  firstWinsOne: ["The first player wins in one ply", "1手で先手の勝ち"],
  secondWins: ["The second player wins in {plies} plies", "{plies}手で後手の勝ち"],
  congruent: ["Congruent: the second player has won", "最初から合同：後手の勝ち"],
  pliesMean: ["A ply is a move of either player, and both play as well as they can.", "手数は両者の手の合計で、どちらも最善を尽くした場合です。"],
  congruentMeans: ["The shapes are congruent from the start, so nobody has to move.", "最初から合同なので、指す手はありません。"],
  puzzle: ["A puzzle: exactly one kind of first move wins. Which?", "問題：勝てる初手は1種類だけです。どれでしょう？"],
  showMoves: ["Show the moves", "手を表示"],
  playPuzzle: ["Try it", "挑戦する"],
  movesTitle: ["First moves, best first: {count}", "初手の一覧（良い順）：{count}種類"],
  movesHint: ["Each shows the piece on A and on B, and the plies to the end. One that is pressed is shown large.",
    "AとBのピースと、終局までの手数です。押すと大きく表示されます。"],
  move: ["Piece {piece}; left are {a} and {b}", "ピース{piece}、残りは{a}と{b}"],
  moveWins: ["{plies}: wins", "{plies}手：勝ち"],
  moveLoses: ["{plies}: loses", "{plies}手：負け"],
  allMoves: ["All {count} moves", "{count}種類すべて"],
  followMove: ["What is left: {a} and {b}", "残る対：{a}と{b}"],
  followDone: ["What is left is congruent: {a}", "残りは合同：{a}"],
  choice: ["Choose the polyominoes", "ポリオミノを選ぶ"],
  way: ["How to choose", "選び方"],
  gallery: ["From the gallery", "一覧から"],
  draw: ["Draw them", "描く"],
  sideToChoose: ["Which to choose", "どちらを選ぶか"],
  chooseSide: ["Choose {side}", "{side}を選ぶ"],
  galleryHint: ["A click takes the polyomino for {side}. Arrow keys move, A and B take it for that side.",
    "クリックで{side}になります。矢印キーで移動、AキーかBキーでその側に決まります。"],
  galleryLabel: ["Polyomino {id}: {text}", "ポリオミノ{id}：{text}"],
  galleryChosen: ["Polyomino {id}, now {sides}: {text}", "ポリオミノ{id}、現在の{sides}：{text}"],
  drawHint: ["Tap, click or drag over cells that hang together, as many for A as for B. Up to {largest} cells the answer is looked up, up to {most} it is searched for.",
    "つながったマスを、AとBで同じ数だけ、タップ、クリック、ドラッグで塗ります。{largest}マスまでは表から引き、{most}マスまではその場で探索します。"],
  drawSide: ["Grid to draw {side}", "{side}を描くマス目"],
  drawNothing: ["{side}: nothing drawn", "{side}：まだ描いていません"],
  drawTooMany: ["{side}: {count} cells, but {most} at most can be searched", "{side}：{count}マスあります（探索できるのは{most}マスまで）"],
  drawUnequal: ["{side}: {count} cells; {other} has {otherCount}", "{side}：{count}マス（{other}は{otherCount}マス）"],
  drawnLarge: ["{side}: {count} cells", "{side}：{count}マス"],
  undoDrawing: ["Undo the last change", "元に戻す"],
  unlisted: ["{cells} cells", "{cells}マス"],
  searching: ["Searching all games of {cells} cells", "{cells}マスの対を探索しています"],
  searched: ["Positions of up to {done} of {cells} cells are known.", "{cells}マスのうち{done}マスまでの局面がわかりました。"],
  searchTakes: ["Up to 12 cells this takes about a second, 15 may take several.", "12マスまでは約1秒、15マスでは数秒かかることがあります。"],
  searchFailed: ["The search could not be made", "探索できませんでした"],
  cancelSearch: ["Cancel", "中止"],
  bestLine: ["A best game", "最善手順の例"],
  drawApart: ["{side}: the cells do not hang together", "{side}：マスがつながっていません"],
  drawn: ["{side}: polyomino {id}", "{side}：ポリオミノ{id}"],
  clear: ["Clear", "消す"],
  chart: ["Wall chart: all pairs of {cells} cells", "一覧表：{cells}マスのすべての対"],
  chartHint: ["A row for each polyomino A, a column for each B. Point at a pair or walk there with the arrow keys; a click or Enter takes it.",
    "行がA、列がBです。指すか矢印キーで対を見て、クリックかEnterで選びます。"],
  chartLabel: ["Wall chart", "一覧表"],
  pairAt: ["A {a}, B {b}", "A {a}、B {b}"],
  takePair: ["See its moves", "手を見る"],
  legend: ["Plies to the end", "終局までの手数"],
  legendFirst: ["{plies}: first player wins", "{plies}手：先手の勝ち"],
  legendSecond: ["{plies}: second player wins", "{plies}手：後手の勝ち"],
  legendCongruent: ["0: congruent", "0手：合同"],
  pairCount: ["{count} pairs", "{count}対"],
  pairCountOne: ["one pair", "1対"],
  print: ["To print", "印刷用"],
  printChart: ["Wall chart of {cells} cells", "{cells}マスの一覧表"],
  printShapes: ["All polyominoes of {cells} cells", "{cells}マスのポリオミノ全種"],
  whoBegins: ["Who begins", "先手"],
  readerBegins: ["You begin", "あなたが先手"],
  tableBegins: ["The table begins", "コンピューターが先手"],
  yourTurn: ["Your turn: ply {ply}", "あなたの番：{ply}手目"],
  youWin: ["You win", "あなたの勝ち"],
  tableWins: ["The table wins", "コンピューターの勝ち"],
  endedAfter: ["The shapes are congruent after {plies} plies.", "{plies}手で合同になりました。"],
  endedAfterOne: ["The shapes are congruent after one ply.", "1手で合同になりました。"],
  endedAtOnce: ["The shapes are congruent from the start, so the second player has won.", "最初から合同なので、後手の勝ちです。"],
  playHint: ["Mark a piece on A and a congruent piece on B, by clicks, by dragging or by Space, then cut.",
    "AとBに合同なピースをクリック、ドラッグ、スペースキーで印をつけて、削ります。"],
  halfHint: ["At most half of the cells may be cut off.", "削れるのは半分までです。"],
  cellLabel: ["{side}, row {row}, column {column}", "{side}、{row}行{column}列"],
  goneCell: ["{side}, row {row}, column {column}: cut off in ply {ply}", "{side}、{row}行{column}列：{ply}手目に削られました"],
  cut: ["Cut", "削る"],
  unmark: ["Unmark", "印を消す"],
  markedCells: ["Marked: {a} on A, {b} on B", "印：Aに{a}マス、Bに{b}マス"],
  hint: ["Hint", "ヒント"],
  hintMore: ["Show a best cut", "最善手を表示"],
  hintWins: ["You can win in {plies} plies.", "{plies}手で勝てます。"],
  hintWinsOne: ["You can win with this very move.", "この1手で勝てます。"],
  hintLoses: ["Against best play you lose in {plies} plies; make it last.", "最善を尽くされると{plies}手で負けます。長引かせましょう。"],
  hintMarked: ["A best cut is marked.", "最善手に印をつけました。"],
  undo: ["Undo", "待った"],
  restart: ["Start again", "最初から"],
  couldHaveWon: ["You could have won in {plies} plies.", "{plies}手で勝てる局面でした。"],
  couldHaveWonOne: ["You could have won with that very move.", "その1手で勝てる局面でした。"],
  log: ["The game so far", "棋譜"],
  logReader: ["You: {move}", "あなた：{move}"],
  logTable: ["Table: {move}", "コンピューター：{move}"],
  tableAnswered: ["The table cut {count} cells off each shape.", "コンピューターが両方から{count}マス削りました。"],
  tableAnsweredOne: ["The table cut one cell off each shape.", "コンピューターが両方から1マス削りました。"],
  nothing: ["Mark a piece on {side} first.", "まず{side}のピースに印をつけてください。"],
  all: ["Nothing would be left of {side}.", "{side}に何も残りません。"],
  tooLarge: ["At most half of the cells may be cut off, and on {side} it is more.", "削れるのは半分までですが、{side}では半分を超えています。"],
  pieceApart: ["The piece on {side} does not hang together.", "{side}のピースがひとつながりではありません。"],
  restApart: ["What is left of {side} would fall apart.", "{side}の残りがばらばらになります。"],
  notCongruent: ["The pieces on A and B are not congruent.", "AとBのピースが合同ではありません。"],
  footer: ["Who wins, and when, comes from a table of all pairs; moves are found in this page. An independent fan project; everything here is drawn and written for it.",
    "勝敗と手数はすべての対の表から引き、手はこのページの中で求めます。独立したファン企画で、絵と文章はすべて独自のものです。"],
});

addTexts(TEXTS);
export { counted, number, t } from "../kit/languages.js";

/** The names of the pentominoes, in the order of their numbers. */
const PENTOMINOES = "ILYPUVTNFWZX";

/** @returns {string} the name that a polyomino has besides its number, such as F; may be empty */
export function letterOf({ cells, number: no }) {
  return cells === 5 ? PENTOMINOES[no] : "";
}

/** @returns {string} how a polyomino is called, such as 6-12 or 5-8 F; of a large one, how many cells it has */
export function idOf({ cells, number: no, listed = no }) {
  return listed === null ? t("unlisted", { cells }) : `${cells}-${listed} ${letterOf({ cells, number: listed })}`.trim();
}

/** @returns {string} who wins a pair, and when */
export function verdict(plies) {
  return plies === 0 ? t("congruent")
    : plies % 2 ? counted("firstWins", "plies", plies) : t("secondWins", { plies });
}
