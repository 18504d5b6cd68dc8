"""Stage database: winners and plies of all pairs in one database."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from sqlalchemy import Table

from pipeline.artifacts import ProvenanceNotes
from pipeline.database import DatabaseWriter, create_database
from pipeline.godomachi.records import read_records
from pipeline.godomachi.tables import (
    CUTS,
    DATABASE,
    HISTOGRAM,
    PACKED_PLIES,
    PAIRS,
    POLYOMINOES,
    PUZZLES,
    RECORDS,
    RULE,
)
from tablebases.arrays import Vector
from tablebases.godomachi.cut_tables import MOST_PACKED_PLIES as MAX_PLIES
from tablebases.godomachi.cut_tables import ONE_CELL, Cuts, Plies, all_cuts, all_plies, packed_rows
from tablebases.godomachi.polyominoes import described_shapes, free_polyominoes
from tablebases.godomachi.puzzles import puzzles_of_size
from tablebases.godomachi.tablebase import MAX_CELLS_OF_RUN, MAX_CELLS_WITH_ROWS, MaxCut
from tablebases.messages import Progress, counted, say


def _write_plies(writer: DatabaseWriter, n_shapes: Sequence[int], cuts: Sequence[Cuts], max_cut: MaxCut) -> list[Plies]:
    """Find the plies of all pairs; write them packed, and their histogram.

    `n_shapes` has the numbers of polyominoes of 1, 2, .. cells, `cuts` those of 2, 3, .. cells. Returns the plies of
    1, 2, .. cells. Those of the largest size take the most memory, so they are left out if neither rows nor another
    size needs them.
    """
    found: list[Plies] = []
    histogram = []
    for cells, shapes in enumerate(n_shapes, start=1):
        label = f"plies of {counted(cells, 'cell')}"
        progress = Progress(label, shapes, "polyominoes")
        counts = np.zeros(MAX_PLIES + 1, dtype=np.int64)
        blocks = []
        first = 0
        for block in all_plies(cuts[cells - 2], found) if cells > 1 else [ONE_CELL]:
            packed = packed_rows(block, first)
            rows = [(cells, shape, row) for shape, row in enumerate(packed, start=first)]
            writer.insert_values(PACKED_PLIES, rows, b"".join(packed))
            later = np.concatenate([plies[shape + 1 :] for shape, plies in enumerate(block, start=first)])
            counts += np.bincount(later, minlength=MAX_PLIES + 1)
            if cells < len(n_shapes) or cells <= MAX_CELLS_WITH_ROWS:
                blocks.append(block)
            first += len(block)
            progress.advance(len(block))
        if blocks:
            found.append(np.concatenate(blocks))
        say(f"{label}: pairs won by the first player {counts[1::2].sum():,}, second {counts[::2].sum():,}")
        histogram += [
            {"rule": max_cut.value, "n": cells, "plies": plies, "count": count}
            for plies, count in enumerate(counts.tolist())
            if count
        ]
    writer.note_rows(PACKED_PLIES, sum(n_shapes))
    writer.insert(HISTOGRAM, histogram)
    return found


def _pairs(plies: Plies) -> tuple[Vector[np.integer], ...]:
    """(a, b, plies) of all pairs a < b."""
    a, b = np.triu_indices(len(plies), 1)
    return a, b, plies[a, b]


def _insert_sizes(
    writer: DatabaseWriter, table: Table, first: int, sizes: Iterable[Sequence[Vector[np.integer]]]
) -> int:
    """Insert the columns of `first`, `first` + 1, .. cells; return the number of rows.

    A column of the number of cells comes first.
    """
    n_rows = 0
    for cells, columns in enumerate(sizes, start=first):
        writer.insert_columns(table, [np.full(len(columns[0]), cells, dtype=np.int8), *columns])
        n_rows += len(columns[0])
    writer.note_rows(table, n_rows)
    return n_rows


def main(
    max_n: Annotated[int, typer.Option(min=2, max=MAX_CELLS_OF_RUN, help="Cells of the largest polyominoes.")],
    records: Path,
    out: Path,
    max_cut: MaxCut = MaxCut.ANY,
) -> None:
    """List and cut all polyominoes, and solve all pairs.

    Pairs of up to 9 cells have a row each, and so do puzzles: pairs with exactly one kind of winning move, which does
    not win at once. The file `records` has counts of larger pairs.
    """
    provenance = ProvenanceNotes(__file__, [records], {"max_n": max_n, "max_cut": max_cut.value})
    listed = read_records(records)
    shapes = free_polyominoes(max_n)
    say(f"polyominoes: of 1 to {max_n} cells there are {', '.join(f'{len(each):,}' for each in shapes)}")
    cuts = [all_cuts(shapes[n - 1], shapes[: n - 1], max_cut) for n in range(2, max_n + 1)]
    with create_database(out, DATABASE, provenance) as writer:
        writer.insert(POLYOMINOES, (row for each in shapes for row in described_shapes(each)))
        writer.insert(RULE, [{"max_cut": max_cut.value}])
        n_cuts = _insert_sizes(writer, CUTS, 2, cuts)
        say(f"cuts: {n_cuts:,} kinds of cuts of polyominoes of 2 to {max_n} cells")
        plies = _write_plies(writer, [len(each) for each in shapes], cuts, max_cut)[:MAX_CELLS_WITH_ROWS]
        sizes = range(2, len(plies) + 1)
        puzzles = (puzzles_of_size(cuts[n - 2], plies[: n - 1], plies[n - 1]) for n in sizes)
        n_puzzles = _insert_sizes(writer, PUZZLES, 2, puzzles)
        say(f"puzzles: {n_puzzles:,} pairs of at most {len(plies)} cells")
        writer.insert(RECORDS, (record._asdict() for record in listed))
        n_pairs = _insert_sizes(writer, PAIRS, 1, map(_pairs, plies))
    say(f"godomachi database: {n_pairs:,} pairs of at most {len(plies)} cells, all in {out}")
