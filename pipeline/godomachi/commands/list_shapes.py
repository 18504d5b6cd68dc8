"""`tablebases godomachi list`: all polyominoes of a size."""

from __future__ import annotations

from typing import Annotated

import typer

from pipeline.cli.output import CsvOption, JsonOption, OutputFormat, output_format, show

COLUMNS = ("n", "id", "cells", "width", "height", "holes", "symmetry")


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
    from pipeline.godomachi.commands.answers import print_shapes
    from pipeline.godomachi.commands.shapes import shapes_of_size
    from pipeline.godomachi.game.polyominoes import described_shapes

    shapes = shapes_of_size(n)
    if output is OutputFormat.TABLE:
        print_shapes(shapes)
    else:
        show(list(described_shapes(shapes)), COLUMNS, output)
