"""SVG documents and words in them, escaped."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

FONT = "DejaVu Sans"
"""The font of the words and numbers in a picture; it comes with matplotlib."""


def document(width: float, height: float, title: str, content: Iterable[str], scale: float = 0) -> str:
    """A picture on a white ground.

    Args:
        width: in units of the picture.
        height: in the same units.
        title: what screen readers say.
        content: lines of markup.
        scale: pixels per unit where the picture stands alone; 0 leaves its size to the viewer.
    """
    size = f'width="{scale * width:g}" height="{scale * height:g}" ' if scale else ""
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size}viewBox="0 0 {width:g} {height:g}" '
            f'font-family="{FONT}, sans-serif" role="img">',
            f"<title>{escape(title, quote=False)}</title>",
            f'<rect width="{width:g}" height="{height:g}" fill="#ffffff"/>',
            *content,
            "</svg>",
            "",
        ]
    )


def text(x: float, y: float, words: str, size: float, **attributes: str) -> str:
    """Words in a picture; `text_anchor="end"` becomes the attribute text-anchor."""
    others = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in attributes.items())
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}"{others}>{escape(words, quote=False)}</text>'
