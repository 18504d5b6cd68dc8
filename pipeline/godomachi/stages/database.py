"""Stage database: everything about Godomachi in one database."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from pipeline.artifacts import ProvenanceNotes
from pipeline.database import create_database
from pipeline.godomachi.readers import read_plies
from pipeline.godomachi.records import read_records
from pipeline.godomachi.tables import DATABASE, PAIRS, PARTS, RECORDS
from pipeline.stage import run_stage
from tablebases.godomachi.tablebase import MAX_CELLS_WITH_ROWS
from tablebases.messages import say


def main(polyominoes: Path, cuts: Path, plies: Path, puzzles: Path, records: Path, out: Path) -> None:
    """Gather the tables of all stages in one database, with a row for each pair up to 9 cells.

    Example: python -m pipeline.godomachi.stages.database
    --polyominoes results/godomachi/parts/polyominoes.db --cuts results/godomachi/parts/cuts.db
    --plies results/godomachi/parts/plies.db --puzzles results/godomachi/parts/puzzles.db
    --records data/godomachi/records.csv --out results/godomachi/godomachi.db

    Args:
        polyominoes: artifact of the stage polyominoes.
        cuts: artifact of the stage cuts.
        plies: artifact of the stage plies.
        puzzles: artifact of the stage puzzles.
        records: what was counted of larger polyominoes.
        out: where to write the database.
    """
    parts = (polyominoes, cuts, plies, puzzles)
    provenance = ProvenanceNotes(__file__, (*parts, records), {})
    listed = read_records(records)
    every = read_plies(plies, MAX_CELLS_WITH_ROWS)
    of_each = [np.triu_indices(len(of_size), 1) for of_size in every]
    n = np.repeat(np.arange(1, len(every) + 1), [len(a) for a, _ in of_each])
    a, b = (np.concatenate(shapes) for shapes in zip(*of_each, strict=True))
    values = [of_size[pairs] for of_size, pairs in zip(every, of_each, strict=True)]
    with create_database(out, DATABASE, provenance) as writer:
        writer.copy_tables(zip(parts, PARTS, strict=True))
        writer.insert(RECORDS, (record._asdict() for record in listed))
        writer.insert_columns(PAIRS, [n, a, b, np.concatenate(values)])
    say(f"godomachi database: {len(n):,} pairs of at most {len(every)} cells, all in {out}")


if __name__ == "__main__":
    run_stage(main)
