"""Every choice of cards groups the towns as the 26 cards do, cut down to the chosen ones.

A theme file has three cards or more. *Finish Quickly!* (4), on which all towns score the same, makes a file of two.
"""

from __future__ import annotations

from itertools import combinations
from operator import itemgetter
from pathlib import Path

import pytest

from pipeline.nine_tiles_panic import towns as town_files
from pipeline.nine_tiles_panic.stages import towns as towns_stage
from tests.databases import rows_of
from tests.nine_tiles_panic.results import few_themes, run_town_stages

pytestmark = pytest.mark.thorough

ALL = frozenset(range(1, 27))
FINISH_QUICKLY = 4
BOARD = ("0,1,2,3,4,5", 2, 3)
ONE_LEFT_OUT = [ALL - {card} for card in sorted(ALL)]
PAIRS = [frozenset({*pair, FINISH_QUICKLY}) for pair in combinations(sorted(ALL - {FINISH_QUICKLY}), 2)]
SOME_PAIRS = [frozenset({*pair, FINISH_QUICKLY}) for pair in ((1, 2), (5, 13), (10, 15), (21, 26))]

Towns = dict[str, tuple[int, ...]]
"""Pattern -> scores."""


def towns_of(folder: Path, numbers: frozenset[int]) -> Towns:
    """All towns of success_pattern.db, with their scores in some cards."""
    columns = ", ".join(f"t{number:02d}" for number in sorted(numbers))
    rows = rows_of(folder / "success_pattern.db", f"SELECT position || direction, {columns} FROM towns")
    found = {pattern: tuple(scores) for pattern, *scores in rows}
    assert len(found) == len(rows), "a town is listed twice"
    return found


@pytest.fixture(scope="module")
def towns(tmp_path_factory: pytest.TempPathFactory) -> Towns:
    """All towns of the board with their scores in all cards."""
    folder = tmp_path_factory.mktemp("all_cards")
    run_town_stages(folder, *BOARD)
    return towns_of(folder, ALL)


def check(folder: Path, numbers: frozenset[int], towns: Towns) -> None:
    """Run the stages with some cards and two shards, and compare the towns and the theme synonyms."""
    run_town_stages(folder, *BOARD, themes=few_themes(folder, *numbers), n_shards=2)
    in_use = itemgetter(*(number - 1 for number in sorted(numbers)))
    expected = {town: in_use(scores) for town, scores in towns.items()}
    assert towns_of(folder, numbers) == expected
    listed = rows_of(folder / "theme_synonyms.db", "SELECT count(*), sum(n_towns) FROM theme_synonyms")
    assert listed == [(len(set(expected.values())), len(expected))]


def name(numbers: frozenset[int]) -> str:
    """The cards that are left out, or the two that are left."""
    left_out = sorted(ALL - numbers)
    return f"without {left_out[0]}" if len(left_out) == 1 else f"only {sorted(numbers - {FINISH_QUICKLY})}"


@pytest.mark.parametrize("numbers", [*ONE_LEFT_OUT[::3], *SOME_PAIRS], ids=name)
def test_towns_are_grouped_by_the_cards_in_use(tmp_path: Path, numbers: frozenset[int], towns: Towns) -> None:
    check(tmp_path, numbers, towns)


def test_boxes_that_fill_several_arrays_of_a_shard_are_read_one_after_the_other(
    tmp_path: Path, towns: Towns, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (towns_stage, town_files):
        monkeypatch.setattr(module, "BOXES_IN_AN_ARRAY", 1000)
    check(tmp_path, frozenset({1, 2, FINISH_QUICKLY}), towns)
    names = {name for (name,) in rows_of(tmp_path / "00.db", "SELECT name FROM arrays")}
    assert {"boxes", "boxes1000", "boxes2000"} <= names


@pytest.mark.slow
@pytest.mark.parametrize("numbers", [*ONE_LEFT_OUT, *PAIRS], ids=name)
def test_towns_are_grouped_without_any_card_and_by_every_pair_of_cards(
    tmp_path: Path, numbers: frozenset[int], towns: Towns
) -> None:
    check(tmp_path, numbers, towns)
