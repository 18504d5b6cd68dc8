"""Judgements of hands of any size with called units, compared with the oracle."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from oracle import millijan as oracle
from oracle.millijan import Units
from tablebases.millijan.table import Judged, Value
from tablebases.millijan.units import NEVER, RuleSet
from tests.millijan.helpers import (
    RULES,
    SHIIKA,
    YEARS,
    check_nearest_win,
    distances_of,
    random_short_list,
    short_table,
    table_of,
    units_of,
)
from tests.millijan.questions import (
    Answer,
    Case,
    answer_of_oracle,
    called_win,
    copies_by_oracle,
    dealt_beside,
    questions,
)


def check_judged(judged: Judged, case: Case, expected: Answer) -> None:
    """Check a judgement against the oracle's answer."""
    value = judged.value
    discards = [oracle.Discard(**vars(discard)) for discard in judged.discards]
    assert expected == Answer(
        judged.n_tiles, value.won, value.value, value.score, value.splits, dict(judged.waits),
        judged.distance, judged.accepted, discards,
    ), case  # fmt: skip
    assert dict(enumerate(judged.copies_left)) == copies_by_oracle(case, range(len(judged.copies_left)))
    accepted = sum(copies_by_oracle(case, expected.accepted).values())
    assert judged.accepted_copies == (accepted if expected.distance else None)


def with_more(chance: random.Random, some: Units, units: Units, most: int, tiles: int) -> Units:
    """Add up to `most` random units to `some`, as long as all have at most `tiles` tiles."""
    for unit in chance.choices(units, k=most):
        own = Counter(kind for other in (*some, unit) for kind in other.members)
        if own.total() <= tiles and max(own.values()) <= oracle.COPIES:
            some = (*some, unit)
    return some


def random_case(chance: random.Random, tiles: int) -> tuple[Units, int, Case]:
    """A short list of units, the number of kinds, and a hand with called units, often a part of many units."""
    kinds = chance.randint(6, 9)
    units = random_short_list(chance, kinds)
    called = with_more(chance, (), units, chance.randint(0, 3), oracle.WINNING_TILES - 1)
    every = with_more(chance, called, units, chance.choice([0, 12]), oracle.WINNING_TILES)
    in_units = [kind for unit in every[len(called) :] for kind in unit.members]
    beside = max(tiles - oracle.tiles_used(called), 0)
    hand = tuple(chance.sample(in_units, min(beside, len(in_units))))
    hand += dealt_beside(chance, every, beside - len(hand), range(kinds))
    return units, kinds, Case(hand, called, chance.choice([None, *range(kinds)]))


@pytest.mark.thorough
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("year", YEARS)
def test_judge_agrees_with_the_oracle_about_hands_of_all_sizes(year: str, rules: RuleSet) -> None:
    chance = random.Random(5)  # noqa: S311 - tiles, not secrets
    cases = questions(year, seed=2)[RULES.index(rules) :: 2 if rules is RuleSet.SEED else 4]
    for one in cases:
        expected = answer_of_oracle(one, rules, units_of(year), distances_of(year))
        table = table_of(year, rules, one.main)
        check_judged(table.judge(one.hand, one.numbers), one, expected)
        in_another_order = chance.sample(one.numbers, len(one.numbers))
        assert table.judge(one.hand, in_another_order) == table.judge(one.hand, one.numbers)
        if one.n_tiles == 12:
            check_nearest_win(table, one.hand, one.called, expected.distance or 0)


@pytest.mark.parametrize("rules", [*(pytest.param(rules, marks=pytest.mark.thorough) for rules in RULES[:2]), RULES[2]])
def test_judge_agrees_with_the_oracle_about_hands_with_few_units(rules: RuleSet) -> None:
    chance = random.Random(RULES.index(rules))  # noqa: S311 - tiles, not secrets
    found: Counter[object] = Counter()
    for tiles in [*range(12), *[12] * 40, *[13] * 30]:
        units, kinds, case = random_case(chance, tiles)
        expected = answer_of_oracle(case, rules, units, oracle.Distances(units), range(kinds))
        table = short_table(units, kinds, rules, case.main)
        check_judged(table.judge(case.hand, case.numbers), case, expected)
        if case.n_tiles == 12:
            check_nearest_win(table, case.hand, case.called, expected.distance or 0)
        found.update([expected.distance, ("called", len(case.called)), "waits" if expected.waits else "none"])
        found["empty hand"] += not case.hand
    assert {0, 1, 2, 3, NEVER} < set(found), found
    assert all(found["called", count] > 3 for count in range(4)), found
    assert found["waits"] > 3
    assert found["empty hand"]


def test_13_called_tiles_have_won_with_an_empty_hand() -> None:
    chance = random.Random(6)  # noqa: S311 - tiles, not secrets
    for number in range(9):
        year, rules = YEARS[number % 2], RULES[number % 3]
        hand, called = called_win(chance, units_of(year))
        every = (*called, *oracle.splits(tuple(sorted(hand)), units_of(year))[0])
        judged = table_of(year, rules, 3).judge((), oracle.numbers(every))
        how = oracle.Counting(rules.value, 3, every)
        assert judged.value == Value(True, True, oracle.score((), True, how), ((),))
        assert (judged.n_tiles, judged.distance, judged.accepted) == (13, 0, ())
        assert (judged.waits, list(judged.discards), judged.accepted_copies) == ({}, [], None)


def test_12_called_tiles_wait_for_a_unit_of_one_with_an_empty_hand() -> None:
    table = table_of("2019")
    six, four = (
        [number for number, unit in enumerate(table.units) if len(unit.members) == size][-1] for size in (6, 4)
    )
    called = (six, four, 0, 0)
    judged = table.judge((), called)
    assert judged.n_tiles == 12
    assert judged.waits == {SHIIKA: 10000 + 6000 + 3 * 1000}
    assert (judged.distance, judged.accepted, judged.accepted_copies) == (1, (SHIIKA,), 1)
    assert table.nearest_win((), called) == (0,)
