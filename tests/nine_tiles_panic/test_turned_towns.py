"""Towns whose scores depend on the rotation, against the oracle."""

from __future__ import annotations

import numpy as np
import pytest

from oracle import nine_tiles_panic as oracle
from tablebases.nine_tiles.rules.road_objects import RULE_SETS, find_outcomes
from tablebases.nine_tiles.rules.tiles import Board
from tablebases.nine_tiles.search.boxes import count_towns, spell_towns
from tablebases.nine_tiles.search.town_synonyms import all_town_synonyms
from tablebases.nine_tiles.search.towns import unpack_outcomes
from tablebases.nine_tiles.search.turned_towns import (
    LAST_OF_THREE,
    LEAST_OBJECTS,
    NEEDED,
    SAME_IN_ALL_ROTATIONS,
    keep_depending,
    read_roads,
    road_reader,
    scores_of,
)
from tests.nine_tiles_panic.helpers import Searcher, oracle_tiles, outcomes_of_roads, real_themes, real_tiles

OUTCOME_OF = {
    "capture": "caught_aliens",
    "surrounded": "surrounded_aliens",
    "safest_road": "agents_on_a_road",
    "abduction": "abducting_aliens",
    "food_chain": "food_chains",
}
MOST_OBJECTS = 9
OTHER_TOWNS = 800
"""Most towns of a board that the oracle scores in all rotations, besides those with roads of two outcomes."""


@pytest.mark.thorough
def test_a_road_with_two_outcomes_has_the_scores_that_the_search_needs() -> None:
    """All sequences of at most nine objects, read from both ends."""
    known = outcomes_of_roads("published", MOST_OBJECTS).known
    numbers = np.arange(len(known.word))
    find_outcomes(numbers, RULE_SETS["published"], known.word)
    turned_round = np.array([0, 2, 1, 4, 3, 5])
    backward, rest = np.zeros_like(numbers), numbers.copy()
    while rest.any():
        kind = np.where(rest > 0, (rest - 1) % 5 + 1, 0)
        rest = np.where(rest > 0, (rest - 1) // 5, 0)
        backward = np.where(kind > 0, backward * 5 + turned_round[kind], backward)
    differs = known.word != known.word[backward]
    assert differs.sum() == 538_492
    assert numbers[differs].min() > LAST_OF_THREE
    assert sum(5**n for n in range(LEAST_OBJECTS)) == LAST_OF_THREE + 1
    ahead, back = (unpack_outcomes(words[differs]) for words in (known.word, known.word[backward]))
    for key in SAME_IN_ALL_ROTATIONS:
        assert (ahead[OUTCOME_OF[key]] == back[OUTCOME_OF[key]]).all()
    for key, least in NEEDED.items():
        assert ahead[OUTCOME_OF[key]].min() == least


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("numbers", "rows", "columns"), [((2, 4, 7, 8), 2, 2), ((1, 2, 6, 7, 8), 2, 2), ((1, 4, 6, 8), 4, 1)]
)
def test_all_other_towns_score_the_same_in_every_rotation(numbers: tuple[int, ...], rows: int, columns: int) -> None:
    board, tiles = Board(rows, columns), real_tiles(numbers)
    searcher = Searcher(board, tiles)
    boxes = searcher.runs(all_town_synonyms(board, tiles).oriented).boxes
    reader = road_reader(board, tiles, RULE_SETS["published"])
    themes = [theme for theme in real_themes() if theme.level == "objects"]
    towns = spell_towns(boxes, searcher.turn_sets)
    _, depends = read_roads(towns, reader)
    kept = np.ones(len(boxes), dtype=np.bool_)
    positions = board.positions
    scratch = np.zeros(2 * positions, dtype=np.uint8), np.zeros(positions, dtype=np.int64)
    keep_depending(boxes, searcher.turn_sets, reader, *scratch, kept)
    box_of = np.repeat(np.arange(len(boxes)), count_towns(boxes, searcher.turn_sets.ways(positions)))
    assert np.flatnonzero(kept).tolist() == np.unique(box_of[depends]).tolist()
    differing = 0
    asked = depends.copy()
    asked[:: -(-len(towns) // OTHER_TOWNS)] = True
    for town, may_differ in zip(towns[asked].tolist(), depends[asked].tolist(), strict=True):
        rotations = oracle.rotations("".join(map(str, town)), rows, columns)
        scores = [oracle.score(rotation, oracle_tiles(numbers), rows, columns) for rotation in rotations]
        differing += len(set(scores)) > 1
        assert may_differ or len(set(scores)) == 1
        digits = np.array([list(map(int, rotation)) for rotation in rotations], dtype=np.uint8)
        found = scores_of(digits, read_roads(digits, reader)[0], reader, themes)
        assert found.T.tolist() == [[of_town[theme.no - 1] for theme in themes] for of_town in scores]
    assert differing
