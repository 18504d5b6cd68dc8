"""Rebuild the pictures of docs/arrow-puzzle.md and docs/arrow-hardest.md that no command prints.

Example: python -m tests.arrow_puzzle.pictures docs/pictures
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

from pipeline.arrow_puzzle.families import key_of, read_families
from tablebases.arrow import solve
from tablebases.arrow.answers import find_level
from tablebases.arrow.boards import Layout
from tablebases.arrow.drawing import DARK, LINE, QUIET, _middles, _outline
from tablebases.arrow.families import solved_by
from tablebases.arrow.hardest import halves_of
from tablebases.arrow.linear import algebra_of
from tablebases.pictures import document, text
from tests.arrow_puzzle.helpers import FAMILY_FILE

CLASSES = {"A": "#bfe0f5", "B": "#8fc3e8", "C": "#d9d2f0"}
GROUPS = {"s": "#fbe3a6", "t": "#f7c59a", "u": "#f3b3b0"}
"""The name and the fill of each class and group."""
LETTERS = 24


def symmetric_board() -> str:
    """A hardest expert board with the most symmetries, with taps that solve it, as the page shows it."""
    level = find_level("expert")
    family = min(read_families(FAMILY_FILE)[key_of(level)], key=lambda family: family.orbit)
    steps = solved_by(level, family.solutions()[:1])[0]
    return solve("".join(str(step + 1) for step in steps), "expert", layout="columns")._repr_svg_()


def halves() -> str:
    """The halves of level expert: the tiles of its classes, and how kernel vectors shift the tiles of its groups."""
    level = find_level("expert")
    found = halves_of(algebra_of(level))
    assert found is not None
    tiles = {tile: (name, CLASSES[name]) for name, some in zip(CLASSES, found.classes, strict=True) for tile in some}
    for name, group in zip(GROUPS, found.groups, strict=True):
        shift = found.shifts[1 if name == "t" else 0]  # the third group is shifted by both alike
        tiles |= {tile: (name if shift[tile] == 1 else f"\N{MINUS SIGN}{name}", GROUPS[name]) for tile in group}
    return _labelled(tiles)


def _labelled(tiles: Mapping[int, tuple[str, str]]) -> str:
    """The hexagon of the level expert with a word and a fill on each tile; others are empty."""
    level = find_level("expert")
    middles, outline = _middles(level, Layout.COLUMNS), _outline(level, Layout.COLUMNS)
    width, height = (max(values) + min(values) for values in zip(*middles, strict=True))
    lines: list[str] = []
    for tile, (x, y) in enumerate(middles):
        word, fill = tiles.get(tile, ("", QUIET))
        lines += [
            f'<g transform="translate({x:.2f} {y:.2f})">',
            f'<polygon points="{outline}" fill="{fill}" stroke="{LINE}"/>',
            text(0, 8, word, LETTERS, text_anchor="middle", font_weight="bold", fill=DARK),
            "</g>",
        ]
    return document(round(width), round(height), "The classes A, B, C and the groups s, t, u of level expert", lines)


PICTURES = {"arrow-hardest": symmetric_board, "arrow-halves": halves}


def main(out: Path) -> None:
    """Write all pictures."""
    for name, draw in PICTURES.items():
        (out / f"{name}.svg").write_text(draw(), encoding="utf-8")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
