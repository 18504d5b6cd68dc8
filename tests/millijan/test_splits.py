"""Values and best splits: the oracle, all rule sets, ties, and what must hold for any hand."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablebases.millijan.splits import split_scratch, values_of
from tablebases.millijan.table import Value
from tablebases.millijan.units import RuleSet, score_of_size, unit_scores
from tests.millijan.helpers import (
    AS_IDOLS,
    KINDS,
    RULES,
    SHIIKA,
    SORA,
    YEARS,
    all_splits_table,
    counting,
    deal,
    game_units,
    listed,
    random_short_list,
    short_table,
    table_of,
    units_of,
    winning_hands_of,
)
from tests.millijan.known_hands import figure, wholes
from tests.oracle import millijan as oracle
from tests.oracle.millijan import Tiles, Units

MAINS = [None, 0, 7, SHIIKA]


def value_by_oracle(hand: Tiles, units: Units, rules: RuleSet, main: int | None) -> Value:
    """The value of a hand among all its packings."""
    how = counting(rules, main)
    best = oracle.best_packings(hand, units, how)
    value = oracle.value(hand, best[0], how)
    return Value(
        value >= oracle.WIN,
        oracle.wins(hand, units),
        value % oracle.WIN,
        tuple(oracle.numbers(packing) for packing in best),
    )


def hands_with_many_duplicates(year: str) -> list[Tiles]:
    return [
        *deal(6, 13, range(5), seed=1),
        *deal(6, 13, range(8), seed=2),
        *deal(6, 13, AS_IDOLS, seed=3),
        *deal(3, 13, seed=4),
        *deal(3, 13, [SHIIKA, SORA, *range(8)], seed=5),
        *winning_hands_of(units_of(year), 10, seed=6),
    ]


# --- the oracle ------------------------------------------------------------------------------


@pytest.mark.parametrize("main", MAINS)
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("year", YEARS)
def test_values_and_best_splits_are_those_of_the_oracle(year: str, rules: RuleSet, main: int | None) -> None:
    units, table = units_of(year), table_of(year, rules, main)
    for hand in hands_with_many_duplicates(year):
        assert table.value(hand) == value_by_oracle(hand, units, rules, main), hand


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("tiles", range(1, 14))
def test_hands_of_1_to_13_tiles_have_the_value_of_the_oracle(tiles: int, rules: RuleSet) -> None:
    table = table_of("2019", rules, 4)
    hands = [
        *deal(5, tiles, range(6), seed=tiles),
        *deal(5, tiles, [*AS_IDOLS, SHIIKA], seed=tiles),
        *(hand[:tiles] for hand in winning_hands_of(units_of("2019"), 3, seed=tiles)),
    ]
    for hand in hands:
        found = table.value(hand)
        assert found == value_by_oracle(hand, units_of("2019"), rules, 4)
        assert found.won is (tiles == 13 and bool(oracle.splits(hand, units_of("2019"))))


@settings(max_examples=100)
@given(st.integers(0, 10**6), st.sampled_from(RULES), st.integers(1, 13))
def test_values_with_few_units_are_those_of_the_oracle(seed: int, rules: RuleSet, tiles: int) -> None:
    chance = random.Random(seed)  # noqa: S311 - tiles, not secrets
    kinds = chance.randint(5, 8)
    units = random_short_list(chance, kinds)
    main = chance.choice([None, *range(kinds)])
    hand = oracle.deal(range(kinds), tiles, chance.shuffle)
    found = short_table(units, kinds, rules, main).value(hand)
    assert found == value_by_oracle(hand, units, rules, main)


@settings(max_examples=60)
@given(st.integers(0, 10**6), st.sampled_from(RULES))
def test_wins_with_few_units_are_those_of_the_oracle(seed: int, rules: RuleSet) -> None:
    chance = random.Random(seed)  # noqa: S311 - tiles, not secrets
    kinds = 8
    # 1 + 3 * 4 tiles: there is always something that wins.
    units = listed(
        *{
            *((kind,) for kind in chance.sample(range(kinds), 3)),
            *(tuple(sorted(chance.sample(range(kinds), chance.choice([2, 3])))) for _ in range(6)),
            (0, 1, 2, 3),
            (4, 5, 6, 7),
        }
    )
    (hand,) = winning_hands_of(units, 1, seed)
    main = chance.choice([None, *range(kinds)])
    found = short_table(units, kinds, rules, main).value(hand)
    assert found.won
    assert found == value_by_oracle(hand, units, rules, main)


@pytest.mark.parametrize("year", YEARS)
def test_candidates_are_the_units_within_a_hand(year: str) -> None:
    for hand in hands_with_many_duplicates(year):
        expected = oracle.numbers(oracle.candidates(hand, units_of(year)))
        assert tuple(table_of(year).candidates(hand)) == expected


@pytest.mark.parametrize("year", YEARS)
def test_all_splits_of_a_win_are_found(year: str) -> None:
    for hand in [*winning_hands_of(units_of(year), 30, seed=7), tuple(AS_IDOLS)]:
        expected = [oracle.numbers(split) for split in oracle.splits(hand, units_of(year))]
        found = all_splits_table(year).value(hand)
        assert found.won
        assert sorted(found.splits) == sorted(expected)


@pytest.mark.parametrize("rules", RULES)
def test_many_hands_at_once_have_the_values_of_each(rules: RuleSet) -> None:
    table = table_of("2019", rules, 3)
    hands = [*deal(60, 13, AS_IDOLS, seed=8), *winning_hands_of(units_of("2019"), 20, seed=8)]
    complete, score = np.zeros(len(hands), dtype=np.bool_), np.zeros(len(hands), dtype=np.int32)
    values_of(np.array(hands, dtype=np.int8), table.scores, table.tables, split_scratch(len(table.units)),
              complete, score)  # fmt: skip
    expected = [table.value(hand) for hand in hands]
    assert complete.tolist() == [value.complete for value in expected]
    assert score.tolist() == [value.score for value in expected]
    assert sum(complete) >= 20


# --- what must hold for any hand -------------------------------------------------------------

hands = st.one_of(
    *(
        st.permutations([kind for kind in kinds for _ in range(3)]).map(lambda wall: wall[:13])
        for kinds in (range(5), AS_IDOLS, range(25), KINDS)
    )
)


@given(hands, st.sampled_from(RULES), st.sampled_from(MAINS), st.data())
def test_the_order_of_a_hand_does_not_matter(
    hand: list[int], rules: RuleSet, main: int | None, data: st.DataObject
) -> None:
    tiles = data.draw(st.integers(1, 13))
    other = data.draw(st.permutations(hand[:tiles]))
    table = table_of("2019", rules, main)
    assert table.value(other) == table.value(hand[:tiles]) == table.value(sorted(hand[:tiles]))
    assert table.candidates(other) == table.candidates(hand[:tiles])


@given(hands, st.sampled_from(RULES), st.sampled_from(MAINS))
def test_splits_have_the_score_and_use_no_tile_that_is_not_there(
    hand: list[int], rules: RuleSet, main: int | None
) -> None:
    table = table_of("2025", rules, main)
    value = table.value(hand)
    assert len(set(value.splits)) == len(value.splits) >= 1
    assert list(value.splits) == sorted(value.splits, key=lambda split: (len(split), split))
    for split in value.splits:
        assert list(split) == sorted(split)
        units = tuple(units_of("2025")[number] for number in split)
        used = Counter(kind for unit in units for kind in unit.members)
        assert used <= Counter(hand)
        assert (used.total() == 13) >= value.won
        assert oracle.score(units, value.complete, counting(rules, main)) == value.score


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("year", YEARS)
def test_the_split_of_a_win_uses_exactly_the_hand(year: str, rules: RuleSet) -> None:
    table = table_of(year, rules, 2)
    for hand in winning_hands_of(units_of(year), 40, seed=9):
        value = table.value(hand)
        assert value.won
        for split in value.splits:
            used = [kind for number in split for kind in table.units[number].members]
            assert sorted(used) == sorted(hand)


def test_a_win_is_taken_even_where_tiles_apart_would_score_more() -> None:
    # Won with pairs: 7000 points at most; with 8 of 13 tiles apart a unit of 8 alone has 14000.
    units = listed([0], *([2 * i - 1, 2 * i] for i in range(1, 7)), [0, 1, 3, 5, 7, 9, 11, 12])
    value = short_table(units, 13).value(range(13))
    assert value == Value(True, True, 13000, ((0, 1, 2, 3, 4, 5, 6),))
    without_the_single = short_table(units[1:], 13).value(range(13))
    assert without_the_single == Value(False, False, 14000, ((6,),))


@pytest.mark.parametrize("rules", RULES)
def test_sora_is_in_no_unit_and_never_wins(rules: RuleSet) -> None:
    table = table_of("2019", rules)
    for hand in winning_hands_of(units_of("2019"), 20, seed=10):
        with_her = (SORA, *hand[1:])
        assert table.value(hand).won
        value = table.value(with_her)
        assert not value.complete
        assert not value.won
        assert value == value_by_oracle(with_her, units_of("2019"), rules, None)
    assert table.value([SORA] * 3) == Value(False, False, 0, ((),))


def test_the_same_unit_may_be_formed_three_times() -> None:
    table = short_table(listed([0, 1, 2, 3], [4]), 5)
    assert table.value((*[0, 1, 2, 3] * 3, 4)) == Value(True, True, 19000, ((0, 0, 0, 1),))
    assert table_of("2019").value([SHIIKA] * 3) == Value(True, False, 3000, ((0, 0, 0),))


def test_a_hand_without_units_scores_nothing() -> None:
    for rules in RULES:
        assert short_table(listed([0, 1]), 14, rules, 0).value(range(1, 14)) == Value(False, False, 0, ((),))


# --- ties ------------------------------------------------------------------------------------


def test_ties_are_in_order_of_fewer_units_then_of_lower_numbers() -> None:
    units = listed([0, 1], [2, 3], [0, 2], [1, 3], [0, 1, 2], [3])
    table = short_table(units, 4)
    # 2000 + 2000 twice, 4000 + 1000: the last is best; without it there are two.
    assert table.value(range(4)).splits == ((4, 5),)
    assert short_table(units[:4], 4).value(range(4)).splits == ((0, 1), (2, 3))
    # A fifth tile that is in no unit: 4000 with one unit of three, two pairs, or the other two.
    assert short_table(units[:5], 5).value(range(5)).splits == ((4,), (0, 1), (2, 3))


def test_all_splits_that_tie_are_offered_in_wins() -> None:
    # Any pair of the idols 0 to 3, in two ways beside each other; the nine others in one unit.
    others = range(4, 13)
    units = listed([0, 1], [0, 2], [0, 3], others, [1, 2], [1, 3], [2, 3])
    value = short_table(units, 13).value([*range(4), *others])
    assert value == Value(True, True, 20000, ((0, 3, 6), (1, 3, 5), (2, 3, 4)))


def test_ties_of_all_stars_that_win_are_offered_as_the_oracle_does() -> None:
    tied = 0
    for hand in deal(2000, 13, AS_IDOLS, seed=11):
        value = table_of("2019").value(hand)
        if value.won and len(value.splits) > 1:
            assert value == value_by_oracle(hand, units_of("2019"), RuleSet.SEED, None)
            tied += 1
    assert tied >= 5


# --- rules -----------------------------------------------------------------------------------


def test_points_by_size() -> None:
    found = [score_of_size(size) for size in wholes(figure("unit_sizes"))]
    assert found == wholes(figure("unit_scores"))


@pytest.mark.parametrize("main", [None, 2, 9])
@pytest.mark.parametrize("rules", RULES)
def test_points_by_rules(rules: RuleSet, main: int | None) -> None:
    units = listed([0], [1, 2], [2, 3, 4], range(13))
    scores = unit_scores(game_units(units), rules, main)
    for unit in units:
        for is_complete in (True, False):
            bonus = scores.bonus if scores.has_bonus[unit.number] else 0
            expected = oracle.score((unit,), is_complete, counting(rules, main))
            assert scores.points(unit.number, False, is_complete) + bonus == expected


def test_units_with_the_main_idol_count_double_in_2019_10_08() -> None:
    units = listed([0, 1, 2, 3], [4], [0, 1], [2, 3, 4], range(5, 13))
    splits = [short_table(units, 13, RuleSet.OF_2019_10_08, main).value(range(13))
              for main in (None, 4)]  # fmt: skip
    assert splits == [
        Value(True, True, 6000 + 1000 + 14000, ((0, 1, 4),)),
        Value(True, True, 2000 + 2 * 4000 + 14000, ((2, 3, 4),)),
    ]


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


def test_a_main_idol_changes_nothing_under_seed() -> None:
    for hand in hands_with_many_duplicates("2019"):
        assert table_of("2019", RuleSet.SEED, 1).value(hand) == table_of("2019").value(hand)
