"""How many pairs of polyominoes of a size each player wins, estimated from random polyominoes a against all b.

Example: python -m scripts.godomachi_winners --cuts results/godomachi/records/cuts.db --n 14 --rows 4096
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated, NamedTuple

import numpy as np
import typer

from pipeline.godomachi.readers import read_moves
from pipeline.stage import run_stage
from tablebases.arrays import Vector
from tablebases.godomachi.lost_pairs import Moves, lost_of, wins_below
from tablebases.messages import say


class Estimate(NamedTuple):
    """How many pairs a < b the first player wins."""

    first_wins: float
    error: float
    """Standard error, 0 if all polyominoes were looked at."""


def estimated_winners(moves: list[Moves], chosen: Vector[np.int64]) -> Estimate:
    """The first player's wins, from the pairs of some polyominoes with all others.

    Args:
        moves: of the polyominoes of 2, 3, .., n cells, n > 2.
        chosen: at least two different ones of n cells, at random.
    """
    of, smaller = moves[-1], wins_below(chosen, moves)
    say(f"of the size below, {len(smaller[-1].bits):,} of {moves[-2].shapes:,} polyominoes can be left")
    began = time.monotonic()
    wins = of.shapes - np.bitwise_count(lost_of(chosen, of, smaller).bits).sum(axis=1, dtype=np.int64)
    seconds = time.monotonic() - began
    say(f"{len(chosen) * of.shapes:,} pairs in {seconds:.1f} s, {len(chosen) * of.shapes / seconds:,.0f} a second")
    left_out = 1 - len(chosen) / of.shapes
    error = wins.std(ddof=1) * np.sqrt(left_out / len(chosen))
    return Estimate(float(wins.mean()) * of.shapes / 2, float(error) * of.shapes / 2)


def main(
    cuts: Path,
    n: Annotated[int, typer.Option(min=3, help="Cells of the pairs.")],
    rows: Annotated[int, typer.Option(min=2, help="How many polyominoes to look at.")] = 4096,
    seed: Annotated[int, typer.Option(min=0, help="Of the choice.")] = 1,
) -> None:
    """Estimate how many pairs each player wins.

    Example: python -m scripts.godomachi_winners --cuts results/godomachi/records/cuts.db --n 14 --rows 4096

    Args:
        cuts: artifact of the stage record_cuts.
        n: cells of the pairs.
        rows: how many to look at.
        seed: of the choice.
    """
    moves = read_moves(cuts, n)
    count = moves[-1].shapes
    chosen = np.random.default_rng(seed).choice(count, min(rows, count), replace=False)
    first, error = estimated_winners(moves, chosen)
    pairs = count * (count - 1) // 2
    say(f"{n} cells: of {pairs:,} pairs the first player wins {first:,.0f}, the second {pairs - first:,.0f}")
    say(f"standard error {error:,.0f}, {error / pairs:.3%} of all pairs")


if __name__ == "__main__":
    run_stage(main)
