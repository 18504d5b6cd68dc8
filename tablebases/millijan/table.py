"""Tables that judge hands under a rule set, decks, and games of one player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from threading import local

import numpy as np
from numpy.typing import NDArray

from tablebases.compiled import Variant, as_compiled
from tablebases.millijan.nearest import (
    Goal,
    NearestWins,
    best_discard_of,
    distance_of,
    load_for_overlaps,
    overlap_memory,
)
from tablebases.millijan.splits import (
    CANDIDATE_COLUMNS,
    GROUP,
    HAS_BONUS,
    KIND_AT,
    MAY_DROP,
    NO_SPLIT,
    SCORE_COMPLETE,
    STARTS,
    UNIT,
    best_split,
    load_for_splits,
    lowest_place,
    split_memory,
    value_of_loaded,
    waits_of_loaded,
    without_unit,
)
from tablebases.millijan.units import (
    ALL,
    AS,
    COPIES,
    MAX_KINDS,
    MAX_TILES,
    NEVER,
    RuleSet,
    Tile,
    Unit,
    UnitScores,
    UnitTables,
    unit_scores,
    unit_tables,
)

COMPLETE = 1_000_000
"""Added to the score of a hand whose tiles are all in units."""

Hand = Sequence[int]
"""Kinds of tiles, in any order; at most 3 of a kind."""


@dataclass(frozen=True)
class Value:
    """The value of a hand."""

    complete: bool
    """Whether all of its tiles can be in units."""
    won: bool
    """Whether it is complete and has 13 tiles, with those of called units."""
    score: int
    splits: tuple[tuple[int, ...], ...]
    """The best ones, as numbers of units: fewer units first, then lower numbers."""

    @property
    def value(self) -> int:
        """The score, and 1,000,000 more if the hand is complete: any win beats any other hand."""
        return self.score + COMPLETE * self.complete


@dataclass(frozen=True)
class Discard:
    """A tile to discard, and the hand that is then left."""

    kind: int
    distance: int
    accepted: tuple[int, ...]
    """The kinds that lower the distance and can still be drawn."""
    copies: int
    """Copies of the accepted kinds that the player does not see."""


@dataclass(frozen=True)
class Judged:
    """The judgement of a hand."""

    n_tiles: int
    """Of the hand, with those of called units."""
    value: Value
    waits: Mapping[int, int]
    """Kind -> score; empty unless there are 12 tiles."""
    discards: Sequence[Discard]
    """The best first; empty unless there are 13 tiles."""
    distance: int | None
    """Of 12 tiles, or of 13 after the best discard; 0 for a win, None for fewer tiles."""
    accepted: tuple[int, ...]
    """The kinds that lower the distance and can still be drawn."""
    copies_left: Sequence[int]
    """Of each kind, those that the player does not see."""

    @property
    def accepted_copies(self) -> int | None:
        """How many tiles lower the distance; None for a win or if there is no distance."""
        if not self.distance:
            return None
        return sum(self.copies_left[kind] for kind in self.accepted)


def _kinds_of(bits: int) -> tuple[int, ...]:
    """The kinds whose bits are set, ascending."""
    kinds = []
    while bits:
        kinds.append((bits & -bits).bit_length() - 1)
        bits &= bits - 1
    return tuple(kinds)


def _rank(discard: Discard) -> tuple[int, int, int]:
    """The lower, the better."""
    return discard.distance, -discard.copies, discard.kind


def _goal(state: int, aim: int, distance: int, copies: Sequence[int]) -> Goal:
    """What the nearest wins reach with some tiles of the loaded hand; nothing reaches it if nothing wins."""
    return Goal(state, aim, aim - distance if distance < NEVER else aim + 1, tuple(copies))


class _Memory(local):
    """Working memory of the searches at a table; each thread has its own."""

    def __init__(self, units: int) -> None:
        self.splits = split_memory(units)
        self.overlaps = overlap_memory(units)


class Table:
    """Judges hands under a rule set.

    `main` is the player's main idol, a kind. `seen` are tiles seen elsewhere, which cannot be drawn. `variant` says
    whether the searches are compiled; in plain Python the first hand takes less time, and each later one more.
    """

    def __init__(
        self,
        tiles: Sequence[Tile],
        units: Sequence[Unit],
        rules: RuleSet = RuleSet.SEED,
        main: int | None = None,
        seen: Sequence[int] = (),
        variant: Variant = as_compiled,
    ) -> None:
        self.tiles = tuple(tiles)
        self.units = tuple(units)
        self.rules = rules
        self.main = main
        self.seen = tuple(seen)
        self.scores: UnitScores = unit_scores(units, rules, main)
        self.tables: UnitTables = unit_tables(units, len(tiles))
        self._variant = variant
        self._memory = _Memory(len(units))

    def judge(self, hand: Hand, called: Sequence[int] = ()) -> Judged:
        """Judge a hand of up to 13 tiles, those of called units included; beside these it may be empty."""
        value = self.value(hand, called)
        n_tiles = len(hand) + sum(len(self.units[unit].members) for unit in called)
        waits: Mapping[int, int] = {}
        discards: Sequence[Discard] = ()
        distance: int | None = 0 if value.won else None
        accepted: tuple[int, ...] = ()
        if n_tiles == MAX_TILES - 1:
            waits = self.waits(hand, called)
            distance, accepted = self.distance(hand, called)
        elif n_tiles == MAX_TILES:
            discards = self.discards(hand, called)
            if discards and not value.won:
                distance, accepted = discards[0].distance, discards[0].accepted
        return Judged(n_tiles, value, waits, discards, distance, accepted, self.copies_left(hand, called))

    def _after_calls(self, called: Sequence[int]) -> tuple[int, int, NDArray[np.int8]]:
        """(the number of tiles that win beside called units, 1 if these have the bonus, unseen copies of each kind)."""
        copies = np.full(MAX_KINDS, COPIES, dtype=np.int8)
        for kind in (*self.seen, *(kind for unit in called for kind in self.units[unit].members)):
            copies[kind] -= 1
        aim = MAX_TILES - sum(len(self.units[unit].members) for unit in called)
        return aim, int(any(self.scores.has_bonus[unit] for unit in called)), copies

    def _points_of_called(self, called: Sequence[int], is_complete: bool) -> int:
        return sum(self.scores.points(unit, True, is_complete) for unit in called)

    def value(self, hand: Hand, called: Sequence[int] = ()) -> Value:
        """Whether a hand is complete and has won, its best score, and all splits with it.

        If all tiles can be in units, they are; else tiles may stay apart, and units count as in a hand that has not
        won. Called units, by their numbers, are set apart and count in the score.
        """
        aim, flag, _ = self._after_calls(called)
        covered = self._load_for_splits(hand)
        complete, score = self._variant(value_of_loaded)(len(hand), covered, np.int64(flag), self._memory.splits)
        splits = self._best_splits(int(covered), flag)
        return Value(
            bool(complete),
            bool(complete) and len(hand) == aim,
            int(score) + self._points_of_called(called, bool(complete)),
            tuple(sorted(splits, key=lambda s: (len(s), s))),
        )

    def _load_for_splits(self, hand: Hand) -> np.int64:
        tiles = np.array(hand, dtype=np.int8)
        return np.int64(self._variant(load_for_splits)(tiles, self.scores, self.tables, self._memory.splits))

    def _best_splits(self, covered: int, flag: int) -> set[tuple[int, ...]]:
        """All best splits of some tiles of the loaded hand, whose value was just found, as sorted numbers of units."""
        memory = self._memory.splits
        may_drop = int(memory[MAY_DROP])

        def best(state: int, flag: int) -> int:
            return int(self._variant(best_split)(np.int64(state), np.int64(flag), memory))

        @cache
        def splits(state: int, flag: int) -> set[tuple[int, ...]]:
            if state == 0:
                return {()}
            # Choices for the lowest tile: the tiles left, flag, points, and its unit or none.
            choices = [(state & (state - 1), flag, 0, list[int]())] if may_drop else []
            place = STARTS + 2 * self._variant(lowest_place)(np.int64(state))
            for row in memory[memory[place] : memory[place + 1]].reshape(-1, CANDIDATE_COLUMNS):
                left = int(self._variant(without_unit)(np.int64(state), row))
                if left >= 0:
                    then, points = flag | int(row[HAS_BONUS]), int(row[SCORE_COMPLETE + may_drop])
                    choices.append((left, then, points, [int(row[UNIT])]))
            goal = best(state, flag)
            found = set()
            for left, then, points, units in choices:
                of_left = best(left, then)
                if of_left != NO_SPLIT and points + of_left == goal:
                    found |= {tuple(sorted([*rest, *units])) for rest in splits(left, then)}
            return found

        return splits(covered, flag)

    def copies_left(self, hand: Hand, called: Sequence[int] = ()) -> list[int]:
        """Copies of each kind that are neither in a hand nor in called units nor seen."""
        _, _, copies = self._after_calls(called)
        return [int(copies[kind]) - list(hand).count(kind) for kind in range(len(self.tiles))]

    def candidates(self, hand: Hand) -> list[int]:
        """The units whose members are all in a hand."""
        kinds = sum(1 << kind for kind in set(hand))
        return [u for u, mask in enumerate(self.tables.mask.tolist()) if not mask & ~kinds]

    def waits(self, hand: Hand, called: Sequence[int] = ()) -> dict[int, int]:
        """The kinds that complete a hand of 12 tiles, with the score that it then has."""
        _, flag, copies = self._after_calls(called)
        found = np.empty(len(self.tiles), dtype=np.int32)
        whole, covered, memory = (np.int64(1) << len(hand)) - 1, self._load_for_splits(hand), self._memory.splits
        find_waits = self._variant(waits_of_loaded)
        find_waits(whole, covered, copies, np.int64(flag), self.scores, self.tables, memory, found)
        of_called = self._points_of_called(called, True)
        return {kind: int(found[kind]) + of_called for kind in np.flatnonzero(found != NO_SPLIT).tolist()}

    def distance(self, hand: Hand, called: Sequence[int] = ()) -> tuple[int, tuple[int, ...]]:
        """The distance of a hand, and the kinds that lower it; NEVER if nothing wins."""
        self._load_for_overlaps(hand)
        aim, _, copies = self._after_calls(called)
        return self._distance((1 << len(hand)) - 1, aim, copies)

    def _load_for_overlaps(self, hand: Hand) -> None:
        self._variant(load_for_overlaps)(np.array(hand, dtype=np.int8), self.tables, self._memory.overlaps)

    def _distance(self, whole: int, aim: int, copies: NDArray[np.int8]) -> tuple[int, tuple[int, ...]]:
        """The distance of some tiles of the loaded hand, and the accepted kinds; the others are from `_after_calls`."""
        memory = self._memory.overlaps
        found = self._variant(distance_of)(np.int64(whole), np.int64(aim), copies, self.tables, memory)
        distance, accepted, is_sure = found
        if not is_sure:
            held = [int(memory[KIND_AT + place]) for place in range(MAX_TILES) if whole >> place & 1]
            left = tuple(int(copies[kind]) - held.count(kind) for kind in range(len(self.tiles)))
            return NearestWins(self.units, memory, self._variant).distance(whole, aim, left)
        return int(distance), _kinds_of(int(accepted))

    def nearest_win(self, hand: Hand, called: Sequence[int] = ()) -> tuple[int, ...]:
        """The units of one of the wins nearest to a hand; none if nothing wins."""
        distance, _ = self.distance(hand, called)
        aim, _, _ = self._after_calls(called)
        goal = _goal((1 << len(hand)) - 1, aim, distance, self.copies_left(hand, called))
        return NearestWins(self.units, self._memory.overlaps, self._variant).units(goal) or ()

    def discards(self, hand: Hand, called: Sequence[int] = ()) -> list[Discard]:
        """All discards of a hand, the best first: low distance, then many accepted copies.

        The discarded tile is gone: it cannot be drawn again.
        """
        return sorted((discard for discard, _ in self._each_discard(hand, called)), key=_rank)

    def discards_with_wins(
        self, hand: Hand, called: Sequence[int] = ()
    ) -> list[tuple[Discard, tuple[int, ...], tuple[int, ...]]]:
        """`discards`, with `nearest_win` of the tiles left, and the units of all nearest wins, which share searches."""
        wins = NearestWins(self.units, self._memory.overlaps, self._variant)
        found = [
            (discard, wins.units(goal) or (), wins.units_of_all(goal))
            for discard, goal in self._each_discard(hand, called)
        ]
        return sorted(found, key=lambda each: _rank(each[0]))

    def _each_discard(self, hand: Hand, called: Sequence[int]) -> Iterator[tuple[Discard, Goal]]:
        """The discards by kind, and what the nearest wins then reach; the question is that of the tiles left."""
        copies_left = self.copies_left(hand, called)
        aim, _, copies = self._after_calls(called)
        self._load_for_overlaps(hand)
        for kind in sorted(set(hand)):
            own = int(self._memory.overlaps[GROUP + kind])
            whole = ((1 << len(hand)) - 1) & ~(own & -own)
            distance, accepted = self._distance(whole, aim, copies)
            # Distances and wins are those of the tiles left, as if the discarded tile could be drawn again.
            beside = [left + (other == kind) for other, left in enumerate(copies_left)]
            goal = _goal(whole, aim, distance, beside)
            drawable = tuple(other for other in accepted if copies_left[other])
            yield Discard(kind, distance, drawable, sum(copies_left[other] for other in drawable)), goal

    def best_discard(self, hand: Hand) -> Discard:
        """The first of `discards`; worse ones are not judged, which saves most of the time."""
        aim, _, copies = self._after_calls(())
        self._load_for_overlaps(hand)
        memory = self._memory.overlaps
        kind, distance, accepted, n_copies = self._variant(best_discard_of)(np.int64(aim), copies, self.tables, memory)
        if kind < 0:
            return self.discards(hand)[0]
        drawable = tuple(other for other in _kinds_of(int(accepted)) if copies[other] > list(hand).count(other))
        return Discard(int(kind), int(distance), drawable, int(n_copies))


# Decks.


@dataclass(frozen=True)
class Deck:
    """3 copies of some kinds, as a game of their own."""

    name: str
    table: Table
    """Of these kinds, renumbered from 0, and of the units that they can form."""
    units: tuple[int, ...]
    """The numbers of these units in the whole game."""

    @property
    def n_kinds(self) -> int:
        """The number of kinds."""
        return len(self.table.tiles)


def deck_of(name: str, kinds: Sequence[int], table: Table) -> Deck:
    """The deck of `kinds`, numbers of tiles at a table without a main idol."""
    number = {kind: number for number, kind in enumerate(kinds)}
    numbers = [u for u, unit in enumerate(table.units) if number.keys() >= set(unit.members)]
    chosen = [table.units[u] for u in numbers]
    units = [Unit(unit.name, tuple(sorted(number[kind] for kind in unit.members))) for unit in chosen]
    return Deck(name, Table([table.tiles[kind] for kind in kinds], units, table.rules), tuple(numbers))


def decks(table: Table, first: int = 13) -> list[Deck]:
    """The decks with 13 tiles or more: every kind, AS (the `first` kinds), and each type."""
    every = range(len(table.tiles))
    types = dict.fromkeys(tile.type for tile in table.tiles)
    of_type = {name: [kind for kind in every if table.tiles[kind].type == name] for name in types}
    kinds: dict[str, Sequence[int]] = {ALL: every, AS: every[:first], **of_type}
    return [deck_of(name, some, table) for name, some in kinds.items() if COPIES * len(some) >= MAX_TILES]


# Games of one player.


def draws_to_win(table: Table, tiles: Sequence[int]) -> int | None:
    """The number of draws until 13 tiles win; None if `tiles` do not suffice.

    The first 12 are the hand, the others are drawn in turn. After each draw the player discards the tile that
    `Table.discards` ranks first: low distance of what is left, then many accepted copies that are not in the hand.
    """
    hand = list(tiles[: MAX_TILES - 1])
    distance, accepted = table.distance(hand)
    for draws, drawn in enumerate(tiles[MAX_TILES - 1 :], start=1):
        if distance == 1 and drawn in accepted:
            return draws
        hand.append(drawn)
        best = table.best_discard(hand)
        hand.remove(best.kind)
        distance, accepted = best.distance, best.accepted
    return None


def play(deck: Deck, games: int, seed: int) -> Counter[int | None]:
    """Play games with shuffled decks: draws until the win, None if the deck was used up -> games."""
    random = np.random.default_rng([seed, *deck.name.encode()])
    tiles = np.repeat(np.arange(deck.n_kinds), COPIES)
    return Counter(draws_to_win(deck.table, random.permutation(tiles).tolist()) for _ in range(games))
