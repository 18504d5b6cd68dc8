"""Stage page: the page to look up pairs and to play in the browser, for the atlas."""

from __future__ import annotations

from pathlib import Path

from pipeline.artifacts import ProvenanceNotes
from pipeline.atlas.page_folder import write_page
from pipeline.godomachi.chart_files import MAX_CELLS_OF_CHARTS, chart_files
from pipeline.godomachi.readers import read_cuts, read_plies, read_polyominoes
from pipeline.stage import run_stage
from tablebases.atlas.pages import hand_written
from tablebases.godomachi.polyominoes import shape_text
from tablebases.messages import say


def main(polyominoes: Path, cuts: Path, plies: Path, charts: Path, out: Path) -> None:
    """Write the page for polyominoes up to 7 cells; the atlas takes it in.

    Example: python -m pipeline.godomachi.stages.page
    --polyominoes results/godomachi/parts/polyominoes.db --cuts results/godomachi/parts/cuts.db
    --plies results/godomachi/parts/plies.db --charts results/godomachi/figures
    --out results/godomachi/page/godomachi

    Args:
        polyominoes: artifact of the stage polyominoes.
        cuts: artifact of the stage cuts.
        plies: artifact of the stage plies.
        charts: the folder with the artifacts of the stage wall_charts.
        out: the folder to write the page to.
    """
    max_cut, of_cuts = read_cuts(cuts)
    pictures = [charts / name for name in chart_files(len(of_cuts) + 1)]
    inputs = [polyominoes, cuts, plies, *pictures, *hand_written("godomachi")]
    provenance = ProvenanceNotes(__file__, inputs, {})
    every = read_plies(plies, MAX_CELLS_OF_CHARTS)
    sizes = [
        {
            "cells": cells,
            "shapes": [shape_text(shape) for shape in shapes],
            "plies": ["".join(map(str, row)) for row in values.tolist()],
        }
        for cells, (shapes, values) in enumerate(zip(read_polyominoes(polyominoes), every, strict=False), start=1)
    ]
    data = {"max_cut": max_cut.value, "sizes": sizes, "charts": list(range(1, len(sizes) + 1))}
    description = "Who wins any pair of polyominoes in Godomachi, and a perfect player to play against"
    more = {picture.name: picture.read_text(encoding="utf-8") for picture in pictures}
    write_page(out, "godomachi", description, data, provenance, more)
    say(f"godomachi page: pairs of at most {len(sizes)} cells in {out}")


if __name__ == "__main__":
    run_stage(main)
