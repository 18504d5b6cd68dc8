"""What algebra says of a level, as data and in words."""

from __future__ import annotations

from collections.abc import Iterator

from pipeline.arrow_puzzle.drawing.board_text import board_text
from pipeline.arrow_puzzle.game.algebra import Algebra, prime_powers
from pipeline.arrow_puzzle.game.choices import Layout
from pipeline.arrow_puzzle.game.smith import written_diagonal


def as_data(algebra: Algebra) -> dict[str, object]:
    """All that is known, for JSON."""
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
            {"prime": of.prime, "multiples": of.multiples, "vector": of.vector.tolist()} for of in algebra.kernel
        ],
        "checks": algebra.checks.tolist(),
        "inverse": algebra.inverse.tolist(),
    }


def in_words(algebra: Algebra) -> Iterator[str]:
    """What a reader wants to know, line by line."""
    level = algebra.level
    yield f"{level.shape} of side {level.side}: {level.tiles} tiles, {level.directions} directions"
    yield f"Smith normal form: {written_diagonal(algebra.smith_diagonal)}"
    for prime, power in prime_powers(level.directions):
        yield (
            f"modulo {power}: rank {algebra.rank(prime)} over the field of {prime}, "
            f"{algebra.n_solutions_in(prime):,} solutions"
        )
    yield f"solutions of a solvable board: {algebra.n_solutions:,}"
    yield f"solvable boards: {algebra.n_solvable_boards:,}, 1 in {algebra.n_solutions:,}"
    for number, generator in enumerate(algebra.kernel, start=1):
        yield (
            f"\nkernel vector {number} of {len(algebra.kernel)}, {generator.multiples} multiples: "
            "taps that change nothing"
        )
        yield board_text(level, Layout.ROWS, [value or "." for value in generator.vector.tolist()])
