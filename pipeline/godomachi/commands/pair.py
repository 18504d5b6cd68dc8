"""`tablebases godomachi pair`: what the table says of a pair."""

from __future__ import annotations

from typing import Annotated

import typer

from pipeline.cli.options import ResultsOption
from pipeline.cli.output import CsvOption, JsonOption, OutputFormat, output_format, print_json, show
from pipeline.core.errors import InputError
from pipeline.core.words import counted
from pipeline.godomachi.commands.arguments import RESULTS

COLUMNS = ("k", "piece", "rest_a", "rest_b", "ways", "plies")
HOW = "a pair is cells and two numbers, as in 5 0 4, or two shapes, as in 5:0 5:4"


def _asked(words: list[str]) -> tuple[tuple[int, int, int] | None, list[str]]:
    """Cells and both numbers of a pair, or else its shapes in their canonical forms.

    Raises:
        InputError: it is neither.
    """
    if len(words) == 3:
        if not all(word.isdecimal() for word in words):
            raise InputError(f"{' '.join(words)} are not three numbers; {HOW}")
        n, i, j = map(int, words)
        return (n, i, j), []
    if len(words) != 2:
        raise InputError(HOW)
    from pipeline.godomachi.commands.shapes import canonical_text, read_same_size

    return None, [canonical_text(shape) for shape in read_same_size(*words)]


def pair(
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="N I J | A B",
            help="Cells of both polyominoes and their numbers, or the shapes themselves: 5:0 5:4, or pictures.",
        ),
    ],
    show_moves: Annotated[bool, typer.Option("--moves", help="List every kind of first move with its value.")] = False,
    results: ResultsOption = RESULTS,
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
) -> None:
    """Look up who wins a pair of polyominoes, and the values of all first moves.

    k: cells of the piece that is cut off. piece, rest_a, rest_b: numbers of polyominoes of k and of
    n - k cells. ways: how many moves are so. `tablebases godomachi list N` shows the numbers.
    --csv has a row for each kind of first move.

    Examples:
    tablebases godomachi pair 5 0 4

    tablebases godomachi pair "#####" "##/.##/..#"

    tablebases godomachi pair 10 17 4000 --moves
    """
    output = output_format(as_json, as_csv)
    numbers, forms = _asked(words)
    from pipeline.godomachi.commands.results import godomachi_database

    with godomachi_database(results) as database:
        n, i, j = numbers or (forms[0].count("#"), *map(database.number_of, forms))
        shapes = database.shape(n, i), database.shape(n, j)
        plies = database.plies(n, i, j)
        moves = database.moves(n, i, j) if i != j else []
        max_cut = database.max_cut
    if output is OutputFormat.CSV:
        show(moves, COLUMNS, output)
        return
    if output is OutputFormat.JSON:
        data = {
            "n": n,
            "a": i,
            "b": j,
            "cells_a": shapes[0],
            "cells_b": shapes[1],
            "max_cut": max_cut,
            "plies": plies,
            "winner": "first" if plies % 2 else "second",
            "moves": moves,
        }
        print_json(data)
        return
    from pipeline.godomachi.commands.answers import plies_in_words, print_shapes_side_by_side, winner_in_words

    print(f"{counted(n, 'cell')}, {i} and {j}: {winner_in_words(plies)}")
    print()
    print_shapes_side_by_side(shapes)
    if i == j:
        return
    best = sum(move["plies"] == plies for move in moves)
    winning = sum(move["plies"] % 2 for move in moves)
    print(
        f"{counted(len(moves), 'kind')} of first moves: {winning} win, {best} "
        f"{'win' if plies % 2 else 'hold out'} in {plies_in_words(plies)}"
    )
    if show_moves:
        show(moves, COLUMNS)
