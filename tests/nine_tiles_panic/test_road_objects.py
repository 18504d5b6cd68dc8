"""Scores of roads: in `agent> alien< burger`, in order of reading, > faces the far end and < the start."""

from __future__ import annotations

from itertools import product
from unittest.mock import Mock

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from oracle import nine_tiles_panic as oracle
from tablebases.nine_tiles.rules import road_objects
from tablebases.nine_tiles.rules.road_objects import (
    BEST_BITS,
    IMPARTIAL,
    KINDS_ON_ROAD,
    PUBLISHED,
    RULE_SETS,
    SUM_BITS,
    SUMMED,
    UNKNOWN,
    WANTED,
    OutcomeTable,
    RoadOutcome,
    _packed_outcome,
    caught_aliens,
    impartial,
    published,
    road_outcome,
)
from tests.nine_tiles_panic.helpers import ROAD_WORDS, by_hand, oracle_road, oracle_tiles, outcomes_of_roads, road

WORDS = tuple(ROAD_WORDS)
OTHER_WAY = {"agent>": "agent<", "agent<": "agent>", "alien>": "alien<", "alien<": "alien>"}
LONGEST_TABULATED = 4


def oracle_outcome(text: str, rule_set: str) -> RoadOutcome:
    """The outcome of a road by the oracle."""
    objects = oracle_road(text)
    return RoadOutcome(
        caught_aliens=len(oracle.ways_to_catch(objects, rule_set)[0]),
        food_chains=oracle.food_chains(objects),
        surrounded_aliens=oracle.surrounded_aliens(objects),
        agents_on_a_road=oracle.count_kind(objects, oracle.AGENT),
        hamburgers_eaten=oracle.hamburgers_in_sight(objects, rule_set),
        abducting_aliens=oracle.aliens_facing_an_agent(objects),
        free_aliens_on_a_road=oracle.free_aliens(objects, rule_set),
    )


@pytest.mark.parametrize("counted", by_hand("roads"))
def test_roads_by_hand(counted: str) -> None:
    for text, expected in by_hand("roads")[counted].items():
        assert getattr(road_outcome(PUBLISHED, road(text)), counted) == expected, text
        assert getattr(oracle_outcome(text, "published"), counted) == expected, text


@pytest.mark.parametrize(("text", "caught", "eaten"), by_hand("impartial roads"))
def test_agents_catch_as_many_aliens_as_possible_by_the_impartial_rules(text: str, caught: int, eaten: int) -> None:
    outcome = road_outcome(IMPARTIAL, road(text))
    assert (outcome.caught_aliens, outcome.hamburgers_eaten) == (caught, eaten)
    assert outcome == oracle_outcome(text, "impartial")


@pytest.mark.parametrize(("text", "places"), by_hand("caught aliens"))
def test_caught_aliens_by_hand(text: str, places: list[int]) -> None:
    is_caught = np.zeros(len(road(text)), dtype=np.bool_)
    caught_aliens(road(text), is_caught)
    assert set(np.flatnonzero(is_caught).tolist()) == oracle.caught_aliens(oracle_road(text)) == set(places)


@pytest.mark.parametrize(("pattern", "text", "surrounded"), by_hand("readings of surrounded"))
def test_readings_of_surrounded_differ_on_known_towns(pattern: str, text: str, surrounded: int) -> None:
    assert oracle_road(text) in [list(r.objects) for r in oracle.roads_of(pattern, oracle_tiles())]
    assert road_outcome(PUBLISHED, road(text)).surrounded_aliens == surrounded


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_every_road_of_up_to_four_objects_scores_as_in_the_oracle(rule_set: str) -> None:
    for length in range(LONGEST_TABULATED + 1):
        for words in product(WORDS, repeat=length):
            text = " ".join(words)
            assert RoadOutcome(*road_outcome(RULE_SETS[rule_set], road(text))) == oracle_outcome(text, rule_set), text


@pytest.mark.parametrize("rule_set", RULE_SETS)
@settings(max_examples=40)
@given(st.lists(st.sampled_from(WORDS), min_size=5, max_size=9))
def test_longer_roads_score_as_in_the_oracle(rule_set: str, words: list[str]) -> None:
    text = " ".join(words)
    assert RoadOutcome(*road_outcome(RULE_SETS[rule_set], road(text))) == oracle_outcome(text, rule_set)


