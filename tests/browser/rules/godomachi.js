// Questions of tests to the rules of the Godomachi page.

import { Game } from "./game.js";
import { OneCut, dailyPuzzles as puzzlesOf, seededPuzzle } from "./practice.js";
import { cutsOf, parse, write } from "./shapes.js";
import { Table } from "./table.js";

/** Size, number and text of shapes in other places. */
export function namesOf(data, texts) {
  const table = new Table(data);
  return texts.map((images) => images.map((text) => {
    const moved = parse(text).map(([x, y]) => [x + 2, y - 3]).reverse();
    const { cells, number } = table.name(moved);
    return [cells, number, write(moved)];
  }));
}

/** Pieces and rests of all cuts of the shapes of the first sizes. */
export function cuts(data, nSizes) {
  const texts = data.sizes.slice(0, nSizes).flatMap((size) => size.shapes);
  return texts.map((text) => cutsOf(parse(text)).map(({ piece, rest }) => [piece, rest]));
}

/** Plies and moves of pairs. */
export function pliesAndMoves(data, pairs, maxCut) {
  const table = new Table({ ...data, max_cut: maxCut });
  return pairs.map(([cells, a, b]) => {
    const moves = table.moves(table.shape(cells, a), table.shape(cells, b));
    return [table.plies(cells, a, b), moves.map((move) => [
      move.plies, move.piece.cells, move.piece.number, move.restA.number, move.restB.number,
      move.cuts.a.piece, move.cuts.a.rest, move.cuts.b.piece, move.cuts.b.rest])];
  });
}

/** Whether pairs are puzzles, and the sizes of random puzzles that are asked for some sizes. */
export function puzzles(data, pairs, sizes) {
  const table = new Table(data);
  const drawn = sizes.map((cells) => {
    const found = table.randomPuzzle(cells);
    return found && [found.cells, table.isPuzzle(found.cells, found.a, found.b)];
  });
  return [pairs.map((pair) => table.isPuzzle(...pair)), drawn];
}

/** Who wins games against the table, and their plies; a reader plays perfectly or at random. */
export function games(data, asked) {
  const table = new Table(data);
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

/** For each strength the plies of the table's first moves in many games, and whether any move of the table is a mistake. */
export function movesByStrength(data, [cells, a, b], times) {
  const table = new Table(data);
  const start = { a: table.shape(cells, a), b: table.shape(cells, b) };
  return Object.fromEntries(["random", "onePly", "perfect"].map((opponent) => {
    const played = Array.from({ length: times }, () => new Game(table, start, false, opponent));
    const values = played.map(({ value }) => 1 + value);
    return [opponent, [[...new Set(values)].sort(), played.some(({ plies }) => plies[0].isMistake)]];
  }));
}

/** Puzzles of seeds: shapes, and for each kind of cut the cells of the piece and whether practice calls it right. */
export function practised(data, cells, seeds) {
  const table = new Table(data);
  return seeds.map((seed) => {
    const { a: one, b: other } = seededPuzzle(table, cells, seed);
    const [a, b] = [table.shape(cells, one), table.shape(cells, other)];
    const verdicts = table.moves(a, b).map(({ cuts: both }) => {
      const game = new OneCut(table, { a, b }, true);
      for (const side of ["a", "b"]) both[side].piece.forEach((cell) => game.mark(side, cell, true));
      return [game.cut(), both.a.piece.length, game.isRight];
    });
    return [write(a), write(b), verdicts];
  });
}

/** The puzzles of some days. */
export function dailyPuzzles(data, days) {
  const table = new Table(data);
  return days.map((day) => puzzlesOf(table, day).map(({ cells, a, b }) => [cells, a, b]));
}

/** For each day the columns of both shapes as the page shows them, upright, in the first puzzle and in the widest one. */
export function dailyWidths(data, days) {
  const table = new Table(data);
  const columns = (shape) => Math.min(shape.length, shape[0].length);
  return days.map((day) => {
    const widths = puzzlesOf(table, day).map(({ cells, a, b }) => (
      [a, b].map((one) => columns(write(table.shape(cells, one)).split("/"))).reduce((sum, width) => sum + width)));
    return [widths[0], Math.max(...widths)];
  });
}
