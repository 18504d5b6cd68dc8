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
>>> deals_near(store, pair, 3, MISSING, 99)  # one tile of kind 0 or of kind 2
6

All hands that win are one family, built unit by unit (`winning_family`). The hands that are one tile short of it wait.
They are counted kind by kind, and no family of them is built (`deals_near`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from tablebases.arrays import Int, Matrix, Vector
from tablebases.compiled import njit
from tablebases.millijan.table import Table
from tablebases.millijan.units import COPIES, MAX_KINDS, MAX_TILES

NO_HAND, EMPTY_HAND = 0, 1
AFTER_ALL_KINDS = 127
MOST_ANSWERS = 1 << 24
"""Results of operations in the cache: 200 MB."""
MAX_NODES = 1 << 27
"""Numbers of nodes have 27 bits in `_question`."""

UNION, UNIT = range(2)
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


@njit(cache=True, counts_references=False)
def is_full(store: Store) -> bool:
    """Whether there is no room for nodes: operations then end at once, and families may lack hands."""
    return bool(store.used[0] == len(store.kind))


@njit(cache=True, counts_references=False)
def _place(a: Int, b: Int, places: int) -> Int:
    """A hash value of two numbers, below `places`, a power of 2."""
    mixed = np.uint64(a) * np.uint64(0x9E3779B97F4A7C15) ^ np.uint64(b) * np.uint64(0xC2B2AE3D27D4EB4F)
    mixed ^= mixed >> np.uint64(29)
    mixed *= np.uint64(0xBF58476D1CE4E5B9)
    mixed ^= mixed >> np.uint64(32)
    return np.int64(mixed & np.uint64(places - 1))


@njit(cache=True, counts_references=False)
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


@njit(cache=True, counts_references=False)
def _question(operation: int, family: Int, other: Int) -> Int:
    """An operation on a family, and on another one or a number of at most 27 bits, as one number."""
    return (np.int64(operation) << 27 | family) << 27 | other


@njit(cache=True, counts_references=False)
def _rest(store: Store, family: Int, kind: Int, copies: int) -> Int:
    """The members of `family` with `copies` of `kind`, with that kind removed.

    No member of `family` may have a kind before `kind`.
    """
    if store.kind[family] == kind:
        return np.int64(store.rest[family, copies])
    return np.int64(NO_HAND) if copies else family


@njit(cache=True, counts_references=False)
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


@njit(cache=True, counts_references=False)
def with_unit(store: Store, family: Int, members: Vector[np.int64], first: Int, unit: Int) -> Int:
    """Add a unit to each hand of a family, where there are enough copies.

    `members` (size,) are kinds in ascending order; only those from place `first` on are added. `unit` is a number below
    2^22 that differs for every other unit.
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
def _deals_of_nodes(rest: Matrix[np.int32]) -> Vector[np.int64]:
    """The number of deals of each node; rest (nodes, 4): see `Store`."""
    deals = np.zeros(len(rest), dtype=np.int64)
    deals[EMPTY_HAND] = 1
    for node in range(EMPTY_HAND + 1, len(rest)):  # its four families have lower numbers
        of_copies = rest[node]
        deals[node] = deals[of_copies[0]] + COPIES * (deals[of_copies[1]] + deals[of_copies[2]]) + deals[of_copies[3]]
    return deals


def deals_in(store: Store, family: int) -> int:
    """Count the deals of a family's hands, with different copies; fewer than 2^63."""
    return int(_deals_of_nodes(store.rest[: max(family, EMPTY_HAND) + 1])[family])


# The number of deals of which an edit makes a hand of a family. They are counted kind by kind, as a finite automaton
# would read them. A *place* says how a hand can still get into the family: by a node, which has the rest of the hand,
# and by the edits that were made so far. A *state* is all places of the hands that have the same kinds up to one.
# Deals with equal states are counted together, and states of earlier kinds are dropped. For the whole deck this takes
# 18 million states, at most 1.1 million of one kind at a time; the family of these hands takes 40 million nodes.

MISSING, EXTRA = 1, 2
"""Edits, as bits: a tile of some kind is added to the hand; one of its tiles is discarded."""
MOST_PLACES = (MAX_TILES + 1) * (MAX_KINDS + 1)
"""In a state: one for each kind that may have been discarded or not, and each that may have been added or not."""
WEIGHT, LENGTH, PLACES = 0, 2, 3
"""Columns of a state, int32: how many deals lead to it (two columns, one int64), its number of places, and these,
ascending: node << 2 | edits. A last column, zero, makes the number of columns even where it is odd."""
CHUNK = 1 << 15
"""Words of a chunk of states; a state has at most 450."""
FIRST_CHUNKS = 256
NO_CHUNK = -1


class Nodes(NamedTuple):
    """The nodes of a store, numbered by their kinds: later kinds have lower numbers."""

    rest: Matrix[np.int32]
    """(nodes, 4), as in `Store`."""
    kind: Vector[np.int8]
    """(nodes,); of the empty hand, the number of kinds."""
    deals: Vector[np.int64]
    """(nodes,)."""


class States(NamedTuple):
    """States that have not been expanded. Those of a kind fill a chain of chunks, and free chunks are a chain too.

    States are written once, and read where they were written. A chunk is free as soon as its states are expanded, so
    that the same memory, much of it still in the processor's cache, takes the next ones.
    """

    words: Vector[np.int64]
    """(chunks * CHUNK,), two columns each."""
    filled: Vector[np.int64]
    """(chunks,), how many words of each have states."""
    before: Vector[np.int64]
    """(chunks,), the chunk before each in its chain, or NO_CHUNK."""
    latest: Vector[np.int64]
    """(kinds + 1,), the last chunk of each kind's chain, then that of the free chunks."""
    n_free: Vector[np.int64]
    """(1,), how many chunks are free."""
    number: Vector[np.int64]
    """(kinds,), how many states of each kind have been written, equal ones too."""


def _first_state(root: int, kinds: int) -> States:
    """The state of one deal without tiles."""
    words = np.empty(FIRST_CHUNKS * CHUNK, dtype=np.int64)
    words.view(np.int32)[: PLACES + 1] = 1, 0, 1, root << 2
    before = np.arange(FIRST_CHUNKS) - 1
    before[1] = NO_CHUNK  # chunk 0 is in use
    latest = np.full(kinds + 1, NO_CHUNK)
    latest[0], latest[-1] = 0, FIRST_CHUNKS - 1
    filled, number = np.zeros(FIRST_CHUNKS, dtype=np.int64), np.zeros(kinds, dtype=np.int64)
    filled[0], number[0] = _words(1), 1
    return States(words, filled, before, latest, np.array([FIRST_CHUNKS - 1]), number)


def _with_more_chunks(states: States) -> States:
    """The same states with twice the chunks."""
    chunks = len(states.filled)
    words, before = np.empty(2 * len(states.words), dtype=np.int64), np.arange(2 * chunks) - 1
    words[: len(states.words)], before[:chunks], before[chunks] = states.words, states.before, states.latest[-1]
    states.latest[-1] = 2 * chunks - 1
    states.n_free[0] += chunks
    filled = np.concatenate([states.filled, np.zeros_like(states.filled)])
    return states._replace(words=words, filled=filled, before=before)


@njit(cache=True, counts_references=False)
def _words(length: Int) -> Int:
    """The number of words of a state with `length` places."""
    return (PLACES + length + 1) >> 1


@njit(cache=True, counts_references=False)
def _merge_states(states: States, kind: Int, found: Vector[np.int64]) -> Int:
    """Add the deals of equal states of a kind to the first of them, leave none to the others, count different ones.

    `found` (a power of 2,) are zeros on entry; it gets the places where states begin, by their hash values. 23 more
    bits of these stand above them, so that few other states are compared.
    """
    words, columns = states.words, states.words.view(np.int32)
    different, chunk = np.int64(0), states.latest[kind]
    while chunk != NO_CHUNK:
        begin = chunk * CHUNK
        last = begin + states.filled[chunk]
        while begin < last:
            end = begin + _words(np.int64(columns[2 * begin + LENGTH]))
            mixed = np.uint64(0)
            for i in range(begin + 1, end):
                mixed = (mixed ^ np.uint64(words[i])) * np.uint64(0x9E3779B97F4A7C15)
                mixed ^= mixed >> np.uint64(29)
            place = np.int64(mixed & np.uint64(len(found) - 1))
            entry = np.int64(mixed >> np.uint64(41)) << 40 | (begin + 1)
            while found[place]:
                if found[place] >> 40 == entry >> 40:
                    known = (found[place] & ((1 << 40) - 1)) - 1
                    same = np.int64(1)
                    while begin + same < end and words[known + same] == words[begin + same]:
                        same += 1
                    if begin + same == end:
                        words[known] += words[begin]
                        words[begin] = 0
                        break
                place = (place + 1) & (len(found) - 1)
            else:
                found[place] = entry
                different += 1
            begin = end
        chunk = states.before[chunk]
    return different


@njit(cache=True, counts_references=False)
def _with_place(places: Vector[np.int32], length: Int, node: Int, edits: Int) -> Int:
    """Insert a place into ascending places, unless it is there or has no hand, and return how many there are."""
    if node == NO_HAND:
        return length
    place = node << 2 | edits
    i = length
    while i and places[i - 1] > place:
        i -= 1
    if i and places[i - 1] == place:
        return length
    for j in range(length, i, -1):  # slices are slower here
        places[j] = places[j - 1]
    places[i] = place
    return length + 1


@njit(cache=True, counts_references=False)
def _follow(
    columns: Vector[np.int32],
    begin: Int,
    later: Int,
    end: Int,
    copies: Int,
    edits: Int,
    rest: Matrix[np.int32],
    then: Vector[np.int32],
) -> Int:
    """Find the places after `copies` of the next kind, and return how many there are.

    The places before are the `columns` from `begin` to `end`; the nodes before `later` are of later kinds. `edits` are
    all that are to be made. `then` is the result.
    """
    length: Int = np.int64(0)
    if copies == 0:
        for i in range(begin, later):
            then[i - begin] = columns[i]
        length = later - begin
    elif copies == 1 and edits & EXTRA:  # of a later kind: a copy of this kind can only be extra
        for i in range(begin, later):
            if not columns[i] & EXTRA:
                then[length] = columns[i] | EXTRA
                length += 1
    for i in range(later, end):
        node, made = np.int64(columns[i] >> 2), np.int64(columns[i] & 3)
        length = _with_place(then, length, np.int64(rest[node, copies]), made)
        if edits & ~made & MISSING and copies < COPIES:
            length = _with_place(then, length, np.int64(rest[node, copies + 1]), made | MISSING)
        if edits & ~made & EXTRA and copies:
            length = _with_place(then, length, np.int64(rest[node, copies - 1]), made | EXTRA)
    return length


@njit(cache=True, counts_references=False)
def _expand_states(  # noqa: C901 - calls with many arrays take longer
    states: States, kind: Int, done: Int, edits: Int, nodes: Nodes, first: Int, then: Vector[np.int32]
) -> tuple[Int, Int]:
    """Replace the states of a kind by those that follow, while there are free chunks.

    `done` words of the last chunk have been read. `first` is the lowest node of the kind; higher ones are of it too.
    `then` is working memory. Returns the new `done`, and the deals that are finished.
    """
    words, columns = states.words, states.words.view(np.int32)
    filled, before, latest, n_free, number = states.filled, states.before, states.latest, states.n_free, states.number
    rest, kind_of, deals_of = nodes.rest, nodes.kind, nodes.deals
    finished, kinds = np.int64(0), len(number)
    while latest[kind] != NO_CHUNK:
        chunk = latest[kind]
        while done < filled[chunk]:
            if n_free[0] <= COPIES:  # each state that follows may begin a chunk
                return done, finished
            state = chunk * CHUNK + done
            deals, begin = words[state], 2 * state + PLACES
            end = begin + columns[2 * state + LENGTH]
            done += _words(end - begin)
            if deals == 0:
                continue
            later = end
            while later > begin and columns[later - 1] >> 2 >= first:
                later -= 1
            for copies in range(COPIES + 1):
                length = _follow(columns, begin, later, end, copies, edits, rest, then)
                if length == 0:
                    continue
                n_deals = deals * (COPIES if 0 < copies < COPIES else 1)
                lowest, highest = then[0], then[length - 1]
                if length == 1 and highest & 3 == edits:
                    finished += n_deals * deals_of[highest >> 2]
                    continue
                made_in_all = edits
                for i in range(length):
                    made_in_all &= np.int64(then[i])
                is_discarded = made_in_all & EXTRA == edits & EXTRA
                next_kind = np.int64(kind_of[highest >> 2]) if is_discarded else kind + 1
                if next_kind == kinds:  # all nodes are the empty hand; a deal of the family itself does not count
                    if highest & 3 == edits and lowest & 3:
                        finished += n_deals
                    continue
                to = latest[next_kind]
                if to == NO_CHUNK or filled[to] + _words(length) > CHUNK:
                    to = latest[-1]
                    latest[-1], before[to] = before[to], latest[next_kind]
                    latest[next_kind], filled[to] = to, 0
                    n_free[0] -= 1
                at = to * CHUNK + filled[to]
                filled[to] += _words(length)
                number[next_kind] += 1
                words[at] = n_deals
                words[at + _words(length) - 1] = 0
                columns[2 * at + LENGTH] = length
                for i in range(length):
                    columns[2 * at + PLACES + i] = then[i]
        latest[kind], before[chunk], latest[-1] = before[chunk], latest[-1], chunk
        n_free[0] += 1
        done = np.int64(0)
    return done, finished


def _nodes_by_kind(store: Store, family: int, kinds: int) -> tuple[Nodes, int]:
    """The nodes of a store, numbered by kind, and the number that `family` then has."""
    kind, rest = store.kind[: int(store.used[0])], store.rest[: int(store.used[0])]
    order = np.argsort(-kind, kind="stable")
    number = np.empty(len(order), dtype=np.int32)
    number[order] = np.arange(len(order))
    by_kind = number[rest[order]]
    of_nodes = np.minimum(kind[order], kinds).astype(np.int8)
    return Nodes(by_kind, of_nodes, _deals_of_nodes(by_kind)), int(number[family])


def _count_near(nodes: Nodes, root: int, kinds: int, edits: int, most_states: int) -> int | None:
    """`deals_near`, for the family `root` of `nodes`."""
    states = _first_state(root, kinds)
    then = np.empty(MOST_PLACES, dtype=np.int32)
    deals: Int = 0
    for kind in map(np.int64, range(kinds)):
        found = np.zeros(2 << int(states.number[kind]).bit_length(), dtype=np.int64)
        if _merge_states(states, kind, found) > most_states:
            return None
        first = np.int64(np.searchsorted(-nodes.kind, -kind))
        done: Int = np.int64(0)
        while states.latest[kind] != NO_CHUNK:
            done, finished = _expand_states(states, kind, done, np.int64(edits), nodes, first, then)
            deals += finished
            if states.latest[kind] != NO_CHUNK:
                states = _with_more_chunks(states)
    return int(deals)


def deals_near(store: Store, family: int, kinds: int, edits: int, most_states: int) -> int | None:
    """Count the deals that are not of a family, but of which `edits` make a hand of it; fewer than 2^63.

    `edits` is MISSING, EXTRA, or both. Deals have kinds below `kinds`. None if a kind has more than `most_states`
    states.
    """
    return _count_near(*_nodes_by_kind(store, family, kinds), kinds, edits, most_states)


# The number of deals that win, by score, and of those that wait: of 12 tiles, and of 13 of which one is discarded.


class WaitingDeals(NamedTuple):
    """Numbers of deals that win or wait; None where there are too many nodes or states."""

    winning: int | None
    """Of 13 tiles."""
    of_12: int | None
    """Deals of 12 tiles that some tile completes."""
    of_13: int | None
    """Deals of 13 tiles that have not won, and of which some 12 wait."""


def order_of_kinds(members: Matrix[np.bool_]) -> Vector[np.int64]:
    """Order the kinds, (kinds,), so that members of a unit are close, which keeps families small.

    Each common unit ties two kinds, a large unit less than a small one. The next kind is the one with most ties to
    earlier kinds and fewest to later ones. `members` (units, kinds) says whether a unit has a kind.
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
    """Score -> all hands of 13 tiles with a split of this score. `scores` has that of each unit of the table."""
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
    ones, without those of higher ones. `table` is that of the kinds of the deck, without a main idol. `most_nodes` are
    those of all families together.
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


def waiting_deals(table: Table, most_nodes: int, most_states: tuple[int, int]) -> WaitingDeals:
    """Count the deals that wait, with different copies.

    `table` is that of the kinds of the deck. `most_nodes` limits the families of hands that win, `most_states` the
    deals of 12 and of 13; see `deals_near`.
    """
    store = new_store(most_nodes)
    wins = winning_family(store, table)
    if is_full(store):
        return WaitingDeals(None, None, None)
    nodes, root = _nodes_by_kind(store, wins, len(table.tiles))
    of_12, of_13 = (
        _count_near(nodes, root, len(table.tiles), edits, most)
        for edits, most in zip((MISSING, MISSING | EXTRA), most_states, strict=True)
    )
    return WaitingDeals(int(nodes.deals[root]), of_12, of_13)