@settings(max_examples=40)
@given(st.lists(st.sampled_from(WORDS), max_size=9))
@example(["agent>", "alien<", "agent<"])
def test_caught_aliens_are_those_of_the_oracle(words: list[str]) -> None:
    is_caught = np.ones(len(words), dtype=np.bool_)
    count = caught_aliens(road(" ".join(words)), is_caught)
    assert set(np.flatnonzero(is_caught).tolist()) == oracle.caught_aliens(oracle_road(" ".join(words)))
    assert count == is_caught.sum()


@settings(max_examples=25)
@given(st.lists(st.sampled_from(WORDS), max_size=9))
def test_a_road_scores_the_same_from_both_ends_by_the_impartial_rules(words: list[str]) -> None:
    turned_round = [OTHER_WAY.get(word, word) for word in reversed(words)]
    assert road_outcome(IMPARTIAL, road(" ".join(words))) == road_outcome(IMPARTIAL, road(" ".join(turned_round)))


def unpacked(word: int) -> RoadOutcome:
    """An outcome word, field by field from the lowest bits: sums as numbers, the others as ones."""
    values = []
    for field in range(len(RoadOutcome._fields)):
        bits = SUM_BITS if field < SUMMED else BEST_BITS
        low = word & ((1 << bits) - 1)
        word >>= bits
        assert field < SUMMED or low & (low + 1) == 0, "the ones are not the lowest"
        values.append(low if field < SUMMED else low.bit_count())
    assert word == 0
    return RoadOutcome(*values)


def test_a_long_search_finds_all_roads_but_the_longest_ahead() -> None:
    table = OutcomeTable(PUBLISHED, LONGEST_TABULATED + 1, long_search=True)
    assert len(table.known.word) == sum(KINDS_ON_ROAD**n for n in range(LONGEST_TABULATED + 2))
    shorter = 0
    for length in range(LONGEST_TABULATED + 1):
        for words in product(WORDS, repeat=length):
            objects = road(" ".join(words))
            code = 0
            for kind in objects.tolist():
                code = KINDS_ON_ROAD * code + kind
            assert unpacked(int(table.known.word[code])) == road_outcome(PUBLISHED, objects), words
            shorter += 1
    assert (table.known.word[shorter:] == UNKNOWN).all()
    assert unpacked(int(_packed_outcome(RoadOutcome(*[10] * 7)))) == RoadOutcome(*[10] * 7)


@pytest.mark.parametrize("rule_set", RULE_SETS)
@pytest.mark.parametrize(("few_enough", "found"), [(0, "shorter and wanted"), (10**6, "wanted")])
def test_few_wanted_outcomes_are_found_in_plain_python(
    rule_set: str, few_enough: int, found: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = OutcomeTable(RULE_SETS[rule_set], LONGEST_TABULATED)
    every = outcomes_of_roads(rule_set, LONGEST_TABULATED + 1).known.word
    wanted = np.arange(3, 500, 2)
    table.known.word[wanted] = WANTED
    table.known.wanted[: len(wanted)] = wanted
    table.known.n_wanted[0] = len(wanted)
    monkeypatch.setattr(road_objects, "MOST_IN_PLAIN_PYTHON", few_enough)
    in_plain_python = Mock(wraps=road_objects.in_plain_python)
    monkeypatch.setattr(road_objects, "in_plain_python", in_plain_python)
    table.find_wanted()
    assert in_plain_python.called == bool(few_enough)
    shorter = np.arange(len(table.known.word) // KINDS_ON_ROAD)
    expected = wanted if found == "wanted" else np.union1d(shorter, wanted)
    assert np.flatnonzero(table.known.word != UNKNOWN).tolist() == expected.tolist()
    assert (table.known.word[expected] == every[expected]).all()
    assert table.known.n_wanted[0] == 0


def test_rule_sets_are_known_by_number() -> None:
    objects = road("agent>")
    for name, rule_set in (("published", published), ("impartial", impartial)):
        outcome = road_outcome(RULE_SETS[name], objects)
        assert (outcome.caught_aliens, outcome.hamburgers_eaten) == rule_set(objects)
    with pytest.raises(ValueError, match="no such rule set"):
        road_outcome(len(RULE_SETS), objects)
