"""Readers of the files that the stages of Godomachi write."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from pathlib import Path

import numpy as np
from sqlalchemy import func, select

from pipeline.godomachi.tables import DATABASE, PACKED_PLIES, POLYOMINOES, RECORD_CUTS
from pipeline.reading import open_database, read_array
from tablebases.arrays import Vector
from tablebases.godomachi.cut_tables import Plies, unpacked
from tablebases.godomachi.lost_pairs import Moves, pairs_of_rows
from tablebases.messages import Progress


def read_shapes(path: Path, max_cells: int) -> list[list[str]]:
    """The polyominoes of 1, 2, .. `max_cells` cells as text such as `##/#.`."""
    shapes: list[list[str]] = []
    with open_database(path, DATABASE) as database:
        rows = select(POLYOMINOES.c.n, POLYOMINOES.c.cells).where(POLYOMINOES.c.n <= max_cells)
        for cells, text in database.execute(rows.order_by(*POLYOMINOES.primary_key)):
            if len(shapes) < cells:
                shapes.append([])
            shapes[-1].append(text)
    return shapes


def read_plies(path: Path, max_cells: int) -> list[Plies]:
    """The plies of all pairs of 1, 2, .. `max_cells` cells."""
    n, a, plies = PACKED_PLIES.columns
    with open_database(path, DATABASE) as database:
        largest = database.execute(select(func.max(n))).scalar_one()
        return [
            unpacked(database.execute(select(plies).where(n == cells).order_by(a)).scalars().all())
            for cells in range(1, min(largest, max_cells) + 1)
        ]


def moves_array(name: str, cells: int) -> str:
    """The name of an array of the moves of `cells` cells."""
    return f"{name} {cells}"


def read_moves(path: Path, max_cells: int) -> list[Moves]:
    """The moves of the polyominoes of 2, 3, .. `max_cells` cells."""
    with open_database(path, RECORD_CUTS) as database:
        arrays = (
            [read_array(database, moves_array(field.name, cells)) for field in fields(Moves)]
            for cells in range(2, max_cells + 1)
        )
        return [Moves(starts, cells_left, left, place, int(words)) for starts, cells_left, left, place, words in arrays]


def order_array(cells: int) -> str:
    """The name of the array for `read_order`."""
    return f"order {cells}"


def read_order(path: Path, cells: int) -> Vector[np.int64]:
    """The polyominoes of `cells` cells, ordered by the sides of their bounding boxes: (shapes,)."""
    with open_database(path, RECORD_CUTS) as database:
        return read_array(database, order_array(cells))


def count_pairs(label: str, shapes: int, blocks: Iterable[tuple[range, int]]) -> int:
    """Add up the counts of blocks of polyominoes a, in all the pairs a < b of `shapes` polyominoes, with progress."""
    progress = Progress(label, pairs_of_rows(range(shapes), shapes), "pairs")
    total = 0
    for some, count in blocks:
        total += count
        progress.advance(pairs_of_rows(some, shapes))
    progress.finish()
    return total
