"""One board: its best solutions, or likely typing mistakes.

All solutions of a board are one solution plus every vector of the kernel, so the best are found by examining them all.

A typing mistake changes the arrow of one tile, which adds a known multiple of one column to the values of the checks.
So the failed checks determine which changes of one tile make all checks hold.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import accumulate, product
from operator import mul
from typing import NamedTuple

import numpy as np

from tablebases.arrays import Integers, Matrix, Vector
from tablebases.arrow.boards import NO_NUMBERS, BoardError, Layout, Least, Level, Values, parse_steps, tile_places
from tablebases.arrow.linear import Algebra, Generator, algebra_of
from tablebases.errors import Error, InputError

MAX_TRANSLATES = 4096
"""The most kernel vectors to examine together."""
MAX_SOLUTIONS = 1 << 24
"""The most solutions of a board to examine for the best: seconds."""

Costs = Matrix[np.int32]
"""The cost of tapping each tile 0, 1, .., m - 1 times: (tiles, directions)."""

MORE_THAN_ANY = 1 << 20
"""A cost above that of any solution."""


def span(generators: Sequence[Generator], tiles: int, modulus: int) -> Matrix[np.uint8]:
    """All sums of multiples of `generators` modulo `modulus`: (vectors, tiles), the first one 0."""
    vectors = np.zeros((1, tiles), dtype=np.int64)
    for generator in generators:
        multiples = np.arange(generator.multiples)[:, None] * generator.vector
        vectors = (vectors[:, None, :] + multiples).reshape(-1, tiles) % modulus
    return vectors.astype(np.uint8)


class Kernel(NamedTuple):
    """All tap counts that change nothing: every sum of a vector of `few` and one of `rest`."""

    few: Matrix[np.uint8]
    """(at most 4,096, tiles), examined together."""
    rest: Matrix[np.uint8]
    """(others, tiles)."""


def whole_kernel(algebra: Algebra) -> Kernel:
    """The kernel of a level; an Error if it has more than 2^24 vectors."""
    level = algebra.level
    if algebra.n_solutions > MAX_SOLUTIONS:
        raise Error(
            "level {level}: a board has {solutions:,} solutions, too many to find the fewest taps among them "
            "(at most {most:,})",
            level=level.label,
            solutions=algebra.n_solutions,
            most=MAX_SOLUTIONS,
        )
    sizes = accumulate((generator.multiples for generator in algebra.kernel), mul)
    count = sum(size <= MAX_TRANSLATES for size in sizes)
    few, rest = algebra.kernel[:count], algebra.kernel[count:]
    return Kernel(span(few, level.tiles, level.directions), span(rest, level.tiles, level.directions))


def tap_costs(algebra: Algebra) -> Costs:
    """Every tap costs 1."""
    level = algebra.level
    return np.tile(np.arange(level.directions, dtype=np.int32), (level.tiles, 1))


def tile_costs(algebra: Algebra) -> Costs:
    """Every tapped tile costs 1, however often it is tapped."""
    return (tap_costs(algebra) > 0).astype(np.int32)


def avoiding(costs: Costs, tiles: Sequence[int]) -> Costs:
    """The same costs, except that `tiles` must not be tapped."""
    found = costs.copy()
    found[list(tiles), 1:] = MORE_THAN_ANY
    return found


class Best(NamedTuple):
    """The solutions of least cost."""

    cost: int
    """The cost of each, by the first costs."""
    taps: Matrix[np.uint8]
    """(solutions, tiles), in lexicographic order."""


def best_solutions(solution: Integers, kernel: Kernel, *costs: Costs, directions: int) -> Best | None:
    """The solutions of least cost: by the first costs, then by the second, and so on.

    `solution` is any solution of the board, (tiles,). None if every solution taps a forbidden tile.
    """
    tiles = np.arange(len(solution))
    found: dict[tuple[int, ...], list[Integers]] = {}
    for vector in kernel.rest:
        taps = (kernel.few + (vector + solution.astype(np.int64))) % directions
        here: tuple[int, ...] = ()
        for table in costs:
            totals = table[tiles, taps].sum(axis=1)
            taps = taps[totals == totals.min()]
            here = (*here, int(totals.min()))
        found.setdefault(here, []).append(taps)
    least = min(found)
    if least[0] >= MORE_THAN_ANY:
        return None
    taps = np.concatenate(found[least]).astype(np.uint8)
    return Best(least[0], taps[np.lexsort(taps.T[::-1])])


class Answer(NamedTuple):
    """The best solutions of a board; the numbers are None if there are too many solutions to examine."""

    min_taps: int | None
    """Fewest taps of any allowed solution."""
    n_min_solutions: int | None
    """The number of allowed solutions with as few taps."""
    min_tiles: int | None
    """Fewest tiles of any allowed solution."""
    solutions: Matrix[np.uint8]
    """The best, in lexicographic order: (solutions, tiles)."""


def best_answer(algebra: Algebra, board: Vector[np.uint8], least: Least, avoided: Sequence[int]) -> Answer | None:
    """The solutions with the fewest taps, or on the fewest tiles and then with the fewest taps.

    `board` is solvable, as steps from up, (tiles,). None if every solution taps one of the avoided tiles. With avoided
    tiles, too many solutions to examine are an Error.
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


