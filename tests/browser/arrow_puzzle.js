// Questions of tests to the modules of the arrow puzzle's page.

const solving = await import("./solving.js");
const { levels } = await (await fetch("data.json")).json();
const solvers = Object.fromEntries(levels.map((level) => [level.name, new solving.Solver(level)]));

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
