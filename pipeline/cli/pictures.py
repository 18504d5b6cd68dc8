"""Pictures as files: SVG, or PNG made of it."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

from pipeline.cli.svg import FONT
from pipeline.core.errors import InputError
from pipeline.core.files import renamed_when_complete
from pipeline.core.progress import say

MAX_WIDTH = 10_000
ENDINGS = (".svg", ".png")
PNG_WIDTH = 900


def _font_files() -> list[str]:
    """The font, which is taken from a library so that no font of the system is needed."""
    spec = find_spec("matplotlib")
    if spec is None or spec.origin is None:
        return []
    path = Path(spec.origin).with_name("mpl-data") / "fonts" / "ttf" / "DejaVuSans.ttf"
    return [str(path)] if path.is_file() else []


def check_width(width: int) -> None:
    """Stop with a sentence unless a PNG can be this wide."""
    if not 1 <= width <= MAX_WIDTH:
        raise InputError(f"the width of a PNG must be 1 to {MAX_WIDTH} pixels, but is {width}")


def to_png(svg: str, width: int) -> bytes:
    """Draw an SVG as a PNG of this width in pixels, the same on every machine.

    Raises:
        InputError: the width is not one that can be drawn.
    """
    import resvg_py  # only where a PNG is drawn

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


def check_ending(path: Path) -> None:
    """Stop with a sentence unless the ending of a path says what kind of picture it is.

    Raises:
        InputError: it ends otherwise.
    """
    if path.suffix.lower() not in ENDINGS:
        raise InputError(f"'{path}' must end with .svg or .png, which says what kind of picture it is")


def write_picture(svg: str, path: Path, width: int = PNG_WIDTH) -> None:
    """Write a picture as SVG or PNG, as the ending of its path says.

    Raises:
        InputError: the path ends otherwise.
        PipelineError: it cannot be written.
    """
    check_ending(path)
    content = to_png(svg, width) if path.suffix.lower() == ".png" else svg.encode()
    with renamed_when_complete(path) as partial:
        partial.write_bytes(content)


def write_pictures(svg: str, paths: Iterable[Path] | None) -> None:
    """Write a picture to every path, if there are any, and say so.

    Raises:
        InputError: a path does not end with .svg or .png.
        PipelineError: one cannot be written.
    """
    for path in paths or ():
        write_picture(svg, path)
        say(f"wrote {path}")
