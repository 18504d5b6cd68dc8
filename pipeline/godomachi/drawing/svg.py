"""Polyominoes in SVG."""

from __future__ import annotations

from collections.abc import Iterable

from pipeline.godomachi.game.polyominoes import Cells, shape_size
from pipeline.pictures import FONT


def document(width: float, height: float, title: str, content: Iterable[str]) -> str:
    """A whole picture."""
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'font-family="{FONT}, sans-serif" role="img">',
        f"<title>{title}</title>",
        f'<rect width="{width:g}" height="{height:g}" fill="#ffffff"/>',
        *content,
        "</svg>",
        "",
    ])  # fmt: skip


def cells_path(cells: Iterable[tuple[int, int]], unit: float, x: float, y: float) -> str:
    """The data of a path around each cell, of a shape whose corner is at (x, y)."""
    return "".join(
        f"M{x + column * unit:g} {y + row * unit:g}h{unit:g}v{unit:g}h-{unit:g}z"
        for column, row in cells
    )


def lying(cells: Cells) -> list[tuple[int, int]]:
    """The cells of a shape, turned so that it is not higher than wide."""
    width, height = shape_size(cells)
    turned = cells if width >= height else cells[:, ::-1]
    return [(int(x), int(y)) for x, y in turned]


def standing(cells: Cells) -> list[tuple[int, int]]:
    """The cells of a shape, turned so that it is not wider than high."""
    return [(y, x) for x, y in lying(cells)]


def text(x: float, y: float, words: str, size: float, **attributes: str) -> str:
    """Words in a picture; `text_anchor="end"` becomes the attribute text-anchor."""
    others = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in attributes.items())
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}"{others}>{words}</text>'
