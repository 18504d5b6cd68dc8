"""Families of hands as decision diagrams, and the numbers of deals that win or wait for a win.

A family is a number. Family 0 has no hand, family 1 the hand without tiles. Every other family is a *node*: a kind and
four families. If a hand has the kind 0, 1, 2 or 3 times, the rest of the hand is in the first, second, third or fourth
of these, and has later kinds only. A kind that no hand of the family has gets no node. Equal nodes are kept once, so
equal families are equal numbers. These are the zero-suppressed diagrams of S. Minato (DAC 1993), with copies of tiles.

>>> store = new_store(100)
>>> pair = with_unit(store, np.int64(EMPTY_HAND), np.array([0, 2]), np.int64(0), np.int64(0))
>>> both = union(store, pair, with_unit(store, pair, np.array([0]), np.int64(0), np.int64(1)))
>>> deals_in(store, both)  # kinds 0 and 2: 9 deals; kind 0 twice and kind 2: 9 more
18
>>> deals_in(store, one_short(store, pair))  # one tile of kind 0 or of kind 2
6

All hands that win are one family, built unit by unit (`winning_family`). The hands that are one tile short of it wait.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from tablebases.arrays import Int, Matrix, Vector
from tablebases.compiled import njit
from tablebases.millijan.table import Table
from tablebases.millijan.units import COPIES, MAX_TILES

NO_HAND, EMPTY_HAND = 0, 1
AFTER_ALL_KINDS = 127
MOST_ANSWERS = 1 << 24
"""Results of operations in the cache: 200 MB."""
MAX_NODES = 1 << 27
"""Numbers of nodes have 27 bits in `_question`."""

UNION, UNIT, SHORT, LONG = range(4)
"""Operations."""


class Store(NamedTuple):
    """Different nodes, and a cache of operations; see `new_store`."""

    kind: Vector[np.int8]
    """(nodes,); for the families 0 and 1 more than any."""
    rest: Matrix[np.int32]
    """(nodes, 4), families; by the copies of the kind."""
    found: Vector[np.int32]
    """(a power of 2,), nodes by their hash values, 0 in empty places."""
    used: Vector[np.int64]
    """(1,), the number of nodes."""
    questions: Vector[np.int64]
    """(a power of 2,), the latest question with each hash value; see `_question`."""
    answers: Vector[np.int32]
    """As many families, the results."""


def new_store(most_nodes: int) -> Store:
    """An empty store for `most_nodes` nodes, at most 2^27, 17 to 33 bytes each."""
    if not 2 <= most_nodes <= MAX_NODES:
        raise ValueError(f"a store has 2 to {MAX_NODES} nodes, not {most_nodes}")
    kind = np.zeros(most_nodes, dtype=np.int8)
    kind[:2] = AFTER_ALL_KINDS
    answers = min(MOST_ANSWERS, 1 << most_nodes.bit_length())
    return Store(
        kind=kind,
        rest=np.zeros((most_nodes, COPIES + 1), dtype=np.int32),
        found=np.zeros(1 << most_nodes.bit_length(), dtype=np.int32),
        used=np.array([2]),
        questions=np.full(answers, -1, dtype=np.int64),
        answers=np.zeros(answers, dtype=np.int32),
    )


@njit(cache=True)
def is_full(store: Store) -> bool:
    """Whether there is no room for nodes: operations then end at once, and families may lack hands."""
    return bool(store.used[0] == len(store.kind))


@njit(cache=True)
def _place(a: Int, b: Int, places: int) -> Int:
    """A hash value of two numbers, below `places`, a power of 2."""
    mixed = np.uint64(a) * np.uint64(0x9E3779B97F4A7C15) ^ np.uint64(b) * np.uint64(0xC2B2AE3D27D4EB4F)
    mixed ^= mixed >> np.uint64(29)
    mixed *= np.uint64(0xBF58476D1CE4E5B9)
    mixed ^= mixed >> np.uint64(32)
    return np.int64(mixed & np.uint64(places - 1))


@njit(cache=True)
def _node(store: Store, kind: Int, none: Int, one: Int, two: Int, three: Int) -> Int:
    """The family of a kind and four families; 0 if there is no place for another node."""
    if not one | two | three:
        return none
    place = _place(none << 32 | one, (two << 32 | three) ^ kind << 56, len(store.found))
    while store.found[place]:
        node = np.int64(store.found[place])
        rest = store.rest[node]
        if store.kind[node] == kind and rest[0] == none and rest[1] == one and rest[2] == two and rest[3] == three:
            return node
        place = (place + 1) & (len(store.found) - 1)
    node = store.used[0]
    if node == len(store.kind):
        return np.int64(NO_HAND)
    store.used[0] += 1
    store.found[place] = node
    store.kind[node] = kind
    rest = store.rest[node]
    rest[0], rest[1], rest[2], rest[3] = none, one, two, three
    return np.int64(node)


@njit(cache=True)
def _question(operation: int, family: Int, other: Int) -> Int:
    """An operation on a family, and on another one or a number of at most 27 bits, as one number."""
    return (np.int64(operation) << 27 | family) << 27 | other


@njit(cache=True)
def _rest(store: Store, family: Int, kind: Int, copies: int) -> Int:
    """The members of `family` with `copies` of `kind`, with that kind removed; no member has an earlier kind."""
    if store.kind[family] == kind:
        return np.int64(store.rest[family, copies])
    return np.int64(NO_HAND) if copies else family


@njit(cache=True)
def union(store: Store, one: Int, other: Int) -> Int:
    """The hands of one family or another."""
    if is_full(store):
        return np.int64(NO_HAND)
    if one == other or other == NO_HAND:
        return one
    if one == NO_HAND:
        return other
    if one > other:
        one, other = other, one
    question = _question(UNION, one, other)
    place = _place(question, np.int64(0), len(store.questions))
    if store.questions[place] == question:
        return np.int64(store.answers[place])
    kind = np.int64(min(store.kind[one], store.kind[other]))
    answer = _node(
        store,
        kind,
        union(store, _rest(store, one, kind, 0), _rest(store, other, kind, 0)),
        union(store, _rest(store, one, kind, 1), _rest(store, other, kind, 1)),
        union(store, _rest(store, one, kind, 2), _rest(store, other, kind, 2)),
        union(store, _rest(store, one, kind, 3), _rest(store, other, kind, 3)),
    )
    store.questions[place] = question
    store.answers[place] = answer
    return answer


@njit(cache=True)
def with_unit(store: Store, family: Int, members: Vector[np.int64], first: Int, unit: Int) -> Int:
    """Add a unit to each hand of a family, where there are enough copies.

    members: (size,), kinds in ascending order; only those from place `first` on are added. unit: a number below 2^22
    that differs for every other unit.
    """
    if is_full(store):
        return np.int64(NO_HAND)
    if family == NO_HAND or first == len(members):
        return family
    question = _question(UNIT, family, unit << 5 | first)
    place = _place(question, np.int64(0), len(store.questions))
    if store.questions[place] == question:
        return np.int64(store.answers[place])
    kind = np.int64(min(store.kind[family], members[first]))
    is_member = np.int64(kind == members[first])
    then = first + is_member
    none = with_unit(store, _rest(store, family, kind, 0), members, then, unit)
    one = with_unit(store, _rest(store, family, kind, 1), members, then, unit)
    two = with_unit(store, _rest(store, family, kind, 2), members, then, unit)
    if is_member:
        answer = _node(store, kind, np.int64(NO_HAND), none, one, two)
    else:
        three = with_unit(store, _rest(store, family, kind, 3), members, then, unit)
        answer = _node(store, kind, none, one, two, three)
    store.questions[place] = question
    store.answers[place] = answer
    return answer


@njit(cache=True)
def one_short(store: Store, family: Int) -> Int:
    """The hands that one more tile brings into a family."""
    if family <= EMPTY_HAND or is_full(store):
        return np.int64(NO_HAND)
    question = _question(SHORT, family, np.int64(0))
    place = _place(question, np.int64(0), len(store.questions))
    if store.questions[place] == question:
        return np.int64(store.answers[place])
    none, one = np.int64(store.rest[family, 0]), np.int64(store.rest[family, 1])
    two, three = np.int64(store.rest[family, 2]), np.int64(store.rest[family, 3])
    answer = _node(
        store,
        np.int64(store.kind[family]),
        union(store, one_short(store, none), one),
        union(store, one_short(store, one), two),
        union(store, one_short(store, two), three),
        one_short(store, three),
    )
    store.questions[place] = question
    store.answers[place] = answer
    return answer


@njit(cache=True)
def one_more(store: Store, family: Int, first: Int, kinds: Int) -> Int:
    """Add a tile of any kind from `first` to `kinds - 1` to each hand of a family, where a copy is left."""
    if family == NO_HAND or first == kinds or is_full(store):
        return np.int64(NO_HAND)
    question = _question(LONG, family, first)
    place = _place(question, np.int64(0), len(store.questions))
    if store.questions[place] == question:
        return np.int64(store.answers[place])
    none, one = _rest(store, family, first, 0), _rest(store, family, first, 1)
    two, three = _rest(store, family, first, 2), _rest(store, family, first, 3)
    answer = _node(
        store,
        first,
        one_more(store, none, first + 1, kinds),
        union(store, one_more(store, one, first + 1, kinds), none),
        union(store, one_more(store, two, first + 1, kinds), one),
        union(store, one_more(store, three, first + 1, kinds), two),
    )
    store.questions[place] = question
    store.answers[place] = answer
    return answer


@njit(cache=True)
def _count_deals(store: Store, deals: Vector[np.int64], family: Int) -> Int:
    """Count the deals of a family; deals (nodes,): those counted before, else -1."""
    if deals[family] < 0:
        total = _count_deals(store, deals, np.int64(store.rest[family, 0]))
        total += COPIES * _count_deals(store, deals, np.int64(store.rest[family, 1]))
        total += COPIES * _count_deals(store, deals, np.int64(store.rest[family, 2]))
        total += _count_deals(store, deals, np.int64(store.rest[family, 3]))
        deals[family] = total
    return np.int64(deals[family])


def deals_in(store: Store, family: int) -> int:
    """Count the deals of a family's hands, with different copies; fewer than 2^63."""
    deals = np.full(int(store.used[0]), -1, dtype=np.int64)
    deals[NO_HAND], deals[EMPTY_HAND] = 0, 1
    return int(_count_deals(store, deals, np.int64(family)))


