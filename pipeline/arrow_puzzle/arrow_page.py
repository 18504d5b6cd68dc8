"""Stage arrow_page: the page that solves boards in the browser."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import typer

from pipeline.arrow_puzzle.atlas_page import hand_written_files
from pipeline.arrow_puzzle.game.algebra import Algebra
from pipeline.arrow_puzzle.levels import LevelsArtifactOption, read_algebras
from pipeline.artifact.provenance import ProvenanceNotes
from pipeline.page import write_page
from pipeline.progress import say
from pipeline.stage import run_command


def page_data(algebras: Iterable[Algebra]) -> dict[str, Any]:
    """All that the page loads, ready for JSON; `solving.js` says what it is for."""
    return {
        "levels": [
            {
                "name": algebra.level.name,
                "shape": algebra.level.shape.value,
                "side": algebra.level.side,
                "directions": algebra.level.directions,
                "cells": algebra.level.cells,
                "solutions": str(algebra.n_solutions),
                "divisor": algebra.divisor,
                "inverse": algebra.inverse.tolist(),
                "checks": algebra.checks.tolist(),
                "kernel": [
                    {"multiples": generator.multiples, "vector": generator.vector.tolist()}
                    for generator in algebra.kernel
                ],
            }
            for algebra in algebras
        ]
    }


def main(
    levels: LevelsArtifactOption,
    out: Annotated[Path, typer.Option("--out", help="The folder to write the page to.")],
) -> None:
    """Write the page that solves boards of every level in the browser; the atlas takes it in.

    Example: python -m pipeline.arrow_puzzle.arrow_page
    --levels results/arrow_puzzle/parts/levels.db --out results/arrow_puzzle/page/arrow
    """
    provenance = ProvenanceNotes(__file__, [levels, *hand_written_files()], {})
    data = page_data(read_algebras(levels).values())
    write_page(out, hand_written_files(), data, provenance)
    say(f"arrow page: {len(data['levels'])} levels in {out}")


if __name__ == "__main__":
    run_command(main)
