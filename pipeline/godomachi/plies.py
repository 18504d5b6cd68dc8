"""Stage plies: who wins every pair of polyominoes, and in how many plies."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pipeline.artifact.database import DatabaseWriter, create_database, open_database
from pipeline.artifact.provenance import ProvenanceNotes
from pipeline.godomachi.cuts import read_cuts
from pipeline.godomachi.game.cuts import Cuts
from pipeline.godomachi.game.packing import packed_rows, unpacked
from pipeline.godomachi.game.values import ONE_CELL, Plies, all_plies
from pipeline.godomachi.stage_options import CutsOption, OutOption
from pipeline.godomachi.tables import SCHEMA_VERSION, TABLES
from pipeline.progress import Progress, say
from pipeline.stage import run_command


def read_plies(path: Path, most_cells: int) -> list[Plies]:
    """The plies of all pairs of 1, 2, .. cells, at most so many.

    Raises:
        PipelineError: the artifact is missing, damaged, or of another kind.
    """
    with closing(open_database(path, "plies", SCHEMA_VERSION)) as connection:
        (largest,) = connection.execute("SELECT max(n) FROM packed_plies").fetchone()
        sql = "SELECT plies FROM packed_plies WHERE n = ? ORDER BY a"
        return [
            unpacked([row for (row,) in connection.execute(sql, (cells,))])
            for cells in range(1, min(largest, most_cells) + 1)
        ]


def _write_rows(writer: DatabaseWriter, cells: int, block: Plies, first: int) -> None:
    """Write the plies of the shapes first, first + 1, .. against all."""
    packed = packed_rows(block, first)
    rows = [(cells, shape, row) for shape, row in enumerate(packed, start=first)]
    writer.insert_rows("packed_plies", rows, b"".join(packed))


def _counts(block: Plies, first: int) -> NDArray[np.int64]:
    """How many pairs with a later shape take 0, 1, .. plies: int64 (256,)."""
    later = [plies[shape + 1 :] for shape, plies in enumerate(block, start=first)]
    return np.bincount(np.concatenate(later), minlength=256)


def _write_pairs(writer: DatabaseWriter, cuts: Sequence[Cuts]) -> list[tuple[int, int, int]]:
    """Find and write the plies of all pairs, size after size.

    Returns:
        (n, plies, pairs of different polyominoes that take so many).
    """
    smaller: list[Plies] = []
    histogram = []
    largest = len(cuts) + 1
    for cells in range(1, largest + 1):
        blocks = all_plies(cuts[cells - 2], smaller) if cells > 1 else [ONE_CELL]
        shapes = int(cuts[cells - 2].shape[-1]) + 1 if cells > 1 else 1
        progress = Progress(f"plies of {cells} cells", shapes, "polyominoes")
        counts = np.zeros(256, dtype=np.int64)
        kept = []
        first = 0
        for block in blocks:
            _write_rows(writer, cells, block, first)
            counts += _counts(block, first)
            if cells < largest:
                kept.append(block)
            first += len(block)
            progress.advance(len(block))
        if kept:
            smaller.append(np.concatenate(kept))
        histogram += [(cells, int(plies), int(counts[plies])) for plies in counts.nonzero()[0]]
    writer.note_rows("packed_plies", sum(len(plies) for plies in smaller) + first)
    return histogram


def main(cuts: CutsOption, out: OutOption) -> None:
    """Find the winner of every pair of polyominoes of the same size, and the plies.

    Example: python -m pipeline.godomachi.plies --cuts results/godomachi/parts/cuts.db
    --out results/godomachi/parts/plies.db
    """
    provenance = ProvenanceNotes(__file__, [cuts], {})
    max_cut, of_sizes = read_cuts(cuts)
    tables = TABLES["plies"]
    with create_database(out, SCHEMA_VERSION, provenance) as writer:
        writer.execute(f"CREATE TABLE packed_plies {tables['packed_plies']}")
        histogram = _write_pairs(writer, of_sizes)
        rows = [(max_cut.value, *counted) for counted in histogram]
        writer.insert_tables({"histogram": tables["histogram"]}, {"histogram": rows})
    for cells in sorted({n for n, _, _ in histogram}):
        first, second = (
            sum(count for n, plies, count in histogram if n == cells and plies % 2 == odd)
            for odd in (1, 0)
        )
        say(f"plies of {cells} cells: pairs won by the first player {first:,}, second {second:,}")


if __name__ == "__main__":
    run_command(main)
