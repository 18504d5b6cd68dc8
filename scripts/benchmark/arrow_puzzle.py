"""Solving expert boards: the published search in plain Python, the oracle, and ours.

The published search takes the first solution that it finds; the oracle and ours find the fewest
taps. All run here, one after the other, on one core, on the same random boards.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from pipeline.arrow_puzzle.configuration import Configuration
from pipeline.configuration import checked
from scripts.benchmark.rates import Rate, rates_table
from tablebases.arrow.batches import BatchSolver
from tablebases.arrow.boards import all_written, parse_boards, parse_level
from tablebases.arrow.linear import algebra_of
from tablebases.messages import say
from tests.oracle import arrow_puzzle as oracle


def _timed(name: str, count: int, solve: Callable[[], object]) -> Rate:
    say(f"{name}: {count:,} boards")
    started = time.perf_counter()
    solve()
    return Rate(name, count, time.perf_counter() - started)


def _published(boards: Sequence[str]) -> None:
    for board in boards:
        oracle.published_corrected(oracle.parse_board(board, 6), 6)


def _oracle(boards: Sequence[str]) -> None:
    matrix = oracle.LEVELS["expert"].matrix()
    for board in boards:
        oracle.fewest_taps(oracle.parse_board(board, 6), matrix, 6)


def benchmark(config: Mapping[str, Any], scale: float) -> list[str]:
    """Boards per second of the plain ways and of ours, from text to fewest taps.

    Args:
        config: the section `arrow_puzzle`, with a level expert.
        scale: how many times 100,000 boards ours solves; the plain ways solve a part of them.
    """
    boards = round(100_000 * scale)
    levels = checked(Configuration, config).levels
    algebra = algebra_of(parse_level("expert", [entry.level for entry in levels]))
    level = algebra.level
    random = np.random.default_rng(1)
    taps = random.integers(0, level.directions, (boards, level.tiles))
    texts = all_written(level.after_taps(np.zeros_like(taps), taps).astype(np.uint8), level, lowest=1)
    solver = BatchSolver(algebra)

    def ours(boards: Sequence[str]) -> None:
        parsed = parse_boards(boards, level)
        assert algebra.is_solvable(parsed).all()
        solver.fewest(algebra.one_solution(parsed))

    ours(texts[:10])  # so that the code is compiled
    few = texts[: max(1, boards // 1000)]
    table = rates_table(
        "Expert boards, one core",
        "boards",
        [
            _timed("published search, plain Python", len(few), lambda: _published(few)),
            _timed("fewest taps, plain Python", len(few), lambda: _oracle(few)),
            _timed("fewest taps, the boards stage", boards, lambda: ours(texts)),
        ],
    )
    return [table]
