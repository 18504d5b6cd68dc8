// Questions of tests to the modules of the Godomachi page.

const modules = ["shapes", "table", "game"].map((name) => import(`./${name}.js`));
const [shapes, { SearchedTable, Table }, { Game }] = await Promise.all(modules);
const data = await (await fetch("data.json")).json();
const table = new Table(data);

/** Size, number and text of shapes in other places. */
function namesOf(texts) {
  return texts.map((images) => images.map((text) => {
    const moved = shapes.parse(text).map(([x, y]) => [x + 2, y - 3]).reverse();
    const { cells, number } = table.name(moved);
    return [cells, number, shapes.write(moved)];
  }));
}

/** Pieces and rests of all cuts of the shapes of the first sizes. */
function cuts(nSizes) {
  const texts = data.sizes.slice(0, nSizes).flatMap((size) => size.shapes);
  return texts.map((text) => shapes.cutsOf(shapes.parse(text)).map(({ piece, rest }) => [piece, rest]));
}

/** Plies and moves of pairs. */
function pliesAndMoves(pairs, maxCut) {
  const played = new Table({ ...data, max_cut: maxCut });
  return pairs.map(([cells, a, b]) => {
    const moves = played.moves(played.shape(cells, a), played.shape(cells, b));
    return [played.plies(cells, a, b), moves.map((move) => [
      move.plies, move.piece.cells, move.piece.number, move.restA.number, move.restB.number,
      move.cuts.a.piece, move.cuts.a.rest, move.cuts.b.piece, move.cuts.b.rest])];
  });
}

/** Whether pairs are puzzles, and the sizes of random puzzles that are asked for some sizes. */
function puzzles(pairs, sizes) {
  const drawn = sizes.map((cells) => {
    const found = table.randomPuzzle(cells);
    return found && [found.cells, table.isPuzzle(found.cells, found.a, found.b)];
  });
  return [pairs.map((pair) => table.isPuzzle(...pair)), drawn];
}

/** Who wins games against the table, and their plies; a reader plays perfectly or at random. */
function games(asked) {
  return asked.map(([cells, a, b, readerBegins, isPerfect]) => {
    const game = new Game(table, { a: table.shape(cells, a), b: table.shape(cells, b) }, readerBegins);
    while (!game.isOver) {
      const moves = table.moves(game.left.a, game.left.b);
      const { a: one, b: other } = moves[isPerfect ? 0 : Math.floor(Math.random() * moves.length)].cuts;
      game.marked = { a: one.piece, b: other.piece };
      if (!game.cut()) throw new Error(JSON.stringify(game.fault));
    }
    return [game.winner === "reader", game.plies.map(({ player, cuts: both, isMistake }) =>
      [player === "reader", isMistake, both.a.piece, both.b.piece])];
  });
}

/** The worst move of a pair. */
function worstMove(cells, a, b) {
  const move = table.moves(table.shape(cells, a), table.shape(cells, b)).at(-1);
  return [move.plies, move.cuts.a.piece, move.cuts.b.piece];
}

/** The faults of cuts of `counts` cells where at most half may be cut off. */
function faultsOfHalf(counts) {
  const half = new Table({ ...data, max_cut: "half" });
  const [one, other] = [shapes.parse("#/#/#/#/#"), shapes.parse("##/#./#./#.")];
  return counts.map((count) => half.faultOf({
    a: { piece: one.slice(0, count), rest: one.slice(count) },
    b: { piece: other.slice(-count), rest: other.slice(0, -count) },
  }));
}

/** Plies of searched pairs, of their moves, and along their best lines. */
async function searched(pairs, maxCut) {
  const listed = new Table({ ...data, max_cut: maxCut });
  const search = (a, b) => new Promise((resolve, reject) => {
    const worker = new Worker("search_worker.js", { type: "module" });
    worker.onerror = reject;
    worker.onmessage = ({ data: { sizes } }) => {
      if (sizes) {
        worker.terminate();
        resolve(new SearchedTable(sizes, listed));
      }
    };
    worker.postMessage({ a, b, maxCut });
  });
  return Promise.all(pairs.map(async (pair) => {
    const [a, b] = pair.map(shapes.parse);
    const found = await search(a, b);
    const pliesOf = (moves) => moves.map(({ plies }) => plies);
    return [found.pliesOf(a, b), pliesOf(found.moves(a, b)), pliesOf(found.bestLine(a, b))];
  }));
}

