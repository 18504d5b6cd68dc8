"""`tablebases godomachi list`: all polyominoes of a size."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from pipeline.godomachi.commands.asking import shapes_of_size
from pipeline.godomachi.drawing.terminal import SPACE_BETWEEN, picture, side_by_side, whole
from pipeline.godomachi.game.polyominoes import Shapes, holes, shape_size, shape_text, symmetry
from pipeline.output import CsvOption, JsonOption, OutputFormat, output_format, show

COLUMNS = ("n", "id", "cells", "width", "height", "holes", "symmetry")


def _draw(shapes: Shapes) -> None:
    """Print all shapes with their numbers, as many beside each other as there is room for."""
    console = Console(highlight=False)
    room = max(2 * shape_size(shape)[0] for shape in shapes)
    room = max(room, len(str(len(shapes) - 1)))
    across = max(1, (console.width + SPACE_BETWEEN) // (room + SPACE_BETWEEN))
    for first in range(0, len(shapes), across):
        blocks = [
            [*picture(shape, whole(shape)), Text(str(number))]
            for number, shape in enumerate(shapes[first : first + across], start=first)
        ]
        console.print(side_by_side(blocks, [room] * len(blocks)), soft_wrap=True)


def list_shapes(
    n: Annotated[int, typer.Argument(help="Cells of each, at most 12.")],
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
) -> None:
    """List all free polyominoes of a size with their numbers, drawn or as a table.

    symmetry: how many of the 8 ways to turn and mirror a shape leave it as it is.

    Examples:
    tablebases godomachi list 5

    tablebases godomachi list 8 --csv
    """
    output = output_format(as_json, as_csv)
    shapes = shapes_of_size(n)
    if output is OutputFormat.TABLE:
        _draw(shapes)
        return
    rows = [
        dict(zip(COLUMNS, (n, number, shape_text(shape), *shape_size(shape), holes(shape),
                           symmetry(shape)), strict=True))
        for number, shape in enumerate(shapes)
    ]  # fmt: skip
    show(rows, COLUMNS, output)
