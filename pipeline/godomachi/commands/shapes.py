"""Shapes and pairs as they are given on the command line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from unicodedata import normalize

import numpy as np

from pipeline.cli.options import read_standard_input
from pipeline.core.errors import InputError
from pipeline.core.progress import say
from pipeline.core.words import counted
from pipeline.godomachi.commands.arguments import check_number
from pipeline.godomachi.game.max_cut import MaxCut
from pipeline.godomachi.game.notation import CELL, parse_shape, split_pictures
from pipeline.godomachi.game.pair import MAX_CELLS, Pair
from pipeline.godomachi.game.polyominoes import Cells, Shapes, free_polyominoes, make_canonical, shape_text

MAX_CELLS_LISTED = 12
"""All polyominoes of more cells take too long to list."""

LARGE = 17
"""Positions of so many cells take seconds."""

SQUARES = str.maketrans("■□", "#.")
BLOCK = "█"
"""Two beside each other are a cell where commands draw shapes."""

NUMBERED = re.compile(r"(?P<cells>\d{1,2}):(?P<number>\d{1,7})")


def shapes_of_size(cells: int) -> Shapes:
    """All polyominoes of a size.

    Raises:
        InputError: there are too many to list.
    """
    if not 1 <= cells <= MAX_CELLS_LISTED:
        raise InputError(f"polyominoes are listed for 1 to {MAX_CELLS_LISTED} cells, not for {cells}")
    return free_polyominoes(cells)[-1]


def shape_with_number(cells: int, number: int) -> Cells:
    """A polyomino by its number.

    Raises:
        InputError: there is none with this number, or too many to list.
    """
    shapes = shapes_of_size(cells)
    check_number(cells, number, len(shapes))
    found: Cells = shapes[number]
    return found


def _in_signs(text: str) -> str:
    """A picture in the signs of the notation, from full-width signs, squares, or what commands draw."""
    if BLOCK in text:
        text = "\n".join(row[::2] for row in text.splitlines()).replace(BLOCK, CELL)
    return normalize("NFKC", text).translate(SQUARES)


def _text_of(word: str, name: str, pictures: list[str]) -> str:
    """The picture that a word of the command line stands for."""
    if word == "-":
        if not pictures:
            raise InputError(f"{name}: standard input has no picture left; pictures have an empty line between them")
        return pictures.pop(0)
    if CELL in _in_signs(word) or set(word) <= set("./ "):
        return word
    try:
        return Path(word).read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text in UTF-8"
        raise InputError(f"{name}: '{word}' is neither a shape such as ##/#. nor a file to read: {reason}") from error


def read_shapes(words: Sequence[str], names: Sequence[str]) -> list[Cells]:
    """The shapes that words of the command line stand for.

    Raises:
        InputError: one is not a shape.
    """
    pictures = split_pictures(read_standard_input()) if "-" in words else []
    found = []
    for word, name in zip(words, names, strict=True):
        numbered = NUMBERED.fullmatch(normalize("NFKC", word))
        if numbered:
            found.append(shape_with_number(int(numbered["cells"]), int(numbered["number"])))
        else:
            found.append(parse_shape(_in_signs(_text_of(word, name, pictures)), name, MAX_CELLS))
    if pictures:
        raise InputError(
            f"standard input has {counted(len(pictures), 'picture')} more than were asked for; an "
            "empty line ends a picture"
        )
    return found


def read_shape(word: str) -> Cells:
    """The only shape of a command.

    Raises:
        InputError: it is not a shape.
    """
    (shape,) = read_shapes([word], ["the shape"])
    return shape


def read_same_size(a: str, b: str) -> tuple[Cells, Cells]:
    """Two shapes as words of the command line.

    Raises:
        InputError: one is not a shape, or they are not of the same size.
    """
    one, other = read_shapes([a, b], ["the first shape", "the second shape"])
    if len(one) != len(other):
        raise InputError(f"the shapes have {len(one)} and {len(other)} cells; a pair needs two of the same size")
    return one, other


def canonical_text(cells: Cells) -> str:
    """The canonical form of a shape, row by row."""
    form = np.empty_like(cells)
    make_canonical(cells, np.empty_like(cells), form)
    return shape_text(form)


def read_pair(a: str, b: str, max_cut: str) -> Pair:
    """Two shapes and the values of all positions that they can come to; says how far it is if that takes long.

    Args:
        a: the one shape as a word of the command line.
        b: the other.
        max_cut: the rule for pieces, `any` or `half`.

    Raises:
        InputError: one is not a shape, or they are not of the same size.
    """
    one, other = read_same_size(a, b)

    def advance(cells: int) -> None:
        if len(one) >= LARGE:
            say(f"positions of {cells} of {len(one)} cells are solved")

    return Pair(one, other, MaxCut(max_cut), advance)
