"""What a hand is worth: its best splits into units, whether it has won, ties, and points under all rule sets."""

from __future__ import annotations

import numpy as np
import pytest

from tablebases.millijan.splits import split_scratch, values_of
from tablebases.millijan.table import Value
from tablebases.millijan.units import RuleSet
from tests.millijan.helpers import (
    AS_IDOLS,
    RULES,
    SHIIKA,
    SORA,
    YEARS,
    all_splits_table,
    counting,
    deal,
    listed,
    short_table,
    table_of,
    units_of,
    winning_hands_of,
)
from tests.oracle import millijan as oracle
from tests.oracle.millijan import Tiles, Units


def value_by_oracle(hand: Tiles, units: Units, rules: RuleSet = RuleSet.SEED, main: int | None = None) -> Value:
    """The value of a hand among all its packings."""
    how = counting(rules, main)
    best = oracle.best_packings(hand, units, how)
    value = oracle.value(hand, best[0], how)
    splits = tuple(oracle.numbers(packing) for packing in best)
    return Value(value >= oracle.WIN, oracle.wins(hand, units), value % oracle.WIN, splits)


# --- the oracle ------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("year", YEARS)
def test_values_and_best_splits_are_those_of_the_oracle(year: str, rules: RuleSet) -> None:
    units = units_of(year)
    hands = [
        *deal(2, 13, range(5), seed=1),
        *deal(3, 13, range(8), seed=2),
        *deal(3, 13, AS_IDOLS, seed=3),
        *deal(3, 13, [SHIIKA, SORA, *range(8)], seed=5),
        *winning_hands_of(units, 8, seed=6),
        *((SORA, *hand[1:]) for hand in winning_hands_of(units, 2, seed=10)),
        *deal(2, 13, seed=4),
    ]
    for number, hand in enumerate(hands):
        main = [None, 0, 7, SHIIKA][number % 4]
        table = table_of(year, rules, main)
        assert table.value(hand) == value_by_oracle(hand, units, rules, main), hand
        assert tuple(table.candidates(hand)) == oracle.numbers(oracle.candidates(hand, units))


@pytest.mark.parametrize("year", YEARS)
def test_all_splits_of_a_win_are_found(year: str) -> None:
    for hand in [*winning_hands_of(units_of(year), 12, seed=7), tuple(AS_IDOLS)]:
        found = all_splits_table(year).value(hand)
        assert found.won
        assert sorted(found.splits) == [oracle.numbers(split) for split in oracle.splits(hand, units_of(year))]


@pytest.mark.parametrize("rules", RULES)
def test_many_hands_at_once_have_the_values_of_each(rules: RuleSet) -> None:
    table = table_of("2019", rules, 3)
    hands = [*deal(60, 13, AS_IDOLS, seed=8), *winning_hands_of(units_of("2019"), 20, seed=8)]
    complete, score = np.zeros(len(hands), dtype=np.bool_), np.zeros(len(hands), dtype=np.int32)
    scratch = split_scratch(len(table.units))
    values_of(np.array(hands, dtype=np.int8), table.scores, table.tables, scratch, complete, score)
    expected = [table.value(hand) for hand in hands]
    assert complete.tolist() == [value.complete for value in expected]
    assert score.tolist() == [value.score for value in expected]
    assert sum(complete) >= 20


# --- wins ------------------------------------------------------------------------------------


def test_a_win_is_taken_even_where_tiles_apart_would_score_more() -> None:
    # Won with pairs: 7000 points at most; with 8 of 13 tiles apart a unit of 8 alone has 14000.
    units = listed([0], *([2 * i - 1, 2 * i] for i in range(1, 7)), [0, 1, 3, 5, 7, 9, 11, 12])
    value = short_table(units, 13).value(range(13))
    assert value == Value(True, True, 13000, ((0, 1, 2, 3, 4, 5, 6),))
    without_the_single = short_table(units[1:], 13).value(range(13))
    assert without_the_single == Value(False, False, 14000, ((6,),))


def test_the_same_unit_may_be_formed_three_times() -> None:
    table = short_table(listed([0, 1, 2, 3], [4]), 5)
    assert table.value((*[0, 1, 2, 3] * 3, 4)) == Value(True, True, 19000, ((0, 0, 0, 1),))
    assert table_of("2019").value([SHIIKA] * 3) == Value(True, False, 3000, ((0, 0, 0),))


