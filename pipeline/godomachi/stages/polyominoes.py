"""Stage polyominoes: all free polyominoes up to a size."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pipeline.artifacts import ProvenanceNotes
from pipeline.database import create_database
from pipeline.godomachi.readers import shapes_array
from pipeline.godomachi.tables import POLYOMINOES, POLYOMINOES_PART
from pipeline.stage import run_stage
from tablebases.godomachi.polyominoes import described_shapes, free_polyominoes
from tablebases.messages import say

LARGEST = 12
"""The values of all pairs of larger polyominoes would not fit into the memory of a laptop."""


def main(
    max_n: Annotated[int, typer.Option(min=2, max=LARGEST, help="Cells of the largest polyominoes.")], out: Path
) -> None:
    """List all free polyominoes up to a size, in canonical order.

    Example: python -m pipeline.godomachi.stages.polyominoes --max-n 10
    --out results/godomachi/parts/polyominoes.db

    Args:
        max_n: cells of the largest polyominoes.
        out: where to write the database.
    """
    provenance = ProvenanceNotes(__file__, [], {"max_n": max_n})
    found = free_polyominoes(max_n)
    with create_database(out, POLYOMINOES_PART, provenance) as writer:
        writer.insert(POLYOMINOES, (row for shapes in found for row in described_shapes(shapes)))
        for cells, shapes in enumerate(found, start=1):
            writer.insert_array(shapes_array(cells), shapes)
    counts = ", ".join(f"{len(shapes):,}" for shapes in found)
    say(f"polyominoes: of 1 to {max_n} cells there are {counts}")


if __name__ == "__main__":
    run_stage(main)
