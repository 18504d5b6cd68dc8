"""The staged town search (algorithm C), against the oracle: A tries all placements, B fills one town synonym."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import pairwise, product
from typing import NamedTuple
from unittest.mock import patch

import numpy as np
import pytest

from oracle import nine_tiles_panic as oracle
from tablebases.errors import Error
from tablebases.nine_tiles.rules.laid_town import ALL_DIRECTIONS, PartialTile, parse_partial_town
from tablebases.nine_tiles.rules.road_objects import RULE_SETS
from tablebases.nine_tiles.rules.round_robin import best_results, nearest_results
from tablebases.nine_tiles.rules.tiles import Board, Tile
from tablebases.nine_tiles.search.boxes import spell_towns
from tablebases.nine_tiles.search.completion import CompletionSearch
from tablebases.nine_tiles.search.town_synonyms import all_town_synonyms, town_synonym_pattern
from tablebases.nine_tiles.search.town_tables import most_objects_on_a_road
from tests.nine_tiles_panic.helpers import (
    FoundTowns,
    Scores,
    Searcher,
    all_towns,
    by_hand,
    known_rows,
    oracle_tiles,
    oracle_tiles_of,
    oriented_of,
    pipeline_tiles_of,
    random_face,
    real_themes,
    real_tiles,
    real_towns,
    tile_rows,
)

ALL = tuple(range(9))
NUMBERS = (0, 3, 5, 7, 8)


def by_trying_everything(tiles: oracle.Tiles, board: Board, rule_set: str = "published") -> dict[str, Scores]:
    """Every town of a board with its scores, by algorithm A."""
    rows, columns = board.rows, board.columns
    patterns = oracle.all_towns_by_trying_everything(tiles, rows, columns)
    return {pattern: oracle.score(pattern, tiles, rows, columns, rule_set) for pattern in patterns}


def by_filling(town_synonyms: Sequence[Sequence[int]], tiles: oracle.Tiles, board: Board) -> dict[str, Scores]:
    """Every town of `town_synonyms` with its scores, by algorithm B."""
    expected: dict[str, Scores] = {}
    for oriented in town_synonyms:
        pattern = town_synonym_pattern(oriented)
        expected |= oracle.scored_towns_of_town_synonym(pattern, tiles, board.rows, board.columns)
    return expected


def assert_same_towns(found: FoundTowns, expected: dict[str, Scores]) -> None:
    """Stop unless both have the same patterns, each once, with the same scores."""
    by_pattern = found.by_pattern
    assert sorted(by_pattern) == sorted(expected)
    assert not {town: (scores, expected[town]) for town, scores in by_pattern.items() if scores != expected[town]}


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("numbers", "rows", "columns"),
    [
        (ALL, 1, 1), (ALL, 1, 2), ((2, 4, 6), 1, 3), ((2, 4, 5), 3, 1), ((3, 5, 7, 8), 2, 2),
    ],
)  # fmt: skip
def test_the_search_finds_every_town_of_a_small_board_with_its_scores(
    numbers: tuple[int, ...], rows: int, columns: int
) -> None:
    expected = by_trying_everything(oracle_tiles(numbers), Board(rows, columns))
    assert expected
    assert_same_towns(real_towns(numbers, rows, columns), expected)


@pytest.mark.parametrize("batch_size", [1, 7, 1000])
def test_batches_change_nothing(batch_size: int) -> None:
    found, expected = all_towns(Board(2, 2), real_tiles(NUMBERS), batch_size), real_towns(NUMBERS, 2, 2)
    assert (found.patterns, found.scores) == (expected.patterns, expected.scores)


def test_towns_are_ordered_by_town_synonym_then_placement() -> None:
    patterns = real_towns(NUMBERS, 2, 2).patterns
    keys = [
        (oracle.town_synonym_of(p, oracle_tiles(NUMBERS), 2, 2), p[:4], *(d >= "4" for d in p[4:])) for p in patterns
    ]
    starts = [keys[0]] + [b for a, b in pairwise(keys) if a != b]
    assert [s for s, *_ in starts] == sorted(s for s, *_ in starts)
    assert len(starts) == len(set(starts))


def test_a_town_synonym_that_no_tiles_fill_adds_no_towns() -> None:
    # Each tile has a curve on its front and a straight on its back, so no curve is left over.
    tiles = pipeline_tiles_of(tile_rows("0-1", "0-2", "0-1", "0-2 hamburger"))
    searcher = Searcher(Board(1, 2), tiles)
    nothing = searcher.towns(oriented_of("0000")[:0])
    assert (nothing.patterns, searcher.scores()) == ([], [])
    assert searcher.n_towns(oriented_of("0000", "1111")) == [0, 1 * 2]
    assert sorted(searcher.towns(oriented_of("0000", "1111")).patterns) == ["0111", "1011"]


def check_sampled(board: Board, tiles: Sequence[Tile], same: oracle.Tiles, seed: int, most: int, count: int) -> None:
    """Stop unless `count` random town synonyms with 1 to `most` towns have the towns of algorithm B."""
    oriented = all_town_synonyms(board, tiles).oriented
    searcher = Searcher(board, tiles)
    n_towns = np.array(searcher.n_towns(oriented))
    few = np.flatnonzero((n_towns > 0) & (n_towns <= most))
    chosen = oriented[np.random.default_rng(seed).choice(few, count, replace=False)]
    assert_same_towns(searcher.towns(chosen), by_filling(chosen.tolist(), same, board))


OTHER_BOARDS = [(rows, columns, rows, 300, 3) for rows, columns in ((2, 3), (3, 2), (1, 6), (4, 2))]


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("rows", "columns", "seed", "most", "count"),
    [(3, 3, 0, 800, 2), (3, 3, 1, 800, 2), (3, 3, 2, 3000, 1), *OTHER_BOARDS],
)
def test_towns_of_sampled_town_synonyms(rows: int, columns: int, seed: int, most: int, count: int) -> None:
    numbers = ALL[-rows * columns :]
    check_sampled(Board(rows, columns), real_tiles(numbers), oracle_tiles(numbers), seed, most, count)


def same_looks(pattern: str, tiles: oracle.Tiles) -> str:
    """The pattern with the smallest direction of the same look for each tile."""
    half = len(pattern) // 2
    numbers, directions = oracle.split_pattern(pattern, 1, half)
    smallest = [oracle.smallest_equal_direction(tiles[n], d) for n, d in zip(numbers, directions, strict=True)]
    return oracle.join_pattern(numbers, smallest)


@pytest.mark.thorough
def test_the_search_finds_known_towns_with_their_scores() -> None:
    searcher, rows = Searcher(Board(3, 3), real_tiles()), known_rows("towns")[::9]
    classes = {}
    for pattern in (row["pattern"] for row in rows):
        runs = searcher.runs(oriented_of(oracle.town_synonym_of(pattern, oracle_tiles(), 3, 3)))
        towns = spell_towns(runs.boxes, searcher.turn_sets)
        (town,) = np.flatnonzero((towns == list(map(int, pattern))).all(axis=1))
        classes[pattern] = int(np.repeat(runs.scoring_class, runs.n_towns)[town])
    scores = searcher.scores()
    found = {pattern: scores[scoring_class][:26] for pattern, scoring_class in classes.items()}
    assert found == {row["pattern"]: tuple(int(row[theme.column]) for theme in real_themes()[:26]) for row in rows}


@pytest.mark.parametrize(
    ("rows", "columns", "n_tiles", "seeds", "rule_set"),
    [
        (1, 2, 3, range(3), "published"),
        pytest.param(1, 2, 3, range(3, 9), "published", marks=pytest.mark.thorough),
        pytest.param(2, 1, 3, range(12, 18), "impartial", marks=pytest.mark.thorough),
        pytest.param(1, 3, 3, [0], "published", marks=pytest.mark.thorough),
        pytest.param(3, 1, 3, [3], "impartial", marks=pytest.mark.thorough),
        pytest.param(2, 2, 4, [9], "impartial", marks=pytest.mark.thorough),
    ],
)
def test_towns_of_made_up_tiles(rows: int, columns: int, n_tiles: int, seeds: Sequence[int], rule_set: str) -> None:
    """Algorithm C finds the towns of A, up to directions with the same look."""
    for seed in seeds:
        rng = random.Random(seed)  # noqa: S311
        faces = tile_rows(*(random_face(rng) for _ in range(2 * n_tiles)))
        tiles, board = oracle_tiles_of(faces), Board(rows, columns)
        found = all_towns(board, pipeline_tiles_of(faces), rule_set=rule_set)
        found.patterns[:] = [same_looks(pattern, tiles) for pattern in found.patterns]
        assert_same_towns(found, by_trying_everything(tiles, board, rule_set))


@pytest.mark.thorough
def test_towns_of_ten_made_up_tiles() -> None:
    # Ten positions need all digits. The backs are crosses, which keeps the choice of tiles small.
    fronts = [
        "| 3 dogs", "| 9 houses, 9 captured_aliens", "0-1 agent facing 1", "2-3 alien facing 2",
        "0-3 hamburger", "0-1 agent facing 0; 2-3 alien facing 3", "1-2 hamburger; 0-3",
        "0-2 alien facing 0", "1-3 agent facing 3", "0-2 hamburger | 2 girls, 1 boys, 2 ufos",
    ]  # fmt: skip
    rows = tile_rows(*(face for front in fronts for face in (front, "0-2; 1-3")))
    for board in (Board(2, 5), Board(5, 2)):
        check_sampled(board, pipeline_tiles_of(rows), oracle_tiles_of(rows), 10, 1000, 1)


def test_scores_depend_on_no_more_than_the_level_of_their_theme() -> None:
    towns = real_towns(NUMBERS, 2, 2)
    shapes = [oracle.town_synonym_of(p, oracle_tiles(NUMBERS), 2, 2) for p in towns.patterns]
    known_by = {
        "none": [""] * len(shapes),
        "shape": shapes,
        "faces": [p[:4] + "".join("b" if d >= "4" else "f" for d in p[4:]) for p in towns.patterns],
        "objects": towns.patterns,
    }
    for i, theme in enumerate(real_themes()):
        scores: dict[str, set[int]] = {}
        for key, vector in zip(known_by[theme.level], towns.scores, strict=True):
            scores.setdefault(key, set()).add(vector[i])
        assert all(len(different) == 1 for different in scores.values()), theme.name_en


def test_towns_of_one_scoring_class_score_the_same_and_classes_have_no_gaps() -> None:
    towns = real_towns(NUMBERS, 2, 2)
    scores: dict[int, Scores] = {}
    for scoring_class, vector in zip(towns.scoring_classes, towns.scores, strict=True):
        assert scores.setdefault(scoring_class, vector) == vector
    assert sorted(scores) == list(range(len(scores)))


@pytest.mark.parametrize(("faces", "rows", "columns", "most"), by_hand("objects on the roads of a town"))
def test_most_objects_on_a_road_bounds_the_objects_of_any_town(
    faces: list[str], rows: int, columns: int, most: int | str
) -> None:
    tiles, board = pipeline_tiles_of(tile_rows(*faces)), Board(rows, columns)
    if isinstance(most, int):
        assert most_objects_on_a_road(tiles, board) == most
    else:
        with pytest.raises(Error, match=f"^{most}$"):
            most_objects_on_a_road(tiles, board)


def test_the_search_finds_the_largest_possible_score() -> None:
    # Three tiles have 6 free aliens and 3 x 7 UFOs: theme 17 scores 126.
    rows = tile_rows(*["0-1 alien facing 0; 2-3 alien facing 2 | 7 ufos", "0-1; 2-3"] * 3)
    assert max(scores[16] for scores in all_towns(Board(1, 3), pipeline_tiles_of(rows)).scores) == 126


SMALL = [((0, 3, 5, 8), 2, 2), ((0, 3, 6, 8), 3, 1)]
PUBLISHED = RULE_SETS["published"]
OPEN = PartialTile(None, ALL_DIRECTIONS)


class Town(NamedTuple):
    """A complete town."""

    look: str
    """Its pattern with the smallest direction of the same look for each tile."""
    scores: Scores
    """As it lies."""


@cache
def complete_towns(numbers: tuple[int, ...], rows: int, columns: int) -> dict[str, Town]:
    """Every complete town of a board by its pattern."""
    tiles = oracle_tiles(numbers)

    @cache
    def scores(look: str) -> Scores:
        return oracle.score(look, tiles, rows, columns)

    patterns = oracle.all_complete_patterns(tiles, rows, columns)
    looks = {pattern: same_looks(pattern, tiles) for pattern in patterns}
    return {pattern: Town(look, scores(look)) for pattern, look in looks.items()}


def random_partial_town(pattern: str, rng: random.Random) -> list[PartialTile]:
    """A town with random tiles and directions left open."""
    half = len(pattern) // 2
    known = []
    for tile, direction in zip(map(int, pattern[:half]), map(int, pattern[half:]), strict=True):
        face = tuple(range(direction // 4 * 4, direction // 4 * 4 + 4))
        directions = rng.choice([(direction,), (direction,), face, ALL_DIRECTIONS])
        known.append(rng.choice([OPEN, PartialTile(tile, directions), PartialTile(tile, directions)]))
    return known


def fits(pattern: str, known: Sequence[PartialTile]) -> bool:
    """Whether a town is a completion, tile by tile and digit by digit."""
    half = len(pattern) // 2
    return all(
        partial.tile in (None, int(tile)) and int(direction) in partial.directions
        for partial, tile, direction in zip(known, pattern[:half], pattern[half:], strict=True)
    )


@pytest.mark.thorough
@pytest.mark.parametrize(("numbers", "rows", "columns"), SMALL)
def test_completions_are_those_of_trying_everything(numbers: tuple[int, ...], rows: int, columns: int) -> None:
    towns = complete_towns(numbers, rows, columns)
    rng = random.Random(rows)  # noqa: S311
    partial_towns = [random_partial_town(rng.choice(list(towns)), rng) for _ in range(3)]
    for known in [*partial_towns, [OPEN] * (rows * columns)]:
        expected = [pattern for pattern in towns if fits(pattern, known)]
        search = CompletionSearch(known, Board(rows, columns), real_tiles(numbers), PUBLISHED)
        reached = search.reached(real_themes())
        looks = Counter({towns[pattern].look: 1 for pattern in expected})
        of_scores = Counter(towns[look].scores for look in looks)
        found: Counter[Scores] = Counter()
        for scores, n_towns in zip(reached.scores.T.tolist(), reached.n_towns.tolist(), strict=True):
            found[tuple(scores)] += n_towns
        assert found == of_scores
        patterns = search.patterns([[scoring_class] for scoring_class in reached.classes.tolist()], limit=10**6)
        first = search.patterns([[scoring_class] for scoring_class in reached.classes.tolist()], limit=2)
        assert first == [listed[:2] for listed in patterns]
        assert list(map(len, patterns)) == reached.n_towns.tolist()
        for scores, listed in zip(reached.scores.T.tolist(), patterns, strict=True):
            assert set(listed) <= set(expected)
            assert all(tuple(scores) == towns[pattern].scores for pattern in listed)
        assert Counter(towns[pattern].look for listed in patterns for pattern in listed) == looks


def test_the_first_completions_are_the_same_without_the_batches_before_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablebases.nine_tiles.search.towns.TOWNS_IN_A_BATCH", 100)
    known = parse_partial_town("2", 4)
    search = CompletionSearch(known, Board(2, 2), real_tiles((1, 2, 3, 4, 6)), PUBLISHED)
    groups = [[scoring_class] for scoring_class in search.reached(real_themes()).classes.tolist()]
    of_all = search.patterns(groups, limit=10**6)
    for group, patterns in list(zip(groups, of_all, strict=True))[::50]:
        for limit in (1, 2, 10**6):
            assert search.patterns([group], limit) == [patterns[:limit]]
    with patch.object(search._search, "towns", wraps=search._search.towns) as searched:
        search.patterns(groups[-1:], limit=1)
    assert searched.call_count == 1


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
        padded = [(*vector, 0, 0)[:3] for vector in scores.T.tolist()]
        best = sorted((-a, -b, -c) for a, b, c in oracle.round_robin((-a, -b, -c) for a, b, c in padded))
        groups = best_results(scores)
        assert sorted({padded[place] for places in groups for place in places}) == best
        for places in groups:
            assert [i for i, vector in enumerate(padded) if vector == padded[places[0]]] == places.tolist()


def test_the_results_nearest_to_all_best_scores_are_best_without_cards() -> None:
    scores = np.array([list(row) for row in product(range(3), repeat=3) if sum(row) <= 4], dtype=np.int8).T
    distances = [sum((2 - score) ** 2 for score in vector) for vector in scores.T.tolist()]
    nearest = [place for place, distance in enumerate(distances) if distance == min(distances)]
    assert sorted(place for (place,) in nearest_results(scores)) == nearest
