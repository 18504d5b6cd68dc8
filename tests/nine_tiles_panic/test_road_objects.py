"""What the objects on one road score.

Roads are written as they are read: `agent> alien< burger`, where > faces the far end and < the start.
"""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tablebases.nine_tiles.road_objects import (
    KINDS_ON_ROAD,
    RULE_SETS,
    SUMMED,
    RoadOutcome,
    caught_aliens,
    impartial,
    published,
    road_outcome,
)
from tablebases.nine_tiles.town_tables import BEST_BITS, SUM_BITS, _packed_outcome, outcome_of
from tests.nine_tiles_panic.helpers import ROAD_WORDS, oracle_road, oracle_tiles, outcomes_of_roads, road
from tests.oracle import nine_tiles_panic as oracle

WORDS = tuple(ROAD_WORDS)
OTHER_WAY = {"agent>": "agent<", "agent<": "agent>", "alien>": "alien<", "alien<": "alien>"}
LONGEST_TABULATED = 4


def oracle_outcome(text: str, rule_set: str) -> RoadOutcome:
    """What the oracle finds on a road, field by field."""
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


# --- the rules by hand -----------------------------------------------------------------------

BY_HAND = {
    # Theme 1, capture.
    "caught_aliens": {
        "": 0,
        "alien>": 0,
        "agent> alien>": 1,  # walks into the waiting agent
        "agent> alien<": 1,
        "alien> agent>": 0,  # the agent looks the other way
        "alien> agent<": 1,
        "alien< agent<": 1,
        "agent< alien<": 0,
        "agent> alien> alien>": 1,  # an agent catches once
        "agent> agent> alien> alien<": 1,  # a newer agent replaces the older
        "agent> alien> agent> alien<": 2,
        "alien> alien< agent< agent<": 2,  # one of each direction is remembered
        "alien> alien> agent< agent<": 1,  # of two in one direction the later
        "alien> agent> agent< alien<": 2,  # agents do not stand in the way
        "alien> burger burger agent<": 1,  # nor do hamburgers
        "agent> alien> agent<": 1,  # the first agent was faster, the alien is not remembered
        "alien> agent> alien< agent<": 2,
    },
    # Theme 2, surrounded.
    "surrounded_aliens": {
        "agent> alien> alien< agent<": 2,
        "agent> burger agent<": 0,
        "agent> alien> burger alien> agent<": 2,
        "agent< alien> agent>": 0,
        "agent> alien> agent>": 0,
        "agent< alien> agent<": 0,
        "alien> agent> agent< alien<": 0,
        "agent> alien> agent> alien< agent<": 1,  # the second agent ahead starts again
        "agent> alien< agent> alien< alien> agent<": 2,
        "agent> alien> agent< alien< agent<": 1,  # a pair is used up
        "agent> alien> agent< alien< alien< agent<": 1,
        "agent> alien> agent< agent> alien< alien< agent<": 2,
        "alien> alien> agent> alien> agent<": 1,  # only those between count
    },
    # Theme 14, the safest road.
    "agents_on_a_road": {"": 0, "alien> burger": 0, "agent> agent< alien> agent>": 3},
    # Theme 16, eat it up.
    "hamburgers_eaten": {
        "burger": 0,
        "alien> burger burger": 2,
        "burger alien>": 0,
        "burger alien<": 1,
        "alien< burger": 0,
        "alien> burger alien> burger burger": 2,  # up to the next free alien
        "alien> burger burger alien< burger": 2,
        "burger burger alien< burger alien<": 2,
        "alien> burger agent> burger": 2,  # agents do not block
        "alien> burger agent> alien> burger": 2,  # nor do caught aliens
        "agent> alien> burger burger": 0,  # caught aliens do not eat
        "alien> burger alien< burger alien>": 1,  # closed by the one that faces back
        "alien> alien> burger": 1,
    },
    # Theme 18, abduction.
    "abducting_aliens": {
        "agent> alien>": 0,
        "agent> alien<": 1,  # caught ones count
        "alien> alien> agent>": 2,
        "alien> alien< agent>": 1,  # one looks away, and is not in the way
        "alien> burger alien> agent<": 2,
        "alien> agent< alien< alien<": 2,  # the better side, not both sides
        "alien> agent< alien> agent>": 1,  # another agent is in the way
        "agent> alien< burger alien<": 2,
        "alien> alien<": 0,
    },
    # Theme 19, alien power.
    "free_aliens_on_a_road": {
        "alien> alien<": 2,
        "agent> alien> alien<": 1,
        "alien> agent<": 0,
        "alien> alien> agent< agent<": 1,
    },
    # Theme 20, the food chain.
    "food_chains": {
        "agent> alien> burger": 1,
        "burger alien< agent<": 1,
        "agent> alien< burger": 0,
        "agent< alien> burger": 0,
        "burger alien> agent<": 0,
        "burger alien< agent>": 0,
        "agent> alien> alien> burger": 0,  # one after the other
        "agent> burger alien> burger": 0,
        "agent> alien> burger alien< agent<": 2,  # they may share the hamburger
        "agent> alien> burger agent> alien> burger": 2,
        "burger alien< agent< agent> alien> burger": 2,
        "burger alien< agent< burger alien< agent<": 2,
    },
}


