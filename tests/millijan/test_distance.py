"""Distances, accepted kinds and discards, with the real units and with lists where copies run out.

With few kinds everything that makes the search hard happens all the time: a best choice needs a
fourth copy, the slots left can only be filled with the same copies, or no 13 tiles win at all.
"""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablebases.millijan.nearest import NearestWins, distance_of, load_for_overlaps, overlap_scratch
from tablebases.millijan.table import Discard, Table
from tablebases.millijan.units import COPIES, MAX_KINDS, NEVER
from tests.millijan.helpers import (
    AS_IDOLS,
    KINDS,
    SHIIKA,
    SORA,
    YEARS,
    copies_of,
    deal,
    distances_of,
    listed,
    random_short_list,
    short_table,
    table_of,
    units_of,
    winning_hands_of,
)
from tests.oracle import millijan as oracle
from tests.oracle.millijan import Tiles, Units

Answer = tuple[int, tuple[int, ...]]


def winning_hands(units: Units) -> list[Counter[int]]:
    """All 13 tiles that split: each unit in turn 0 to 3 times, as long as there are copies."""
    found: set[Tiles] = set()

    def add(first: int, tiles: Tiles) -> None:
        if len(tiles) == oracle.WINNING_TILES:
            found.add(tuple(sorted(tiles)))
            return
        for number in range(first, len(units)):
            more = tiles + units[number].members
            if len(more) <= oracle.WINNING_TILES and max(Counter(more).values()) <= 3:
                add(number, more)

    add(0, ())
    return [Counter(hand) for hand in sorted(found)]


def answer_by_winning_hands(hand: Tiles, winning: list[Counter[int]]) -> Answer:
    """Distance and accepted kinds by comparing the hand with everything that wins."""
    own = Counter(hand)
    missing = [target - own for target in winning]
    nearest = min((some.total() for some in missing), default=NEVER)
    return nearest, tuple(sorted({k for some in missing if some.total() == nearest for k in some}))


def answer_of_oracle(hand: Tiles, distances: oracle.Distances) -> Answer:
    try:
        distance, accepted = distances.distance_and_accepted(hand)
    except ValueError:
        return NEVER, ()
    return distance, tuple(accepted)


def answer_by_nearest_wins(table: Table, hand: Tiles) -> Answer:
    """What the search answers with which the fast one is replaced where that is not sure."""
    scratch, whole = overlap_scratch(len(table.units)), (1 << len(hand)) - 1
    load_for_overlaps(np.array(hand, dtype=np.int8), table.tables, scratch)
    copies = np.full(MAX_KINDS, COPIES, dtype=np.int8)
    distance_of(np.int64(whole), np.int64(13), copies, table.tables, scratch)
    left = tuple(COPIES - hand.count(kind) for kind in range(len(table.tiles)))
    return NearestWins(table.units, scratch).distance(whole, 13, left)


# --- the real lists --------------------------------------------------------------------------


@pytest.mark.parametrize("year", YEARS)
def test_distances_of_random_hands_are_those_of_the_oracle(year: str) -> None:
    hands = [
        *deal(15, 12, seed=2),
        *deal(6, 12, AS_IDOLS, seed=3),
        *deal(6, 12, range(6), seed=4),
        *deal(6, 12, range(13, 40, 3), seed=5),
        *deal(5, 12, [SHIIKA, SORA, *range(20, 30)], seed=6),
        *(hand[1:] for hand in winning_hands_of(units_of(year), 8)),
        *((*hand[2:], SORA) for hand in winning_hands_of(units_of(year), 4, seed=2)),
    ]
    for hand in hands:
        found = table_of(year).distance(hand)
        assert found == answer_of_oracle(hand, distances_of(year)), hand


@pytest.mark.parametrize("year", YEARS)
def test_distances_are_those_of_integer_programming(year: str) -> None:
    for hand in [*deal(12, 12, seed=7), *deal(6, 12, range(5), seed=8)]:
        assert table_of(year).distance(hand)[0] == oracle.distance_by_milp(hand, units_of(year))


@pytest.mark.parametrize("year", YEARS)
def test_waits_are_what_is_accepted_at_distance_1(year: str) -> None:
    table = table_of(year)
    hands = [hand[1:] for hand in winning_hands_of(units_of(year), 40, seed=3)]
    some_at_1 = 0
    for hand in [*hands, *deal(40, 12, range(20), seed=9)]:
        distance, accepted = table.distance(hand)
        assert tuple(sorted(table.waits(hand))) == (accepted if distance == 1 else ())
        some_at_1 += distance == 1
    assert some_at_1 >= 35


def test_drawing_an_accepted_kind_and_no_other_lowers_the_distance() -> None:
    table = table_of("2025")
    for hand in deal(4, 12, range(24), seed=10):
        distance, accepted = table.distance(hand)
        for kind in KINDS:
            if hand.count(kind) < oracle.COPIES and distance > 1:
                best = table.discards((*hand, kind))[0].distance
                assert best == distance - (kind in accepted)


