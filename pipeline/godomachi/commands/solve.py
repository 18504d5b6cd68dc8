"""`tablebases godomachi solve`: who wins two shapes, and how."""

from __future__ import annotations

from typing import Annotated

import typer

from pipeline.cli.options import PicturesOption
from pipeline.cli.output import CsvOption, JsonOption, OutputFormat, output_format, print_json, show
from pipeline.cli.pictures import write_pictures
from pipeline.core.words import counted
from pipeline.godomachi.commands.arguments import MaxCutOption, OtherShapeArgument, ShapeArgument

COLUMNS = ("plies", "result", "a", "b", "piece", "ways")
CSV_COLUMNS = ("plies", "result", "a", "b", "piece", "rest_a", "rest_b", "ways")


def solve(
    a: ShapeArgument,
    b: OtherShapeArgument,
    show_moves: Annotated[bool, typer.Option("--moves", help="List every kind of first move with its value.")] = False,
    max_cut: MaxCutOption = "any",
    output: PicturesOption = None,
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
) -> None:
    """Say who wins two polyominoes of the same size, up to 18 cells, in how many plies, and how.

    A best line is drawn step by step: who can win does so as soon as possible, who cannot holds out
    as long as possible. What is cut off is drawn lighter, in the list of moves as o. Moves are of
    the same kind if they cut off congruent pieces and leave congruent shapes; ways says how many. --csv
    has a row for each kind of first move.

    Examples:
    tablebases godomachi solve "#####" "##/.##/..#"

    tablebases godomachi solve 3x5.txt "###############" --moves

    tablebases godomachi solve 8:17 8:200 --json

    tablebases godomachi solve "###/###" "######" -o game.svg
    """
    form = output_format(as_json, as_csv)
    from pipeline.godomachi.commands.answers import as_data, move_rows, print_line, winner_in_words
    from pipeline.godomachi.commands.shapes import read_pair
    from pipeline.godomachi.drawing.line_drawing import draw_line

    pair = read_pair(a, b, max_cut)
    moves = pair.moves(*pair.start)
    line = list(pair.best_line(*pair.start))
    headline = winner_in_words(pair.plies(*pair.start))
    if form is OutputFormat.JSON:
        print_json(as_data(pair, moves, line))
    elif form is OutputFormat.CSV:
        show(move_rows(pair, moves), CSV_COLUMNS, form)
    else:
        print(f"{counted(len(pair.a.cells), 'cell')}: {headline}")
        print()
        print_line(pair, line)
        if show_moves:
            title = f"\n{counted(len(moves), 'kind')} of first moves"
            show(move_rows(pair, moves), COLUMNS, title=title)
    write_pictures(draw_line(pair, line, headline), output)
