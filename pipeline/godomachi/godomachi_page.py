"""Stage godomachi_page: the page to look up pairs and to play in the browser, for the atlas."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from numpy.typing import NDArray

from pipeline.artifact.provenance import ProvenanceNotes
from pipeline.godomachi.atlas_page import hand_written_files
from pipeline.godomachi.chart_files import MOST_CELLS_OF_CHARTS, chart_files
from pipeline.godomachi.cuts import read_cuts
from pipeline.godomachi.game.polyominoes import Shapes, shape_text
from pipeline.godomachi.plies import read_plies
from pipeline.godomachi.polyominoes import read_polyominoes
from pipeline.godomachi.stage_options import CutsOption, PliesOption, PolyominoesOption
from pipeline.page import write_page
from pipeline.progress import say
from pipeline.stage import run_command


def page_data(
    max_cut: str, shapes: Sequence[Shapes], plies: Sequence[NDArray[np.uint8]]
) -> dict[str, Any]:
    """All that the page loads, ready for JSON.

    Args:
        max_cut: the rule for pieces.
        shapes: all polyominoes of 1, 2, .. cells.
        plies: of all pairs of them, of as many sizes.
    """
    return {
        "max_cut": max_cut,
        "sizes": [
            {
                "cells": cells,
                "shapes": [shape_text(shape) for shape in of_size],
                "plies": ["".join(map(str, row)) for row in values.tolist()],
            }
            for cells, (of_size, values) in enumerate(zip(shapes, plies, strict=True), start=1)
        ],
    }


def main(
    polyominoes: PolyominoesOption,
    cuts: CutsOption,
    plies: PliesOption,
    charts: Annotated[Path, typer.Option(help="Folder with the artifacts of wall_charts.")],
    out: Annotated[Path, typer.Option("--out", help="The folder to write the page to.")],
) -> None:
    """Write the page for polyominoes up to 7 cells; the atlas takes it in.

    Example: python -m pipeline.godomachi.godomachi_page
    --polyominoes results/godomachi/parts/polyominoes.db --cuts results/godomachi/parts/cuts.db
    --plies results/godomachi/parts/plies.db --charts results/godomachi/figures
    --out results/godomachi/page/godomachi
    """
    max_cut, of_cuts = read_cuts(cuts)
    values = read_plies(plies, MOST_CELLS_OF_CHARTS)
    pictures = [charts / name for name in chart_files(len(of_cuts) + 1)]
    files = [*pictures, *hand_written_files()]
    provenance = ProvenanceNotes(__file__, [polyominoes, cuts, plies, *files], {})
    shapes = read_polyominoes(polyominoes)[: len(values)]
    data = page_data(max_cut.value, shapes, values)
    data["charts"] = list(range(1, len(values) + 1))
    write_page(out, files, data, provenance)
    say(f"godomachi page: pairs of at most {len(values)} cells in {out}")


if __name__ == "__main__":
    run_command(main)
