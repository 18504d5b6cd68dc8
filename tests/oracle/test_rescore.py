"""The program `scripts/rescore.py` agrees with the oracle on single towns, and counts each kind of difference."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import numpy as np
import pytest

from oracle import nine_tiles_panic as oracle
from scripts import rescore
from tablebases.arrays import Matrix
from tests.known import KnownAnswers

pytestmark = pytest.mark.thorough

TILES = oracle.load_tiles(Path(oracle.__file__).with_name("tiles.csv"))
KNOWN = [row["pattern"] for row in KnownAnswers("nine_tiles_panic").rows("towns")]


def looks_of(patterns: list[str], rows: int, columns: int) -> Matrix[np.uint8]:
    """The looks of towns, (n, positions)."""
    digits = (oracle.split_pattern(pattern, rows, columns) for pattern in patterns)
    return np.array([[8 * tile + d for tile, d in zip(*both, strict=True)] for both in digits], dtype=np.uint8)


def differences(
    patterns: list[str],
    scores: list[tuple[int, ...]],
    rows: int = 3,
    columns: int = 3,
    rule_set: str = "published",
) -> rescore.Differences:
    """Count the differences of towns from these scores."""
    towns, expected = looks_of(patterns, rows, columns), np.array(scores, dtype=np.int8).T.copy()
    tables = rescore.rule_tables(TILES, rows, columns)
    measures = np.arange(len(rescore.MEASURES))
    return rescore.count_differences(towns, np.arange(len(towns)), expected, measures, tables, rule_set)


@pytest.mark.parametrize("rule_set", ["published", "impartial"])
def test_the_second_program_scores_known_towns_as_the_oracle_does(rule_set: str) -> None:
    scores = [oracle.score(pattern, TILES, rule_set=rule_set) for pattern in KNOWN]
    found = differences(KNOWN, scores, rule_set=rule_set)
    assert (found.incomplete, found.wrong_score) == (0, 0)
    assert (found.other_end > 0) == (rule_set == "published"), "a road scores differently from its ends"


@pytest.mark.parametrize("theme", oracle.THEMES)
def test_a_wrong_score_is_counted(theme: int) -> None:
    scores = [list(oracle.score(pattern, TILES)) for pattern in KNOWN[:5]]
    scores[2][theme - 1] += 1
    assert differences(KNOWN[:5], [*map(tuple, scores)])[:2] == (0, 1)


@pytest.mark.parametrize(
    ("pattern", "rows", "columns"),
    [
        ("7853", 1, 2),  # the curve of tile 8 has no end at the left
        ("15802134", 2, 2),  # four curves are a ring
        ("3300", 1, 2),  # the same tile twice
    ],
)
def test_a_town_that_is_not_complete_is_counted(pattern: str, rows: int, columns: int) -> None:
    assert differences([pattern], [(0,) * len(rescore.MEASURES)], rows, columns).incomplete == 1


def test_every_town_of_a_small_board_is_scored_as_by_the_oracle() -> None:
    tiles = {number: TILES[number] for number in (1, 4, 7, 8)}
    patterns = list(oracle.all_towns_by_trying_everything(tiles, 1, 3))
    found = differences(patterns, [oracle.score(pattern, tiles, 1, 3) for pattern in patterns], 1, 3)
    assert len(patterns) > 1000
    assert found[:2] == (0, 0)


def test_a_box_stands_for_all_choices_of_one_look_from_each_turn_set() -> None:
    turn_sets = [[16, 18], [44], [0, 1, 2]]
    boxes = np.array([[0, 1, 2], [1, 0, 1]], dtype=np.uint8)
    counts, towns = rescore.spell(boxes, turn_sets)
    assert counts.tolist() == [6, 2]
    right = [sorted(product(*(turn_sets[number] for number in box))) for box in boxes.tolist()]
    assert [sorted(map(tuple, towns[:6].tolist())), sorted(map(tuple, towns[6:].tolist()))] == right
    assert rescore.repeated_towns(towns) == 0
    assert rescore.repeated_towns(np.vstack([towns, towns[3:5]])) == 2