/** The plies of each field of the wall chart, and how many fields have a dot. */
function wallChart(length) {
  const rows = Array.from({ length }, () => Array(length).fill(null));
  for (const path of document.querySelectorAll("#chart .fields [data-plies]")) {
    for (const [, x, y, width] of path.getAttribute("d").matchAll(/M(\d+) (\d+)h(\d+)v1/g)) {
      for (let i = 0; i < +width; i++) rows[+y][+x + i] = Number(path.dataset.plies);
    }
  }
  return [rows, (document.querySelector("#chart .second-player").getAttribute("d").match(/M/g) ?? []).length];
}

/** The number of background colours of elements. */
function nBackgrounds(selector) {
  return new Set([...document.querySelectorAll(selector)].map((e) => getComputedStyle(e).backgroundColor)).size;
}

/** The pixel at which a point of the wall chart lies, once the chart is in the middle of the window. */
function pointOfChart(x, y) {
  const chart = document.getElementById("chart");
  chart.scrollIntoView({ block: "center", behavior: "instant" });
  const at = new DOMPoint(x, y).matrixTransform(chart.getScreenCTM());
  return [at.x, at.y].map(Math.round);
}

/** A puzzle of a seed: its shapes, and for each kind of cut the cells of the piece and whether practice calls it right. */
async function practised(cells, seed) {
  const { OneCut, seededPuzzle } = await import("./practice.js");
  const { a: one, b: other } = seededPuzzle(table, cells, seed);
  const [a, b] = [table.shape(cells, one), table.shape(cells, other)];
  const verdicts = table.moves(a, b).map(({ cuts }) => {
    const game = new OneCut(table, { a, b }, true);
    for (const side of ["a", "b"]) cuts[side].piece.forEach((cell) => game.mark(side, cell, true));
    return [game.cut(), cuts.a.piece.length, game.isRight];
  });
  return [shapes.write(a), shapes.write(b), verdicts];
}

async function dailyPuzzles(day) {
  const { dailyPuzzles: puzzlesOf } = await import("./practice.js");
  return puzzlesOf(table, day).map(({ cells, a, b }) => [cells, a, b]);
}

/** For each day the columns of both shapes as the page shows them, upright, in the first puzzle and in the widest one. */
async function dailyWidths(days) {
  const { dailyPuzzles: puzzlesOf } = await import("./practice.js");
  const columns = (shape) => Math.min(shape.length, shape[0].length);
  return days.map((day) => {
    const widths = puzzlesOf(table, day).map(({ cells, a, b }) => (
      [a, b].map((one) => columns(shapes.write(table.shape(cells, one)).split("/"))).reduce((sum, width) => sum + width)));
    return [widths[0], Math.max(...widths)];
  });
}

/** The cells to cut off the shown pair: of a winning cut, or of a losing one. */
function cutOfShown(isWinning) {
  const [a, b] = ["a", "b"].map((side) => [...document.querySelectorAll(`#board-${side} [data-cell]:enabled`)]
    .map((e) => e.dataset.cell.split(",").map(Number)).sort(([x1, y1], [x2, y2]) => x1 - x2 || y1 - y2));
  const { cuts } = table.moves(a, b).at(isWinning ? 0 : -1);
  return ["a", "b"].flatMap((side) => cuts[side].piece.map((cell) => `#board-${side} [data-cell='${cell.join()}']`));
}

/** For each strength the plies of the table's first moves in many games, and whether any move of the table is a mistake. */
function movesByStrength([cells, a, b], times) {
  const start = { a: table.shape(cells, a), b: table.shape(cells, b) };
  return Object.fromEntries(["random", "onePly", "perfect"].map((opponent) => {
    const games = Array.from({ length: times }, () => new Game(table, start, false, opponent));
    const values = games.map(({ value }) => 1 + value);
    return [opponent, [[...new Set(values)].sort(), games.some(({ plies }) => plies[0].isMistake)]];
  }));
}
