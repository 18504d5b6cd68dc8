"""Stage record_winners: how many pairs of larger polyominoes the first player wins, of a share of the rows."""

from __future__ import annotations

from math import sqrt
from pathlib import Path
from typing import Annotated

import typer

from pipeline.artifacts import ProvenanceNotes, create_csv
from pipeline.godomachi.readers import counted_pairs, read_moves
from pipeline.godomachi.records import SHARE_COLUMNS
from pipeline.stage import run_stage
from tablebases.errors import Error
from tablebases.godomachi.lost_pairs import wins_below
from tablebases.messages import say


def rows_of_share(shapes: int, share: int, shares: int) -> range:
    """Consecutive shapes a that have about as many pairs a < b in each share."""
    start, stop = (round(shapes * (1 - sqrt(1 - part / shares))) for part in (share, share + 1))
    return range(start, stop)


def main(
    cuts: Path,
    n: Annotated[int, typer.Option(min=3, help="Cells of the pairs.")],
    share: Annotated[int, typer.Option(min=0, help="Which share, from 0.")],
    shares: Annotated[int, typer.Option(min=1, help="How many shares there are.")],
    out: Path,
) -> None:
    """Count the pairs of a share that the first player wins.

    Of the size below, only the pairs of shapes that cuts can leave of the share are found.
    """
    if share >= shares:
        raise Error(f"--share {share}: shares are numbered from 0, and there are {shares}")
    provenance = ProvenanceNotes(__file__, [cuts], {"n": n, "share": share, "shares": shares})
    moves = read_moves(cuts, n)
    of = moves[-1]
    rows = rows_of_share(of.shapes, share, shares)
    smaller = wins_below(rows, moves)
    label = f"{n} cells, share {share} of {shares}"
    say(f"{label}: of {moves[-2].shapes:,} smaller shapes {len(smaller[-1].bits):,} can be left")
    first_wins = counted_pairs(label, rows, of, smaller)
    with create_csv(out, SHARE_COLUMNS, provenance) as writer:
        writer.row([n, of.shapes, "", rows.start, rows.stop, first_wins])


if __name__ == "__main__":
    run_stage(main)