@pytest.mark.parametrize("year", YEARS)
def test_hand_order_changes_neither_distance_nor_discards(year: str) -> None:
    chance = random.Random(4)  # noqa: S311 - tiles, not secrets
    table = table_of(year)
    for hand in [*deal(10, 13, range(16), seed=11), *deal(10, 13, seed=12)]:
        other = tuple(chance.sample(hand, len(hand)))
        assert table.discards(other) == table.discards(hand)
        assert table.distance(sorted(hand[1:])) == table.distance(hand[1:])


def test_sora_and_kinds_of_which_all_are_held_are_never_accepted() -> None:
    for hand in [*deal(20, 12, [*range(6), SORA], seed=13), *deal(10, 12, seed=14)]:
        _, accepted = table_of("2019").distance(hand)
        assert SORA not in accepted
        assert accepted
        assert all(hand.count(kind) < oracle.COPIES for kind in accepted)


def test_an_answer_does_not_depend_on_what_was_asked_before() -> None:
    table = table_of("2019")
    hands = deal(12, 13, range(18), seed=15)
    first = [(table.discards(hand), table.distance(hand[1:]), table.value(hand)) for hand in hands]
    again = [(table.discards(hand), table.distance(hand[1:]), table.value(hand)) for hand in reversed(hands)]
    assert again[::-1] == first


# --- discards --------------------------------------------------------------------------------


@pytest.mark.parametrize("year", YEARS)
def test_discards_are_those_of_the_oracle(year: str) -> None:
    hands = [
        *deal(3, 13, seed=16),
        *deal(2, 13, range(5), seed=17),
        *deal(2, 13, AS_IDOLS, seed=18),
        *winning_hands_of(units_of(year), 2, seed=5),
    ]
    for hand in hands:
        expected = [
            Discard(one.kind, one.distance, one.accepted, one.copies)
            for one in oracle.discards(tuple(sorted(hand)), distances_of(year))
        ]
        assert table_of(year).discards(hand) == expected


def test_each_held_kind_is_a_discard_with_the_distance_of_the_rest() -> None:
    table = table_of("2025")
    for hand in [*deal(6, 13, range(14), seed=19), *deal(6, 13, seed=20)]:
        every = table.discards(hand)
        assert sorted(one.kind for one in every) == sorted(set(hand))
        order = [(one.distance, -one.copies, one.kind) for one in every]
        assert order == sorted(order)
        for one in every:
            rest = list(hand)
            rest.remove(one.kind)
            assert (one.distance, one.accepted) == table.distance(rest)
            assert one.copies == copies_of(hand, one.accepted)


@pytest.mark.parametrize("seed", range(8))
def test_discards_with_few_units_are_found_by_all_winning_hands(seed: int) -> None:
    chance = random.Random(100 + seed)  # noqa: S311 - tiles, not secrets
    for _ in range(5):
        kinds = chance.randint(5, 8)
        units = random_short_list(chance, kinds)
        winning = winning_hands(units)
        table = short_table(units, kinds)
        hand = oracle.deal(range(kinds), 13, chance.shuffle)
        for one in table.discards(hand):
            rest = oracle.without(hand, [one.kind])
            assert rest is not None
            assert (one.distance, one.accepted) == answer_by_winning_hands(rest, winning)
            assert one.copies == copies_of(hand, one.accepted)


