"""How many deals wait for a win, counted in other ways too, and how many draws a win takes."""

from __future__ import annotations

import random
from itertools import combinations_with_replacement

import numpy as np
import pytest

from tablebases.millijan.families import (
    EMPTY_HAND,
    NO_HAND,
    deals_in,
    new_store,
    one_more,
    one_short,
    order_of_kinds,
    union,
    waiting_deals,
    with_unit,
)
from tablebases.millijan.table import decks, draws_to_win, play
from tablebases.millijan.winning_hands import winning_deals
from tests.millijan.helpers import TILES, listed, random_short_list, short_table, table_of, units_of
from tests.oracle import millijan as oracle
from tests.oracle.millijan import Tiles, Units

NODES = 1 << 18


def hands_of(kinds: int, tiles: int) -> list[Tiles]:
    every = combinations_with_replacement(range(kinds), tiles)
    return [hand for hand in every if all(hand.count(kind) <= 3 for kind in hand)]


def waiting_by_trying_all_hands(units: Units, kinds: int) -> tuple[int, int]:
    """By the definition: some kind completes 12 tiles; 13 have not won, but some 12 of them wait."""
    waiting = {hand for hand in hands_of(kinds, 12) if oracle.waits(hand, units, range(kinds))}
    longer = [
        hand
        for hand in hands_of(kinds, 13)
        if not oracle.wins(hand, units) and any(hand[:i] + hand[i + 1 :] in waiting for i in range(13))
    ]
    return oracle.deals_of(waiting), oracle.deals_of(longer)


@pytest.mark.parametrize("seed", range(3))
def test_deals_of_few_kinds_that_wait_are_those_of_all_hands_tried(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311 - tiles, not secrets
    kinds = chance.randint(5, 6)
    units = random_short_list(chance, kinds)
    found = waiting_deals(short_table(units, kinds), NODES)
    assert (found.of_12, found.of_13) == waiting_by_trying_all_hands(units, kinds)
    assert (found.of_12, found.of_13) == oracle.waiting_deals(units, range(kinds))


def test_deals_of_a_deck_that_wait_are_those_one_tile_from_its_winning_hands() -> None:
    (own,) = [one for one in decks(table_of("2019")) if one.name == "Fairy"]
    kinds = [kind for kind, tile in enumerate(TILES) if tile in own.table.tiles]
    units = tuple(unit for unit in units_of("2019") if set(unit.members) <= set(kinds))
    found = waiting_deals(own.table, NODES)
    assert (found.of_12, found.of_13) == oracle.waiting_deals(units, kinds)
    wins = winning_deals(own.table, 10**9)
    assert wins is not None
    assert found.winning == wins.total() > 0


def test_what_has_too_many_nodes_is_left_out() -> None:
    (own,) = [one for one in decks(table_of("2019")) if one.name == "Princess"]
    found = waiting_deals(own.table, NODES)
    limits = [2, 2_000, 6_000]
    some = [waiting_deals(own.table, limit) for limit in limits]
    assert some == [(None, None, None), (found.winning, None, None), (found.winning, found.of_12, None)]


def test_nothing_waits_where_nothing_wins() -> None:
    assert waiting_deals(short_table(listed([0, 1], [2, 3]), 6), NODES) == (0, 0, 0)


def test_families_have_the_hands_that_their_operations_say() -> None:
    store = new_store(1000)
    none, empty = np.int64(NO_HAND), np.int64(EMPTY_HAND)
    zero, pair = np.array([0]), np.array([0, 2])
    once = with_unit(store, empty, zero, np.int64(0), np.int64(0))
    two = with_unit(store, once, zero, np.int64(0), np.int64(0))
    three = with_unit(store, two, zero, np.int64(0), np.int64(0))
    assert [deals_in(store, int(family)) for family in (none, empty, once, two, three)] == [0, 1, 3, 3, 1]
    assert with_unit(store, three, pair, np.int64(0), np.int64(1)) == NO_HAND  # no fourth copy
    assert union(store, two, none) == union(store, two, two) == one_short(store, three) == two
    both = union(store, two, with_unit(store, empty, pair, np.int64(0), np.int64(1)))
    assert deals_in(store, int(both)) == 3 + 9
    assert deals_in(store, int(one_short(store, both))) == 3 + 3
    assert one_more(store, empty, np.int64(0), np.int64(1)) == once
    assert deals_in(store, int(one_more(store, two, np.int64(0), np.int64(3)))) == 1 + 9 + 9


def test_a_store_has_a_number_of_nodes_that_it_can_name() -> None:
    for nodes in (1, 2**27 + 1):
        with pytest.raises(ValueError, match="a store has 2 to"):
            new_store(nodes)


def test_the_order_of_kinds_keeps_units_together() -> None:
    members = np.zeros((4, 6), dtype=np.bool_)
    for number, unit in enumerate([(0, 3), (3, 5), (1, 4), (2, 4)]):
        members[number, list(unit)] = True
    order = order_of_kinds(members).tolist()
    assert sorted(order) == list(range(6))
    places = sorted(order.index(kind) for kind in (0, 3, 5))
    assert places in ([0, 1, 2], [3, 4, 5])


def test_a_game_ends_with_the_draw_that_completes_the_hand() -> None:
    table = short_table(listed([0], [1], [2], [3]), 6)
    waiting = [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 4]
    assert draws_to_win(table, [*waiting, 5, 5, 4, 3]) is None  # 4 goes for 3, and one of 0 to 3 is missing
    assert draws_to_win(short_table(listed([0], [1], [2], [3], [4]), 6), [*waiting, 5, 5, 4, 3]) == 3
    assert draws_to_win(table, [*waiting, 5]) is None


def test_games_are_the_same_for_the_same_seed_only() -> None:
    (deck,) = [one for one in decks(table_of("2019")) if one.name == "AS"]
    played = play(deck, 20, 1)
    assert played == play(deck, 20, 1) != play(deck, 20, 2)
    assert played.total() == 20
