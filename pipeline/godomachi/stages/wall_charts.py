"""Stage wall_charts: all pairs and all shapes of a size at a glance."""

from __future__ import annotations

from pathlib import Path

from pipeline.artifacts import ProvenanceNotes, create_text
from pipeline.godomachi.chart_files import MAX_CELLS_OF_CHARTS, chart_files, shapes_chart, wall_chart
from pipeline.godomachi.readers import read_plies, read_polyominoes
from pipeline.stage import run_stage
from tablebases.files import provenance_file
from tablebases.godomachi.drawing import draw_shapes, draw_wall_chart
from tablebases.messages import say


def main(polyominoes: Path, plies: Path, out: Path) -> None:
    """Draw for every size up to 7 the matrix of all pairs, and a sheet of all shapes, as SVG.

    Charts that an earlier run made of larger sizes are removed.

    Example: python -m pipeline.godomachi.stages.wall_charts
    --polyominoes results/godomachi/parts/polyominoes.db
    --plies results/godomachi/parts/plies.db --out results/godomachi/figures

    Args:
        polyominoes: artifact of the stage polyominoes.
        plies: artifact of the stage plies.
        out: the folder to write the charts to.
    """
    every = read_plies(plies, MAX_CELLS_OF_CHARTS)
    for cells, (shapes, values) in enumerate(zip(read_polyominoes(polyominoes), every, strict=False), start=1):
        pictures = {
            wall_chart(cells): draw_wall_chart(shapes, values),
            shapes_chart(cells): draw_shapes(shapes, values),
        }
        for name, picture in pictures.items():
            with create_text(out / name, ProvenanceNotes(__file__, [polyominoes, plies], {})) as file:
                file.write(picture)
    for name in set(chart_files(MAX_CELLS_OF_CHARTS)) - set(chart_files(len(every))):
        for stale in (out / name, provenance_file(out / name)):
            stale.unlink(missing_ok=True)
    say(f"wall charts: of 1 to {len(every)} cells in {out}")


if __name__ == "__main__":
    run_stage(main)
