"""Drawings of hands as SVG: a tile for each idol, with the mark and the colours of its type."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from tablebases.languages import current_language
from tablebases.millijan.names import latin_name
from tablebases.millijan.units import Tile
from tablebases.pictures import document, text

WIDTH, HEIGHT, GAP, MARGIN = 46, 122, 5, 14
MARK = 16
"""The side of a mark."""
ROOM = 88
"""The length of the name."""
LARGEST = 21
INK, GOLD = "#1f2429", "#8a5a00"
COLOURS = {
    "Princess": ("#ffdfe9", "#b8305f"),
    "Fairy": ("#dae8ff", "#2459b3"),
    "Angel": ("#fff1bd", "#8a6500"),
    "Extra": ("#ecdffb", "#6f3fb0"),
    "Sora": ("#dcebdc", "#33703f"),
}
"""Type -> face and edge."""
STAR = "M8 1.2 10 6l5.2.4-4 3.4 1.3 5L8 12l-4.5 2.8 1.3-5-4-3.4L6 6z"
MARKS = {
    "Princess": "M8 14 2.2 8.2A3.6 3.6 0 0 1 8 4a3.6 3.6 0 0 1 5.8 4.2z",
    "Fairy": "M8 1.2 13.6 8 8 14.8 2.4 8z",
    "Angel": STAR,
    "Extra": "M8 1.2a3 3 0 0 1 3 3.8 3 3 0 1 1-.2 6 3 3 0 1 1-5.6 0 3 3 0 1 1-.2-6 3 3 0 0 1 3-3.8z",
    "Sora": "M2 4.5h3l1.2-2h3.6l1.2 2h3v9H2zM8 6.2a2.6 2.6 0 1 0 .01 0z",
}
"""Type -> path of its mark, a heart, a diamond, a star, a flower or a camera, in a box of 16 x 16."""
OTHER = ("#ffffff", "#8a8577")
"""The colours of a type without its own."""


def name_in_drawings(tile: Tile) -> str:
    """The name in Latin letters, in Japanese as on the tile."""
    return tile.name if current_language() == "ja" else latin_name(tile.kana)


def _name(tile: Tile) -> list[str]:
    """The name: in Japanese sign below sign, else in Latin letters from top to bottom."""
    middle, start = WIDTH / 2, HEIGHT - 8 - ROOM
    look = {"fill": INK, "font_weight": "bold", "text_anchor": "middle"}
    if current_language() != "ja":
        name = name_in_drawings(tile)
        size = round(min(LARGEST, ROOM / (0.68 * len(name))), 1)
        at = f"translate({middle - 0.36 * size:g} {start + ROOM / 2:g}) rotate(90)"
        return [f'<g transform="{at}">', text(0, 0, name, size, **look), "</g>"]
    size = round(min(LARGEST, ROOM / len(tile.name)), 1)
    found = []
    for place, sign in enumerate(tile.name):
        y = start + (ROOM - size * len(tile.name)) / 2 + (place + 0.5) * size
        turn = " rotate(90)" if sign == "ー" else ""  # a long vowel follows the writing
        at = f"translate({middle:g} {y:g}){turn}"
        found += [f'<g transform="{at}">', text(0, round(0.36 * size, 1), sign, size, **look), "</g>"]
    return found


def draw_hand(tiles: Sequence[Tile], title: str, best: Collection[str] = ()) -> str:
    """A hand in a row as SVG; tiles whose names are in `best` have a golden edge and a star."""
    lines = []
    for place, tile in enumerate(tiles):
        face, edge = COLOURS.get(tile.type, OTHER)
        is_best = tile.name in best
        stroke, wide = (GOLD, 4) if is_best else (edge, 1.5)
        lines += [
            f'<g transform="translate({MARGIN + place * (WIDTH + GAP)} {MARGIN + MARK})">',
            f'<rect width="{WIDTH}" height="{HEIGHT}" rx="7" fill="{face}" stroke="{stroke}" stroke-width="{wide}"/>',
            f'<path transform="translate({(WIDTH - MARK) / 2:g} 7)" d="{MARKS.get(tile.type, "")}" fill="{edge}" '
            'fill-rule="evenodd"/>',
            *_name(tile),
        ]
        if is_best:
            lines.append(f'<path transform="translate({(WIDTH - 22) / 2:g} -25) scale(1.4)" d="{STAR}" fill="{GOLD}"/>')
        lines.append("</g>")
    width = 2 * MARGIN + max(1, len(tiles)) * (WIDTH + GAP) - GAP
    return document(width, HEIGHT + 2 * MARGIN + MARK, title, lines)
