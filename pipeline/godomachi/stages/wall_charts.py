"""Stage wall_charts: all pairs and all shapes of a size at a glance."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from pipeline.artifacts import ProvenanceNotes, create_text
from pipeline.godomachi.readers import read_plies, read_shapes
from tablebases.files import provenance_file
from tablebases.godomachi.drawing import cells_of, draw_shapes, draw_wall_chart
from tablebases.godomachi.tablebase import MAX_CELLS_OF_CHARTS, chart_files, shapes_chart, wall_chart
from tablebases.messages import say


def main(database: Path, out: Path) -> None:
    """Draw all pairs and all shapes of each size.

    Sizes end at 7. Charts of larger sizes from an earlier run are deleted from the folder `out`.
    """
    provenance = ProvenanceNotes(__file__, [database], {})
    every = read_plies(database, MAX_CELLS_OF_CHARTS)
    both = zip(read_shapes(database, MAX_CELLS_OF_CHARTS), every, strict=True)
    for cells, (texts, values) in enumerate(both, start=1):
        shapes = np.array([cells_of(text) for text in texts], dtype=np.int8)
        pictures = {
            wall_chart(cells): draw_wall_chart(shapes, values),
            shapes_chart(cells): draw_shapes(shapes, values),
        }
        for name, picture in pictures.items():
            with create_text(out / name, provenance) as file:
                file.write(picture)
    for name in set(chart_files(MAX_CELLS_OF_CHARTS)) - set(chart_files(len(every))):
        for stale in (out / name, provenance_file(out / name)):
            stale.unlink(missing_ok=True)
    say(f"wall charts: of 1 to {len(every)} cells in {out}")
