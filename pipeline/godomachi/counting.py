"""Counting pairs that are too many to keep, with progress."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.core.progress import Progress
from pipeline.godomachi.game.lost_pairs import Lost, Moves, count_not_lost, pairs_of_rows


def counted_pairs(label: str, rows: range, moves: Moves, smaller: Sequence[Lost]) -> int:
    """How many pairs a < b are not lost, of some consecutive shapes a.

    Args:
        label: what progress says.
        rows: the shapes a.
        moves: of all polyominoes of n cells.
        smaller: the lost pairs of 1, 2, .., n - 1 cells, as `count_not_lost` takes them.
    """
    progress = Progress(label, pairs_of_rows(rows, moves.shapes), "pairs")
    total = 0
    for some, count in count_not_lost(rows, moves, smaller):
        total += count
        progress.advance(pairs_of_rows(some, moves.shapes))
    progress.finish()
    return total
