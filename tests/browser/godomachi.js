// Questions of tests to the modules of the Godomachi page.

const [shapes, { SearchedTable, Table }] = await Promise.all(["shapes", "table"].map((name) => import(`./${name}.js`)));
const data = await (await fetch("data.json")).json();
const table = new Table(data);

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

/** The cells to cut off the shown pair: of a winning cut, or of a losing one. */
function cutOfShown(isWinning) {
  const [a, b] = ["a", "b"].map((side) => [...document.querySelectorAll(`#board-${side} [data-cell]:enabled`)]
    .map((e) => e.dataset.cell.split(",").map(Number)).sort(([x1, y1], [x2, y2]) => x1 - x2 || y1 - y2));
  const { cuts } = table.moves(a, b).at(isWinning ? 0 : -1);
  return ["a", "b"].flatMap((side) => cuts[side].piece.map((cell) => `#board-${side} [data-cell='${cell.join()}']`));
}
