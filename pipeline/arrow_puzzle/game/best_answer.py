"""The best solutions of one board, for a question by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pipeline.arrow_puzzle.game.algebra import Algebra
from pipeline.arrow_puzzle.game.choices import Least
from pipeline.arrow_puzzle.game.solutions import (
    MAX_SOLUTIONS,
    avoiding,
    best_solutions,
    tap_costs,
    tile_costs,
    whole_kernel,
)


@dataclass(frozen=True)
class Answer:
    """The best solutions of a board; the numbers are None if there are too many solutions to look at."""

    min_taps: int | None
    """Fewest taps of any allowed solution."""
    n_min_solutions: int | None
    """How many have as few taps."""
    min_tiles: int | None
    """Fewest different tiles of any allowed solution."""
    solutions: NDArray[np.uint8]
    """The best, in lexicographic order: uint8 (solutions, tiles)."""


def best_answer(algebra: Algebra, board: NDArray[np.uint8], least: Least, avoided: Sequence[int]) -> Answer | None:
    """The solutions of a board with the fewest taps, or on the fewest tiles.

    Where tiles count, fewer taps decide between as many tiles.

    Args:
        algebra: of the level.
        board: steps from up, uint8 (tiles,); it can be solved.
        least: what there should be few of.
        avoided: tiles that must not be tapped.

    Returns:
        None if every solution taps one of the avoided tiles.

    Raises:
        PipelineError: tiles are to be avoided, but there are too many solutions to look at.
    """
    solution = algebra.one_solution(board)
    if algebra.n_solutions > MAX_SOLUTIONS and not avoided:
        return Answer(None, None, None, solution[None])
    kernel = whole_kernel(algebra)
    taps = avoiding(tap_costs(algebra), avoided)
    tiles = avoiding(tile_costs(algebra), avoided)
    directions = algebra.level.directions
    by_taps = best_solutions(solution, kernel, taps, directions=directions)
    by_tiles = best_solutions(solution, kernel, tiles, taps, directions=directions)
    if by_taps is None or by_tiles is None:
        return None
    best = by_taps if least is Least.TAPS else by_tiles
    return Answer(by_taps.cost, len(by_taps.taps), by_tiles.cost, best.taps)
