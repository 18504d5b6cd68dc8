"""The wins nearest to a hand, with all copies counted.

The search of `overlaps` does not see that what is missing and what fills the other slots may need the same copies. This
one does. It is plain Python, but prunes with the overlap that the other search finds, which is never too low.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from pipeline.millijan.game.distance import NEVER
from pipeline.millijan.game.overlaps import IMPOSSIBLE, SIZE, UNIT, OverlapScratch, best_overlap, form_unit
from pipeline.millijan.game.splits import lowest_place
from pipeline.millijan.game.units import Unit

Copies = tuple[int, ...]
"""How many there are of each kind beside the hand."""


class Goal(NamedTuple):
    """What units must reach."""

    state: int
    """Tiles of the hand, as bits."""
    slots: int
    """How many tiles the units have together."""
    overlap: int
    """How many tiles of the hand must be in them, at least."""
    copies: Copies
    """What everything else is taken from."""


def _taken(copies: Copies, kinds: Sequence[int]) -> Copies | None:
    """The copies without one of each of some kinds; None if a kind is used up."""
    left = list(copies)
    for kind in kinds:
        left[kind] -= 1
        if left[kind] < 0:
            return None
    return tuple(left)


class NearestWins:
    """Looks for the wins nearest to the loaded hand.

    Args:
        units: of the game.
        scratch: where the hand is loaded and `distance_of` has just been called for it.
    """

    def __init__(self, units: Sequence[Unit], scratch: OverlapScratch) -> None:
        self._units = units
        self._scratch = scratch
        self._accepted: dict[Goal, frozenset[int] | None] = {}
        self._filled: dict[tuple[int, int, Copies], frozenset[int] | None] = {}

    def distance(self, state: int, slots: int, copies: Copies) -> tuple[int, tuple[int, ...]]:
        """The distance of some tiles of the hand, NEVER if nothing wins, and the accepted kinds.

        Args:
            state: the tiles, as bits.
            slots: how many tiles win.
            copies: beside these tiles.
        """
        for overlap in range(self._bound(state, slots), IMPOSSIBLE, -1):
            accepted = self._kinds_missing(Goal(state, slots, overlap, copies))
            if accepted is not None:
                return slots - overlap, tuple(kind for kind in sorted(accepted) if copies[kind])
        return NEVER, ()

    def units(self, goal: Goal) -> tuple[int, ...] | None:
        """Units of one of the wins that reach a goal; None if there is none."""
        if self._bound(goal.state, goal.slots) < goal.overlap:
            return None
        if goal.state == 0 or goal.slots == 0:
            return self._fillers(goal.slots, 0, goal.copies)
        for then, units, _ in self._choices(goal):
            more = self.units(then)
            if more is not None:
                return tuple(sorted([*units, *more]))
        return None

    def _bound(self, state: int, slots: int) -> int:
        """The most of some tiles that can be in units that fill the slots, or IMPOSSIBLE."""
        scratch = self._scratch
        question, used_up, rows, starts = scratch.question[0], scratch.used_up[0], scratch.rows, scratch.starts
        can_fill, overlap = scratch.can_fill, scratch.overlap
        return int(best_overlap(np.int64(state), np.int64(slots), question, used_up, rows, starts, can_fill, overlap))

    def _choices(self, goal: Goal) -> Iterator[tuple[Goal, list[int], list[int]]]:
        """What the lowest tile becomes: (the goal that is left, its unit, the missing kinds)."""
        scratch, place = self._scratch, lowest_place(np.int64(goal.state))
        for row in scratch.rows[scratch.starts[2 * place] : scratch.starts[2 * place + 1]]:
            if row[SIZE] > goal.slots:
                continue
            left, matched, missing = form_unit(np.int64(goal.state), row)
            unit = int(row[UNIT])
            kinds = [kind for kind in self._units[unit].members if int(missing) >> kind & 1]
            copies = _taken(goal.copies, kinds)
            if copies is not None:
                slots, overlap = goal.slots - int(row[SIZE]), goal.overlap - int(matched)
                yield Goal(int(left), slots, max(overlap, 0), copies), [unit], kinds
        yield goal._replace(state=goal.state & (goal.state - 1)), [], []

    def _kinds_missing(self, goal: Goal) -> frozenset[int] | None:
        """The kinds that are missing in any win that reaches a goal; None if there is none."""
        if self._bound(goal.state, goal.slots) < goal.overlap:
            return None
        if goal.state == 0 or goal.slots == 0:
            return self._kinds_filling(goal.slots, 0, goal.copies)
        if goal not in self._accepted:
            found: frozenset[int] | None = None
            for then, _, missing in self._choices(goal):
                kinds = self._kinds_missing(then)
                if kinds is not None:
                    found = (found or frozenset()) | kinds | frozenset(missing)
            self._accepted[goal] = found
        return self._accepted[goal]

    def _ways_to_fill(self, slots: int, first: int, copies: Copies) -> Iterator[tuple[int, int, Copies]]:
        """Units from `first` on that can fill slots, with the slots and copies left then."""
        for unit in range(first, len(self._units)):
            members = self._units[unit].members
            left = _taken(copies, members) if len(members) <= slots else None
            if left is not None:
                yield unit, slots - len(members), left

    def _fillers(self, slots: int, first: int, copies: Copies) -> tuple[int, ...] | None:
        """Units from number `first` on that fill the slots; None if none do."""
        if slots == 0:
            return ()
        for unit, slots_left, left in self._ways_to_fill(slots, first, copies):
            more = self._fillers(slots_left, unit, left)
            if more is not None:
                return (unit, *more)
        return None

    def _kinds_filling(self, slots: int, first: int, copies: Copies) -> frozenset[int] | None:
        """The kinds in any units from number `first` on that fill the slots; None if none do."""
        if slots == 0:
            return frozenset()
        key = slots, first, copies
        if key not in self._filled:
            found: frozenset[int] | None = None
            for unit, slots_left, left in self._ways_to_fill(slots, first, copies):
                kinds = self._kinds_filling(slots_left, unit, left)
                if kinds is not None:
                    found = (found or frozenset()) | kinds | {*self._units[unit].members}
            self._filled[key] = found
        return self._filled[key]
