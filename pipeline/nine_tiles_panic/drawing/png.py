"""SVG to PNG."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import resvg_py

from pipeline.errors import PipelineError

FONT = "DejaVu Sans"
"""The font of the words and numbers in a picture; it comes with matplotlib."""
WIDEST = 10_000


def _font_files() -> list[str]:
    """The font, which is taken from a library so that no font of the system is needed."""
    spec = find_spec("matplotlib")
    if spec is None or spec.origin is None:
        return []
    folder = Path(spec.origin).parent / "mpl-data" / "fonts" / "ttf"
    return [str(path) for path in (folder / "DejaVuSans.ttf",) if path.is_file()]


def check_width(width: int) -> None:
    """Stop with a sentence unless a PNG can be this wide."""
    if not 1 <= width <= WIDEST:
        raise PipelineError(f"the width of a PNG must be 1 to {WIDEST} pixels, but is {width}")


def to_png(svg: str, width: int) -> bytes:
    """Draw an SVG as a PNG of this width in pixels, the same on every machine.

    Raises:
        PipelineError: the width is not one that can be drawn.
    """
    check_width(width)
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            width=width,
            background="#ffffff",
            skip_system_fonts=True,
            font_files=_font_files(),
            font_family=FONT,
            sans_serif_family=FONT,
        )
    )
