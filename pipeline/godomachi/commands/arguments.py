"""Arguments and options of several commands; this imports nothing heavy."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from pipeline.core.errors import InputError
from pipeline.core.words import counted

SHAPE_HELP = (
    "A shape: rows of # and . with / between them, or as commands draw it; a file with such a picture, - for "
    "the next picture on standard input, or cells:number as in 5:3."
)
ShapeArgument = Annotated[str, typer.Argument(help=SHAPE_HELP)]
OtherShapeArgument = Annotated[str, typer.Argument(help="The other shape, of as many cells.")]
MaxCutOption = Annotated[Literal["any", "half"], typer.Option(help="The largest piece that may be cut off.")]
RESULTS = Path("results/godomachi")


def check_number(cells: int, number: int, count: int) -> None:
    """Stop with an InputError unless there is a polyomino with this number among the `count` of its size."""
    if not 0 <= number < count:
        raise InputError(f"polyominoes of {counted(cells, 'cell')} have the numbers 0 to {count - 1}, not {number}")
