"""Stage plies: who wins every pair of polyominoes, and in how many plies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from pipeline.artifacts import ProvenanceNotes
from pipeline.database import DatabaseWriter, create_database
from pipeline.godomachi.readers import read_cuts
from pipeline.godomachi.tables import HISTOGRAM, PACKED_PLIES, PLIES_PART
from pipeline.stage import run_stage
from tablebases.arrays import Vector
from tablebases.godomachi.cut_tables import MOST_PACKED_PLIES as MAX_PLIES
from tablebases.godomachi.cut_tables import ONE_CELL, Cuts, Plies, all_plies, packed_rows
from tablebases.messages import Progress, say


def _write_pairs(writer: DatabaseWriter, cuts: Sequence[Cuts]) -> Iterator[tuple[int, Vector[np.int64]]]:
    """Find and write the plies of all pairs, size after size.

    Args:
        writer: of the database.
        cuts: of the polyominoes of 2, 3, ... cells.

    Yields:
        Cells, and how many pairs of different polyominoes take 0, 1, ... plies.
    """
    smaller: list[Plies] = []
    n_rows = 0
    largest = len(cuts) + 1
    for cells in range(1, largest + 1):
        blocks = all_plies(cuts[cells - 2], smaller) if cells > 1 else [ONE_CELL]
        shapes = int(cuts[cells - 2].shape[-1]) + 1 if cells > 1 else 1
        progress = Progress(f"plies of {cells} cells", shapes, "polyominoes")
        counts = np.zeros(MAX_PLIES + 1, dtype=np.int64)
        kept = []
        first = 0
        for block in blocks:
            packed = packed_rows(block, first)
            rows = [(cells, shape, row) for shape, row in enumerate(packed, start=first)]
            writer.insert_values(PACKED_PLIES, rows, b"".join(packed))
            later = np.concatenate([plies[shape + 1 :] for shape, plies in enumerate(block, start=first)])
            counts += np.bincount(later, minlength=MAX_PLIES + 1)
            if cells < largest:  # those of the largest size would take the most memory, and nothing needs them
                kept.append(block)
            first += len(block)
            progress.advance(len(block))
        if kept:
            smaller.append(np.concatenate(kept))
        n_rows += first
        yield cells, counts
    writer.note_rows(PACKED_PLIES, n_rows)


def main(cuts: Path, out: Path) -> None:
    """Find the winner of every pair of polyominoes of the same size, and the plies.

    Example: python -m pipeline.godomachi.stages.plies --cuts results/godomachi/parts/cuts.db
    --out results/godomachi/parts/plies.db

    Args:
        cuts: artifact of the stage cuts.
        out: where to write the database.
    """
    provenance = ProvenanceNotes(__file__, [cuts], {})
    max_cut, of_sizes = read_cuts(cuts)
    histogram = []
    with create_database(out, PLIES_PART, provenance) as writer:
        for cells, counts in _write_pairs(writer, of_sizes):
            first_wins, second_wins = counts[1::2].sum(), counts[::2].sum()
            say(f"plies of {cells} cells: pairs won by the first player {first_wins:,}, second {second_wins:,}")
            histogram += [
                {"rule": max_cut.value, "n": cells, "plies": plies, "count": count}
                for plies, count in enumerate(counts.tolist())
                if count
            ]
        writer.insert(HISTOGRAM, histogram)


if __name__ == "__main__":
    run_stage(main)
