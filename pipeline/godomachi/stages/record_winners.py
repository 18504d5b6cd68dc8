"""Stage record_winners: wins of the first player in a share of larger pairs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pipeline.artifacts import ProvenanceNotes, create_csv
from pipeline.godomachi.readers import count_pairs, read_moves
from pipeline.godomachi.records import SHARE_COLUMNS
from pipeline.stage import run_stage
from tablebases.errors import Error
from tablebases.godomachi.lost_pairs import wins_below
from tablebases.messages import say


def rows_of_share(shapes: int, share: int, shares: int) -> range:
    """The shapes a of a share.

    All shares have about as many shapes, so that their rests take about as much memory.
    """
    return range(share * shapes // shares, (share + 1) * shapes // shares)


def main(
    cuts: Path,
    n: Annotated[int, typer.Option(min=3, help="Cells of the pairs.")],
    share: Annotated[int, typer.Option(min=0, help="Which share, from 0.")],
    shares: Annotated[int, typer.Option(min=1, help="Number of shares.")],
    out: Path,
) -> None:
    """Count the first player's wins in a share.

    Of the size below, only the pairs of the share's rests are found.
    """
    if share >= shares:
        raise Error(f"--share {share}: shares are numbered from 0, and there are {shares}")
    provenance = ProvenanceNotes(__file__, [cuts], {"n": n, "share": share, "shares": shares})
    moves = read_moves(cuts, n)
    largest = moves[-1]
    rows = rows_of_share(largest.shapes, share, shares)
    smaller = wins_below(rows, moves)
    label = f"{n} cells, share {share} of {shares}"
    say(f"{label}: of {moves[-2].shapes:,} smaller shapes {len(smaller[-1].bits):,} can be left")
    first_wins = count_pairs(label, rows, largest, smaller)
    with create_csv(out, SHARE_COLUMNS, provenance) as writer:
        writer.row([n, largest.shapes, "", rows.start, rows.stop, first_wins])


if __name__ == "__main__":
    run_stage(main)
