"""`tablebases arrow algebra`: what is known of the boards of any size."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from pipeline.arrow_puzzle.drawing.board_text import board_text
from pipeline.arrow_puzzle.game.algebra import Algebra, algebra_of, prime_powers
from pipeline.arrow_puzzle.game.levels import MOST_DIRECTIONS, Level, Shape
from pipeline.arrow_puzzle.game.notation import Layout
from pipeline.arrow_puzzle.game.smith import written_diagonal
from pipeline.errors import InputError
from pipeline.output import JsonOption, print_json


def _as_data(algebra: Algebra) -> dict[str, Any]:
    level = algebra.level
    return {
        "shape": level.shape.value,
        "side": level.side,
        "directions": level.directions,
        "tiles": level.tiles,
        "smith_normal_form": written_diagonal(algebra.smith_diagonal),
        "primes": [
            {
                "prime": prime,
                "power": power,
                "rank": algebra.rank(prime),
                "n_solutions": algebra.n_solutions_in(prime),
            }
            for prime, power in prime_powers(level.directions)
        ],
        "n_solutions": algebra.n_solutions,
        "n_solvable_boards": algebra.n_solvable_boards,
        "divisor": algebra.divisor,
        "kernel": [
            {"prime": of.prime, "multiples": of.multiples, "vector": of.vector.tolist()}
            for of in algebra.kernel
        ],
        "checks": algebra.checks.tolist(),
        "inverse": algebra.inverse.tolist(),
    }


def _print(algebra: Algebra) -> None:
    level = algebra.level
    print(f"{level.tiles} tiles, {level.directions} directions")
    print(f"Smith normal form: {written_diagonal(algebra.smith_diagonal)}")
    for prime, power in prime_powers(level.directions):
        print(
            f"modulo {power}: rank {algebra.rank(prime)} over the field of {prime}, "
            f"{algebra.n_solutions_in(prime):,} solutions"
        )
    print(f"solutions of a solvable board: {algebra.n_solutions:,}")
    print(f"solvable boards: {algebra.n_solvable_boards:,}, 1 in {algebra.n_solutions:,}")
    for number, generator in enumerate(algebra.kernel, start=1):
        print(
            f"\nkernel vector {number} of {len(algebra.kernel)}, {generator.multiples} multiples: "
            "taps that change nothing"
        )
        values = [value or "." for value in generator.vector.tolist()]
        print(board_text(level, Layout.ROWS, values))


def algebra(
    directions: Annotated[
        int,
        typer.Option(
            "--directions", "-m", min=2, max=MOST_DIRECTIONS, help="Directions of an arrow."
        ),
    ],
    hexagon: Annotated[
        int | None, typer.Option("--hex", min=1, help="Tiles along the side of a hexagon.")
    ] = None,
    square: Annotated[
        int | None, typer.Option("--square", min=1, help="Tiles along the side of a square.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Work out the boards of any size: rank, solutions, solvable boards, kernel.

    With --json also the checks and the solver, as in the tables of the database.

    Examples:
    tablebases arrow algebra --hex 4 -m 6

    tablebases arrow algebra --square 5 -m 4 --json
    """
    sides = [(Shape.HEXAGON, hexagon), (Shape.SQUARE, square)]
    given = [(shape, side) for shape, side in sides if side is not None]
    if len(given) != 1:
        raise InputError("give the size of the board either with --hex or with --square")
    ((shape, side),) = given
    found = algebra_of(Level(f"{shape}-{side}-{directions}", shape, side, directions))
    if as_json:
        print_json(_as_data(found))
    else:
        print(f"{shape} of side {side}: ", end="")
        _print(found)
