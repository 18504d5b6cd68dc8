"""Charts as artifacts, drawn with the same settings."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

from pipeline.artifacts import ProvenanceNotes, create_text

BLUE, ORANGE = "#0072B2", "#D55E00"

SETTINGS: dict[Any, Any] = {
    "svg.hashsalt": "puzzle-tablebases",  # the same names inside the file in every run
    "svg.fonttype": "none",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "font.size": 9,
}


def write_chart(path: Path, draw: Callable[[], Figure], provenance: ProvenanceNotes) -> None:
    """Write a chart as SVG; equal charts have equal bytes."""
    with mpl.rc_context(SETTINGS), create_text(path, provenance) as file:
        # `savefig` would draw twice.
        FigureCanvasSVG(draw()).print_svg(file, metadata={"Date": None})  # type: ignore[no-untyped-call]