def test_a_hand_without_units_scores_nothing() -> None:
    for rules in RULES:
        assert short_table(listed([0, 1]), 14, rules, 0).value(range(1, 14)) == Value(False, False, 0, ((),))
    assert table_of("2019").value([SORA] * 3) == Value(False, False, 0, ((),))


def test_ties_are_in_order_of_fewer_units_then_of_lower_numbers() -> None:
    units = listed([0, 1], [2, 3], [0, 2], [1, 3], [0, 1, 2], [3])
    # 2000 + 2000 twice, 4000 + 1000: the last is best; without it there are two.
    assert short_table(units, 4).value(range(4)).splits == ((4, 5),)
    assert short_table(units[:4], 4).value(range(4)).splits == ((0, 1), (2, 3))
    # A fifth tile that is in no unit: 4000 with one unit of three, two pairs, or the other two.
    assert short_table(units[:5], 5).value(range(5)).splits == ((4,), (0, 1), (2, 3))


def test_a_win_has_all_splits_that_tie() -> None:
    # Any pair of the idols 0 to 3, in two ways beside each other; the nine others in one unit.
    others = range(4, 13)
    units = listed([0, 1], [0, 2], [0, 3], others, [1, 2], [1, 3], [2, 3])
    value = short_table(units, 13).value([*range(4), *others])
    assert value == Value(True, True, 20000, ((0, 3, 6), (1, 3, 5), (2, 3, 4)))


# --- rules -----------------------------------------------------------------------------------


def test_units_with_the_main_idol_count_double_in_2019_10_08() -> None:
    units = listed([0, 1, 2, 3], [4], [0, 1], [2, 3, 4], range(5, 13))
    plain, doubled = (short_table(units, 13, RuleSet.OF_2019_10_08, main).value(range(13)) for main in (None, 4))
    assert plain == Value(True, True, 6000 + 1000 + 14000, ((0, 1, 4),))
    assert doubled == Value(True, True, 2000 + 2 * 4000 + 14000, ((2, 3, 4),))


def test_the_bonus_of_v1_6_counts_once_and_can_change_the_best_packing() -> None:
    units = listed([0, 1, 2], [2, 3])
    hand = (0, 1, 2, 3, 9)
    packed = [short_table(units, 10, RuleSet.V1_6, main).value(hand) for main in (None, 3, 2)]
    assert packed == [
        Value(False, False, 2000, ((0,),)),
        Value(False, False, 3000, ((1,),)),
        Value(False, False, 4000, ((0,),)),
    ]
    twice = short_table(units, 10, RuleSet.V1_6, 3).value((2, 3, 2, 3))
    assert twice == Value(True, False, 2000 + 2000 + 2000, ((1, 1),))


def test_called_units_count_half_in_2019_10_08_and_with_the_main_idol_in_full() -> None:
    units = listed([0], [1, 2], [3, 4, 5])
    for main, score in (
        (None, 500 + 2000 + 2000),
        (0, 1000 + 2000 + 2000),
        (1, 500 + 4000 + 2000),
        (4, 500 + 2000 + 4000),
    ):
        table = short_table(units, 6, RuleSet.OF_2019_10_08, main)
        assert table.value((1, 2), (0, 2)) == Value(True, False, score, ((1,),))


def test_the_bonus_of_a_called_unit_is_not_given_again() -> None:
    units = listed([0, 1], [0, 2], [2, 3, 4])
    table = short_table(units, 5, RuleSet.V1_6, 0)
    assert table.value((0, 2), ()).score == 2000 + 2000
    assert table.value((0, 2), (0,)).score == 2000 + 2000 + 2000
    # Not won: 1000 for each pair; beside the called one the unit of three is worth more.
    assert table.value((0, 2, 3, 4), ()) == Value(False, False, 3000, ((1,),))
    assert table.value((0, 2, 3, 4), (0,)) == Value(False, False, 1000 + 2000 + 2000, ((2,),))


def test_called_units_are_not_taken_apart() -> None:
    table = short_table(listed([0, 1], [2, 3], [0, 1, 2, 3]), 4)
    assert table.value((0, 1, 2, 3)).splits == ((2,),)
    assert table.value((2, 3), (0,)) == Value(True, False, 4000, ((1,),))
