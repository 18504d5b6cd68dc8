/** What the page says, in English and Japanese. */

import { addTexts, byLanguage, currentLanguage, t } from "../kit/languages.js";

/** Key -> the English and the Japanese text, with {gaps}. */
export const TEXTS = byLanguage({
  title: ["Arrow puzzle: the fewest taps", "矢印パズル 最少タップ"],
  tagline: ["the fewest taps for any board", "どの盤面にも最少タップ"],
  heading: ["Solve an arrow puzzle", "矢印パズルを解く"],
  intro: ["Every arrow is to point up, but a tap turns a tile and all around it. Type or click your board: the fewest taps appear at once.",
    "すべての矢印を上に向けるパズル。タップすると周りのタイルも一緒に回ります。盤面を入力するかクリックで作ると、最少のタップがすぐに表示されます。"],
  badAddress: ["The address names no board: {hash}", "アドレスが盤面を表していません：{hash}"],
  levels: ["Level", "レベル"],
  level_easy: ["Easy", "初級"],
  level_medium: ["Medium", "中級"],
  level_hard: ["Hard", "上級"],
  level_expert: ["Expert", "エキスパート"],
  square: ["{side}×{side}, {directions} directions", "{side}×{side}、{directions}方向"],
  hexagon: ["{size} hexagons, {directions} directions", "六角形{size}枚、{directions}方向"],
  field: ["The board as text", "盤面の文字列"],
  fieldDigits: ["{size} digits from {low} to {high}: {low} is up, the others follow clockwise. A ? is found out if the rest determines it.",
    "{low}から{high}の数字{size}個。{low}が上で、時計回りに増えます。「?」は残りから決まれば補います。"],
  fieldNumbers: ["{size} numbers from {low} to {high} with blanks between them: {low} is up, the others follow clockwise.",
    "{low}から{high}の数{size}個を空白で区切ります。{low}が上で、時計回りに増えます。"],
  layout: ["Reading order", "読む順番"],
  rows: ["By rows", "行ごと"],
  columns: ["By columns", "列ごと"],
  upIs: ["Up is", "上向きは"],
  upIsNumber: ["Up is {number}", "上向きは{number}"],
  tooShort: ["There are {found} of {size} numbers so far; next comes {place}.",
    "{size}個中{found}個まで入力済み。次は{place}です。"],
  tooLong: ["A board of this level has {size} numbers, but this has {found}: number {after} is too many.",
    "このレベルの盤面は{size}個ですが、これは{found}個です。{after}個目から余分です。"],
  outOfRange: ["{place} is {found}, but the numbers of this level are {low} to {high}.",
    "{place}が{found}ですが、このレベルの数は{low}から{high}です。"],
  notANumber: ["“{found}” stands where {place} should be, and is not a number.",
    "{place}に「{found}」がありますが、数ではありません。"],
  notANumberAfter: ["“{found}” stands after the last tile and is not a number.",
    "最後のタイルの後に「{found}」がありますが、数ではありません。"],
  undetermined: ["More than one solvable board has these numbers, so the ? at {place} cannot be told.",
    "当てはまる解ける盤面が複数あるので、{place}の「?」は決まりません。"],
  impossible: ["No number at {place} or the other ? makes the board solvable.",
    "{place}などの「?」に何を入れても解けません。"],
  pad: ["Direction of the marked tile", "印のタイルの向き"],
  padKey: ["Set {number} and go on", "{number}にして次へ"],
  inRow: ["row {line}, tile {place}", "{line}行目の{place}番目"],
  inColumn: ["column {line}, tile {place}", "{line}列目の{place}番目"],
  mode: ["What a click does", "クリックの働き"],
  enter: ["Enter the board", "盤面を入力"],
  try: ["Try the taps", "タップを試す"],
  enterHint: ["A click turns one arrow; right click, Shift or a long press turns it back. Arrow keys move, Enter turns, digits set.",
    "クリックで矢印を1つだけ回します。右クリック、Shift、長押しで戻します。矢印キーで移動、Enterで回転、数字で設定。"],
  tryHint: ["A click is a tap of the game; right click, Shift or a long press takes one back. Arrow keys move, Enter taps.",
    "クリックはゲームのタップです。右クリック、Shift、長押しで取り消します。矢印キーで移動、Enterでタップ。"],
  board: ["Board of the level {level}", "盤面（{level}）"],
  boardTry: ["Board of the level {level}, taps are tried", "盤面（{level}）、タップを試しています"],
  tile: ["{place}: {number}", "{place}：{number}"],
  tileTaps: ["{place}: {number}, taps: {taps}", "{place}：{number}、タップ{taps}回"],
  tileMistake: ["{place}: {number}, perhaps {other}", "{place}：{number}、正しくは{other}かもしれません"],
  tileEmpty: ["{place}: no number yet", "{place}：未入力"],
  tileFault: ["{place}: here the text is wrong", "{place}：文字列の誤り"],
  allUp: ["All up", "すべて上"],
  random: ["Random board", "ランダムな盤面"],
  restart: ["Start again", "最初から"],
  showTaps: ["Show taps", "タップ数を表示"],
  solvable: ["Solvable in {taps} taps", "{taps}タップで解けます"],
  solvableOne: ["Solvable with one tap", "1タップで解けます"],
  solvableSome: ["Solvable", "解けます"],
  solved: ["Every arrow points up.", "すべての矢印が上を向いています。"],
  solvedEntered: ["Nothing to tap. Type a board, click the tiles, or take a random one.",
    "タップは不要です。盤面を入力するか、タイルをクリックするか、ランダムな盤面をどうぞ。"],
  solvedTried: ["That took {done} taps.", "{done}タップかかりました。"],
  solvedTriedOne: ["That took one tap.", "1タップで済みました。"],
  notSolvable: ["Not solvable", "解けません"],
  incomplete: ["The board is not complete", "盤面が完成していません"],
  wrongText: ["The text is not a board", "文字列が盤面になっていません"],
  draftAnswer: ["The answer appears here as soon as the board is complete.",
    "盤面が完成すると、答えがここに表示されます。"],
  onlySolution: ["No other taps solve it.", "ほかの解はありません。"],
  countBest: ["{best} of {all} solutions need only {taps} taps.",
    "{all}通りの解のうち、{taps}タップで済むのは{best}通りです。"],
  countBestOne: ["The only one of {all} solutions with so few taps.",
    "{all}通りの解のうち、これだけ少ないタップの解は1通りだけです。"],
  countTiles: ["{best} of {all} solutions tap only {tiles} tiles and take {taps} taps.",
    "{all}通りの解のうち、{tiles}枚のタイルと{taps}タップで済むのは{best}通りです。"],
  countTilesOne: ["The only one of {all} solutions that taps so few tiles with {taps} taps.",
    "{all}通りの解のうち、これだけ少ないタイルと{taps}タップで済むのは1通りだけです。"],
  notCompared: ["This is one of {all} solutions. With so many the fewest taps are not computed here.",
    "{all}通りの解の1つです。解が多いため、最少タップはここでは計算しません。"],
  neverNoticed: ["Every board of this level is solvable, so a typing mistake is not noticed.",
    "このレベルの盤面はすべて解けるので、入力の誤りには気づけません。"],
  notNoticed: ["A typing mistake at {place} is not noticed: with any number there the board is solvable.",
    "{place}の入力の誤りには気づけません。どの数でも解けるためです。"],
  order: ["What is to be few", "少なくするもの"],
  fewestTaps: ["Fewest taps", "最少タップ"],
  fewestTiles: ["Fewest tiles", "最少タイル"],
  planOf: ["Solution {number} of {all}", "{all}通り中{number}番目の解"],
  previous: ["Previous solution", "前の解"],
  next: ["Next solution", "次の解"],
  planSize: ["{taps} taps on {tiles} tiles", "{tiles}枚のタイルに{taps}タップ"],
  tapsText: ["Taps, tile by tile", "タイルごとのタップ数"],
  tapsTextRows: ["How often to tap each tile, row by row; the order of taps does not matter.",
    "各タイルのタップ数（行ごと）。タップの順番は自由です。"],
  tapsTextColumns: ["How often to tap each tile, column by column; the order of taps does not matter.",
    "各タイルのタップ数（列ごと）。タップの順番は自由です。"],
  copied: ["Taps copied.", "タップ数をコピーしました。"],
  left: ["{left} taps left", "残り{left}タップ"],
  leftOne: ["One tap left", "残り1タップ"],
  done: ["{done} taps done.", "{done}タップ済み。"],
  doneOne: ["One tap done.", "1タップ済み。"],
  newPlan: ["That tap was not one of the solution, so there is a new one.",
    "解にないタップだったので、新しい解になりました。"],
  tryFrom: ["Tap the tiles: the numbers count down.", "タイルをタップすると、数が減っていきます。"],
  mistakesTitle: ["Perhaps one tile was mistyped", "1枚だけ入力の誤りがあるかもしれません"],
  mistakes: ["No taps turn all arrows up. Each of these {count} changes makes the board solvable; compare with the game.",
    "どうタップしても全部上には向きません。次の{count}通りの変更なら解けます。ゲームの画面と比べてください。"],
  mistakesOne: ["No taps turn all arrows up. Only this change makes the board solvable; compare with the game.",
    "どうタップしても全部上には向きません。次の変更だけが解ける盤面になります。ゲームの画面と比べてください。"],
  mistake: ["{place}: {other} instead of {number}", "{place}：{number}ではなく{other}"],
  noMistake: ["No taps turn all arrows up, and no change of a single tile helps: more than one tile must be wrong.",
    "どうタップしても全部上には向かず、1枚の変更でも解けません。2枚以上が誤っているはずです。"],
  footer: ["The page computes all this by itself: linear algebra over the steps of an arrow gives one solution, and it is compared with all others. An independent fan project; everything here is drawn and written for it.",
    "計算はすべてこのページの中で行います。矢印の段階についての線形代数で解を1つ求め、ほかのすべての解と比べます。独立したファン企画で、絵と文章はすべて独自のものです。"],
});

addTexts(TEXTS);
export { counted, number, t } from "../kit/languages.js";

/** @returns {string} the name of a level; one that has none in this language keeps its own */
export function levelName({ name }) {
  return TEXTS[currentLanguage()][`level_${name}`] ?? name;
}

/** @returns {string} what a level is like */
export function levelShape({ shape, side, directions, cells }) {
  return t(shape, { side, directions, size: cells.length });
}

/** @returns {string} where a tile is, such as "row 2, tile 3" */
export function placeName(layout, { line, place }) {
  return t(layout === "columns" ? "inColumn" : "inRow", { line, place });
}

/** @returns {string} a text with a capital letter at its start */
export function sentence(text) {
  return text.charAt(0).toLocaleUpperCase(currentLanguage()) + text.slice(1);
}
