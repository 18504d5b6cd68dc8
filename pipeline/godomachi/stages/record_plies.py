"""Stage record_plies: numbers of larger pairs that are not lost."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pipeline.artifacts import ProvenanceNotes, write_csv
from pipeline.godomachi.readers import count_pairs, read_moves
from pipeline.godomachi.records import Count
from tablebases.godomachi.lost_pairs import count_not_lost, lost_pairs


def main(
    cuts: Path,
    n: Annotated[list[int], typer.Option(min=2, help="Cells of the pairs; may be given for several sizes.")],
    plies: Annotated[int, typer.Option(min=1, help="Plies to go.")],
    out: Path,
    notes: Path,
) -> None:
    """Count pairs not lost with `plies` plies to go."""
    provenance = ProvenanceNotes(__file__, [cuts], {"n": sorted(n), "plies": plies})
    moves = read_moves(cuts, max(n))
    smaller = lost_pairs(moves[:-1], plies - 1)
    rows = []
    for cells in sorted(n):
        largest = moves[cells - 2]
        blocks = count_not_lost(range(largest.shapes), largest, smaller[: cells - 1])
        not_lost = count_pairs(f"{cells} cells, {plies} plies to go", largest.shapes, blocks)
        rows.append((cells, largest.shapes, plies, not_lost))
    write_csv(out, Count._fields, rows, provenance)
    provenance.write(notes)
