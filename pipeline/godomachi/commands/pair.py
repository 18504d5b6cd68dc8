"""`tablebases godomachi pair`: what the table says of a pair."""

from __future__ import annotations

from typing import Annotated

import typer

from pipeline.cli.options import ResultsOption
from pipeline.cli.output import JsonOption, print_json, show
from pipeline.core.words import counted
from pipeline.godomachi.commands.arguments import RESULTS

COLUMNS = ("k", "piece", "rest_a", "rest_b", "ways", "plies")


def pair(
    n: Annotated[int, typer.Argument(help="Cells of both polyominoes.")],
    i: Annotated[int, typer.Argument(help="The number of the one.")],
    j: Annotated[int, typer.Argument(help="The number of the other.")],
    show_moves: Annotated[bool, typer.Option("--moves", help="List every kind of first move with its value.")] = False,
    results: ResultsOption = RESULTS,
    as_json: JsonOption = False,
) -> None:
    """Look up who wins a pair of polyominoes by their numbers, and the values of all first moves.

    k: cells of the piece that is cut off. piece, rest_a, rest_b: numbers of polyominoes of k and of
    n - k cells. ways: how many moves are so. `tablebases godomachi list N` shows the numbers.

    Examples:
    tablebases godomachi pair 5 0 4

    tablebases godomachi pair 10 17 4000 --moves
    """
    from pipeline.godomachi.commands.results import godomachi_database

    with godomachi_database(results) as database:
        shapes = database.shape(n, i), database.shape(n, j)
        plies = database.plies(n, i, j)
        moves = database.moves(n, i, j) if i != j else []
        max_cut = database.max_cut
    if as_json:
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
