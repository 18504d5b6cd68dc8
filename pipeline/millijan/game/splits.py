"""The best split of a hand into units.

The tiles of a hand are bits, sorted by kind; of several copies of a kind the lowest bit goes first,
so that equal sets of tiles are equal numbers. The search branches on the lowest tile that is left:
it belongs to a unit of which it is the lowest member, or, where tiles may stay apart, to none. What
is left has at most 2^13 values, and the best of each is remembered.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.compiled import njit
from pipeline.millijan.game.units import MOST_KINDS, MOST_TILES

NO_SPLIT = -1
STATES = 1 << MOST_TILES

SCORE_COMPLETE, SCORE_PARTIAL, HAS_BONUS, SIZE, MEMBERS = range(5)
"""Columns of a candidate: what it scores, whether with the bonus, how many members, their bits."""
CANDIDATE_COLUMNS = MEMBERS + MOST_TILES


class Room(NamedTuple):
    """What the search works in; made by `room`.

    kind_at: int8 (13,), the kind of each tile. group: int64 (63,), the bits of the tiles of each
    kind, 0 between two hands. candidates: int64 (units, 17), the units whose members are all in the
    hand, by their lowest member; unit_of: int64 (units,), which those are. starts: int64 (26,),
    where those of each tile begin and end. best: int64 (2 * 2^13,), what is known of each set of
    tiles, without and with the bonus. question: int64 (1,), the number of the question; what is
    known is of this one only.
    """

    kind_at: NDArray[np.int8]
    group: NDArray[np.int64]
    candidates: NDArray[np.int64]
    unit_of: NDArray[np.int64]
    starts: NDArray[np.int64]
    best: NDArray[np.int64]
    question: NDArray[np.int64]


def room(units: int) -> Room:
    """Room for the search over so many units."""
    return Room(
        kind_at=np.zeros(MOST_TILES, dtype=np.int8),
        group=np.zeros(MOST_KINDS, dtype=np.int64),
        candidates=np.zeros((units, CANDIDATE_COLUMNS), dtype=np.int64),
        unit_of=np.zeros(units, dtype=np.int64),
        starts=np.zeros(2 * MOST_TILES, dtype=np.int64),
        best=np.zeros(2 * STATES, dtype=np.int64),
        question=np.zeros(1, dtype=np.int64),
    )


@njit(cache=True)  # type: ignore[untyped-decorator]
def lay_out(tiles: Any, kind_at: Any, group: Any) -> Any:
    """Lay out a hand: its tiles as bits, sorted by kind.

    Args:
        tiles: int8 (tiles,), kinds in any order.
        kind_at: int8 (13,), set to the kind of each bit.
        group: int64 (63,), set to the bits of each kind in the hand.

    Returns:
        The kinds in the hand, as bits.
    """
    for i in range(len(tiles)):
        place = i
        while place > 0 and kind_at[place - 1] > tiles[i]:
            kind_at[place] = kind_at[place - 1]
            place -= 1
        kind_at[place] = tiles[i]
    kinds = np.int64(0)
    for place in range(len(tiles)):
        group[kind_at[place]] |= np.int64(1) << place
        kinds |= np.int64(1) << kind_at[place]
    return kinds


@njit(cache=True)  # type: ignore[untyped-decorator]
def list_candidates(
    count: Any, kinds: Any, mask: Any, members: Any, size: Any, by_lowest: Any, lowest_starts: Any,
    complete: Any, partial: Any, has_bonus: Any, kind_at: Any, group: Any, candidates: Any,
    unit_of: Any, starts: Any,
) -> Any:  # fmt: skip
    """List the candidates of a hand of so many tiles, as `Room` has them.

    Returns:
        The tiles whose kinds are in one of them, as bits.
    """
    found = 0
    covered = np.int64(0)
    for place in range(count):
        kind = kind_at[place]
        if place and kind == kind_at[place - 1]:
            starts[2 * place] = starts[2 * place - 2]
            starts[2 * place + 1] = found
            continue
        starts[2 * place] = found
        for i in range(lowest_starts[kind], lowest_starts[kind + 1]):
            unit = by_lowest[i]
            if mask[unit] & ~kinds:
                continue
            unit_of[found] = unit
            row = candidates[found]
            row[SCORE_COMPLETE], row[SCORE_PARTIAL] = complete[unit], partial[unit]
            row[HAS_BONUS], row[SIZE] = has_bonus[unit], size[unit]
            for j in range(size[unit]):
                row[MEMBERS + j] = group[members[unit, j]]
                covered |= row[MEMBERS + j]
            found += 1
        starts[2 * place + 1] = found
    return covered


@njit(cache=True)  # type: ignore[untyped-decorator]
def lowest_place(state: Any) -> int:
    """The lowest bit of some tiles, counted from 0."""
    place = 0
    while not state >> place & 1:
        place += 1
    return place


@njit(cache=True)  # type: ignore[untyped-decorator]
def without_unit(state: Any, candidate: Any) -> Any:
    """What is left of some tiles without one of each member of a unit, or -1: one is missing."""
    for i in range(MEMBERS, MEMBERS + candidate[SIZE]):
        copies = state & candidate[i]
        if copies == 0:
            return np.int64(-1)
        state &= ~(copies & -copies)
    return state


@njit(cache=True)  # type: ignore[untyped-decorator]
def best_split(
    state: Any, flag: Any, bonus: Any, may_drop: Any, question: Any, candidates: Any, starts: Any,
    best: Any,
) -> Any:  # fmt: skip
    """The best score of some tiles.

    Args:
        state: the tiles, as bits.
        flag: 1 if a unit with the bonus has been formed before, else 0.
        bonus: what the first unit with the bonus scores in addition.
        may_drop: 1 if tiles may stay apart, else 0: all must be in units.
        question: a number that no other question about another hand, rule or `may_drop` has had.
        candidates: see `Room`.
        starts: see there.
        best: see there.

    Returns:
        NO_SPLIT if all must be in units and cannot be.
    """
    if state == 0:
        return flag * bonus
    key = state | flag << MOST_TILES
    known = best[key]
    if known >> 32 == question:
        return (known & 0xFFFFFFFF) - 1
    place = lowest_place(state)
    found = np.int64(NO_SPLIT)
    if may_drop:
        found = best_split(
            state & (state - 1), flag, bonus, may_drop, question, candidates, starts, best
        )
    for i in range(starts[2 * place], starts[2 * place + 1]):
        candidate = candidates[i]
        left = without_unit(state, candidate)
        if left < 0:
            continue
        of_left = best_split(
            left, flag | candidate[HAS_BONUS], bonus, may_drop, question, candidates, starts, best
        )
        if of_left != NO_SPLIT:
            found = max(found, candidate[SCORE_COMPLETE + may_drop] + of_left)
    best[key] = question << 32 | (found + 1)
    return found


@njit(cache=True)  # type: ignore[untyped-decorator]
def lay_out_for_splits(tiles: Any, scores: Any, units: Any, room: Any) -> Any:
    """Lay out a hand and list its candidates; what was known of another hand is forgotten.

    Args:
        tiles: int8 (tiles,), kinds.
        scores: `UnitScores`.
        units: `UnitTables`.
        room: `Room`, of which `group` must be put back to 0 for these tiles before the next hand.

    Returns:
        The tiles whose kinds are in a candidate, as bits.
    """
    room.question[0] += 1
    kinds = lay_out(tiles, room.kind_at, room.group)
    return list_candidates(
        len(tiles), kinds, units.mask, units.members, units.size, units.by_lowest,
        units.lowest_starts, scores.complete, scores.partial, scores.has_bonus, room.kind_at,
        room.group, room.candidates, room.unit_of, room.starts,
    )  # fmt: skip


@njit(cache=True)  # type: ignore[untyped-decorator]
def take_up(tiles: Any, group: Any) -> None:
    """Take a hand up that has been laid out."""
    for tile in tiles:
        group[tile] = 0


@njit(cache=True)  # type: ignore[untyped-decorator]
def value_of_laid_out(
    count: Any, covered: Any, flag: Any, bonus: Any, room: Any
) -> tuple[Any, Any]:
    """(whether all tiles of a hand that is laid out can be in units, its best score).

    Args:
        count: how many tiles it has.
        covered: those whose kinds are in a candidate, as bits.
        flag: 1 if a called unit has the bonus, else 0.
        bonus: what the first unit with the bonus scores in addition.
        room: `Room`; its question is then that of the best score.
    """
    if covered == (np.int64(1) << count) - 1:
        found = best_split(covered, flag, bonus, np.int64(0), room.question[0], room.candidates,
                           room.starts, room.best)  # fmt: skip
        if found != NO_SPLIT:
            return True, found
    room.question[0] += 1
    # A tile that is in no candidate stays apart.
    found = best_split(covered, flag, bonus, np.int64(1), room.question[0], room.candidates,
                       room.starts, room.best)  # fmt: skip
    return False, found


@njit(cache=True)  # type: ignore[untyped-decorator]
def value_of(tiles: Any, flag: Any, scores: Any, units: Any, room: Any) -> tuple[Any, Any]:
    """(whether all tiles of a hand can be in units, its best score).

    Args:
        tiles: int8 (tiles,), kinds.
        flag: 1 if a called unit has the bonus, else 0.
        scores: `UnitScores`.
        units: `UnitTables`.
        room: `Room`.
    """
    covered = lay_out_for_splits(tiles, scores, units, room)
    complete, found = value_of_laid_out(len(tiles), covered, np.int64(flag), scores.bonus, room)
    take_up(tiles, room.group)
    return complete, found


@njit(cache=True)  # type: ignore[untyped-decorator]
def values_of(hands: Any, scores: Any, units: Any, room: Any, complete: Any, score: Any) -> None:
    """Find the values of many hands of the same size.

    Args:
        hands: int8 (hands, tiles), kinds.
        scores: `UnitScores`.
        units: `UnitTables`.
        room: `Room`.
        complete: bool (hands,), set to whether all tiles can be in units; 13 then have won.
        score: int32 (hands,), set.
    """
    for number in range(len(hands)):
        complete[number], score[number] = value_of(hands[number], np.int64(0), scores, units, room)