@pytest.mark.parametrize("counted", BY_HAND)
def test_roads_by_hand(counted: str) -> None:
    for text, expected in BY_HAND[counted].items():
        assert getattr(published(road(text)), counted) == expected, text
        assert getattr(oracle_outcome(text, "published"), counted) == expected, text


@pytest.mark.parametrize(
    ("text", "caught", "eaten"),
    [
        ("agent> alien< agent> alien<", 2, 0),
        ("alien> alien> agent< agent<", 2, 0),
        ("agent> agent> alien< alien<", 2, 0),  # the published rules forget the first agent
        ("agent> alien< burger alien> burger burger", 1, 2),  # the alien without the better view is caught
        ("agent< alien< burger", 0, 0),
    ],
)
def test_agents_catch_all_they_can_by_the_impartial_rules(text: str, caught: int, eaten: int) -> None:
    outcome = impartial(road(text))
    assert (outcome.caught_aliens, outcome.hamburgers_eaten) == (caught, eaten)
    assert outcome == oracle_outcome(text, "impartial")


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("alien> alien< agent<", {1}),  # the later of the two remembered
        ("alien< alien> agent<", {1}),
        ("alien> alien< alien> agent< agent<", {1, 2}),  # an older one does not move up
        ("alien< agent> alien> agent<", {0, 2}),  # the caught alien is not taken again
    ],
)
def test_which_alien_is_caught(text: str, places: set[int]) -> None:
    is_caught = np.zeros(len(road(text)), dtype=np.bool_)
    caught_aliens(road(text), is_caught)
    assert set(np.flatnonzero(is_caught).tolist()) == oracle.caught_aliens(oracle_road(text)) == places


@pytest.mark.parametrize(
    ("pattern", "text", "surrounded"),
    [
        # The count starts again at a second agent facing ahead, so nobody is surrounded.
        ("374018625557020511", "burger agent> alien< agent> agent<", 0),
        # It starts afresh after a pair, so the second alien is not surrounded.
        ("817420563216004066", "alien< burger agent> alien< agent< alien< agent<", 1),
    ],
)
def test_roads_of_towns_that_tell_readings_of_surrounded_apart(pattern: str, text: str, surrounded: int) -> None:
    assert oracle_road(text) in [list(r.objects) for r in oracle.roads_of(pattern, oracle_tiles())]
    assert published(road(text)).surrounded_aliens == surrounded


# --- against the oracle ----------------------------------------------------------------------


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_every_road_of_up_to_four_objects_is_as_the_oracle_reads_it(rule_set: str) -> None:
    for length in range(LONGEST_TABULATED + 1):
        for words in product(WORDS, repeat=length):
            text = " ".join(words)
            assert RoadOutcome(*road_outcome(RULE_SETS[rule_set], road(text))) == oracle_outcome(text, rule_set), text


@pytest.mark.parametrize("rule_set", RULE_SETS)
@given(st.lists(st.sampled_from(WORDS), min_size=5, max_size=9))
def test_longer_roads_are_as_the_oracle_reads_them(rule_set: str, words: list[str]) -> None:
    text = " ".join(words)
    assert RoadOutcome(*road_outcome(RULE_SETS[rule_set], road(text))) == oracle_outcome(text, rule_set)


@given(st.lists(st.sampled_from(WORDS), max_size=9))
@example(["agent>", "alien<", "agent<"])
def test_the_oracle_finds_the_same_aliens_caught(words: list[str]) -> None:
    is_caught = np.ones(len(words), dtype=np.bool_)
    count = caught_aliens(road(" ".join(words)), is_caught)
    assert set(np.flatnonzero(is_caught).tolist()) == oracle.caught_aliens(oracle_road(" ".join(words)))
    assert count == is_caught.sum()


@settings(max_examples=50)
@given(st.lists(st.sampled_from(WORDS), max_size=9))
def test_a_road_scores_the_same_from_both_ends_by_the_impartial_rules(words: list[str]) -> None:
    turned_round = [OTHER_WAY.get(word, word) for word in reversed(words)]
    assert impartial(road(" ".join(words))) == impartial(road(" ".join(turned_round)))


# --- the table of outcomes -------------------------------------------------------------------


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


def test_the_outcome_table_holds_every_road() -> None:
    table = outcomes_of_roads("published", LONGEST_TABULATED)
    assert len(table.word) == sum(KINDS_ON_ROAD**n for n in range(LONGEST_TABULATED + 1))
    for length in range(LONGEST_TABULATED + 1):
        for words in product(WORDS, repeat=length):
            objects = road(" ".join(words))
            code = 0
            for kind in objects.tolist():
                code = KINDS_ON_ROAD * code + kind
            assert unpacked(int(outcome_of(code, table.rule_set))) == RoadOutcome(*published(objects)), words
    assert unpacked(int(_packed_outcome(RoadOutcome(*[10] * 7)))) == RoadOutcome(*[10] * 7)


def test_rule_sets_are_known_by_number() -> None:
    objects = road("agent>")
    assert road_outcome(RULE_SETS["published"], objects) == published(objects)
    assert road_outcome(RULE_SETS["impartial"], objects) == impartial(objects)
    with pytest.raises(ValueError, match="no such rule set"):
        road_outcome(len(RULE_SETS), objects)