# --- few kinds -------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(24))
def test_distances_with_few_units_are_found_by_all_winning_hands(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311 - tiles, not secrets
    for _ in range(10):
        kinds = chance.randint(4, 9)
        units = random_short_list(chance, kinds)
        winning = winning_hands(units)
        table = short_table(units, kinds)
        for _ in range(5):
            hand = oracle.deal(range(kinds), 12, chance.shuffle)
            expected = answer_by_winning_hands(hand, winning)
            assert table.distance(hand) == expected, (units, hand)


@settings(max_examples=60)
@given(st.integers(0, 10**6))
def test_distances_with_few_units_are_those_of_the_oracle(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311 - tiles, not secrets
    kinds = chance.randint(5, 8)
    units = random_short_list(chance, kinds)
    hand = oracle.deal(range(kinds), 12, chance.shuffle)
    expected = answer_of_oracle(hand, oracle.Distances(units))
    assert short_table(units, kinds).distance(hand) == expected


@pytest.mark.parametrize("seed", range(10))
def test_trying_all_ways_finds_the_same_as_the_fast_search(seed: int) -> None:
    chance = random.Random(1000 + seed)  # noqa: S311 - tiles, not secrets
    for _ in range(6):
        kinds = chance.randint(5, 9)
        units = random_short_list(chance, kinds)
        hand = oracle.deal(range(kinds), 12, chance.shuffle)
        table = short_table(units, kinds)
        found = answer_by_nearest_wins(table, hand)
        assert found == table.distance(hand), (units, hand)
        assert found == answer_by_winning_hands(hand, winning_hands(units))


@pytest.mark.parametrize("year", YEARS)
def test_trying_all_ways_finds_the_same_as_the_fast_search_with_real_lists(year: str) -> None:
    table = table_of(year)
    for hand in [*deal(10, 12, seed=21), *deal(10, 12, AS_IDOLS, seed=22)]:
        assert answer_by_nearest_wins(table, hand) == table.distance(hand)


def test_random_short_lists_are_of_all_sorts() -> None:
    """Some cannot win, and some need so many tiles of a kind that copies run out."""
    chance = random.Random(0)  # noqa: S311 - tiles, not secrets
    found = [winning_hands(random_short_list(chance, chance.randint(4, 9))) for _ in range(60)]
    assert sum(not winning for winning in found) >= 5
    assert sum(any(3 in target.values() for target in winning) for winning in found) >= 20


@pytest.mark.parametrize(
    "units",
    [
        listed([0, 1]),
        listed([0, 1], [2, 3], [4, 5]),
        listed([0], [1, 2]),
        listed([0, 1, 2, 3, 4]),
        listed([0, 1, 2], [0, 1, 2, 3]),
        listed([0], [1], [2], [3]),
        listed(range(12)),
    ],
    ids=["one", "even", "few copies", "five", "three times each", "12 tiles", "12 members"],
)
def test_nothing_wins(units: Units) -> None:
    assert winning_hands(units) == []
    table = short_table(units, 12)
    for hand in [tuple(range(12)), tuple(range(4)) * 3, *deal(5, 12, range(6)), *deal(3, 12)]:
        inside = tuple(kind % 12 for kind in hand)
        if max(Counter(inside).values()) <= oracle.COPIES:
            assert table.distance(inside) == (NEVER, ())
            assert answer_by_nearest_wins(table, inside) == (NEVER, ())
            assert table.waits(inside) == {}


def test_discards_when_nothing_wins() -> None:
    table = short_table(listed([0, 1], [2, 3]), 8)
    hand = (0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 7)
    assert table.discards(hand) == [Discard(kind, NEVER, (), 0) for kind in (0, 1, 2, 3, 7)]


def test_the_farthest_hand_needs_13_draws() -> None:
    table = short_table(listed(range(13)), 26)
    strangers = tuple(range(13, 25))
    assert table.distance(strangers) == (13, tuple(range(13)))
    assert table.distance(range(12)) == (1, (12,))
    assert table.distance((*range(6), *range(13, 19))) == (7, tuple(range(6, 13)))


def test_a_fourth_copy_is_never_counted_upon() -> None:
    units = listed([0, 1], [0, 2], [0, 3], [0, 4], [5, 6], [5, 6, 7, 8, 9])
    table = short_table(units, 10)
    # With a fourth 0 it would win.
    assert table.distance((0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9)) == (2, (5, 6))
    assert table.distance((0, 0, 1, 2, 3, 5, 5, 6, 6, 7, 8, 9)) == (1, (0,))


@pytest.mark.parametrize(
    ("units", "hand", "expected"),
    [
        (
            listed([1, 3, 4], [2, 3, 4, 6], [0, 1, 5, 6], [1, 3, 6], [0, 3, 5]),
            (4, 3, 1, 6, 0, 4, 6, 3, 1, 4, 2, 5),
            (4, (0, 1, 3, 5)),
        ),
        (
            listed([0, 1], [4, 5], [0, 1, 5], [1, 6], [2, 5], [1, 2, 4]),
            (0, 0, 2, 6, 0, 1, 2, 6, 1, 3, 3, 4),
            (6, (1, 2, 4, 5)),
        ),
    ],
)
def test_a_choice_without_a_fourth_copy_may_need_one_of_another_kind(
    units: Units, hand: Tiles, expected: Answer
) -> None:
    """Two kinds run out, and the second one does so only when the first one is counted."""
    assert answer_by_winning_hands(hand, winning_hands(units)) == expected
    assert short_table(units, 7).distance(hand) == expected


def test_slots_that_no_tile_of_the_hand_fills_are_filled_with_any_units() -> None:
    units = listed([0, 1, 2, 3, 4, 5, 6], [7, 8, 9], [10, 11, 12])
    table = short_table(units, 25)
    hand = (*range(7), *range(13, 18))
    assert table.distance(hand) == (6, (7, 8, 9, 10, 11, 12))
    assert table.distance((*range(7), 7, 8, 9, 7, 8)) == (1, (9,))


def test_most_distances_of_random_hands_are_3_to_5() -> None:
    hands = deal(300, 12, seed=21)
    found = Counter(table_of("2019").distance(hand)[0] for hand in hands)
    assert found[4] > found[3] > found[2]
    assert found[4] > found[5] > found[6]
    assert sum(found[distance] for distance in (3, 4, 5)) >= 270
