"""Stage record_winners: wins of the first player in all pairs of a larger size."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pipeline.artifacts import ProvenanceNotes, write_csv
from pipeline.godomachi.readers import count_pairs, read_moves, read_order
from pipeline.godomachi.records import Count
from tablebases.godomachi.lost_pairs import count_first_wins, in_order


def main(
    cuts: Path,
    n: Annotated[int, typer.Option(min=3, help="Cells of the pairs.")],
    out: Path,
    notes: Path,
) -> None:
    """Count the first player's wins.

    Shapes with the same bounding box have many rests in common, so they come one after the other.
    """
    provenance = ProvenanceNotes(__file__, [cuts], {"n": n})
    moves = read_moves(cuts, n)
    moves[-1] = in_order(moves[-1], read_order(cuts, n))
    shapes = moves[-1].shapes
    first_wins = count_pairs(f"{n} cells", shapes, count_first_wins(moves))
    write_csv(out, Count._fields, [(n, shapes, "", first_wins)], provenance)
    provenance.write(notes)
