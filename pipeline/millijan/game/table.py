"""A table at which hands are judged: the units of the game and how they score."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from pipeline.millijan.game.distance import NEVER, distance_of
from pipeline.millijan.game.nearest import Goal, NearestWins
from pipeline.millijan.game.overlaps import OverlapRoom, lay_out_for_overlaps, overlap_room
from pipeline.millijan.game.rules import RuleSet, UnitScores, unit_scores
from pipeline.millijan.game.splits import (
    HAS_BONUS,
    NO_SPLIT,
    SCORE_COMPLETE,
    Room,
    best_split,
    lay_out_for_splits,
    lowest_place,
    room,
    take_up,
    value_of_laid_out,
    without_unit,
)
from pipeline.millijan.game.units import (
    COPIES,
    MOST_KINDS,
    MOST_TILES,
    Tile,
    Unit,
    UnitTables,
    unit_tables,
)
from pipeline.millijan.game.waits import find_waits

COMPLETE = 1_000_000
"""What a hand whose tiles are all in units is worth in addition."""

Hand = Sequence[int]
"""Kinds of tiles, in any order; at most 3 of a kind."""


@dataclass(frozen=True)
class Value:
    """What a hand is worth.

    complete: whether all of its tiles can be in units. won: whether it then is 13, with the tiles
    of called units. splits: the best ones, as numbers of units, in their order.
    """

    complete: bool
    won: bool
    score: int
    splits: tuple[tuple[int, ...], ...]

    @property
    def value(self) -> int:
        """The score, and 1,000,000 more if the hand is complete: any win beats any other hand."""
        return self.score + COMPLETE * self.complete


@dataclass(frozen=True)
class Discard:
    """A tile to discard, and what is left then: distance and accepted kinds with copies."""

    kind: int
    distance: int
    accepted: tuple[int, ...]
    copies: int


class Table:
    """Judges hands under a rule set.

    Attributes:
        tiles: the kinds of tiles.
        units: the units of the game.
        rules: the rule set.
        main: the player's main idol, a kind, if there is one.
    """

    def __init__(
        self,
        tiles: Sequence[Tile],
        units: Sequence[Unit],
        rules: RuleSet = RuleSet.SEED,
        main: int | None = None,
    ) -> None:
        self.tiles = tuple(tiles)
        self.units = tuple(units)
        self.rules = rules
        self.main = main
        self.scores: UnitScores = unit_scores(units, rules, main)
        self.tables: UnitTables = unit_tables(units, len(tiles))
        self._room: Room = room(len(units))

    @cached_property
    def _overlap_room(self) -> OverlapRoom:
        return overlap_room(len(self.units))

    def _beside(self, called: Sequence[int]) -> tuple[int, int, NDArray[np.int8]]:
        """What called units leave: how many tiles win, whether they have the bonus, copies."""
        copies = np.full(MOST_KINDS, COPIES, dtype=np.int8)
        for unit in called:
            for kind in self.units[unit].members:
                copies[kind] -= 1
        aim = MOST_TILES - sum(len(self.units[unit].members) for unit in called)
        return aim, int(any(self.scores.has_bonus[unit] for unit in called)), copies

    def _points_of_called(self, called: Sequence[int], is_complete: bool) -> int:
        return sum(self.scores.points(unit, True, is_complete) for unit in called)

    def value(self, hand: Hand, called: Sequence[int] = ()) -> Value:
        """Whether a hand is complete and has won, its best score, and all splits with it.

        Splits are in the order of fewer units, then of lower numbers. If a hand can be complete,
        it is; else tiles may stay apart, and units count as in a hand that has not won.

        Args:
            hand: kinds, without those of called units.
            called: numbers of called units, which lie apart and count in the score.
        """
        aim, flag, _ = self._beside(called)
        tiles = np.array(hand, dtype=np.int8)
        covered = int(lay_out_for_splits(tiles, self.scores, self.tables, self._room))
        complete, score = value_of_laid_out(
            len(hand), np.int64(covered), np.int64(flag), self.scores.bonus, self._room
        )
        splits = self._best_splits(covered, flag, not complete)
        take_up(tiles, self._room.group)
        return Value(
            bool(complete),
            bool(complete) and len(hand) == aim,
            int(score) + self._points_of_called(called, bool(complete)),
            tuple(sorted(splits, key=lambda s: (len(s), s))),
        )

    def _best(self, state: int, flag: int, may_drop: bool) -> int:
        """The best score of some tiles of the hand that is laid out."""
        room = self._room
        found = best_split(np.int64(state), np.int64(flag), self.scores.bonus, np.int64(may_drop),
                           room.question[0], room.candidates, room.starts, room.best)  # fmt: skip
        return int(found)

    def _choices(
        self, state: int, flag: int, may_drop: bool
    ) -> Iterator[tuple[int, int, list[int]]]:
        """What the lowest of some tiles becomes at best: (what is left, flag, its unit or none)."""
        goal = self._best(state, flag, may_drop)
        rest = state & (state - 1)
        if may_drop and self._best(rest, flag, may_drop) == goal:
            yield rest, flag, []
        room, place = self._room, lowest_place(np.int64(state))
        for number in range(room.starts[2 * place], room.starts[2 * place + 1]):
            row = room.candidates[number]
            left = int(without_unit(np.int64(state), row))
            if left < 0:
                continue
            then = flag | int(row[HAS_BONUS])
            of_left = self._best(left, then, may_drop)
            if of_left != NO_SPLIT and int(row[SCORE_COMPLETE + may_drop]) + of_left == goal:
                yield left, then, [int(room.unit_of[number])]

    def _best_splits(self, covered: int, flag: int, may_drop: bool) -> set[tuple[int, ...]]:
        """All best splits of a hand that is laid out, as sorted numbers of units."""
        known: dict[tuple[int, int], set[tuple[int, ...]]] = {}

        def splits(state: int, flag: int) -> set[tuple[int, ...]]:
            if state == 0:
                return {()}
            if (state, flag) not in known:
                known[state, flag] = {
                    tuple(sorted([*rest, *units]))
                    for left, then, units in self._choices(state, flag, may_drop)
                    for rest in splits(left, then)
                }
            return known[state, flag]

        return splits(covered, flag)

    def copies_left(self, hand: Hand, called: Sequence[int] = ()) -> list[int]:
        """Of each kind the copies that are neither in a hand nor in called units."""
        _, _, copies = self._beside(called)
        return [int(copies[kind]) - list(hand).count(kind) for kind in range(len(self.tiles))]

    def candidates(self, hand: Hand) -> list[int]:
        """The units whose members are all in a hand."""
        kinds = sum(1 << kind for kind in set(hand))
        return [u for u, mask in enumerate(self.tables.mask.tolist()) if not mask & ~kinds]

    def waits(self, hand: Hand, called: Sequence[int] = ()) -> dict[int, int]:
        """Of a hand that lacks one tile to 13: the kinds that complete it, with the score then."""
        _, flag, copies = self._beside(called)
        found = np.empty(len(self.tiles), dtype=np.int32)
        find_waits(np.array(hand, dtype=np.int8), copies, np.int64(flag), self.scores, self.tables,
                   self._room, found)  # fmt: skip
        of_called = self._points_of_called(called, True)
        return {
            kind: int(found[kind]) + of_called
            for kind in np.flatnonzero(found != NO_SPLIT).tolist()
        }

    def distance(self, hand: Hand, called: Sequence[int] = ()) -> tuple[int, tuple[int, ...]]:
        """The distance of a hand, and the kinds that lower it; NEVER if nothing wins."""
        tiles = np.array(hand, dtype=np.int8)
        lay_out_for_overlaps(tiles, self.tables, self._overlap_room)
        found = self._distance((1 << len(hand)) - 1, called)
        take_up(tiles, self._overlap_room.group)
        return found

    def _distance(self, whole: int, called: Sequence[int]) -> tuple[int, tuple[int, ...]]:
        """The distance of some tiles of the hand that is laid out, and the accepted kinds."""
        aim, _, copies = self._beside(called)
        distance, accepted, is_sure = distance_of(
            np.int64(whole), np.int64(aim), copies, self.tables, self._overlap_room
        )
        if not is_sure:
            left = self._copies_beside(whole, copies)
            return NearestWins(self.units, self._overlap_room).distance(whole, int(aim), left)
        kinds = tuple(kind for kind in range(len(self.tiles)) if int(accepted) >> kind & 1)
        return int(distance), kinds

    def _copies_beside(self, whole: int, copies: NDArray[np.int8]) -> tuple[int, ...]:
        """What is left of some copies without some tiles of the hand that is laid out."""
        left = copies.tolist()[: len(self.tiles)]
        for place in range(MOST_TILES):
            if whole >> place & 1:
                left[self._overlap_room.kind_at[place]] -= 1
        return tuple(left)

    def nearest_win(self, hand: Hand, called: Sequence[int] = ()) -> tuple[int, ...]:
        """Units of a win that is as near to a hand as any; none if nothing wins."""
        aim, _, copies = self._beside(called)
        whole = (1 << len(hand)) - 1
        tiles = np.array(hand, dtype=np.int8)
        lay_out_for_overlaps(tiles, self.tables, self._overlap_room)
        distance, _ = self._distance(whole, called)
        goal = Goal(whole, aim, aim - distance, self._copies_beside(whole, copies))
        wins = NearestWins(self.units, self._overlap_room)
        found = None if distance == NEVER else wins.units(goal)
        take_up(tiles, self._overlap_room.group)
        return found or ()

    def discards(self, hand: Hand, called: Sequence[int] = ()) -> list[Discard]:
        """All discards of a hand, the best first: low distance, then many accepted copies.

        The discarded tile is gone: it is in nobody's hand, but is not to be drawn either.
        """
        copies_left = self.copies_left(hand, called)
        tiles = np.array(hand, dtype=np.int8)
        lay_out_for_overlaps(tiles, self.tables, self._overlap_room)
        found = []
        for kind in sorted(set(hand)):
            own = int(self._overlap_room.group[kind])
            whole = ((1 << len(hand)) - 1) & ~(own & -own)
            distance, accepted = self._distance(whole, called)
            left = sum(copies_left[other] for other in accepted)
            found.append(Discard(kind, distance, accepted, left))
        take_up(tiles, self._overlap_room.group)
        return sorted(found, key=lambda discard: (discard.distance, -discard.copies, discard.kind))
