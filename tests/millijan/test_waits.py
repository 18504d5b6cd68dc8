"""Waits and their scores: the oracle, all rule sets, and never a fourth copy."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablebases.millijan.units import RuleSet
from tests.millijan.helpers import (
    AS_IDOLS,
    KINDS,
    RULES,
    SHIIKA,
    SORA,
    YEARS,
    counting,
    deal,
    listed,
    random_short_list,
    short_table,
    table_of,
    units_of,
    winning_hands_of,
)
from tests.oracle import millijan as oracle
from tests.oracle.millijan import Tiles, Units


def waits_of_oracle(hand: Tiles, units: Units, kinds: range, rules: RuleSet, main: int | None) -> dict[int, int]:
    found = oracle.waits(hand, units, kinds, counting(rules, main))
    return {wait.kind: wait.score for wait in found}


@pytest.mark.parametrize(("rules", "main"), [*((rules, None) for rules in RULES),
                                             *((rules, 6) for rules in RULES)])  # fmt: skip
@pytest.mark.parametrize("year", YEARS)
def test_waits_are_those_of_the_oracle(year: str, rules: RuleSet, main: int | None) -> None:
    units, table = units_of(year), table_of(year, rules, main)
    of_wins = [hand[1:] for hand in winning_hands_of(units, 8, seed=1)]
    hands = [*of_wins, *deal(3, 12, AS_IDOLS, seed=2), *deal(2, 12, range(5), seed=3)]
    for hand in hands:
        assert table.waits(hand) == waits_of_oracle(hand, units, KINDS, rules, main)
    assert all(table.waits(hand) for hand in of_wins)


@settings(max_examples=80)
@given(st.integers(0, 10**6), st.sampled_from(RULES))
def test_waits_with_few_units_are_those_of_the_oracle(seed: int, rules: RuleSet) -> None:
    chance = random.Random(seed)  # noqa: S311 - tiles, not secrets
    kinds = chance.randint(5, 8)
    units = random_short_list(chance, kinds)
    main = chance.choice([None, *range(kinds)])
    hand = oracle.deal(range(kinds), 12, chance.shuffle)
    found = short_table(units, kinds, rules, main).waits(hand)
    assert found == waits_of_oracle(hand, units, range(kinds), rules, main)


@pytest.mark.parametrize("seed", range(5))
def test_waits_where_wins_are_frequent_and_copies_few_are_those_of_the_oracle(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311 - tiles, not secrets
    units = listed([0], [1], [0, 1], [2, 3], [1, 2, 3], [3, 4], [0, 4], [2, 4, 5], [5])
    found = 0
    for _ in range(6):
        hand = oracle.deal(range(6), 12, chance.shuffle)
        expected = waits_of_oracle(hand, units, range(6), RuleSet.SEED, None)
        assert short_table(units, 6).waits(hand) == expected
        found += bool(expected)
    assert found


@given(st.integers(0, 10**6))
def test_nobody_waits_for_a_fourth_copy_and_each_wait_wins_with_its_score(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311 - tiles, not secrets
    rules, main = chance.choice(RULES), chance.choice([None, *AS_IDOLS])
    table = table_of("2019", rules, main)
    (thirteen,) = winning_hands_of(units_of("2019"), 1, seed)
    hand = thirteen[1:]
    waits = table.waits(hand)
    assert thirteen[0] in waits
    for kind in KINDS:
        if kind in waits:
            assert hand.count(kind) < oracle.COPIES
            value = table.value((*hand, kind))
            assert (value.won, value.score) == (True, waits[kind])
        elif hand.count(kind) < oracle.COPIES:
            assert not table.value((*hand, kind)).won


def test_a_kind_of_which_all_three_are_held_is_no_wait() -> None:
    units = listed([0, 1], [0, 2], [0, 3], [0, 4], [5, 6], [5, 6, 7, 8, 9])
    table = short_table(units, 10)
    hand = (0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9)
    assert oracle.wins((*hand, 0), units)
    assert table.waits(hand) == {}
    assert table.waits((*hand[1:], 5)) == {}
    assert table.waits((0, 0, 1, 2, 3, 5, 5, 6, 6, 7, 8, 9)) == {0: 16000}


def test_three_singles_can_be_waited_for_but_not_a_fourth() -> None:
    shiika_and = listed([0], [1, 2, 3, 4, 5], [6, 7, 8, 9, 10], [11, 12], [11, 12, 13])
    table = short_table(shiika_and, 14)
    twelve = (*range(1, 11), 0, 0)
    assert table.waits(twelve) == {0: 8000 + 8000 + 3 * 1000}
    assert table.waits((*range(1, 10), 0, 0, 0)) == {10: 8000 + 8000 + 3 * 1000}
    twelve_with_three = (*range(1, 6), 0, 0, 0, 11, 12, 11, 12)
    assert oracle.wins((*twelve_with_three, 0), shiika_and)
    assert table.waits(twelve_with_three) == {13: 8000 + 3 * 1000 + 2000 + 4000}


@pytest.mark.parametrize("year", YEARS)
def test_nobody_waits_for_sora_or_with_her(year: str) -> None:
    for hand in winning_hands_of(units_of(year), 20, seed=4):
        assert table_of(year).waits(hand[1:])
        assert SORA not in table_of(year).waits(hand[1:])
        assert table_of(year).waits((SORA, *hand[2:])) == {}


@pytest.mark.parametrize("year", YEARS)
def test_12_tiles_that_split_wait_for_shiika_unless_she_is_used_up(year: str) -> None:
    table = table_of(year)
    units = [unit for unit in table.units if len(unit.members) == 4][:3]
    twelve = tuple(kind for unit in units for kind in unit.members)
    assert table.waits(twelve)[SHIIKA] >= 3 * 6000 + 1000
    trio = next(unit for unit in table.units if len(unit.members) == 3)
    with_two_of_her = (SHIIKA, SHIIKA, *trio.members, *trio.members, *units[0].members)
    assert table.waits(with_two_of_her)[SHIIKA] >= 2 * 4000 + 6000 + 3 * 1000
    with_all = (SHIIKA, SHIIKA, SHIIKA, *trio.members, *trio.members, *trio.members)
    assert SHIIKA not in table.waits(with_all)


@pytest.mark.parametrize("rules", RULES)
def test_hand_order_does_not_matter(rules: RuleSet) -> None:
    chance = random.Random(5)  # noqa: S311 - tiles, not secrets
    table = table_of("2025", rules, 3)
    for hand in winning_hands_of(units_of("2025"), 20, seed=5):
        other = tuple(chance.sample(hand[1:], 12))
        assert table.waits(other) == table.waits(hand[1:]) != {}


def test_waits_are_in_order_of_kinds() -> None:
    for hand in winning_hands_of(units_of("2019"), 20, seed=6):
        found = list(table_of("2019").waits(hand[1:]))
        assert found == sorted(found)
