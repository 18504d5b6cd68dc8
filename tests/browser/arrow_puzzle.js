// Questions of tests to the modules of the arrow puzzle's page.

const solving = await import("./solving.js");
const { levels } = await (await fetch("data.json")).json();
const solvers = Object.fromEntries(levels.map((level) => [level.name, new solving.Solver(level)]));

/** The columns of the tables of known answers, for boards as they are written. */
function knownColumns(name, boards) {
  const solver = solvers[name];
  return boards.map((board) => {
    const turns = [...board].map((digit) => digit - 1);
    const answer = solver.answer(turns);
    const [best] = answer.solutions;
    const fixes = answer.mistakes.map(({ tile, turns: fixed }) => `${solver.level.cells[tile].join("")}=${fixed + 1}`);
    return {
      solvable: String(Number(answer.solvable)),
      single_tile_fixes: fixes.join(";"),
      n_solutions: answer.solvable ? solver.level.solutions : "0",
      ...(answer.solvable ? {
        solution: best.join(""),
        min_taps: String(solving.tapsOf(best)),
        min_tiles: String(solving.tilesOf(solver.answer(turns, "tiles").solutions[0])),
        n_min_solutions: String(answer.solutions.length),
      } : {}),
    };
  });
}

/** Solutions with the fewest taps, with the fewest tiles, and likely mistakes. */
function solutions(name, boards) {
  return boards.map((turns) => {
    const { solutions: fewest, mistakes } = solvers[name].answer(turns);
    const few = solvers[name].answer(turns, "tiles").solutions;
    return [fewest, few, mistakes.map(({ tile, turns: fixed }) => [tile, fixed])].map((list) => list.map((row) => [...row]));
  });
}

/** Whether random boards of each level are solved by their taps, and the milliseconds of an expert board. */
function randomBoards(times) {
  const solved = Object.values(solvers).map((solver) => {
    const turns = solver.randomBoard();
    const answer = solver.answer(turns);
    const end = answer.solutions.map((taps) => taps.reduce((board, n, tile) => solver.afterTaps(board, tile, n), turns));
    return answer.solvable && end.every((board) => board.every((value) => value === 0));
  });
  const start = performance.now();
  for (let i = 0; i < times; i++) solvers.expert.answer(solvers.expert.randomBoard());
  return [solved, (performance.now() - start) / times];
}

/** For each of `tiles` the numbers that make an expert board solvable. */
function solvableNumbers(board, tiles) {
  const isSolvable = (tile, n) => solvers.expert.answer(board.map((m, i) => (i === tile ? n : m) - 1)).solvable;
  return tiles.map((tile) => [1, 2, 3, 4, 5, 6].filter((n) => isSolvable(tile, n)));
}

/** The texts of the page after each tap of its solution. */
function tapAll() {
  const taps = [...document.getElementById("taps").textContent];
  return taps.flatMap((n, tile) => Array.from({ length: Number(n) }, () => {
    document.querySelector(`#board [data-tile='${tile}']`).dispatchEvent(new MouseEvent("click", { bubbles: true }));
    return document.getElementById("answer-title").innerText;
  }));
}

/** The angles of the arrows, clockwise from up, in degrees. */
function angles() {
  return [...document.querySelectorAll("#board .arrow")].map((arrow) => {
    const { a, b } = new DOMMatrix(getComputedStyle(arrow).transform);
    return Math.round(Math.atan2(b, a) * 180 / Math.PI + 360) % 360;
  });
}

/** The middles of the tiles on the screen. */
function middles() {
  return [...document.querySelectorAll("#board .face")].map((face) => {
    const { x, y, width, height } = face.getBoundingClientRect();
    return [x + width / 2, y + height / 2].map(Math.round);
  });
}

/** The board of a seed, and the fewest taps that are left after each of some taps. */
async function practised(name, seed, tiles) {
  const { seededRound } = await import("./practice.js");
  const round = seededRound(solvers[name], seed);
  const left = tiles.map((tile) => {
    round.tap(tile);
    return [round.left, round.wasNeeded];
  });
  return [[...round.board], round.fewest, left];
}

/** The level and the board of a day. */
async function dailyBoard(day) {
  const { dailyRound } = await import("./practice.js");
  const { solver, board } = dailyRound(Object.values(solvers), day);
  return [solver.level.name, [...board]];
}

/** The turns of boards as they are read when up is a number, null for `?`; the kind of fault of other texts. */
async function reads(name, texts, up) {
  const { readBoard } = await import("./reading.js");
  const { level } = solvers[name];
  return texts.map((text) => {
    const { turns, fault } = readBoard(text, level, up, level.shape === "hexagon" ? "columns" : "rows");
    return fault ? fault.kind : Array.from(turns);
  });
}
