"""Patterns as bytes, grouped by a counting sort."""

from __future__ import annotations

from itertools import chain

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.nine_tiles_panic.game.board import Board
from pipeline.nine_tiles_panic.game.patterns import towns_in_groups
from pipeline.nine_tiles_panic.game.score_vectors import distinct_keys, name_keys
from pipeline.nine_tiles_panic.game.town_synonyms import all_town_synonyms
from pipeline.nine_tiles_panic.game.towns import TownRuns
from tests.nine_tiles_panic.helpers import Searcher, real_tiles, real_towns
from tests.oracle import nine_tiles_panic as oracle


def word(digits: list[int]) -> int:
    """Digits in four bits each, the last one lowest."""
    return int("".join(map(str, digits)), 16)


Run = tuple[int, list[int], list[list[int]]]


def runs_of(parts: list[list[Run]]) -> list[TownRuns]:
    """Runs given as (scoring class, position digits, direction digits of each town)."""
    return [
        TownRuns(
            np.array([scoring_class for scoring_class, _, _ in part], dtype=np.int32),
            np.array([len(towns) for _, _, towns in part], dtype=np.int32),
            np.array([word(tiles) for _, tiles, _ in part], dtype=np.uint64),
            np.array([word(town) for _, _, towns in part for town in towns], dtype=np.uint64),
        )
        for part in parts
    ]


@st.composite
def grouped_runs(draw: st.DrawFn) -> tuple[int, list[int], list[list[Run]]]:
    """Positions of a board, the group of each scoring class, and runs in parts."""
    positions = draw(st.integers(1, 10))
    groups = draw(st.integers(1, 4))
    extra = draw(st.lists(st.integers(0, groups - 1), max_size=4))
    group_of_class = draw(st.permutations([*range(groups), *extra]))
    tiles = st.permutations(range(10)).map(lambda digits: digits[:positions])
    directions = st.lists(st.integers(0, 7), min_size=positions, max_size=positions)
    run = st.tuples(st.integers(0, len(group_of_class) - 1), tiles, st.lists(directions, max_size=4))
    return positions, group_of_class, draw(st.lists(st.lists(run, max_size=5), max_size=3))


@given(grouped_runs())
def test_towns_keep_their_order_within_a_group_and_are_bytes_of_two_digits(
    drawn: tuple[int, list[int], list[list[Run]]],
) -> None:
    positions, group_of_class, parts = drawn
    expected: list[list[str]] = [[] for _ in range(max(group_of_class) + 1)]
    for part in parts:
        for scoring_class, tiles, towns in part:
            expected[group_of_class[scoring_class]] += ["".join(map(str, [*tiles, *town])) for town in towns]
    runs = runs_of(parts)
    sizes, patterns = towns_in_groups(runs, np.array(group_of_class, dtype=np.int64), positions)
    assert sizes.tolist() == list(map(len, expected))
    assert patterns.shape == (sum(map(len, expected)), positions)
    assert [row.tobytes().hex() for row in patterns] == list(chain(*expected))
    assert runs == [], "the list of runs is emptied"


def test_no_runs_are_no_towns() -> None:
    sizes, patterns = towns_in_groups([], np.empty(0, dtype=np.int64), 9)
    assert (sizes.shape, patterns.shape) == ((0,), (0, 9))


@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (1, 3)])
def test_real_towns_by_theme_synonym(rows: int, columns: int) -> None:
    numbers = (0, 3, 5, 7, 8)
    board = Board(rows, columns)
    searcher = Searcher(board, real_tiles(numbers))
    oriented = all_town_synonyms(board, real_tiles(numbers)).oriented
    runs = [searcher.runs(oriented[:20]), searcher.runs(oriented[20:])]
    keys, place = distinct_keys(name_keys(np.array(searcher.scores(), dtype=np.int8).T.copy()))
    sizes, patterns = towns_in_groups(runs, place, board.positions)
    towns = real_towns(numbers, rows, columns)
    theme_synonyms = oracle.theme_synonym_order(towns.scores)
    assert len(keys) == len(theme_synonyms)
    spelled = iter(patterns)
    for vector, size in zip(theme_synonyms, sizes.tolist(), strict=True):
        expected = [p for p, s in zip(towns.patterns, towns.scores, strict=True) if s == vector]
        assert [next(spelled).tobytes().hex() for _ in range(size)] == expected
