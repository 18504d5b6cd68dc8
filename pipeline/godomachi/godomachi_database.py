"""Stage godomachi_database: everything about Godomachi in one database."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from pipeline.artifact.database import create_database
from pipeline.artifact.provenance import ProvenanceNotes
from pipeline.godomachi.plies import read_plies
from pipeline.godomachi.stage_options import CutsOption, OutOption, PliesOption, PolyominoesOption
from pipeline.godomachi.tables import MOST_CELLS_OF_ROWS, MOVES, PAIRS, SCHEMA_VERSION, TABLES
from pipeline.progress import say
from pipeline.stage import run_command


def main(
    polyominoes: PolyominoesOption,
    cuts: CutsOption,
    plies: PliesOption,
    puzzles: Annotated[Path, typer.Option(help="Artifact of the stage puzzles.")],
    out: OutOption,
) -> None:
    """Gather the tables of all stages in one database, with a row for each pair up to 9 cells.

    Example: python -m pipeline.godomachi.godomachi_database
    --polyominoes results/godomachi/parts/polyominoes.db --cuts results/godomachi/parts/cuts.db
    --plies results/godomachi/parts/plies.db --puzzles results/godomachi/parts/puzzles.db
    --out results/godomachi/godomachi.db
    """
    parts = dict(zip(TABLES, (polyominoes, cuts, plies, puzzles), strict=True))
    provenance = ProvenanceNotes(__file__, parts.values(), {})
    every = read_plies(plies, MOST_CELLS_OF_ROWS)
    with create_database(out, SCHEMA_VERSION, provenance) as writer:
        writer.copy_tables(TABLES, parts, SCHEMA_VERSION)
        writer.execute(f"CREATE TABLE pairs {PAIRS}")
        of_each = [np.triu_indices(len(of_size), 1) for of_size in every]
        n = np.repeat(np.arange(1, len(every) + 1), [len(a) for a, _ in of_each])
        a, b = (np.concatenate(shapes) for shapes in zip(*of_each, strict=True))
        values = [of_size[pairs] for of_size, pairs in zip(every, of_each, strict=True)]
        writer.insert_columns("pairs", [n, a, b, np.concatenate(values)])
        writer.execute(f"CREATE VIEW moves AS {MOVES}")
    say(f"godomachi database: {len(n):,} pairs of at most {len(every)} cells, all in {out}")


if __name__ == "__main__":
    run_command(main)
