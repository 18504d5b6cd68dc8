"""Stage record_cuts: cuts of polyominoes too large for plies of all pairs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from pipeline.artifacts import ProvenanceNotes
from pipeline.database import create_database
from pipeline.godomachi.readers import moves_array, order_array
from pipeline.godomachi.tables import RECORD_CUTS
from tablebases.godomachi.cut_tables import Cuts, all_cuts
from tablebases.godomachi.lost_pairs import moves_of
from tablebases.godomachi.polyominoes import Shapes, free_polyominoes
from tablebases.godomachi.tablebase import MAX_CELLS_OF_RECORDS, MaxCut
from tablebases.messages import Progress

SHAPES_AT_ONCE = 1 << 16
"""Sorting all cuts of 14 cells together takes 6 GB."""


def _cuts(shapes: Shapes, smaller: Sequence[Shapes], max_cut: MaxCut) -> Cuts:
    """The result of `all_cuts`, found `SHAPES_AT_ONCE` shapes at a time."""
    progress = Progress(f"cuts of {shapes.shape[1]} cells", len(shapes), "polyominoes")
    found = []
    for first in range(0, len(shapes), SHAPES_AT_ONCE):
        some = all_cuts(shapes[first : first + SHAPES_AT_ONCE], smaller, max_cut)
        found.append(some._replace(shape=some.shape + np.int32(first)))
        progress.advance(len(shapes[first : first + SHAPES_AT_ONCE]))
    return Cuts(*(np.concatenate(column) for column in zip(*found, strict=True)))


def main(
    max_n: Annotated[int, typer.Option(min=2, max=MAX_CELLS_OF_RECORDS, help="Cells of the largest polyominoes.")],
    out: Path,
    max_cut: MaxCut = MaxCut.ANY,
) -> None:
    """Cut all polyominoes up to `max_n` cells, number the places, and order polyominoes by their bounding boxes."""
    provenance = ProvenanceNotes(__file__, [], {"max_n": max_n, "max_cut": max_cut.value})
    shapes = free_polyominoes(max_n)
    counts = [len(each) for each in shapes]
    with create_database(out, RECORD_CUTS, provenance) as writer:
        for n in range(2, max_n + 1):
            moves = moves_of(_cuts(shapes[n - 1], shapes[: n - 1], max_cut), counts[:n])
            for name, array in vars(moves).items():
                writer.insert_array(moves_array(name, n), np.asarray(array))
            sides = np.sort(shapes[n - 1].max(axis=1), axis=1)
            writer.insert_array(order_array(n), np.lexsort(sides.T))
