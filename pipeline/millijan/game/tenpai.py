"""How many deals wait for a win, exactly: of 12 tiles, and of 13 of which one is discarded.

All hands that win are one family of hands (`families`), built unit by unit; what is one tile short of it waits.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pipeline.core.arrays import Matrix, Vector
from pipeline.millijan.game.families import (
    EMPTY_HAND,
    NO_HAND,
    Store,
    deals_in,
    is_full,
    new_store,
    one_more,
    one_short,
    union,
    with_unit,
)
from pipeline.millijan.game.table import Table
from pipeline.millijan.game.units import MAX_TILES


class WaitingDeals(NamedTuple):
    """How many deals win or wait; None where the families have too many nodes."""

    winning: int | None
    """Of 13 tiles."""
    of_12: int | None
    """Deals of 12 tiles that some tile completes."""
    of_13: int | None
    """Deals of 13 tiles that have not won, but of which 12 wait."""


def order_of_kinds(members: Matrix[np.bool_]) -> Vector[np.int64]:
    """The kinds, (kinds,), ordered so that members of a unit are near to each other, which makes families small.

    Next is always the kind that is tied to kinds before it most and to later ones least. Two kinds are tied by each of
    their units, the less the larger it is. members: (units, kinds), who is in which unit.
    """
    ties = (members / members.sum(axis=1, keepdims=True) ** 2.0).T @ members
    np.fill_diagonal(ties, 0)
    gain = -ties.sum(axis=1)
    order = np.empty(len(gain), dtype=np.int64)
    for place in range(len(gain)):
        order[place] = np.argmax(gain)
        gain += 2 * ties[order[place]]
        gain[order[: place + 1]] = -np.inf
    return order


def _units_in_order(table: Table) -> list[Vector[np.int64]]:
    """The members of each unit as places of `order_of_kinds`, ascending; units that begin late come first."""
    has = np.zeros((len(table.units), len(table.tiles)), dtype=np.bool_)
    for number, unit in enumerate(table.units):
        has[number, list(unit.members)] = True
    places = np.argsort(order_of_kinds(has))
    members = [np.sort(places[list(unit.members)]) for unit in table.units]
    return sorted(members, key=lambda places: places.tolist(), reverse=True)


def winning_family(store: Store, table: Table) -> int:
    """All hands of 13 tiles that split into units of a table."""
    of_size = [np.int64(EMPTY_HAND), *[np.int64(NO_HAND)] * MAX_TILES]
    for unit, members in enumerate(_units_in_order(table)):
        for tiles in range(len(members), MAX_TILES + 1):
            more = with_unit(store, of_size[tiles - len(members)], members, np.int64(0), np.int64(unit))
            of_size[tiles] = np.int64(union(store, of_size[tiles], more))
    return int(of_size[MAX_TILES])


def waiting_deals(table: Table, most_nodes: int) -> WaitingDeals:
    """How many deals wait, copies told apart; most_nodes: of all families together.

    The table is that of the kinds of the deck.
    """
    store = new_store(most_nodes)

    def count(family: int) -> int | None:
        return None if is_full(store) else deals_in(store, family)

    wins = winning_family(store, table)
    winning = count(wins)
    if winning is None:
        return WaitingDeals(None, None, None)
    waiting = one_short(store, np.int64(wins))
    of_12 = count(int(waiting))
    if of_12 is None:
        return WaitingDeals(winning, None, None)
    near = count(int(one_more(store, waiting, np.int64(0), np.int64(len(table.tiles)))))
    return WaitingDeals(winning, of_12, None if near is None else near - winning)
