"""Completions of partial towns against a search that tries everything, and the best of them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np
import pytest

from tablebases.nine_tiles.completion import CompletionSearch
from tablebases.nine_tiles.laid_town import ALL_DIRECTIONS, PartialTile, parse_partial_town
from tablebases.nine_tiles.road_objects import RULE_SETS
from tablebases.nine_tiles.round_robin import best_results, nearest_results
from tablebases.nine_tiles.tiles import Board
from tests.nine_tiles_panic.helpers import Scores, oracle_tiles, real_themes, real_tiles
from tests.oracle import nine_tiles_panic as oracle

SMALL = [((0, 3, 5, 8), 2, 2), ((1, 2, 4), 1, 3), ((0, 3, 6, 8), 3, 1)]
PUBLISHED = RULE_SETS["published"]
OPEN = PartialTile(None, ALL_DIRECTIONS)


class Town(NamedTuple):
    """A complete town."""

    look: str
    """Its pattern with the smallest of the directions by which each tile looks the same."""
    scores: frozenset[Scores]
    """Those of the listed towns that it is a rotation of: several, if its town synonym is symmetric."""


@cache
def complete_towns(numbers: tuple[int, ...], rows: int, columns: int) -> dict[str, Town]:
    """Every complete town of a board by its pattern."""
    tiles = oracle_tiles(numbers)

    @cache
    def look(pattern: str) -> str:
        laid, directions = oracle.split_pattern(pattern, rows, columns)
        smallest = [oracle.smallest_equal_direction(tiles[n], d) for n, d in zip(laid, directions, strict=True)]
        return oracle.join_pattern(laid, smallest)

    @cache
    def scores(of_look: str) -> frozenset[Scores]:
        looks = [look(rotation) for rotation in oracle.rotations(of_look, rows, columns)]
        listed = [town for town in looks if oracle.is_listed_town(town, tiles, rows, columns)]
        assert listed
        return frozenset(oracle.score(town, tiles, rows, columns) for town in listed)

    patterns = oracle.all_complete_patterns(tiles, rows, columns)
    return {pattern: Town(look(pattern), scores(look(pattern))) for pattern in patterns}


def random_partial_town(pattern: str, rng: random.Random) -> list[PartialTile]:
    """What is left of a town if some of it is forgotten."""
    half = len(pattern) // 2
    known = []
    for tile, direction in zip(map(int, pattern[:half]), map(int, pattern[half:]), strict=True):
        face = tuple(range(direction // 4 * 4, direction // 4 * 4 + 4))
        directions = rng.choice([(direction,), (direction,), face, ALL_DIRECTIONS])
        known.append(rng.choice([OPEN, PartialTile(tile, directions), PartialTile(tile, directions)]))
    return known


def fits(pattern: str, known: Sequence[PartialTile]) -> bool:
    """Say whether a town is a completion, tile by tile and digit by digit."""
    half = len(pattern) // 2
    return all(
        of.tile in (None, int(tile)) and int(direction) in of.directions
        for of, tile, direction in zip(known, pattern[:half], pattern[half:], strict=True)
    )


@pytest.mark.parametrize(("numbers", "rows", "columns"), SMALL)
def test_completions_are_those_that_trying_everything_finds(numbers: tuple[int, ...], rows: int, columns: int) -> None:
    towns = complete_towns(numbers, rows, columns)
    rng = random.Random(rows)  # noqa: S311
    partial_towns = [random_partial_town(rng.choice(list(towns)), rng) for _ in range(6)]
    for known in [*partial_towns, [OPEN] * (rows * columns)]:
        expected = [pattern for pattern in towns if fits(pattern, known)]
        search = CompletionSearch(known, Board(rows, columns), real_tiles(numbers), PUBLISHED)
        reached = search.reached(real_themes())
        every = frozenset(scores for pattern in expected for scores in towns[pattern].scores)
        assert {tuple(of) for of in reached.scores.T.tolist()} == every
        looks = {towns[pattern].look for pattern in expected}
        assert reached.n_towns.sum() == len(looks)
        patterns = search.patterns([[scoring_class] for scoring_class in reached.classes.tolist()], limit=10**6)
        for scores, of_class in zip(reached.scores.T.tolist(), patterns, strict=True):
            assert of_class
            assert set(of_class) <= set(expected)
            assert all(tuple(scores) in towns[pattern].scores for pattern in of_class)
        assert {towns[pattern].look for of_class in patterns for pattern in of_class} == looks


def test_the_towns_of_every_result_are_counted() -> None:
    numbers, rows, columns = SMALL[0]
    towns = complete_towns(numbers, rows, columns)
    known = parse_partial_town("3", 4)
    fitting = {town for pattern, town in towns.items() if fits(pattern, known)}
    expected = Counter(next(iter(town.scores)) for town in fitting if len(town.scores) == 1)
    reached = CompletionSearch(known, Board(rows, columns), real_tiles(numbers), PUBLISHED).reached(real_themes())
    found: Counter[Scores] = Counter()
    for scores, n_towns in zip(reached.scores.T.tolist(), reached.n_towns.tolist(), strict=True):
        found[tuple(scores)] += n_towns
    assert {scores: found[scores] for scores in expected} == expected


def test_a_town_that_no_tiles_complete_reaches_nothing() -> None:
    """A road of tile 1 leads to its neighbour 3, whose front has none."""
    board, tiles = Board(1, 2), real_tiles((1, 3))
    possible = CompletionSearch(parse_partial_town("31|f?", 2), board, tiles, PUBLISHED)
    assert len(possible.reached(real_themes()).classes) > 0
    closed = CompletionSearch([PartialTile(1, (2,)), PartialTile(3, (0,))], board, tiles, PUBLISHED)
    assert len(closed.reached(real_themes()).classes) == 0
    assert closed.patterns([[0]], 1) == [[]]


@pytest.mark.parametrize("themes", [1, 2, 3])
def test_the_best_results_win_the_round_robin(themes: int) -> None:
    rng = np.random.default_rng(themes)
    for size in (1, 2, 30):
        scores = rng.integers(-3, 4, (themes, size)).astype(np.int8)
        padded = [tuple(of) + (0,) * (3 - themes) for of in scores.T.tolist()]
        kept = sorted((-a, -b, -c) for a, b, c in oracle.round_robin((-a, -b, -c) for a, b, c in padded))
        groups = best_results(scores)
        assert sorted({padded[place] for places in groups for place in places}) == kept
        for places in groups:
            assert [i for i, of in enumerate(padded) if of == padded[places[0]]] == places.tolist()


def test_the_results_nearest_to_all_best_scores_are_best_without_cards() -> None:
    scores = np.array([list(of) for of in product(range(3), repeat=3) if sum(of) <= 4], dtype=np.int8).T
    distances = [sum((2 - score) ** 2 for score in of) for of in scores.T.tolist()]
    nearest = [place for place, distance in enumerate(distances) if distance == min(distances)]
    assert sorted(place for (place,) in nearest_results(scores)) == nearest
