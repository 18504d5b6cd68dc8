"""Stage record_plies: numbers of larger pairs that are not lost."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pipeline.artifacts import ProvenanceNotes, create_csv
from pipeline.godomachi.readers import count_pairs, read_moves
from pipeline.godomachi.records import SHARE_COLUMNS
from pipeline.stage import run_stage
from tablebases.godomachi.lost_pairs import lost_pairs


def main(
    cuts: Path,
    n: Annotated[list[int], typer.Option(min=2, help="Cells of the pairs; may be given for several sizes.")],
    plies: Annotated[int, typer.Option(min=1, help="Plies to go.")],
    out: Path,
) -> None:
    """Count pairs not lost with `plies` plies to go."""
    provenance = ProvenanceNotes(__file__, [cuts], {"n": sorted(n), "plies": plies})
    moves = read_moves(cuts, max(n))
    smaller = lost_pairs(moves[:-1], plies - 1)
    with create_csv(out, SHARE_COLUMNS, provenance) as writer:
        for cells in sorted(n):
            largest = moves[cells - 2]
            label = f"{cells} cells, {plies} plies to go"
            not_lost = count_pairs(label, range(largest.shapes), largest, smaller[: cells - 1])
            writer.row([cells, largest.shapes, plies, 0, largest.shapes, not_lost])


if __name__ == "__main__":
    run_stage(main)
