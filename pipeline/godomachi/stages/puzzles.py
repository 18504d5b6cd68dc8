"""Stage puzzles: pairs with exactly one kind of winning first move."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from pipeline.artifacts import ProvenanceNotes
from pipeline.database import create_database
from pipeline.godomachi.readers import read_cuts, read_plies
from pipeline.godomachi.tables import PUZZLES, PUZZLES_PART
from pipeline.stage import run_stage
from tablebases.godomachi.puzzles import puzzles_of_size
from tablebases.godomachi.tablebase import MAX_CELLS_WITH_ROWS
from tablebases.messages import say


def main(cuts: Path, plies: Path, out: Path) -> None:
    """Find the pairs of at most 9 cells with exactly one kind of winning move that does not win at once.

    Example: python -m pipeline.godomachi.stages.puzzles --cuts results/godomachi/parts/cuts.db
    --plies results/godomachi/parts/plies.db --out results/godomachi/parts/puzzles.db

    Args:
        cuts: artifact of the stage cuts.
        plies: artifact of the stage plies.
        out: where to write the database.
    """
    provenance = ProvenanceNotes(__file__, [cuts, plies], {})
    _, of_sizes = read_cuts(cuts)
    every = read_plies(plies, MAX_CELLS_WITH_ROWS)
    sizes = range(2, len(every) + 1)
    found = [puzzles_of_size(of_sizes[n - 2], every[: n - 1], every[n - 1]) for n in sizes]
    n = np.repeat(sizes, [len(puzzles.a) for puzzles in found])
    columns = [np.concatenate(of_all) for of_all in zip(*found, strict=True)]
    with create_database(out, PUZZLES_PART, provenance) as writer:
        writer.insert_columns(PUZZLES, [n, *columns])
    say(f"puzzles: {len(n):,} pairs of at most {len(every)} cells")


if __name__ == "__main__":
    run_stage(main)
