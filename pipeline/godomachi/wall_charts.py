"""Stage wall_charts: all pairs and all shapes of a size at one sight."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pipeline.artifact.provenance import ProvenanceNotes
from pipeline.artifact.text_file import create_text
from pipeline.godomachi.chart_files import MOST_CELLS_OF_CHARTS, shapes_chart, wall_chart
from pipeline.godomachi.drawing.wall_chart import draw_shapes, draw_wall_chart
from pipeline.godomachi.plies import read_plies
from pipeline.godomachi.polyominoes import read_polyominoes
from pipeline.godomachi.stage_options import PliesOption, PolyominoesOption
from pipeline.progress import say
from pipeline.stage import run_command


def main(
    polyominoes: PolyominoesOption,
    plies: PliesOption,
    out: Annotated[Path, typer.Option("--out", help="The folder to write the charts to.")],
) -> None:
    """Draw for every size up to 7 the matrix of all pairs, and a sheet of all shapes, as SVG.

    Example: python -m pipeline.godomachi.wall_charts
    --polyominoes results/godomachi/parts/polyominoes.db
    --plies results/godomachi/parts/plies.db --out results/godomachi/figures
    """
    every = read_plies(plies, MOST_CELLS_OF_CHARTS)
    for cells, (shapes, values) in enumerate(
        zip(read_polyominoes(polyominoes), every, strict=False), start=1
    ):
        pictures = {
            wall_chart(cells): draw_wall_chart(shapes, values),
            shapes_chart(cells): draw_shapes(shapes, values),
        }
        for name, picture in pictures.items():
            provenance = ProvenanceNotes(__file__, [polyominoes, plies], {})
            with create_text(out / name, provenance) as file:
                file.write(picture)
    say(f"wall charts: of 1 to {len(every)} cells in {out}")


if __name__ == "__main__":
    run_command(main)
