"""Stage cuts: all ways to cut a piece off a polyomino."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from pipeline.artifacts import ProvenanceNotes
from pipeline.database import create_database
from pipeline.godomachi.readers import read_polyominoes
from pipeline.godomachi.tables import CUTS, CUTS_PART, RULE
from pipeline.stage import run_stage
from tablebases.godomachi.cut_tables import all_cuts
from tablebases.godomachi.max_cut import MaxCut
from tablebases.messages import say


def main(polyominoes: Path, out: Path, max_cut: MaxCut = MaxCut.ANY) -> None:
    """Cut every polyomino into two connected parts in all ways, and name the parts.

    Example: python -m pipeline.godomachi.stages.cuts --polyominoes results/godomachi/parts/polyominoes.db
    --max-cut any --out results/godomachi/parts/cuts.db

    Args:
        polyominoes: artifact of the stage polyominoes.
        out: where to write the database.
        max_cut: the largest piece that may be cut off.
    """
    provenance = ProvenanceNotes(__file__, [polyominoes], {"max_cut": max_cut.value})
    shapes = read_polyominoes(polyominoes)
    sizes = range(2, len(shapes) + 1)
    found = [all_cuts(shapes[n - 1], shapes[: n - 1], max_cut) for n in sizes]
    n = np.repeat(sizes, [len(cuts.shape) for cuts in found])
    columns = [np.concatenate(of_all) for of_all in zip(*found, strict=True)]
    with create_database(out, CUTS_PART, provenance) as writer:
        writer.insert(RULE, [{"max_cut": max_cut.value}])
        writer.insert_columns(CUTS, [n, *columns])
    say(f"cuts: {len(n):,} kinds of cuts of polyominoes of 2 to {len(shapes)} cells")


if __name__ == "__main__":
    run_stage(main)
