"""`tablebases arrow algebra`: what is known of the boards of any size."""

from __future__ import annotations

from typing import Annotated

import typer

from pipeline.arrow_puzzle.game.choices import MAX_DIRECTIONS
from pipeline.cli.output import JsonOption, print_json
from pipeline.core.errors import InputError


def algebra(
    directions: Annotated[
        int, typer.Option("--directions", "-m", min=2, max=MAX_DIRECTIONS, help="Directions of an arrow.")
    ],
    hexagon: Annotated[int | None, typer.Option("--hex", min=1, help="Tiles along the side of a hexagon.")] = None,
    square: Annotated[int | None, typer.Option("--square", min=1, help="Tiles along the side of a square.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Work out the boards of any size: rank, solutions, solvable boards, kernel.

    With --json also the checks and the solver, as in the tables of the database.

    Examples:
    tablebases arrow algebra --hex 4 -m 6

    tablebases arrow algebra --square 5 -m 4 --json
    """
    sides = [("hexagon", hexagon), ("square", square)]
    given = [(shape, side) for shape, side in sides if side is not None]
    if len(given) != 1:
        raise InputError("give the size of the board either with --hex or with --square")
    from pipeline.arrow_puzzle.commands.algebra_answer import as_data, in_words
    from pipeline.arrow_puzzle.game.algebra import algebra_of
    from pipeline.arrow_puzzle.game.levels import Level, Shape

    ((shape, side),) = given
    found = algebra_of(Level(f"{shape}-{side}-{directions}", Shape(shape), side, directions))
    if as_json:
        print_json(as_data(found))
    else:
        print("\n".join(in_words(found)))
