"""Values of hands: best splits into units, wins, ties, and points under all rule sets."""

from __future__ import annotations

import numpy as np
import pytest

from oracle import millijan as oracle
from tablebases.millijan.splits import split_memory, values_of
from tablebases.millijan.table import Value
from tablebases.millijan.units import RuleSet
from tests.millijan.helpers import (
    AS_IDOLS,
    BY_HAND,
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
        how = counting(rules, main)
        best = oracle.best_packings(hand, units, how)
        value, splits = oracle.value(hand, best[0], how), tuple(map(oracle.numbers, best))
        expected = Value(value >= oracle.WIN, oracle.wins(hand, units), value % oracle.WIN, splits)
        assert table.value(hand) == expected, hand
        assert tuple(table.candidates(hand)) == oracle.numbers(oracle.candidates(hand, units))


@pytest.mark.parametrize("year", YEARS)
def test_value_finds_all_splits_of_a_win(year: str) -> None:
    for hand in [*winning_hands_of(units_of(year), 12, seed=7), tuple(AS_IDOLS)]:
        found = all_splits_table(year).value(hand)
        assert found.won
        assert sorted(found.splits) == [oracle.numbers(split) for split in oracle.splits(hand, units_of(year))]


@pytest.mark.parametrize("rules", RULES)
def test_many_hands_at_once_have_the_values_of_each(rules: RuleSet) -> None:
    table = table_of("2019", rules, 3)
    hands = [*deal(60, 13, AS_IDOLS, seed=8), *winning_hands_of(units_of("2019"), 20, seed=8)]
    complete, score = np.zeros(len(hands), dtype=np.bool_), np.zeros(len(hands), dtype=np.int32)
    memory = split_memory(len(table.units))
    values_of(np.array(hands, dtype=np.int8), table.scores, table.tables, memory, complete, score)
    expected = [table.value(hand) for hand in hands]
    assert complete.tolist() == [value.complete for value in expected]
    assert score.tolist() == [value.score for value in expected]
    assert sum(complete) >= 20


# --- by hand ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BY_HAND["values"])
def test_values_by_hand(name: str) -> None:
    units = listed(*BY_HAND["values"][name]["units"])
    for case in BY_HAND["values"][name]["hands"]:
        table = short_table(units, 14, RuleSet(case.get("rules", "seed")), case.get("main"))
        expected = (case["is"] != "open", case["is"] == "won", case["score"], tuple(map(tuple, case["splits"])))
        assert table.value(case["hand"], case.get("called", ())) == Value(*expected), case
