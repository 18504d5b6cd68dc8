"""Hands with called units, of any size: the oracle under all rule sets, and the nearest wins."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import asdict

import pytest

from tablebases.millijan.table import Discard, Judged, Table, Value
from tablebases.millijan.units import NEVER, RuleSet
from tests.millijan.helpers import (
    AS_IDOLS,
    KINDS,
    RULES,
    SHIIKA,
    SORA,
    YEARS,
    distances_of,
    listed,
    random_short_list,
    short_table,
    table_of,
    units_of,
)
from tests.millijan.results import (
    Answer,
    Asked,
    answer_of_oracle,
    called_win,
    copies_by_oracle,
    dealt_beside,
    distance_by_oracle,
    questions,
)
from tests.oracle import millijan as oracle
from tests.oracle.millijan import Tiles, Units

MAINS = [None, 0, 7, SHIIKA]


def as_answer(judged: Judged) -> Answer:
    """What is said of a hand as the oracle says it."""
    value = judged.value
    return Answer(
        judged.n_tiles, value.won, value.value, value.score, value.splits, dict(judged.waits),
        judged.distance, judged.accepted, judged.accepted_copies,
        [oracle.Discard(**asdict(discard)) for discard in judged.discards],
    )  # fmt: skip


def with_more(chance: random.Random, some: Units, units: Units, most: int, tiles: int) -> Units:
    """Some units and a few more beside them, of so many tiles at most."""
    for unit in chance.choices(units, k=most):
        own = Counter(kind for other in (*some, unit) for kind in other.members)
        if own.total() <= tiles and max(own.values()) <= oracle.COPIES:
            some = (*some, unit)
    return some


def random_called(chance: random.Random, units: Units, most: int = 3) -> Units:
    """Some units that can lie apart at the same time, of 12 tiles at most."""
    return with_more(chance, (), units, chance.randint(0, most), oracle.WINNING_TILES - 1)


def random_case(chance: random.Random, tiles: int) -> tuple[Units, int, Asked]:
    """A short list of units, how many kinds there are, and a hand with called units.

    Half of the hands are cut out of as many units as 13 tiles easily hold.
    """
    kinds = chance.randint(6, 9)
    units = random_short_list(chance, kinds)
    called = random_called(chance, units)
    every = with_more(chance, called, units, chance.choice([0, 12]), oracle.WINNING_TILES)
    in_units = [kind for unit in every[len(called) :] for kind in unit.members]
    beside = max(tiles - oracle.tiles_used(called), 0)
    hand = tuple(chance.sample(in_units, min(beside, len(in_units))))
    hand += dealt_beside(chance, every, beside - len(hand), range(kinds))
    return units, kinds, Asked(hand, called, chance.choice([None, *range(kinds)]))


# --- the oracle ------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("year", YEARS)
def test_hands_of_all_sizes_are_judged_as_by_the_oracle(year: str, rules: RuleSet) -> None:
    for asked in questions(year, seed=2):
        expected = answer_of_oracle(asked, rules, units_of(year), distances_of(year))
        table = table_of(year, rules, asked.main)
        assert as_answer(table.judge(asked.hand, asked.numbers)) == expected, asked


@pytest.mark.parametrize("tiles", range(14))
@pytest.mark.parametrize("rules", RULES)
def test_hands_with_few_units_are_judged_as_by_the_oracle(rules: RuleSet, tiles: int) -> None:
    chance = random.Random(tiles)  # noqa: S311 - tiles, not secrets
    for _ in range(12):
        units, kinds, asked = random_case(chance, tiles)
        expected = answer_of_oracle(asked, rules, units, oracle.Distances(units), range(kinds))
        table = short_table(units, kinds, rules, asked.main)
        assert as_answer(table.judge(asked.hand, asked.numbers)) == expected, (units, asked)


def test_random_cases_are_of_all_sorts() -> None:
    chance = random.Random(1)  # noqa: S311 - tiles, not secrets
    found: Counter[object] = Counter()
    for _ in range(240):
        units, kinds, asked = random_case(chance, chance.choice([12, 13]))
        answer = answer_of_oracle(
            asked, RuleSet.SEED, units, oracle.Distances(units), range(kinds)
        )  # fmt: skip
        found[answer.distance] += 1
        found["called", len(asked.called)] += 1
        found["waits"] += bool(answer.waits)
        found["empty hand"] += not asked.hand
    assert {0, 1, 2, 3, NEVER} < set(found)
    assert all(found["called", count] > 10 for count in range(4))
    assert found["waits"] > 10
    assert found["empty hand"]


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("year", YEARS)
def test_wins_and_what_lacks_a_tile_of_them_have_the_answers_of_the_oracle(year: str, rules: RuleSet) -> None:
    chance = random.Random(3)  # noqa: S311 - tiles, not secrets
    units = units_of(year)
    for _ in range(15):
        hand, called = called_win(chance, units)
        main = chance.choice([None, *AS_IDOLS, *hand])
        table = table_of(year, rules, main)
        numbers = oracle.numbers(called)
        how = oracle.Counting(rules.value, main, called)
        best = oracle.best_packings(hand, units, how)
        assert table.value(hand, numbers) == Value(
            True, True, oracle.score(best[0], True, how),
            tuple(oracle.numbers(packing) for packing in best),
        )  # fmt: skip
        if hand:
            twelve = hand[1:]
            expected = {wait.kind: wait.score for wait in oracle.waits(twelve, units, KINDS, how)}
            assert hand[0] in expected
            assert table.waits(twelve, numbers) == expected
            distance, accepted = table.distance(twelve, numbers)
            assert (distance, set(accepted)) == (1, set(expected))


@pytest.mark.parametrize("year", YEARS)
def test_copies_left_are_those_neither_in_the_hand_nor_in_called_units(year: str) -> None:
    for asked in questions(year, seed=4):
        found = table_of(year).copies_left(asked.hand, asked.numbers)
        assert dict(enumerate(found)) == copies_by_oracle(asked, KINDS)


def test_called_units_count_half_in_2019_10_08_and_with_the_main_idol_in_full() -> None:
    units = listed([0], [1, 2], [3, 4, 5])
    for main, score in ((None, 500 + 2000 + 2000), (0, 1000 + 2000 + 2000), (1, 500 + 4000 + 2000),
                        (4, 500 + 2000 + 4000)):  # fmt: skip
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
    units = listed([0, 1], [2, 3], [0, 1, 2, 3])
    table = short_table(units, 4)
    assert table.value((0, 1, 2, 3)).splits == ((2,),)
    assert table.value((2, 3), (0,)) == Value(True, False, 4000, ((1,),))


def test_the_order_of_called_units_does_not_matter() -> None:
    chance = random.Random(5)  # noqa: S311 - tiles, not secrets
    for asked in questions("2025", seed=5):
        shuffled = tuple(chance.sample(asked.numbers, len(asked.numbers)))
        table = table_of("2025", RuleSet.V1_6, asked.main)
        assert table.judge(asked.hand, shuffled) == table.judge(asked.hand, asked.numbers)


def test_nobody_waits_for_a_tile_of_which_the_last_copies_are_called() -> None:
    units = listed([0], [1, 2, 3, 4, 5], [1, 2, 3, 4, 5, 6])
    table = short_table(units, 8)
    hand = (1, 2, 3, 4, 5)
    assert table.waits(hand, (0, 0, 1)) == {0: 8000 * 2 + 3000, 6: 8000 + 10000 + 2000}
    five = (1, 2, 3, 4)
    assert table.waits(five, (0, 0, 0, 1)) == {5: 8000 * 2 + 3000}
    assert table.distance(five, (0, 0, 0, 1)) == (1, (5,))
    assert table.waits((*five, 5, 6), (1, 0)) == {0: 8000 + 10000 + 2000}
    assert table.waits((*five, 5, 5), (1, 0)) == {}


# --- hands of any size -----------------------------------------------------------------------


@pytest.mark.parametrize("year", YEARS)
def test_13_called_tiles_have_won_with_an_empty_hand(year: str) -> None:
    chance = random.Random(6)  # noqa: S311 - tiles, not secrets
    for rules in RULES:
        for _ in range(5):
            hand, called = called_win(chance, units_of(year))
            every = (*called, *oracle.splits(tuple(sorted(hand)), units_of(year))[0])
            table = table_of(year, rules, 3)
            judged = table.judge((), oracle.numbers(every))
            how = oracle.Counting(rules.value, 3, every)
            assert judged.value == Value(True, True, oracle.score((), True, how), ((),))
            assert (judged.n_tiles, judged.distance, judged.accepted) == (13, 0, ())
            assert (judged.waits, list(judged.discards)) == ({}, [])
            assert judged.accepted_copies is None


def test_12_called_tiles_wait_for_a_unit_of_one_with_an_empty_hand() -> None:
    table = table_of("2019")
    six, four = ([unit for unit in table.units if len(unit.members) == size][-1] for size in (6, 4))
    called = [table.units.index(unit) for unit in (six, four, four)]
    judged = table.judge((), (*called[:2], 0, 0))
    assert judged.n_tiles == 12
    assert judged.waits == {SHIIKA: 10000 + 6000 + 3 * 1000}
    assert (judged.distance, judged.accepted, judged.accepted_copies) == (1, (SHIIKA,), 1)
    assert table.nearest_win((), (*called[:2], 0, 0)) == (0,)


def test_a_hand_without_tiles_or_called_units_needs_13_draws() -> None:
    units = listed([0, 1, 2, 3], [4], [5, 6, 7, 8, 9])
    judged = short_table(units, 11).judge(())
    assert (judged.n_tiles, judged.value.score, judged.distance) == (0, 0, None)
    assert short_table(units, 11).distance(()) == (13, tuple(range(10)))


@pytest.mark.parametrize("tiles", range(14))
def test_only_12_and_13_tiles_have_a_distance(tiles: int) -> None:
    chance = random.Random(tiles)  # noqa: S311 - tiles, not secrets
    called = random_called(chance, units_of("2019")) if tiles > 6 else ()
    hand = dealt_beside(chance, called, max(tiles - oracle.tiles_used(called), 0), KINDS)
    judged = table_of("2019").judge(hand, oracle.numbers(called))
    assert judged.n_tiles == len(hand) + oracle.tiles_used(called)
    assert (judged.distance is not None) is (judged.n_tiles >= 12)
    assert bool(judged.discards) is (judged.n_tiles == 13)
    if judged.n_tiles < 12:
        assert (judged.accepted, judged.waits, judged.accepted_copies) == ((), {}, None)


def test_a_win_still_has_its_discards() -> None:
    judged = table_of("2019").judge(tuple(AS_IDOLS))
    assert (judged.distance, judged.accepted) == (0, ())
    assert sorted(discard.kind for discard in judged.discards) == list(AS_IDOLS)
    assert all(discard.distance == 1 for discard in judged.discards)


def test_the_distance_of_13_tiles_is_that_of_the_best_discard() -> None:
    table = table_of("2019")
    chance = random.Random(8)  # noqa: S311 - tiles, not secrets
    for _ in range(6):
        called = random_called(chance, units_of("2019"), 2)
        hand = dealt_beside(chance, called, 13 - oracle.tiles_used(called), range(20))
        judged = table.judge(hand, oracle.numbers(called))
        first = judged.discards[0]
        assert isinstance(first, Discard)
        assert (judged.distance, judged.accepted) == (first.distance, first.accepted)
        assert judged.accepted_copies == first.copies


# --- the nearest win -------------------------------------------------------------------------


def check_nearest_win(table: Table, asked: Asked, distance: int) -> None:
    """Stop unless the units win with the called ones, and take as much of the hand as can be."""
    found = table.nearest_win(asked.hand, asked.numbers)
    if distance == NEVER:
        assert found == ()
        return
    tiles = Counter(kind for unit in found for kind in table.units[unit].members)
    called = Counter(kind for unit in asked.called for kind in unit.members)
    assert tiles.total() + called.total() == oracle.WINNING_TILES
    assert all(count <= oracle.COPIES for count in (tiles + called).values())
    own = Counter(asked.hand)
    drawn = tiles - own
    assert all(count <= 3 - own[kind] - called[kind] for kind, count in drawn.items())
    assert (tiles & own).total() == tiles.total() - distance
    assert drawn.total() == distance
    assert list(found) == sorted(found)


@pytest.mark.parametrize("year", YEARS)
def test_a_nearest_win_takes_as_many_tiles_of_the_hand_as_the_distance_says(year: str) -> None:
    chance = random.Random(9)  # noqa: S311 - tiles, not secrets
    units, table = units_of(year), table_of(year)
    for kinds in (KINDS, AS_IDOLS, range(6), [*range(8), SHIIKA, SORA], range(20, 30)) * 4:
        called = random_called(chance, units, 2)
        beside = oracle.WINNING_TILES - 1 - oracle.tiles_used(called)
        asked = Asked(dealt_beside(chance, called, beside, kinds), called)
        distance, _ = distance_by_oracle(asked.hand, called, distances_of(year))
        check_nearest_win(table, asked, distance)


@pytest.mark.parametrize("year", YEARS)
def test_the_nearest_win_of_a_tenpai_hand_lacks_a_wait(year: str) -> None:
    chance = random.Random(10)  # noqa: S311 - tiles, not secrets
    table = table_of(year)
    for _ in range(25):
        hand, called = called_win(chance, units_of(year))
        if hand:
            asked = Asked(hand[1:], called)
            check_nearest_win(table, asked, 1)
            found = table.nearest_win(asked.hand, asked.numbers)
            tiles = Counter(kind for unit in found for kind in table.units[unit].members)
            (missing,) = tiles - Counter(asked.hand)
            assert missing in table.waits(asked.hand, asked.numbers)


@pytest.mark.parametrize("seed", range(20))
def test_a_nearest_win_with_few_units_never_needs_a_fourth_copy(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311 - tiles, not secrets
    for _ in range(8):
        units, kinds, asked = random_case(chance, 12)
        distance, _ = distance_by_oracle(asked.hand, asked.called, oracle.Distances(units))
        check_nearest_win(short_table(units, kinds), asked, distance)


def test_the_nearest_win_of_a_win_is_a_split_of_it() -> None:
    chance = random.Random(11)  # noqa: S311 - tiles, not secrets
    table = table_of("2019")
    for _ in range(10):
        hand, called = called_win(chance, units_of("2019"))
        found = table.nearest_win(hand, oracle.numbers(called))
        tiles = sorted(kind for unit in found for kind in table.units[unit].members)
        assert tiles == sorted(hand)


def test_there_is_no_nearest_win_where_nothing_wins() -> None:
    table = short_table(listed([0, 1], [2, 3]), 8)
    assert table.nearest_win((0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3)) == ()
    with_a_single = short_table(listed([0], [1, 2, 3, 4], [5, 6, 7, 8]), 9)
    assert with_a_single.nearest_win((1, 2, 3, 4), (0, 1, 2)) == (1,)
    assert with_a_single.nearest_win((1,), (0, 0, 0, 1, 2)) == ()


def test_a_nearest_win_of_which_the_hand_has_nothing_is_made_of_any_units() -> None:
    table = short_table(listed(range(13)), 26)
    assert table.nearest_win(tuple(range(13, 25))) == (0,)
    asked: Tiles = (SORA,) * 3
    found = table_of("2019").nearest_win(asked)
    assert sum(len(table_of("2019").units[unit].members) for unit in found) == 13
