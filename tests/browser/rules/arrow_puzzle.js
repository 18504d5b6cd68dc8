// Questions of tests to the rules of the arrow puzzle's page.

import { Draws } from "../kit/practice.js";
import { dailyRound, seededRound } from "./practice.js";
import { readBoard } from "./reading.js";
import { readScreenshot } from "./screenshot.js";
import { decide } from "./screenshot_board.js";
import { Solver, tapsOf, tilesOf } from "./solving.js";

const solversOf = ({ levels }) => Object.fromEntries(levels.map((level) => [level.name, new Solver(level)]));

/** The columns of the tables of known answers, for boards as they are written. */
export function knownColumns(data, name, boards) {
  const solver = solversOf(data)[name];
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
        min_taps: String(tapsOf(best)),
        min_tiles: String(tilesOf(solver.answer(turns, "tiles").solutions[0])),
        n_min_solutions: String(answer.solutions.length),
      } : {}),
    };
  });
}

/** Solutions with the fewest taps, with the fewest tiles, and likely mistakes. */
export function solutions(data, name, boards) {
  const solver = solversOf(data)[name];
  return boards.map((turns) => {
    const { solutions: fewest, mistakes } = solver.answer(turns);
    const few = solver.answer(turns, "tiles").solutions;
    return [fewest, few, mistakes.map(({ tile, turns: fixed }) => [tile, fixed])].map((list) => list.map((row) => [...row]));
  });
}

/** Whether random boards of each level are solved by their taps, and the milliseconds of an expert board. */
export function randomBoards(data, times) {
  const solvers = solversOf(data);
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

/** The turns of boards as they are read when up is a number, null for `?`; the kind of fault of other texts. */
export function reads(data, name, texts, up) {
  const { level } = solversOf(data)[name];
  return texts.map((text) => {
    const { turns, fault } = readBoard(text, level, up, level.shape === "hexagon" ? "columns" : "rows");
    return fault ? fault.kind : Array.from(turns);
  });
}

/** For each text numbers below some bounds. */
export function draws(_, texts, bounds) {
  return texts.map((text) => {
    const drawn = new Draws(text);
    return bounds.map((bound) => drawn.below(bound));
  });
}

/** The levels and the boards of some days. */
export function dailyBoards(data, days) {
  return days.map((day) => {
    const { solver, board } = dailyRound(Object.values(solversOf(data)), day);
    return [solver.level.name, [...board]];
  });
}

/** The boards of seeds, and the fewest taps that are left after each of some taps. */
export function practised(data, name, seeds, taps) {
  const solver = solversOf(data)[name];
  return seeds.map((seed, i) => {
    const round = seededRound(solver, seed);
    const left = taps[i].map((tile) => {
      round.tap(tile);
      return [round.left, round.wasNeeded];
    });
    return [[...round.board], round.fewest, left];
  });
}

/** What a picture shows, a file of red, green, blue and opacity of each pixel; null if no board is found. */
export async function screenshot({ levels }, names, file, width, height) {
  const { readFileSync } = await import("node:fs");
  const read = readScreenshot({ data: readFileSync(file), width, height }, levels.filter(({ name }) => names.includes(name)));
  return read && { ...read, level: read.level.name };
}

/** The decision about a board from the likelihoods of its numbers. */
export function decision(data, name, logs) {
  return decide(solversOf(data)[name].level, logs);
}
