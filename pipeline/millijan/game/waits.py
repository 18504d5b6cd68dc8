"""Waits: the kinds that complete a hand of 12 tiles, and what it then scores."""

from __future__ import annotations

import numpy as np

from pipeline.core.arrays import Int, Vector
from pipeline.core.compiled import njit
from pipeline.millijan.game.overlaps import bit_count
from pipeline.millijan.game.rules import UnitScores
from pipeline.millijan.game.splits import NO_SPLIT, Scratch, best_split, clear_hand, load_for_splits
from pipeline.millijan.game.units import MAX_TILES, UnitTables


@njit(cache=True)
def _left_by_others(whole: Int, members: Vector[np.int8], size: Int, drawn: int, group: Vector[np.int64]) -> Int:
    """What is left of a hand without all members of a unit but one, or -1: one is missing."""
    for i in range(size):
        if i == drawn:
            continue
        copies = whole & group[members[i]]
        if copies == 0:
            return np.int64(-1)
        whole &= ~(copies & -copies)
    return whole


@njit(cache=True)
def waits_of_loaded(
    whole: Int,
    covered: Int,
    copies: Vector[np.int8],
    flag: Int,
    scores: UnitScores,
    units: UnitTables,
    scratch: Scratch,
    found: Vector[np.int32],
) -> None:
    """Find the waits of some tiles of the loaded hand.

    The drawn tile belongs to some unit; the other members are among the tiles, and the tiles left must split into
    units.

    Args:
        whole: the tiles, as bits; with one more they win.
        covered: the tiles of the hand whose kinds are in a candidate, as bits.
        copies: (63,), of each kind beside called units.
        flag: 1 if a called unit has the bonus, else 0.
        scores: of the units.
        units: of the game.
        scratch: where the hand is loaded, with a question that leaves no tile apart.
        found: (kinds,), set to the best score with each kind, or NO_SPLIT.
    """
    question, candidates, starts, best = scratch.question[0], scratch.candidates, scratch.starts, scratch.best
    kinds = np.int64(0)
    for place in range(MAX_TILES):
        if whole >> place & 1:
            kinds |= np.int64(1) << scratch.kind_at[place]
    found[:] = NO_SPLIT
    for unit in range(len(units.mask)):
        missing = units.mask[unit] & ~kinds
        if missing & (missing - 1):
            continue
        for drawn in range(units.size[unit]):
            kind = units.members[unit, drawn]
            if bit_count(scratch.group[kind] & whole) == copies[kind]:
                continue
            left = _left_by_others(whole, units.members[unit], units.size[unit], drawn, scratch.group)
            if left < 0 or left & ~covered:
                continue
            then = np.int64(flag | scores.has_bonus[unit])
            of_left = best_split(left, then, scores.bonus, np.int64(0), question, candidates, starts, best)
            if of_left != NO_SPLIT:
                found[kind] = max(found[kind], scores.complete[unit] + of_left)


@njit(cache=True)
def find_waits(
    tiles: Vector[np.int8],
    copies: Vector[np.int8],
    flag: Int,
    scores: UnitScores,
    units: UnitTables,
    scratch: Scratch,
    found: Vector[np.int32],
) -> None:
    """Find the waits of a hand.

    Args:
        tiles: (tiles,), kinds; with one more they win.
        copies: (63,), of each kind beside called units.
        flag: 1 if a called unit has the bonus, else 0.
        scores: of the units.
        units: of the game.
        scratch: to work in.
        found: (kinds,), set to the best score with each kind, or NO_SPLIT.
    """
    covered = load_for_splits(tiles, scores, units, scratch)
    whole = (np.int64(1) << len(tiles)) - 1
    waits_of_loaded(whole, covered, copies, np.int64(flag), scores, units, scratch, found)
    clear_hand(tiles, scratch.group)
