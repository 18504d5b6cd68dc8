"""`tablebases arrow algebra`: what is known of the boards of any size."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from pipeline.arrow_puzzle.game.choices import MAX_DIRECTIONS, Layout
from pipeline.cli.output import CsvOption, JsonOption, OutputFormat, output_format, print_json, show
from pipeline.core.errors import InputError

if TYPE_CHECKING:
    from pipeline.arrow_puzzle.game.algebra import Algebra


def _as_data(algebra: Algebra) -> dict[str, object]:
    """All that is known, for JSON."""
    return {
        **algebra.facts(),
        "kernel": [
            {"prime": of.prime, "multiples": of.multiples, "vector": of.vector.tolist()} for of in algebra.kernel
        ],
        "checks": algebra.checks.tolist(),
        "inverse": algebra.inverse.tolist(),
    }


def _in_words(algebra: Algebra) -> Iterator[str]:
    """What a reader wants to know, line by line."""
    from pipeline.arrow_puzzle.drawing.boards import board_text

    level, facts = algebra.level, algebra.facts()
    yield f"{level.shape} of side {level.side}: {level.tiles} tiles, {level.directions} directions"
    yield f"Smith normal form: {facts['smith_normal_form']}"
    for of_prime in facts["primes"]:
        yield "modulo {power}: rank {rank} over the field of {prime}, {n_solutions:,} solutions".format(**of_prime)
    yield f"solutions of a solvable board: {algebra.n_solutions:,}"
    yield f"solvable boards: {algebra.n_solvable_boards:,}, 1 in {algebra.n_solutions:,}"
    count = len(algebra.kernel)
    for number, of in enumerate(algebra.kernel, start=1):
        yield f"\nkernel vector {number} of {count}, {of.multiples} multiples: taps that change nothing"
        yield board_text(level, Layout.ROWS, [value or "." for value in of.vector.tolist()])


def algebra(
    directions: Annotated[
        int, typer.Option("--directions", "-m", min=2, max=MAX_DIRECTIONS, help="Directions of an arrow.")
    ],
    hexagon: Annotated[int | None, typer.Option("--hex", min=1, help="Tiles along the side of a hexagon.")] = None,
    square: Annotated[int | None, typer.Option("--square", min=1, help="Tiles along the side of a square.")] = None,
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
) -> None:
    """Work out the boards of any size: rank, solutions, solvable boards, kernel.

    With --json also the checks and the solver, as in the tables of the database; with --csv the
    numbers alone.

    Examples:
    tablebases arrow algebra --hex 4 -m 6

    tablebases arrow algebra --square 5 -m 4 --json
    """
    form = output_format(as_json, as_csv)
    sides = [("hexagon", hexagon), ("square", square)]
    given = [(shape, side) for shape, side in sides if side is not None]
    if len(given) != 1:
        raise InputError("give the size of the board either with --hex or with --square")
    from pipeline.arrow_puzzle.game.algebra import algebra_of
    from pipeline.arrow_puzzle.game.levels import Level, Shape

    ((shape, side),) = given
    found = algebra_of(Level(f"{shape}-{side}-{directions}", Shape(shape), side, directions))
    if form is OutputFormat.JSON:
        print_json(_as_data(found))
    elif form is OutputFormat.CSV:
        facts = found.facts()
        show([facts], [name for name in facts if name != "primes"], form)
    else:
        print("\n".join(_in_words(found)))
