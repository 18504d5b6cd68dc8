"""What the commands share: shapes on the command line, and positions in words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from pipeline.command_line import read_standard_input
from pipeline.errors import InputError
from pipeline.godomachi.game.cuts import MaxCut
from pipeline.godomachi.game.notation import CELL, check_same_size, parse_shape, split_pictures
from pipeline.godomachi.game.pair import MOST_CELLS, Pair
from pipeline.godomachi.game.polyominoes import Cells, Shapes, free_polyominoes
from pipeline.godomachi.words import counted
from pipeline.progress import say

MOST_CELLS_OF_LISTS = 12
"""All polyominoes of more cells take too long to list."""

LARGE = 17
"""Positions of so many cells take seconds."""

NUMBERED = re.compile(r"(?P<cells>\d{1,2}):(?P<number>\d{1,7})")

SHAPE_HELP = (
    "A shape: rows of # and . with / between them, a file with such a picture, - for the next "
    "picture on standard input, or cells:number as in 5:3."
)
ShapeArgument = Annotated[str, typer.Argument(help=SHAPE_HELP)]
OtherShapeArgument = Annotated[str, typer.Argument(help="The other shape, of as many cells.")]
MaxCutOption = Annotated[MaxCut, typer.Option(help="The largest piece that may be cut off.")]
ResultsOption = Annotated[
    Path, typer.Option("--results", help="The folder with the finished artifacts.")
]
RESULTS = Path("results/godomachi")


def shapes_of_size(cells: int) -> Shapes:
    """All polyominoes of a size.

    Raises:
        InputError: there are too many to list.
    """
    if not 1 <= cells <= MOST_CELLS_OF_LISTS:
        raise InputError(
            f"polyominoes are listed for 1 to {MOST_CELLS_OF_LISTS} cells, not for {cells}"
        )
    return free_polyominoes(cells)[-1]


def shape_with_number(cells: int, number: int) -> Cells:
    """A polyomino by its number.

    Raises:
        InputError: there is none with this number, or too many to list.
    """
    shapes = shapes_of_size(cells)
    if not 0 <= number < len(shapes):
        raise InputError(
            f"polyominoes of {counted(cells, 'cell')} have the numbers 0 to {len(shapes) - 1}, "
            f"not {number}"
        )
    found: Cells = shapes[number]
    return found


def _text_of(word: str, name: str, pictures: list[str]) -> str:
    """The picture that a word of the command line stands for."""
    if word == "-":
        if not pictures:
            raise InputError(
                f"{name}: standard input has no picture left; pictures have an empty line between "
                "them"
            )
        return pictures.pop(0)
    if CELL in word or set(word) <= set("./ "):
        return word
    try:
        return Path(word).read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no text in UTF-8"
        raise InputError(
            f"{name}: '{word}' is no shape such as ##/#., and no file to read: {reason}"
        ) from error


def read_shapes(words: Sequence[str], names: Sequence[str]) -> list[Cells]:
    """The shapes that words of the command line stand for.

    Raises:
        InputError: one is no shape.
    """
    pictures = split_pictures(read_standard_input()) if "-" in words else []
    found = []
    for word, name in zip(words, names, strict=True):
        numbered = NUMBERED.fullmatch(word)
        if numbered:
            found.append(shape_with_number(int(numbered["cells"]), int(numbered["number"])))
        else:
            found.append(parse_shape(_text_of(word, name, pictures), name, MOST_CELLS))
    if pictures:
        raise InputError(
            f"standard input has {counted(len(pictures), 'picture')} more than were asked for; an "
            "empty line ends a picture"
        )
    return found


def read_shape(word: str) -> Cells:
    """The only shape of a command.

    Raises:
        InputError: it is none.
    """
    (shape,) = read_shapes([word], ["the shape"])
    return shape


def read_pair(a: str, b: str, max_cut: MaxCut) -> Pair:
    """Two shapes, and all that can come of them.

    Raises:
        InputError: one is no shape, or they are not of the same size.
    """
    one, other = read_shapes([a, b], ["the first shape", "the second shape"])
    return solved_pair(one, other, max_cut)


def solved_pair(a: Cells, b: Cells, max_cut: MaxCut) -> Pair:
    """Two shapes, and all that can come of them; says how far it is if that takes long.

    Raises:
        InputError: they are not of the same size.
    """
    check_same_size(a, b)
    if len(a) < LARGE:
        return Pair(a, b, max_cut)
    return Pair(
        a, b, max_cut, lambda cells: say(f"positions of {cells} of {len(a)} cells are solved")
    )


def plies_in_words(plies: int) -> str:
    """How long a game takes."""
    return "1 ply" if plies == 1 else f"{plies} plies"


def winner_in_words(plies: int) -> str:
    """Who wins a position, and when."""
    if plies == 0:
        return "the shapes are congruent: the second player has won before the first move"
    winner = "first" if plies % 2 else "second"
    return f"the {winner} player wins in {plies_in_words(plies)}"
