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
    first: int = 0
    """The first unit that may fill slots once no tile of the hand is left."""


def _taken(copies: Copies, kinds: Sequence[int]) -> Copies | None:
    """The copies without one of each of some kinds; None if a kind is used up."""
    left = list(copies)
    for kind in kinds:
        left[kind] -= 1
        if left[kind] < 0:
            return None
    return tuple(left)


class NearestWins:
    """Looks for the wins nearest to a hand, for which `distance_of` has just been called with the same scratch."""

    def __init__(self, units: Sequence[Unit], scratch: OverlapScratch) -> None:
        self._units = units
        self._scratch = scratch
        self._accepted: dict[Goal, frozenset[int] | None] = {}

    def distance(self, state: int, slots: int, copies: Copies) -> tuple[int, tuple[int, ...]]:
        """The distance of some tiles of the hand, as bits, NEVER if nothing wins, and the accepted kinds.

        slots: how many tiles win. copies: beside these tiles.
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
        if goal.slots == 0:
            return ()
        for then, units, _ in self._choices(goal):
            more = self.units(then)
            if more is not None:
                return tuple(sorted([*units, *more]))
        return None

    def _bound(self, state: int, slots: int) -> int:
        """The most of some tiles that can be in units that fill the slots, or IMPOSSIBLE."""
        scratch = self._scratch
        if state == 0:
            return 0 if scratch.can_fill[slots] else IMPOSSIBLE
        question, used_up, rows, starts = scratch.question[0], scratch.used_up[0], scratch.rows, scratch.starts
        can_fill, overlap = scratch.can_fill, scratch.overlap
        return int(best_overlap(np.int64(state), np.int64(slots), question, used_up, rows, starts, can_fill, overlap))

    def _choices(self, goal: Goal) -> Iterator[tuple[Goal, list[int], Sequence[int]]]:
        """What the lowest tile becomes, or what fills slots if none is left.

        Each choice as the goal that is left, its unit, and the kinds of it that are missing.
        """
        if goal.state == 0:
            for unit in range(goal.first, len(self._units)):
                members = self._units[unit].members
                copies = _taken(goal.copies, members) if len(members) <= goal.slots else None
                if copies is not None:
                    yield Goal(0, goal.slots - len(members), 0, copies, unit), [unit], members
            return
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
        if goal.slots == 0:
            return frozenset()
        if goal not in self._accepted:
            found: frozenset[int] | None = None
            for then, _, missing in self._choices(goal):
                kinds = self._kinds_missing(then)
                if kinds is not None:
                    found = (found or frozenset()) | kinds | frozenset(missing)
            self._accepted[goal] = found
        return self._accepted[goal]
