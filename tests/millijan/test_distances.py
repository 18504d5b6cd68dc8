"""Waits, distances, accepted kinds, discards and nearest wins. With few kinds, all hard cases are frequent."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np
import pytest

from oracle import millijan as oracle
from oracle.millijan import Tiles
from tablebases.compiled import in_plain_python
from tablebases.millijan.nearest import NearestWins, distance_of, load_for_overlaps, overlap_memory
from tablebases.millijan.table import Table
from tablebases.millijan.units import COPIES, MAX_KINDS, NEVER, RuleSet
from tests.millijan.helpers import (
    AS_IDOLS,
    BY_HAND,
    KINDS,
    RULES,
    SHIIKA,
    SORA,
    TILES,
    YEARS,
    check_nearest_win,
    counting,
    deal,
    distance_by_oracle,
    distances_of,
    game_units,
    listed,
    random_short_list,
    short_table,
    table_of,
    units_of,
    winning_hands_of,
)

Answer = tuple[int, tuple[int, ...]]


def by_definition(hand: Tiles, wins: Iterable[Tiles]) -> Answer:
    """The distance of a hand from the nearest of all wins, NEVER without wins, and the kinds that it then lacks."""
    missing = [Counter(win) - Counter(hand) for win in wins]
    nearest = min((some.total() for some in missing), default=NEVER)
    return nearest, tuple(sorted({kind for some in missing if some.total() == nearest for kind in some}))


def units_by_definition(hand: Tiles, wins: Iterable[Tiles], units: oracle.Units) -> tuple[int, ...]:
    """The numbers of all units in splits of the wins that are nearest to a hand."""
    distances = {win: (Counter(win) - Counter(hand)).total() for win in wins}
    nearest = [win for win, distance in distances.items() if distance == min(distances.values())]
    return tuple(sorted({unit.number for win in nearest for split in oracle.splits(win, units) for unit in split}))


def by_trying_all_ways(table: Table, hand: Sequence[int]) -> Answer:
    """The answer of the search that replaces the fast one where that is not sure."""
    memory, whole = overlap_memory(len(table.units)), (1 << len(hand)) - 1
    load_for_overlaps(np.array(hand, dtype=np.int8), table.tables, memory)
    copies = np.full(MAX_KINDS, COPIES, dtype=np.int8)
    for kind in table.seen:
        copies[kind] -= 1
    distance_of(np.int64(whole), np.int64(13), copies, table.tables, memory)
    return NearestWins(table.units, memory).distance(whole, 13, tuple(table.copies_left(hand)))


# --- few units: all wins are known -----------------------------------------------------------


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.thorough) for seed in (3, 4))])
def test_answers_with_few_units_follow_from_all_wins(seed: int) -> None:
    """Tiles that are seen elsewhere cannot be drawn, so wins with them are out of reach."""
    chance = random.Random(seed)  # noqa: S311 - tiles, not secrets
    found: Counter[int] = Counter()
    for _ in range(25):
        kinds = chance.randint(5, 9)
        units = random_short_list(chance, kinds)
        every_win = sorted(oracle.winning_hands(units))
        wall = Counter(dict.fromkeys(range(kinds), oracle.COPIES))
        near = chance.sample(chance.choice(every_win), 11) if every_win and chance.random() < 0.75 else []
        others = list((wall - Counter(near)).elements())
        chance.shuffle(others)
        apart = oracle.WINNING_TILES - len(near)
        hand = (*near, *others[:apart])
        seen = others[apart : apart + chance.choice([0, chance.randint(0, len(others) - apart)])]
        wins = [win for win in every_win if max(Counter((*win, *seen)).values()) <= oracle.COPIES]
        table = Table(TILES[:kinds], game_units(units), seen=seen)
        left = table.copies_left(hand)
        assert left == [oracle.COPIES - [*hand, *seen].count(kind) for kind in range(kinds)]
        discards = table.discards(hand)
        assert sorted(one.kind for one in discards) == sorted(set(hand))
        assert discards == sorted(discards, key=lambda one: (one.distance, -one.copies, one.kind))
        assert table.best_discard(hand) == discards[0]
        with_wins = table.discards_with_wins(hand)
        assert [one for one, *_ in with_wins] == discards
        for one in discards:
            rest = oracle.without(hand, [one.kind])
            assert rest is not None
            distance, accepted = by_definition(rest, wins)
            drawable = tuple(kind for kind in accepted if left[kind])  # the discarded tile may be the last of its kind
            assert (one.distance, one.accepted) == (distance, drawable), (units, hand, seen, one)
            assert one.copies == sum(left[kind] for kind in one.accepted)
            assert tuple(table.waits(rest)) == (accepted if distance == 1 else ())
            found[one.distance] += 1
        some = chance.choice(discards)
        rest = oracle.without(hand, [some.kind])
        assert rest is not None
        assert table.distance(rest) == by_trying_all_ways(table, rest) == by_definition(rest, wins)
        check_nearest_win(table, rest, (), some.distance)
        _, *of_wins = with_wins[discards.index(some)]
        assert of_wins == [table.nearest_win(rest), units_by_definition(rest, wins, units)]
    assert {1, 2, 3, NEVER} <= found.keys(), found


@pytest.mark.parametrize("name", BY_HAND["nothing wins"])
def test_nothing_wins(name: str) -> None:
    table = short_table(listed(*BY_HAND["nothing wins"][name]), 12)
    for hand in [tuple(range(12)), tuple(range(4)) * 3, *deal(3, 12, range(6)), *deal(3, 12, range(12))]:
        assert table.distance(hand) == by_trying_all_ways(table, hand) == (NEVER, ())
        assert table.waits(hand) == {}
        assert table.nearest_win(hand) == ()


@pytest.mark.parametrize("name", BY_HAND["distances"])
def test_distances_by_hand(name: str) -> None:
    units = listed(*BY_HAND["distances"][name]["units"])
    table = short_table(units, 26)
    for case in BY_HAND["distances"][name]["hands"]:
        hand, called = tuple(case["hand"]), case.get("called", ())
        if "distance" in case:
            found = table.distance(hand, called)
            assert found == (case["distance"], tuple(case["accepted"])), case
            assert called or found == by_definition(hand, oracle.winning_hands(units)), case
            check_nearest_win(table, hand, tuple(units[number] for number in called), case["distance"])
        if "waits" in case:
            assert table.waits(hand, called) == case["waits"], case


# --- the lists of the game -------------------------------------------------------------------


@pytest.mark.thorough
@pytest.mark.parametrize("year", YEARS)
def test_distances_and_nearest_wins_are_those_of_the_oracle(year: str) -> None:
    table = table_of(year)
    hands = [
        *deal(3, 12, seed=2),
        *deal(2, 12, AS_IDOLS, seed=3),
        *deal(3, 12, range(6), seed=4),
        *deal(2, 12, range(13, 40, 3), seed=5),
        *deal(2, 12, [SHIIKA, SORA, *range(20, 30)], seed=6),
        *(hand[1:] for hand in winning_hands_of(units_of(year), 3)),
        *((*hand[2:], SORA) for hand in winning_hands_of(units_of(year), 2, seed=2)),
    ]
    for hand in hands:
        found = table.distance(hand)
        assert found == distance_by_oracle(hand, (), distances_of(year)), hand
        check_nearest_win(table, hand, (), found[0])
    for hand in hands[2:8:2]:
        assert by_trying_all_ways(table, hand) == table.distance(hand)


@pytest.mark.thorough
@pytest.mark.parametrize(("year", "rules"), list(zip(["2025", "2019", "2025"], RULES, strict=True)))
def test_waits_are_those_of_the_oracle_and_what_is_accepted_at_distance_1(year: str, rules: RuleSet) -> None:
    units = units_of(year)
    of_wins = [hand[1:] for hand in winning_hands_of(units, 3, seed=1)]
    for number, hand in enumerate([*of_wins, *deal(2, 12, AS_IDOLS, seed=2), *deal(1, 12, range(5), seed=3)]):
        main = [None, 6][number % 2]
        table = table_of(year, rules, main)
        waits = oracle.waits(hand, units, KINDS, counting(rules, main))
        assert list(table.waits(hand).items()) == [(wait.kind, wait.score) for wait in waits]
        assert bool(waits) >= (hand in of_wins)
        distance, accepted = table.distance(hand)
        assert tuple(wait.kind for wait in waits) == (accepted if distance == 1 else ())


def test_neither_the_order_of_a_hand_nor_earlier_questions_change_an_answer() -> None:
    chance = random.Random(4)  # noqa: S311 - tiles, not secrets
    table = table_of("2019")
    hands = [*deal(6, 13, range(16), seed=11), *deal(4, 13, seed=12)]
    first = [(table.discards(hand), table.distance(hand[1:]), table.waits(hand[1:])) for hand in hands]
    again = []
    for hand in reversed(hands):
        other, rest = chance.sample(hand, 13), chance.sample(hand[1:], 12)
        again.append((table.discards(other), table.distance(rest), table.waits(rest)))
    assert again[::-1] == first


def test_plain_python_judges_hands_as_compiled_code_does() -> None:
    table = short_table(units_of("2019"), len(KINDS))
    plain = Table(table.tiles, table.units, variant=in_plain_python)
    for hand in [*deal(10, 13), *deal(10, 12, AS_IDOLS), *winning_hands_of(units_of("2019"), 3)]:
        assert plain.judge(hand) == table.judge(hand)
