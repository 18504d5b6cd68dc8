"""Stage polyominoes: all free polyominoes up to a size."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from pipeline.artifact.database import create_database, open_database, read_array
from pipeline.artifact.provenance import ProvenanceNotes
from pipeline.godomachi.game.polyominoes import (
    Shapes,
    free_polyominoes,
    holes,
    shape_size,
    shape_text,
    symmetry,
)
from pipeline.godomachi.stage_options import OutOption
from pipeline.godomachi.tables import SCHEMA_VERSION, TABLES
from pipeline.progress import say
from pipeline.stage import run_command

LARGEST = 12
"""The values of all pairs of larger polyominoes would not fit into the memory of a laptop."""


def _array_name(cells: int) -> str:
    return f"shapes {cells}"


def read_polyominoes(path: Path) -> list[Shapes]:
    """All polyominoes of 1, 2, .. cells.

    Raises:
        PipelineError: the artifact is missing, damaged, or of another kind.
    """
    with closing(open_database(path, "polyominoes", SCHEMA_VERSION)) as connection:
        (largest,) = connection.execute("SELECT max(n) FROM polyominoes").fetchone()
        return [read_array(connection, _array_name(cells)) for cells in range(1, largest + 1)]


def main(
    max_n: Annotated[int, typer.Option(min=2, max=LARGEST, help="Cells of the largest ones.")],
    out: OutOption,
) -> None:
    """List all free polyominoes up to a size, in canonical order.

    Example: python -m pipeline.godomachi.polyominoes --max-n 10
    --out results/godomachi/parts/polyominoes.db
    """
    provenance = ProvenanceNotes(__file__, [], {"max_n": max_n})
    found = free_polyominoes(max_n)
    rows = [
        (cells, number, shape_text(shape), *shape_size(shape), holes(shape), symmetry(shape))
        for cells, shapes in enumerate(found, start=1)
        for number, shape in enumerate(shapes)
    ]
    with create_database(out, SCHEMA_VERSION, provenance) as writer:
        writer.insert_tables(TABLES["polyominoes"], {"polyominoes": rows})
        for cells, shapes in enumerate(found, start=1):
            writer.insert_array(_array_name(cells), shapes)
    counts = ", ".join(f"{len(shapes):,}" for shapes in found)
    say(f"polyominoes: of 1 to {max_n} cells there are {counts}")


if __name__ == "__main__":
    run_command(main)
