"""What the stages of Godomachi have written, read back."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, pairwise
from pathlib import Path

import numpy as np
from sqlalchemy import func, select

from pipeline.database import Schema, open_database, read_array
from pipeline.godomachi.tables import (
    CUTS,
    CUTS_PART,
    PACKED_PLIES,
    PLIES_PART,
    POLYOMINOES,
    POLYOMINOES_PART,
    RECORD_CUTS_PART,
    RULE,
)
from tablebases.godomachi.cut_tables import Cuts, Plies, unpacked
from tablebases.godomachi.lost_pairs import Lost, Moves, count_not_lost, pairs_of_rows
from tablebases.godomachi.max_cut import MaxCut
from tablebases.godomachi.polyominoes import Shapes
from tablebases.messages import Progress


def shapes_array(cells: int) -> str:
    """The name of the array with all polyominoes of a size."""
    return f"shapes {cells}"


def read_polyominoes(path: Path) -> list[Shapes]:
    """All polyominoes of 1, 2, ... cells.

    Raises:
        Error: the artifact is missing, damaged, or of another kind.
    """
    with open_database(path, POLYOMINOES_PART) as database:
        largest = database.execute(select(func.max(POLYOMINOES.c.n))).scalar_one()
        return [read_array(database, shapes_array(cells)) for cells in range(1, largest + 1)]


def read_cuts(path: Path) -> tuple[MaxCut, list[Cuts]]:
    """The rule for pieces, and the cuts of the polyominoes of 2, 3, ... cells.

    Raises:
        Error: the artifact is missing, damaged, or of another kind.
    """
    with open_database(path, CUTS_PART) as database:
        max_cut = MaxCut(database.execute(select(RULE)).scalar_one())
        rows = database.execute(select(CUTS).order_by(*CUTS.primary_key))
        values = np.fromiter(chain.from_iterable(rows), dtype=np.int32)
    n, *columns = values.reshape(-1, len(CUTS.columns)).T.copy()
    ends = np.searchsorted(n, np.arange(2, n[-1] + 2))
    return max_cut, [Cuts(*(column[start:end] for column in columns)) for start, end in pairwise(ends)]


def read_plies(path: Path, max_cells: int, schema: Schema = PLIES_PART) -> list[Plies]:
    """The plies of all pairs of 1, 2, ... cells, up to `max_cells`.

    Args:
        path: of a database with the table `packed_plies`.
        max_cells: cells of the largest polyominoes that are asked for.
        schema: what kind of database it is.

    Raises:
        Error: the artifact is missing, damaged, or of another kind.
    """
    n, a, plies = PACKED_PLIES.columns
    with open_database(path, schema) as database:
        largest = database.execute(select(func.max(n))).scalar_one()
        return [
            unpacked(database.execute(select(plies).where(n == cells).order_by(a)).scalars().all())
            for cells in range(1, min(largest, max_cells) + 1)
        ]


def moves_array(name: str, cells: int) -> str:
    """The name of an array of the moves of a size."""
    return f"{name} {cells}"


def read_moves(path: Path, max_cells: int) -> list[Moves]:
    """The moves of the polyominoes of 2, 3, ... cells, up to `max_cells`.

    Raises:
        Error: the artifact is missing, damaged, or of another kind.
    """
    with open_database(path, RECORD_CUTS_PART) as database:
        arrays = (
            [read_array(database, moves_array(name, cells)) for name in Moves._fields]
            for cells in range(2, max_cells + 1)
        )
        return [Moves(starts, cells_left, left, place, int(words)) for starts, cells_left, left, place, words in arrays]


def counted_pairs(label: str, rows: range, moves: Moves, smaller: Sequence[Lost]) -> int:
    """Count, with progress, the pairs a < b that are not lost, of some consecutive shapes a.

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
