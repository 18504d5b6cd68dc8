"""Families of hardest boards, and the symmetries that leave one board of each orbit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod
from typing import NamedTuple

import numpy as np

from tablebases.arrays import Matrix, Vector
from tablebases.arrow.boards import Level, Shape, after_taps

TURNS = {Shape.SQUARE: ((0, 1), (-1, 0)), Shape.HEXAGON: ((0, -1), (1, 1))}
"""The smallest turn of a board, as a matrix for (row, column) seen from the centre."""


def symmetries(level: Level) -> Matrix[np.int64]:
    """Where each turn and reflection of the board takes the tiles: (8 or 12, tiles)."""
    cells = 2 * np.array(level.cells)
    cells -= cells.max() // 2
    place = {tuple(cell): tile for tile, cell in enumerate(cells.tolist())}
    moves = set()
    for image in (cells, cells[:, ::-1]):
        for _ in range(6):
            image = image @ np.array(TURNS[level.shape])
            moves.add(tuple(place[tuple(cell)] for cell in image.tolist()))
    return np.array(sorted(moves))


def least_images(boards: Matrix[np.int64], moves: Matrix[np.int64]) -> tuple[Matrix[np.int64], Vector[np.int64]]:
    """The lexicographically smallest image of each board, (boards, tiles), and the number of its images, (boards,)."""
    least, fixed = boards, np.zeros(len(boards), np.int64)
    for move in moves:
        image = boards[:, move]
        first = (image != least).argmax(axis=1)[:, None]  # the first tile where they differ
        is_less = np.take_along_axis(image, first, axis=1) < np.take_along_axis(least, first, axis=1)
        least = np.where(is_less, image, least)
        fixed += (image == boards).all(axis=1)
    return least, len(moves) // fixed


def solved_by(level: Level, taps: Matrix[np.int64]) -> Matrix[np.int64]:
    """The boards that taps solve: (boards, tiles), as steps from up."""
    return after_taps(level, np.zeros_like(taps), -taps)


# Families.

PARTS = "abc"
MAX_DIRECTIONS = 9
"""Ways to tap a part, and boards, have a digit for each tile."""


class Family(NamedTuple):
    """Boards that need equally many taps; a line of a file after its level."""

    min_taps: int
    n_min_solutions: int
    """The number of solutions of each board with as few taps."""
    orbit: int
    """The number of images of each board under the symmetries, itself among them."""
    taps: str
    """For each tile its taps or the letter of its part, with blanks between."""
    ways: tuple[str, ...]
    """For each part the ways to tap its tiles, a digit for each, with blanks between."""

    @property
    def size(self) -> int:
        """The number of boards, without their images."""
        return prod(len(ways.split()) for ways in self.ways if ways)

    @property
    def n_boards(self) -> int:
        """The number of boards with their images."""
        return self.size * self.orbit

    @property
    def first(self) -> Vector[np.int64]:
        """The taps of a best solution of the first board: (tiles,)."""
        a, b, c = (ways[0] for ways in self.parts())
        first: Vector[np.int64] = a + b + c
        return first

    def parts(self) -> list[Matrix[np.int64]]:
        """The taps that each part adds, by the way to tap it: (ways, tiles). Tiles of no part are in the first."""
        tiles, found = np.array(self.taps.split()), []
        fixed = np.where(np.isin(tiles, list(PARTS)), "0", tiles).astype(np.int64)
        for name, ways in zip(PARTS, self.ways, strict=True):
            found.append(np.tile(fixed, (max(1, len(ways.split())), 1)))
            found[-1][:, tiles == name] = [list(map(int, way)) for way in ways.split() or [""]]
            fixed = np.zeros_like(fixed)
        return found

    def solutions(self) -> Matrix[np.int64]:
        """The taps of a best solution of each board, (boards, tiles); the ways of the last part change first."""
        a, b, c = self.parts()
        return (a[:, None, None] + b[:, None] + c).reshape(self.size, -1)


def family_of(
    min_taps: int,
    n_min_solutions: int,
    orbit: int,
    taps: Iterable[int],
    parts: Sequence[tuple[Iterable[int], Iterable[Iterable[int]]]] = (),
) -> Family:
    """A family of the tiles of each part and the ways to tap them; `taps` has the taps of all other tiles."""
    pattern, ways = list(map(str, taps)), dict.fromkeys(PARTS, "")
    for name, (tiles, of_part) in zip(PARTS, parts, strict=False):
        ways[name] = " ".join("".join(map(str, way)) for way in of_part)
        for tile in tiles:
            pattern[tile] = name
    return Family(min_taps, n_min_solutions, orbit, " ".join(pattern), tuple(ways.values()))
