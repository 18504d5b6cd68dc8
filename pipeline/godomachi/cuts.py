"""Stage cuts: all ways to cut a piece off a polyomino."""

from __future__ import annotations

from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from pipeline.artifact.database import create_database, open_database
from pipeline.artifact.provenance import ProvenanceNotes
from pipeline.godomachi.game.cuts import Cuts, MaxCut, all_cuts
from pipeline.godomachi.polyominoes import read_polyominoes
from pipeline.godomachi.stage_options import OutOption, PolyominoesOption
from pipeline.godomachi.tables import SCHEMA_VERSION, TABLES
from pipeline.progress import say
from pipeline.stage import run_command


def read_cuts(path: Path) -> tuple[MaxCut, list[Cuts]]:
    """The rule for pieces, and the cuts of the polyominoes of 2, 3, .. cells.

    Raises:
        PipelineError: the artifact is missing, damaged, or of another kind.
    """
    with closing(open_database(path, "cuts", SCHEMA_VERSION)) as connection:
        (max_cut,) = connection.execute("SELECT max_cut FROM rule").fetchone()
        rows = connection.execute("SELECT * FROM cuts ORDER BY n, id, k, piece, rest").fetchall()
    n, *columns = np.array(rows, dtype=np.int32).T
    ends = np.searchsorted(n, np.arange(2, n[-1] + 2))
    return MaxCut(max_cut), [
        Cuts(*(column[start:end] for column in columns)) for start, end in pairwise(ends)
    ]


def main(
    polyominoes: PolyominoesOption,
    out: OutOption,
    max_cut: Annotated[
        MaxCut,
        typer.Option(help="The largest piece that may be cut off."),
    ] = MaxCut.ANY,
) -> None:
    """Cut every polyomino into two connected parts in all ways, and name what comes of it.

    Example: python -m pipeline.godomachi.cuts --polyominoes results/godomachi/parts/polyominoes.db
    --max-cut any --out results/godomachi/parts/cuts.db
    """
    provenance = ProvenanceNotes(__file__, [polyominoes], {"max_cut": max_cut.value})
    shapes = read_polyominoes(polyominoes)
    sizes = range(2, len(shapes) + 1)
    found = [all_cuts(shapes[n - 1], shapes[: n - 1], max_cut) for n in sizes]
    n = np.repeat(sizes, [len(cuts.shape) for cuts in found])
    columns = [np.concatenate(of_all) for of_all in zip(*found, strict=True)]
    with create_database(out, SCHEMA_VERSION, provenance) as writer:
        writer.insert_tables({"rule": TABLES["cuts"]["rule"]}, {"rule": [(max_cut.value,)]})
        writer.execute(f"CREATE TABLE cuts {TABLES['cuts']['cuts']}")
        writer.insert_columns("cuts", [n, *columns])
    say(f"cuts: {len(n):,} kinds of cuts of polyominoes of 2 to {len(shapes)} cells")


if __name__ == "__main__":
    run_command(main)
