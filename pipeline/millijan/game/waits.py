"""Waits: the kinds that complete a hand of 12 tiles, and what it then scores."""

from __future__ import annotations

from typing import Any

import numpy as np

from pipeline.compiled import njit
from pipeline.millijan.game.overlaps import bit_count
from pipeline.millijan.game.splits import NO_SPLIT, best_split, lay_out_for_splits, take_up
from pipeline.millijan.game.units import MOST_TILES


@njit(cache=True)  # type: ignore[untyped-decorator]
def _left_by_others(whole: Any, members: Any, size: Any, drawn: Any, group: Any) -> Any:
    """What is left of a hand without the members of a unit but one, or -1: one is missing."""
    for i in range(size):
        if i == drawn:
            continue
        copies = whole & group[members[i]]
        if copies == 0:
            return np.int64(-1)
        whole &= ~(copies & -copies)
    return whole


@njit(cache=True)  # type: ignore[untyped-decorator]
def waits_of_laid_out(
    whole: Any, covered: Any, copies: Any, flag: Any, scores: Any, units: Any, room: Any, found: Any
) -> None:
    """Find the waits of some tiles of a hand that is laid out.

    The drawn tile belongs to some unit; the others of it are among the tiles, and what is then left
    must split into units.

    Args:
        whole: the tiles, as bits; with one more they win.
        covered: the tiles of the hand whose kinds are in a candidate, as bits.
        copies: int8 (63,), of each kind beside called units.
        flag: 1 if a called unit has the bonus, else 0.
        scores: `UnitScores`.
        units: `UnitTables`.
        room: `Room`, with a question that leaves no tile apart.
        found: int32 (kinds,), set to the best score with each kind, or NO_SPLIT.
    """
    kinds = np.int64(0)
    for place in range(MOST_TILES):
        if whole >> place & 1:
            kinds |= np.int64(1) << room.kind_at[place]
    found[:] = NO_SPLIT
    for unit in range(len(units.mask)):
        missing = units.mask[unit] & ~kinds
        if missing & (missing - 1):
            continue
        for drawn in range(units.size[unit]):
            kind = units.members[unit, drawn]
            if bit_count(room.group[kind] & whole) == copies[kind]:
                continue
            left = _left_by_others(whole, units.members[unit], units.size[unit], drawn, room.group)
            if left < 0 or left & ~covered:
                continue
            of_left = best_split(
                left, np.int64(flag | scores.has_bonus[unit]), scores.bonus, np.int64(0),
                room.question[0], room.candidates, room.starts, room.best,
            )  # fmt: skip
            if of_left != NO_SPLIT:
                found[kind] = max(found[kind], scores.complete[unit] + of_left)


@njit(cache=True)  # type: ignore[untyped-decorator]
def find_waits(
    tiles: Any, copies: Any, flag: Any, scores: Any, units: Any, room: Any, found: Any
) -> None:
    """Find the waits of a hand.

    Args:
        tiles: int8 (tiles,), kinds; with one more they win.
        copies: see `waits_of_laid_out`.
        flag: see there.
        scores: `UnitScores`.
        units: `UnitTables`.
        room: `Room`.
        found: see `waits_of_laid_out`.
    """
    covered = lay_out_for_splits(tiles, scores, units, room)
    whole = (np.int64(1) << len(tiles)) - 1
    waits_of_laid_out(whole, covered, copies, np.int64(flag), scores, units, room, found)
    take_up(tiles, room.group)
