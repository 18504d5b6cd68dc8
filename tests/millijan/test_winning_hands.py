"""The hands of a deck that win, and in how many ways they are dealt, counted in other ways too."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from math import comb, prod

import pytest

from tablebases.millijan import winning_hands
from tablebases.millijan.table import deck_of, decks
from tablebases.millijan.units import RuleSet
from tablebases.millijan.winning_hands import winning_deals
from tests.millijan.helpers import (
    AS_IDOLS,
    RULES,
    YEARS,
    listed,
    random_short_list,
    short_table,
    table_of,
    units_of,
)
from tests.oracle import millijan as oracle
from tests.oracle.millijan import Counting, Tiles, Units

ANY_NUMBER = 10**12


def ways_to_deal(hand: Tiles) -> int:
    return prod(comb(3, copies) for copies in Counter(hand).values())


def deals_by_trying_all_hands(units: Units, kinds: int, rules: RuleSet) -> Counter[int]:
    found: Counter[int] = Counter()
    for copies in product(range(4), repeat=kinds):
        hand = tuple(kind for kind, count in enumerate(copies) for _ in range(count))
        if len(hand) == 13 and oracle.wins(hand, units):
            value = oracle.best_value(hand, units, Counting(rules.value))
            found[value % oracle.WIN] += ways_to_deal(hand)
    return found


def scores_of_hands_built_unit_by_unit(units: Units) -> dict[Tiles, int]:
    """All hands that win: from those with fewer tiles, each with its best score."""
    of_size: list[dict[Tiles, int]] = [{(): 0}]
    for tiles in range(1, 14):
        hands: dict[Tiles, int] = {}
        for unit in units:
            smaller = of_size[tiles - unit.size] if unit.size <= tiles else {}
            for rest, score in smaller.items():
                hand = tuple(sorted((*rest, *unit.members)))
                if max(Counter(hand).values()) <= 3:
                    hands[hand] = max(hands.get(hand, 0), score + oracle.size_score(unit.size))
        of_size.append(hands)
    return of_size[13]


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("seed", range(6))
def test_deals_of_few_kinds_are_those_of_all_hands_tried(seed: int, rules: RuleSet) -> None:
    chance = random.Random(seed)  # noqa: S311 - tiles, not secrets
    kinds = chance.randint(5, 6)
    units = random_short_list(chance, kinds)
    found = winning_deals(short_table(units, kinds, rules), ANY_NUMBER)
    assert found == deals_by_trying_all_hands(units, kinds, rules)


def test_all_hands_of_five_kinds_that_are_all_units_win() -> None:
    units = listed(*([kind] for kind in range(5)))
    assert winning_deals(short_table(units, 5), ANY_NUMBER) == {13000: comb(15, 13)}


@pytest.mark.parametrize("year", YEARS)
@pytest.mark.parametrize("deck", ["AS", "Princess", "Fairy", "Angel"])
def test_deals_of_a_deck_are_those_of_hands_built_unit_by_unit(year: str, deck: str) -> None:
    (own,) = [one for one in decks(table_of(year)) if one.name == deck]
    kinds = {tile.name for tile in own.table.tiles}
    names = [tile.name for tile in table_of(year).tiles]
    units = tuple(unit for unit in units_of(year) if {names[kind] for kind in unit.members} <= kinds)
    expected: Counter[int] = Counter()
    for hand, score in scores_of_hands_built_unit_by_unit(units).items():
        expected[score] += ways_to_deal(hand)
    assert winning_deals(own.table, ANY_NUMBER) == expected
    assert expected


@pytest.mark.parametrize("at_once", [1000, 30_000, 60_000])
def test_ways_sorted_in_parts_are_counted_as_all_at_once(at_once: int, monkeypatch: pytest.MonkeyPatch) -> None:
    table = deck_of("AS", AS_IDOLS, table_of("2019")).table
    together = winning_deals(table, ANY_NUMBER)
    monkeypatch.setattr(winning_hands, "WAYS_BATCH", at_once)
    assert winning_deals(table, ANY_NUMBER) == together


def test_a_deck_with_more_ways_than_allowed_is_not_tried() -> None:
    table = short_table(listed([0], [1], [2], [3], [4]), 5)
    ways = 10 + 5  # hands without two copies of a kind, or without one copy of two kinds
    assert winning_deals(table, ways) == {13000: 105}
    assert winning_deals(table, ways - 1) is None


def test_a_deck_in_which_nothing_wins_has_no_deals() -> None:
    assert winning_deals(short_table(listed([0, 1], [2, 3]), 6), ANY_NUMBER) == {}


def test_units_that_score_no_thousands_are_refused() -> None:
    table = short_table(listed([0]), 5)
    table.scores = table.scores._replace(complete=table.scores.complete // 2)
    with pytest.raises(ValueError, match="units must score whole thousands"):
        winning_deals(table, ANY_NUMBER)
