"""Compare the speed of the pipelines and of plain Python, on one core and the same random inputs.

Example: make benchmark, or python -m studies.benchmark godomachi --scale 0.1
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Annotated, Any

import numpy as np
import pandas as pd
import typer

from oracle import arrow_puzzle as arrow_oracle
from oracle import godomachi as godomachi_oracle
from oracle import millijan as millijan_oracle
from oracle import nine_tiles_panic as nine_tiles_oracle
from pipeline.arrow_puzzle.configuration import Configuration
from pipeline.configuration import checked
from pipeline.stage import run_program
from scripts import ROOT
from tablebases.arrays import Vector
from tablebases.arrow.batches import BatchSolver
from tablebases.arrow.boards import after_taps, all_written, parse_level
from tablebases.arrow.linear import algebra_of
from tablebases.arrow.solutions import parse_boards
from tablebases.errors import InputError
from tablebases.godomachi.cut_tables import ONE_CELL, Plies, all_cuts, all_plies
from tablebases.godomachi.polyominoes import free_polyominoes
from tablebases.messages import say
from tablebases.millijan.game_files import load_tiles, load_units
from tablebases.millijan.simulation import deals
from tablebases.millijan.splits import split_memory, values_of
from tablebases.millijan.table import Table, decks
from tablebases.millijan.units import RuleSet
from tablebases.nine_tiles.rules.game_files import load_all_tiles
from tablebases.nine_tiles.rules.road_objects import PUBLISHED, OutcomeTable
from tablebases.nine_tiles.rules.tiles import Board, Tile
from tablebases.nine_tiles.search.boxes import TownRuns, TurnSets, spell_towns
from tablebases.nine_tiles.search.town_synonyms import (
    FillingCounts,
    all_town_synonyms,
    filling_counts,
    synonym_occurrences,
)
from tablebases.nine_tiles.search.town_tables import face_tables, most_objects_on_a_road
from tablebases.nine_tiles.search.towns import TownSearch
from tablebases.yaml_file import read_configuration

Section = Mapping[str, Any]
"""The section of a puzzle in config.yaml."""


@dataclass(frozen=True)
class Rate:
    """The number of inputs that `name` computed, and its seconds."""

    name: str
    count: int
    seconds: float


def timed(name: str, inputs: Any, solve: Callable[[Any], object], unit: str) -> Rate:
    """Time a call of `solve` with all inputs."""
    say(f"{name}: {len(inputs):,} {unit}")
    started = time.perf_counter()
    solve(inputs)
    return Rate(name, len(inputs), time.perf_counter() - started)


def each(judge: Callable[[Any], object]) -> Callable[[Sequence[Any]], None]:
    """Return a function that calls `judge` with each input."""

    def judge_all(inputs: Sequence[Any]) -> None:
        for each_input in inputs:
            judge(each_input)

    return judge_all


def rates_table(title: str, unit: str, rates: Sequence[Rate]) -> str:
    """A table of rates, and of their ratios to the first."""
    table = pd.DataFrame(rates).set_axis(["", unit, "seconds"], axis=1)
    a_second = table[unit] / table["seconds"]
    table[f"{unit} a second"] = a_second
    table["ratio"] = [f"{ratio:,.0f}" if ratio >= 10 else f"{ratio:.2g}" for ratio in a_second / a_second[0]]
    formats = {unit: "{:,}", "seconds": "{:.2f}", f"{unit} a second": "{:,.0f}"}
    formatters = {column: text.format for column, text in formats.items()}
    return f"{title}\n{table.to_string(index=False, formatters=formatters)}\n"


TOWNS_IN_A_BATCH = 500_000
NOTHING = FillingCounts(0, 0, 0)


def _batches(order: Vector[np.int64], n_towns: Vector[np.int64], sample: int) -> Iterator[Vector[np.int64]]:
    """Yield places in `order`, about `TOWNS_IN_A_BATCH` towns at a time, until there are `sample` towns."""
    batch_of = np.cumsum(n_towns[order]) // TOWNS_IN_A_BATCH
    for batch in range(max(1, sample // TOWNS_IN_A_BATCH)):
        if (batch_of == batch).any():
            yield order[batch_of == batch]


def search(
    board: Board, tiles: Sequence[Tile], sample: int, look: Callable[[TownRuns, TurnSets], object] = lambda _, __: None
) -> Rate:
    """Find and score all towns of random town synonyms, about `sample` towns; seconds are processor time.

    `look` is called with each batch, within the measured time.
    """
    oriented = all_town_synonyms(board, tiles).oriented
    by_occurrences = filling_counts(tiles)
    fillings = [by_occurrences.get(occurrences, NOTHING) for occurrences in synonym_occurrences(oriented)]
    n_towns = np.array([filling.towns for filling in fillings])
    n_placements = np.array([filling.placements for filling in fillings])
    order = np.random.default_rng(1).permutation(np.flatnonzero(n_towns))
    town_search = TownSearch(board, face_tables(tiles), OutcomeTable(PUBLISHED, most_objects_on_a_road(tiles, board)))
    towns = 0
    started = time.process_time()
    for batch in _batches(order, n_towns, sample):
        runs = town_search.towns(oriented[batch], int(n_placements[batch].sum()), int(n_towns[batch].sum()))
        look(runs, town_search.turn_sets)
        towns += int(runs.n_towns.sum())
    return Rate("the search of the towns stage", towns, time.process_time() - started)


def nine_tiles_panic(section: Section, scale: float) -> Iterator[str]:
    """Score 3,000 towns by the oracle, and find and score 20 million towns by the search."""
    board = Board(section["board"]["rows"], section["board"]["columns"])
    tiles = load_all_tiles(ROOT / section["tile_file"])
    towns: list[str] = []

    def look(runs: TownRuns, turn_sets: TurnSets) -> None:
        if not towns:
            spelled = spell_towns(runs.boxes[:: max(1, round(len(runs.boxes) / 3000 / scale))], turn_sets)
            towns.extend("".join(map(str, town)) for town in spelled[:: max(1, round(len(spelled) / 3000 / scale))])

    search(board, tiles, 1, look)  # compiles, and gives the towns for the oracle
    read = nine_tiles_oracle.load_tiles(ROOT / "oracle/tiles.csv")
    plain = each(lambda town: nine_tiles_oracle.score(town, read, board.rows, board.columns))
    rates = [
        timed("plain Python", towns, plain, "towns"),
        search(board, tiles, round(20_000_000 * scale)),
    ]
    yield rates_table("All scores of a town, one core", "towns", rates)


def arrow_puzzle(section: Section, scale: float) -> Iterator[str]:
    """Solve 100,000 expert boards by the solver of the pipeline, and a few of them in plain Python.

    The published search stops at its first solution. The oracle finds the fewest taps.
    """
    boards = round(100_000 * scale)
    levels = checked(Configuration, section).levels
    algebra = algebra_of(parse_level("expert", [entry.level for entry in levels]))
    level = algebra.level
    taps = np.random.default_rng(1).integers(0, level.directions, (boards, level.tiles))
    texts = all_written(after_taps(level, np.zeros_like(taps), taps).astype(np.uint8), level, lowest=1)
    solver = BatchSolver(algebra)
    matrix = arrow_oracle.LEVELS["expert"].matrix()

    def ours(boards: Sequence[str]) -> None:
        parsed = parse_boards(boards, level)
        assert algebra.is_solvable(parsed).all()
        solver.fewest(algebra.one_solution(parsed))

    published = each(lambda board: next(arrow_oracle.published_search(arrow_oracle.parse_board(board, 6), 6), None))
    fewest = each(lambda board: arrow_oracle.fewest_taps(arrow_oracle.parse_board(board, 6), matrix, 6))
    ours(texts[:10])  # compiles
    few = texts[: max(1, boards // 1000)]
    rates = [
        timed("published search, plain Python", few, published, "boards"),
        timed("fewest taps, plain Python", few, fewest, "boards"),
        timed("fewest taps, the boards stage", texts, ours, "boards"),
    ]
    yield rates_table("Expert boards, one core", "boards", rates)


def _all_pairs(cells: int) -> Plies:
    """Compute the plies of all pairs of a size, with the shapes, cuts and smaller sizes."""
    shapes = free_polyominoes(cells)
    plies = [ONE_CELL]
    for size in range(2, cells + 1):
        cuts = all_cuts(shapes[size - 1], shapes[: size - 1])
        plies.append(np.concatenate(list(all_plies(cuts, plies))))
    return plies[-1]


def _plies_without_memory(a: godomachi_oracle.Shape, b: godomachi_oracle.Shape) -> int:
    """The plies of a pair by minimax that stores cuts of shapes, but no values."""
    if a == b:
        return 0
    moves = godomachi_oracle.kinds_of_moves(a, b, "any")
    return min((1 + _plies_without_memory(*rests) for _, *rests in moves), key=godomachi_oracle.preference)


def godomachi(_: Section, scale: float) -> Iterator[str]:
    """Solve all pairs of 5 cells, from scale 1 on also of 6, by minimax without memory and by the pipeline."""
    _all_pairs(3)  # compiles
    for cells in (5, 6)[: 2 if scale >= 1 else 1]:
        pairs = list(combinations(godomachi_oracle.polyominoes(cells), 2))
        obvious: list[int] = []
        plain = each(lambda pair: obvious.append(_plies_without_memory(*pair)))  # noqa: B023 -- used in this round
        rates = [timed(f"plain minimax, {cells} cells", pairs, plain, "pairs")]
        for size in (cells, 10):
            started = time.perf_counter()
            plies = _all_pairs(size)
            seconds = time.perf_counter() - started
            rates.append(Rate(f"the pipeline, {size} cells", len(plies) * (len(plies) - 1) // 2, seconds))
            assert size != cells or obvious == plies[np.triu_indices(len(plies), 1)].tolist()
        yield rates_table(f"Pairs of polyominoes of {cells} cells, one core", "pairs", rates)


def millijan(section: Section, scale: float) -> Iterator[str]:
    """Judge 200,000 hands of the whole deck and of AS by the pipeline, and a few of them in plain Python."""
    hands = round(200_000 * scale)
    tiles = load_tiles(ROOT / section["tile_file"])
    table = Table(tiles, load_units(ROOT / section["unit_file"], tiles), RuleSet.SEED)
    kinds = range(len(tiles))
    units = millijan_oracle.read_units(
        ROOT / section["unit_file"], millijan_oracle.read_tiles(ROOT / section["tile_file"])
    )
    work = split_memory(len(table.units))

    def ours(dealt: Any) -> None:
        won, score = np.empty(len(dealt), np.bool_), np.empty(len(dealt), np.int32)
        values_of(dealt, table.scores, table.tables, work, won, score)

    plain = {
        "backtracking, plain Python": lambda hand: millijan_oracle.value_by_backtracking(hand, units),
        "reuse, plain Python": lambda hand: millijan_oracle.value_with_reuse(hand, units),
    }
    for deck in decks(table)[:2]:
        dealt = np.concatenate(list(deals(deck, hands, seed=1)))
        thirteen = list(map(tuple, dealt.tolist()))
        twelve = [hand[:-1] for hand in thirteen]
        ours(dealt[:2])  # compiles, as do the next two lines
        table.waits(twelve[0])
        table.distance(twelve[0])
        few, fewest = max(2, hands // 400), max(2, hands // 4000)
        ways = {**plain, "reuse and cache, plain Python": millijan_oracle.ValuesWithCache(units).value}
        yield rates_table(
            f"Values of hands of 13, deck {deck.name}, one core",
            "hands",
            [
                *(timed(name, thirteen[:few], each(way), "hands") for name, way in ways.items()),
                timed("the search of the pipeline", dealt, ours, "hands"),
            ],
        )
        distances = millijan_oracle.Distances(units)
        questions: dict[str, tuple[str, Callable[[Any], object], Callable[[Any], object]]] = {
            "Waits": ("every kind drawn", lambda hand: millijan_oracle.waits(hand, units, kinds), table.waits),
            "Distances and accepted kinds": ("a remembered search", distances.distance_and_accepted, table.distance),
        }
        for question, (name, obvious, of_table) in questions.items():
            rates = [
                timed(f"{name}, plain Python", twelve[:fewest], each(obvious), "hands"),
                timed("the search of the pipeline", twelve[: 100 * fewest], each(of_table), "hands"),
            ]
            yield rates_table(f"{question} of hands of 12, deck {deck.name}, one core", "hands", rates)


BENCHMARKS = {puzzle.__name__: puzzle for puzzle in (nine_tiles_panic, arrow_puzzle, godomachi, millijan)}


def main(
    puzzle: Annotated[str | None, typer.Argument(help="Compare this puzzle alone.")] = None,
    scale: Annotated[float, typer.Option(min=0.001, help="Multiply the amount of work by this.")] = 1.0,
) -> None:
    """Compare the pipelines with plain Python."""
    if puzzle not in (None, *BENCHMARKS):
        raise InputError(f"there is no benchmark of {puzzle}; choose one of {', '.join(BENCHMARKS)}")
    sections = read_configuration()
    for name, benchmark in BENCHMARKS.items():
        if puzzle in (None, name):
            for table in benchmark(sections[name], scale):
                typer.echo(table)


if __name__ == "__main__":
    run_program(main)
