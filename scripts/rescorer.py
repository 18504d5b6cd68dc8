"""Compares the scores that towns are stored under with those of `rescore.py`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scripts.rescore import count_differences, place_of, tile_tables
from tablebases.nine_tiles.road_objects import RULE_SETS
from tablebases.nine_tiles.themes import Theme
from tablebases.nine_tiles.tiles import Board, Tile


class Differences(NamedTuple):
    """How many towns differ."""

    incomplete: int
    """A road ends inside the board, or closes on itself."""
    wrong_score: int
    """Stored under scores that are not its own."""
    other_end: int
    """It would score differently with its roads read from their other ends."""
    other_end_capture: int
    """It would in the theme Capture."""
    other_end_eat: int
    """It would in the theme Eat It Up."""
    other_end_road: int
    """One of its roads would, whether or not that shows in the town's scores, some of which are of its best road."""
    other_end_road_eat: int
    """One of its roads would in Eat It Up."""


class Rescorer:
    """Scores towns again and compares.

    Args:
        tiles: all tiles.
        board: the board.
        rule_set: its name.
        themes: in the order of the rows of the expected scores.
    """

    def __init__(self, tiles: Sequence[Tile], board: Board, rule_set: str, themes: Sequence[Theme]) -> None:
        self._tables = tile_tables(tiles, board, RULE_SETS[rule_set])
        self._measures = np.array([place_of(theme.key) for theme in themes])

    def compare(
        self,
        towns: NDArray[np.uint8],
        expected_row: NDArray[np.int64],
        expected: NDArray[np.int8],
    ) -> Differences:
        """Score towns and compare with the expected scores.

        Args:
            towns: uint8 (n, 2 positions), the digits of their patterns.
            expected_row: int64 (n,), the place of each town's scores in `expected`.
            expected: int8 (themes, any).
        """
        found = count_differences(towns, expected_row, expected, self._measures, self._tables)
        return Differences(*found.tolist())
