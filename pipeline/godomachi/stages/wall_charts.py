"""Stage wall_charts: all pairs and all shapes of a size at a glance."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from pipeline.artifacts import ProvenanceNotes, create_text
from pipeline.godomachi.readers import read_plies, read_shapes
from tablebases.errors import Error
from tablebases.godomachi.drawing import cells_of, draw_shapes, draw_wall_chart
from tablebases.godomachi.tablebase import MAX_CELLS_OF_CHARTS, shapes_chart, wall_chart
from tablebases.messages import say


def main(database: Path, out: list[Path], notes: Path) -> None:
    """Draw all pairs and all shapes of each size, each chart by the name of its file. Sizes end at 7."""
    provenance = ProvenanceNotes(__file__, [database], {})
    every = read_plies(database, MAX_CELLS_OF_CHARTS)
    both = zip(read_shapes(database, MAX_CELLS_OF_CHARTS), every, strict=True)
    pictures = {}
    for cells, (texts, values) in enumerate(both, start=1):
        shapes = np.array([cells_of(text) for text in texts], dtype=np.int8)
        pictures[wall_chart(cells)] = draw_wall_chart(shapes, values)
        pictures[shapes_chart(cells)] = draw_shapes(shapes, values)
    for path in out:
        if path.name not in pictures:
            raise Error(f"{path} is not the name of a chart of the database, such as {wall_chart(1)}")
        with create_text(path, provenance) as file:
            file.write(pictures[path.name])
    provenance.write(notes)
    say(f"wall charts: of 1 to {len(every)} cells in {out[0].parent}")