def fill(steps: Values, level: Level, layout: Layout) -> list[int] | None:
    """Steps with the numbers for `?`; None if no numbers make the board solvable, an InputError if several do."""
    known = [step for step in steps if step is not None]
    if len(known) == len(steps):
        return known
    if level.directions ** (len(steps) - len(known)) <= 1 << 16:
        numbers = [range(level.directions) if step is None else (step,) for step in steps]
        boards = np.array(list(product(*numbers)))
        found: list[list[int]] = boards[algebra_of(level).is_solvable(boards)].tolist()
        if len(found) < 2:
            return found[0] if found else None
    place = tile_places(level, layout)[steps.index(None)]
    raise InputError("the other numbers do not determine the ? in {place}; type its number", place=place)


# Typing mistakes in one tile of a board that cannot be solved.


class Fix(NamedTuple):
    """A likely typing mistake."""

    tile: int
    """Its number in reading order."""
    value: int
    """The arrow that was probably meant, in steps from up."""


class TypingMistakes:
    """Mistakes of one tile that make a board of a level unsolvable.

    `by_failure` has for the values of the checks the changes that make all checks hold, each (tile, steps to add to its
    arrow).
    """

    def __init__(self, algebra: Algebra) -> None:
        self._algebra = algebra
        self.by_failure: dict[tuple[int, ...], list[tuple[int, int]]] = defaultdict(list)
        for tile, column in enumerate(algebra.checks.T):
            for steps in range(1, algebra.level.directions):
                failure = -steps * column % algebra.level.directions
                if failure.any():
                    self.by_failure[tuple(failure.tolist())].append((tile, steps))

    def fixes(self, boards: Integers) -> list[list[Fix]]:
        """All changes of one tile that make a board solvable, for each of `boards`, (boards, tiles)."""
        directions = self._algebra.level.directions
        failures = map(tuple, self._algebra.failed_checks(boards).tolist())
        return [
            sorted(Fix(tile, (board[tile] + steps) % directions) for tile, steps in self.by_failure.get(failure, []))
            for board, failure in zip(boards.tolist(), failures, strict=True)
        ]


def written_fixes(fixes: Sequence[Fix], names: Sequence[str]) -> str:
    """Fixes as text, such as `30=1;36=4`: the arrow at tile 30 was perhaps a 1."""
    return ";".join(f"{names[fix.tile]}={fix.value + 1}" for fix in fixes)


# Boards as text, whose `?` are filled in.


def parse_board(text: str, level: Level, layout: Layout = Layout.ROWS, up: int = 1) -> Vector[np.uint8]:
    """A board as steps of every arrow from up: (tiles,), in reading order.

    `?` is a number that the others determine. An InputError names the first place that is wrong.
    """
    steps = fill(parse_steps(text, level, layout, up), level, layout)
    if steps is None:
        raise InputError(NO_NUMBERS)
    return np.array(steps, dtype=np.uint8)


def parse_boards(texts: Sequence[str], level: Level, layout: Layout = Layout.ROWS, up: int = 1) -> Matrix[np.uint8]:
    """Many boards as `parse_board` reads one: uint8 (boards, tiles).

    A BoardError has the number of the first wrong board.
    """
    are_digits = (len(text) == level.tiles and text.isascii() and text.isdigit() for text in texts)
    if level.directions <= 9 and all(are_digits):
        digits = np.frombuffer("".join(texts).encode(), dtype=np.uint8)
        boards = (digits - np.uint8(ord("0") + up)).reshape(-1, level.tiles)
        if boards.size and boards.max() < level.directions:
            return boards[:, np.argsort(level.order(layout))]
    found = np.empty((len(texts), level.tiles), dtype=np.uint8)
    for number, text in enumerate(texts):
        try:
            found[number] = parse_board(text, level, layout, up)
        except InputError as error:
            raise BoardError(number, str(error)) from error
    return found
