"""Levels: a shape of tiles, and how many directions an arrow has.

Tiles are numbered in reading order, row by row. A square has coordinates 0 <= row, column < side.
A hexagon of side s has 0 <= row, column <= 2s - 2 with |column - row| < s:

    side 2          (0,0) (0,1)
                 (1,0) (1,1) (1,2)
                    (2,1) (2,2)

so that (row, column) touches (row - 1, column - 1) above it on the left, (row - 1, column) above
it on the right, (row, column - 1) and (row, column + 1), and two below. Both shapes are their own
mirror image when rows and columns are swapped, so a board may as well be read column by column.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from math import isqrt

import numpy as np
from numpy.typing import NDArray

from pipeline.arrow_puzzle.game.choices import MAX_DIRECTIONS
from pipeline.core.arrays import Integers, Matrix
from pipeline.core.errors import InputError

Cell = tuple[int, int]

MAX_TILES = 400


class Shape(StrEnum):
    """The shapes of boards."""

    SQUARE = "square"
    HEXAGON = "hexagon"


BOARD_NAME = re.compile(rf"(?P<shape>{'|'.join(Shape)})-(?P<side>[0-9]{{1,18}})-(?P<directions>[0-9]{{1,18}})")

REACH: Mapping[Shape, tuple[Cell, ...]] = {
    Shape.SQUARE: tuple((row, column) for row in (-1, 0, 1) for column in (-1, 0, 1)),
    Shape.HEXAGON: ((-1, -1), (-1, 0), (0, -1), (0, 0), (0, 1), (1, 0), (1, 1)),
}
"""What a tap turns, relative to the tapped tile."""


@dataclass(frozen=True)
class Level:
    """A level of the game, or any other board.

    Raises:
        InputError: the board would have no tile or too many, or arrows could not turn.
    """

    name: str
    shape: Shape
    side: int
    """Tiles along a side."""
    directions: int
    """How many an arrow has; each tap turns it to the next one."""

    def __post_init__(self) -> None:
        if not 2 <= self.directions <= MAX_DIRECTIONS:
            raise InputError(
                f"level {self.name}: an arrow needs 2 to {MAX_DIRECTIONS} directions, not {self.directions}"
            )
        if self.side < 1 or self.tiles > MAX_TILES:
            most = isqrt(MAX_TILES)
            if self.shape == Shape.HEXAGON:
                most = (3 + isqrt(12 * MAX_TILES - 3)) // 6
            raise InputError(
                f"level {self.name}: the side of a {self.shape} must be 1 to {most} tiles, not {self.side}"
            )

    @property
    def tiles(self) -> int:
        """How many tiles the board has."""
        if self.shape == Shape.SQUARE:
            return self.side**2
        return 3 * self.side * (self.side - 1) + 1

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """The (row, column) of every tile, in reading order."""
        across = range(self.side if self.shape == Shape.SQUARE else 2 * self.side - 1)
        return tuple(
            (row, column)
            for row in across
            for column in across
            if self.shape == Shape.SQUARE or abs(column - row) < self.side
        )

    @cached_property
    def row_lengths(self) -> tuple[int, ...]:
        """How many tiles each row has."""
        return tuple(Counter(row for row, _ in self.cells).values())

    @cached_property
    def tap_matrix(self) -> Matrix[np.int64]:
        """Whether a tap at one tile turns another: (tiles, tiles), 0 or 1, symmetric."""
        turned = [{(row + down, column + right) for down, right in REACH[self.shape]} for row, column in self.cells]
        return np.array([[cell in around for cell in self.cells] for around in turned], dtype=np.int64)

    def after_taps(self, board: Integers, taps: Integers) -> NDArray[np.int64]:
        """A board after taps, in any order.

        Args:
            board: steps of every arrow from up, (..., tiles).
            taps: number of taps at every tile, (..., tiles).

        Returns:
            int64 (..., tiles), values 0 (up) to directions - 1.
        """
        return (board + taps @ self.tap_matrix).astype(np.int64) % self.directions


def names_a_board(text: str) -> bool:
    """Whether a text names a board by its shape, side and directions, as `hexagon-3-6`."""
    return BOARD_NAME.fullmatch(text) is not None


def parse_level(text: str, known: Iterable[Level]) -> Level:
    """A level by its name, or any board by its shape, side and directions, as `hexagon-3-6`.

    Raises:
        InputError: there is no such level.
    """
    by_name = {level.name: level for level in known}
    if text in by_name:
        return by_name[text]
    match = BOARD_NAME.fullmatch(text)
    if match:
        return Level(text, Shape(match["shape"]), int(match["side"]), int(match["directions"]))
    raise InputError(
        f"there is no level '{text}'; the levels are {', '.join(by_name)}, and any other board is "
        "named by its shape, side and directions, such as hexagon-3-6 or square-5-4"
    )


def check_different_names(levels: Sequence[Level]) -> None:
    """Stop if two levels have the same name.

    Raises:
        InputError: they do.
    """
    names = [level.name for level in levels]
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"arrow_puzzle.levels: there are two levels with the name {name}")