# The number of deals that win, by score, and of those that wait: of 12 tiles, and of 13 of which one is discarded.


class WaitingDeals(NamedTuple):
    """Numbers of deals that win or wait; None where the families have too many nodes."""

    winning: int | None
    """Of 13 tiles."""
    of_12: int | None
    """Deals of 12 tiles that some tile completes."""
    of_13: int | None
    """Deals of 13 tiles that have not won, and of which some 12 wait."""


def order_of_kinds(members: Matrix[np.bool_]) -> Vector[np.int64]:
    """Order the kinds, (kinds,), so that members of a unit are close, which keeps families small.

    Each common unit ties two kinds, a large unit less than a small one. The next kind is the one with most ties to
    earlier kinds and fewest to later ones. members: (units, kinds), whether a unit has a kind.
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


def _units_in_order(table: Table) -> list[tuple[int, Vector[np.int64]]]:
    """(number, members) of each unit, as ascending places of `order_of_kinds`; units that begin late come first."""
    has = np.zeros((len(table.units), len(table.tiles)), dtype=np.bool_)
    for number, unit in enumerate(table.units):
        has[number, list(unit.members)] = True
    places = np.argsort(order_of_kinds(has))
    members = [np.sort(places[list(unit.members)]) for unit in table.units]
    return sorted(enumerate(members), key=lambda unit: unit[1].tolist(), reverse=True)


def _winning_families(store: Store, table: Table, scores: Sequence[int]) -> dict[int, int]:
    """Score -> all hands of 13 tiles with a split of this score. scores: that of each unit of the table."""
    families = {(0, 0): EMPTY_HAND}  # by tiles and score; a hand with several splits may be in several
    for unit, members in _units_in_order(table):
        for tiles in range(MAX_TILES - len(members) + 1):
            for score in [score for size, score in families if size == tiles]:
                family = np.int64(families[tiles, score])
                more = with_unit(store, family, members, np.int64(0), np.int64(unit))
                key = tiles + len(members), score + scores[unit]
                families[key] = int(union(store, np.int64(families.get(key, NO_HAND)), np.int64(more)))
    return {score: family for (tiles, score), family in families.items() if tiles == MAX_TILES}


def winning_family(store: Store, table: Table) -> int:
    """All hands of 13 tiles that split into units of a table."""
    return _winning_families(store, table, [0] * len(table.units)).get(0, NO_HAND)


def winning_deals(table: Table, most_nodes: int) -> Counter[int] | None:
    """Score -> number of deals of 13 tiles that win with it, with different copies; None if there are too many nodes.

    A hand counts with the best of its splits: the deals of a score are those of the families of this score and higher
    ones, without those of higher ones. table: that of the kinds of the deck, without a main idol. most_nodes: of all
    families together.
    """
    store = new_store(most_nodes)
    families = _winning_families(store, table, table.scores.complete.tolist())
    deals: Counter[int] = Counter()
    hands, n_deals = NO_HAND, 0
    for score in sorted(families, reverse=True):
        hands = int(union(store, np.int64(hands), np.int64(families[score])))
        deals[score] = deals_in(store, hands) - n_deals
        n_deals += deals[score]
    return None if is_full(store) else +deals


def waiting_deals(table: Table, most_nodes: int) -> WaitingDeals:
    """Count the deals that wait, with different copies.

    table: that of the kinds of the deck. most_nodes: of all families together.
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
