"""Levels, boards, known answers and brute force for the tests of the arrow puzzle."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import yaml
from hypothesis import strategies as st

from oracle import arrow_puzzle as oracle
from tablebases.arrow.boards import Level, Shape, after_taps, parse_level
from tablebases.arrow.linear import Algebra, algebra_of
from tests.known import KnownAnswers

if TYPE_CHECKING:
    from tablebases.arrow.batches import BatchSolver, Fewest

REPOSITORY = Path(__file__).parents[2]
FAMILY_FILE = REPOSITORY / "data" / "arrow_puzzle" / "hardest_boards.csv"
CONFIG = REPOSITORY / "config.yaml"
BY_HAND: Any = yaml.safe_load(Path(__file__).with_name("by_hand.yaml").read_text(encoding="utf-8"))

GAME = (
    Level("easy", Shape.SQUARE, 3, 4),
    Level("medium", Shape.SQUARE, 4, 4),
    Level("hard", Shape.HEXAGON, 4, 2),
    Level("expert", Shape.HEXAGON, 4, 6),
)
GAME_NAMES = tuple(level.name for level in GAME)
HEXAGON_NAMES = ("hard", "expert")

EASY = "434131344"
EXPERT = "6265136336413535566553155125263216446"
ONE_OFF = "1" * 36 + "2"
"""An expert board that cannot be solved; a change of the first or of the last tile would mend it."""

Vectors = Any
"""Boards or taps: integers (vectors, tiles)."""
Taps = tuple[int, ...]

KNOWN_ANSWERS = KnownAnswers("arrow_puzzle")
known_rows, figure, whole = KNOWN_ANSWERS.rows, KNOWN_ANSWERS.figure, KNOWN_ANSWERS.whole


@cache
def level_of(name: str) -> Level:
    """A level of the game, or any other one, such as hexagon-3-6."""
    return parse_level(name, GAME)


@cache
def algebra(name: str) -> Algebra:
    """The algebra of a level."""
    return algebra_of(level_of(name))


@cache
def solver(name: str) -> BatchSolver:
    """The solver of many boards of a level; importing numba for it takes seconds."""
    from tablebases.arrow.batches import BatchSolver

    return BatchSolver(algebra(name))


def fewest_of(name: str, boards: Vectors) -> Fewest:
    """The answers of that solver to boards that can be solved."""
    return solver(name).fewest(algebra(name).one_solution(boards))


def level_names(sides: Iterable[int], directions: Sequence[int]) -> st.SearchStrategy[str]:
    """Levels of both shapes."""
    return st.sampled_from([f"{shape}-{side}-{m}" for shape in Shape for side in sides for m in directions])


# --- boards ----------------------------------------------------------------------------------


def random_boards(name: str, number: int, seed: int = 1) -> Vectors:
    """Any boards, all equally likely: uint8 (number, tiles)."""
    level = level_of(name)
    return np.random.default_rng(seed).integers(0, level.directions, (number, level.tiles), dtype=np.uint8)


def solvable_boards(name: str, number: int, seed: int = 1) -> Vectors:
    """Boards that can be solved, made by tapping: uint8 (number, tiles)."""
    taps = random_boards(name, number, seed).astype(np.int64)
    return after_taps(level_of(name), np.zeros_like(taps), taps).astype(np.uint8)


def tuples(vectors: Vectors) -> list[Taps]:
    """Vectors as the oracle writes them."""
    return [tuple(vector) for vector in np.asarray(vectors).tolist()]


def as_taps(text: str) -> Taps:
    """Taps as answers write them."""
    return tuple(int(word) for word in (text.split() if " " in text else text))


def as_board(text: str) -> Taps:
    """A board as answers write it, with 1 for up, in steps from up."""
    return tuple(value - 1 for value in as_taps(text))


# --- the oracle ------------------------------------------------------------------------------


@cache
def oracle_level(name: str) -> oracle.Level:
    """The level as the oracle knows it."""
    level = level_of(name)
    return oracle.Level(level.shape.value, level.side, level.directions)


@cache
def oracle_matrix(name: str) -> list[list[int]]:
    """The tap matrix of the oracle."""
    return oracle_level(name).matrix()


@cache
def _all_solutions(name: str, board: Taps) -> list[Taps]:
    return oracle.solutions(board, oracle_matrix(name), oracle_level(name).m)


def all_solutions(name: str, board: Iterable[int]) -> list[Taps]:
    """All solutions of a board by the oracle, in lexicographic order."""
    return _all_solutions(name, tuple(int(value) for value in board))


def all_vectors(name: str) -> Vectors:
    """Every board, or all taps, in lexicographic order: uint8 (m ** tiles, tiles)."""
    level = level_of(name)
    found = np.indices((level.directions,) * level.tiles, dtype=np.uint8)
    return found.reshape(level.tiles, -1).T


class Tried(NamedTuple):
    """The answers of all boards in lexicographic order; those of unsolvable boards have only `n_solutions`."""

    n_solutions: Any
    min_taps: Any
    n_min_solutions: Any
    min_tiles: Any
    solutions: Any


@cache
def answers_by_trying_all_taps(name: str) -> Tried:
    """The best solutions of all boards of a small level: brute force, with the oracle's matrix."""
    m, matrix = oracle_level(name).m, np.array(oracle_matrix(name))
    taps = all_vectors(name)
    weights = m ** np.arange(taps.shape[1] - 1, -1, -1)
    number = (-(taps.astype(np.int64) @ matrix) % m) @ weights  # of the board that they solve
    n_taps, n_tiles = taps.sum(axis=1, dtype=np.int64), np.count_nonzero(taps, axis=1)
    min_taps, min_tiles = np.full(len(taps), 10**6), np.full(len(taps), 10**6)
    np.minimum.at(min_taps, number, n_taps)
    np.minimum.at(min_tiles, number, n_tiles)
    best = np.flatnonzero(n_taps == min_taps[number])
    n_min_solutions = np.bincount(number[best], minlength=len(taps))
    boards, first = np.unique(number[best], return_index=True)
    solutions = np.zeros_like(taps)
    solutions[boards] = taps[best[first]]
    n_solutions = np.bincount(number, minlength=len(taps))
    return Tried(n_solutions, min_taps, n_min_solutions, min_tiles, solutions)
