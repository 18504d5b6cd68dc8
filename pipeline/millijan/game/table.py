"""A table at which hands are judged: the units of the game and how they score."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from pipeline.millijan.game.distance import NEVER, distance_of
from pipeline.millijan.game.nearest import Goal, NearestWins
from pipeline.millijan.game.overlaps import OverlapScratch, load_for_overlaps, overlap_scratch
from pipeline.millijan.game.rules import RuleSet, UnitScores, unit_scores
from pipeline.millijan.game.splits import (
    HAS_BONUS,
    NO_SPLIT,
    SCORE_COMPLETE,
    Scratch,
    best_split,
    clear_hand,
    load_for_splits,
    lowest_place,
    split_scratch,
    value_of_loaded,
    without_unit,
)
from pipeline.millijan.game.units import COPIES, MAX_KINDS, MAX_TILES, Tile, Unit, UnitTables, unit_tables
from pipeline.millijan.game.waits import find_waits

COMPLETE = 1_000_000
"""What a hand whose tiles are all in units is worth in addition."""

Hand = Sequence[int]
"""Kinds of tiles, in any order; at most 3 of a kind."""


@dataclass(frozen=True)
class Value:
    """What a hand is worth."""

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
    """The kinds that lower the distance."""
    copies: int
    """How many of them the player does not have."""


class Table:
    """Judges hands under a rule set.

    Attributes:
        tiles: the kinds of tiles.
        units: the units of the game.
        rules: the rule set.
        main: the player's main idol, a kind, if there is one.
    """

    def __init__(
        self, tiles: Sequence[Tile], units: Sequence[Unit], rules: RuleSet = RuleSet.SEED, main: int | None = None
    ) -> None:
        self.tiles = tuple(tiles)
        self.units = tuple(units)
        self.rules = rules
        self.main = main
        self.scores: UnitScores = unit_scores(units, rules, main)
        self.tables: UnitTables = unit_tables(units, len(tiles))
        self._scratch: Scratch = split_scratch(len(units))

    @cached_property
    def _overlap_scratch(self) -> OverlapScratch:
        return overlap_scratch(len(self.units))

    def _after_calls(self, called: Sequence[int]) -> tuple[int, int, NDArray[np.int8]]:
        """What called units leave: how many tiles win, 1 if they have the bonus, copies of each kind."""
        copies = np.full(MAX_KINDS, COPIES, dtype=np.int8)
        for unit in called:
            for kind in self.units[unit].members:
                copies[kind] -= 1
        aim = MAX_TILES - sum(len(self.units[unit].members) for unit in called)
        return aim, int(any(self.scores.has_bonus[unit] for unit in called)), copies

    def _points_of_called(self, called: Sequence[int], is_complete: bool) -> int:
        return sum(self.scores.points(unit, True, is_complete) for unit in called)

    def value(self, hand: Hand, called: Sequence[int] = ()) -> Value:
        """Whether a hand is complete and has won, its best score, and all splits with it.

        If all tiles can be in units, they are; else tiles may stay apart, and units count as in a hand that has not
        won.

        Args:
            hand: kinds, without those of called units.
            called: numbers of called units, which are set apart and count in the score.
        """
        aim, flag, _ = self._after_calls(called)
        tiles = np.array(hand, dtype=np.int8)
        covered = int(load_for_splits(tiles, self.scores, self.tables, self._scratch))
        complete, score = value_of_loaded(
            len(hand), np.int64(covered), np.int64(flag), self.scores.bonus, self._scratch
        )
        splits = self._best_splits(covered, flag, not complete)
        clear_hand(tiles, self._scratch.group)
        return Value(
            bool(complete),
            bool(complete) and len(hand) == aim,
            int(score) + self._points_of_called(called, bool(complete)),
            tuple(sorted(splits, key=lambda s: (len(s), s))),
        )

    def _best(self, state: int, flag: int, may_drop: bool) -> int:
        """The best score of some tiles of the loaded hand."""
        scratch, bonus = self._scratch, self.scores.bonus
        question, candidates, starts, best = scratch.question[0], scratch.candidates, scratch.starts, scratch.best
        bits, has_bonus, may_be_apart = np.int64(state), np.int64(flag), np.int64(may_drop)
        return int(best_split(bits, has_bonus, bonus, may_be_apart, question, candidates, starts, best))

    def _choices(self, state: int, flag: int, may_drop: bool) -> Iterator[tuple[int, int, list[int]]]:
        """What the lowest of some tiles becomes at best: (what is left, flag, its unit or none)."""
        goal = self._best(state, flag, may_drop)
        rest = state & (state - 1)
        if may_drop and self._best(rest, flag, may_drop) == goal:
            yield rest, flag, []
        scratch, place = self._scratch, lowest_place(np.int64(state))
        for number in range(scratch.starts[2 * place], scratch.starts[2 * place + 1]):
            row = scratch.candidates[number]
            left = int(without_unit(np.int64(state), row))
            if left < 0:
                continue
            then = flag | int(row[HAS_BONUS])
            of_left = self._best(left, then, may_drop)
            if of_left != NO_SPLIT and int(row[SCORE_COMPLETE + may_drop]) + of_left == goal:
                yield left, then, [int(scratch.unit_of[number])]

    def _best_splits(self, covered: int, flag: int, may_drop: bool) -> set[tuple[int, ...]]:
        """All best splits of the loaded hand, as sorted numbers of units."""
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
        """How many copies of each kind are neither in a hand nor in called units."""
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
        tiles = np.array(hand, dtype=np.int8)
        find_waits(tiles, copies, np.int64(flag), self.scores, self.tables, self._scratch, found)
        of_called = self._points_of_called(called, True)
        return {kind: int(found[kind]) + of_called for kind in np.flatnonzero(found != NO_SPLIT).tolist()}

    def distance(self, hand: Hand, called: Sequence[int] = ()) -> tuple[int, tuple[int, ...]]:
        """The distance of a hand, and the kinds that lower it; NEVER if nothing wins."""
        tiles = np.array(hand, dtype=np.int8)
        load_for_overlaps(tiles, self.tables, self._overlap_scratch)
        found = self._distance((1 << len(hand)) - 1, called)
        clear_hand(tiles, self._overlap_scratch.group)
        return found

    def _distance(self, whole: int, called: Sequence[int]) -> tuple[int, tuple[int, ...]]:
        """The distance of some tiles of the loaded hand, and the accepted kinds."""
        aim, _, copies = self._after_calls(called)
        distance, accepted, is_sure = distance_of(
            np.int64(whole), np.int64(aim), copies, self.tables, self._overlap_scratch
        )
        if not is_sure:
            left = self._copies_beside(whole, copies)
            return NearestWins(self.units, self._overlap_scratch).distance(whole, int(aim), left)
        kinds = tuple(kind for kind in range(len(self.tiles)) if int(accepted) >> kind & 1)
        return int(distance), kinds

    def _copies_beside(self, whole: int, copies: NDArray[np.int8]) -> tuple[int, ...]:
        """How many copies of each kind are left beside some tiles of the loaded hand."""
        left = copies.tolist()[: len(self.tiles)]
        for place in range(MAX_TILES):
            if whole >> place & 1:
                left[self._overlap_scratch.kind_at[place]] -= 1
        return tuple(left)

    def nearest_win(self, hand: Hand, called: Sequence[int] = ()) -> tuple[int, ...]:
        """The units of one of the wins nearest to a hand; none if nothing wins."""
        aim, _, copies = self._after_calls(called)
        whole = (1 << len(hand)) - 1
        tiles = np.array(hand, dtype=np.int8)
        load_for_overlaps(tiles, self.tables, self._overlap_scratch)
        distance, _ = self._distance(whole, called)
        goal = Goal(whole, aim, aim - distance, self._copies_beside(whole, copies))
        wins = NearestWins(self.units, self._overlap_scratch)
        found = None if distance == NEVER else wins.units(goal)
        clear_hand(tiles, self._overlap_scratch.group)
        return found or ()

    def discards(self, hand: Hand, called: Sequence[int] = ()) -> list[Discard]:
        """All discards of a hand, the best first: low distance, then many accepted copies.

        The discarded tile is gone: it cannot be drawn again.
        """
        copies_left = self.copies_left(hand, called)
        tiles = np.array(hand, dtype=np.int8)
        load_for_overlaps(tiles, self.tables, self._overlap_scratch)
        found = []
        for kind in sorted(set(hand)):
            own = int(self._overlap_scratch.group[kind])
            whole = ((1 << len(hand)) - 1) & ~(own & -own)
            distance, accepted = self._distance(whole, called)
            left = sum(copies_left[other] for other in accepted)
            found.append(Discard(kind, distance, accepted, left))
        clear_hand(tiles, self._overlap_scratch.group)
        return sorted(found, key=lambda discard: (discard.distance, -discard.copies, discard.kind))
