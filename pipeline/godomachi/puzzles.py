"""Stage puzzles: pairs with exactly one kind of winning first move."""

from __future__ import annotations

import numpy as np

from pipeline.artifact.database import create_database
from pipeline.artifact.provenance import ProvenanceNotes
from pipeline.godomachi.cuts import read_cuts
from pipeline.godomachi.game.puzzles import puzzles_of_size
from pipeline.godomachi.plies import read_plies
from pipeline.godomachi.stage_options import CutsOption, OutOption, PliesOption
from pipeline.godomachi.tables import MOST_CELLS_OF_ROWS, SCHEMA_VERSION, TABLES
from pipeline.progress import say
from pipeline.stage import run_command


def main(cuts: CutsOption, plies: PliesOption, out: OutOption) -> None:
    """Find the pairs of at most 9 cells with exactly one kind of winning move, not at once.

    Example: python -m pipeline.godomachi.puzzles --cuts results/godomachi/parts/cuts.db
    --plies results/godomachi/parts/plies.db --out results/godomachi/parts/puzzles.db
    """
    provenance = ProvenanceNotes(__file__, [cuts, plies], {})
    _, of_sizes = read_cuts(cuts)
    every = read_plies(plies, MOST_CELLS_OF_ROWS)
    found = [puzzles_of_size(of_sizes[n - 2], every[: n - 1], every[n - 1])
             for n in range(2, len(every) + 1)]  # fmt: skip
    n = np.repeat(np.arange(2, len(every) + 1), [len(puzzles.a) for puzzles in found])
    columns = [np.concatenate(of_all) for of_all in zip(*found, strict=True)]
    with create_database(out, SCHEMA_VERSION, provenance) as writer:
        writer.execute(f"CREATE TABLE puzzles {TABLES['puzzles']['puzzles']}")
        writer.insert_columns("puzzles", [n, *columns])
    say(f"puzzles: {len(n):,} pairs of at most {len(every)} cells")


if __name__ == "__main__":
    run_command(main)
