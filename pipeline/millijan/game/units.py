"""Tiles and units: who is in the game, and who sings together.

There are 54 kinds of tiles, 3 copies of each. A unit is a set of different kinds, such as 春香 and
千早; its score depends on how many they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

COPIES = 3
"""Tiles of each kind."""

MOST_TILES = 13
"""Of a hand, right after a draw."""

MOST_KINDS = 63
"""Sets of kinds are bits of a signed word."""


@dataclass(frozen=True)
class Tile:
    """A kind of tile.

    name: as units name it. kana: how it is read. type: Princess, Fairy, Angel, or another one.
    """

    name: str
    kana: str
    full_name: str
    type: str


@dataclass(frozen=True)
class Unit:
    """A unit; members are numbers of kinds."""

    name: str
    members: tuple[int, ...]


class UnitTables(NamedTuple):
    """Units as compiled code reads them; units are numbered as in their list.

    members: int8 (units, 13), kinds, -1 behind the last. size: int8 (units,). mask: int64 (units,),
    the members as bits. by_kind: int16, the units of kind 0, of kind 1, and so on. kind_starts:
    int64 (kinds + 1,), where those of each kind begin. by_lowest: int16 (units,), the units whose
    lowest member is kind 0, kind 1, and so on. lowest_starts: int64 (kinds + 1,).
    """

    members: NDArray[np.int8]
    size: NDArray[np.int8]
    mask: NDArray[np.int64]
    by_kind: NDArray[np.int16]
    kind_starts: NDArray[np.int64]
    by_lowest: NDArray[np.int16]
    lowest_starts: NDArray[np.int64]


def unit_tables(units: Sequence[Unit], kinds: int) -> UnitTables:
    """The tables of some units.

    Args:
        units: of different members each, at most 13.
        kinds: how many kinds of tiles there are.
    """
    members = np.full((len(units), MOST_TILES), -1, dtype=np.int8)
    for number, unit in enumerate(units):
        members[number, : len(unit.members)] = unit.members
    by_kind, kind_starts = _listed(
        [[u for u, unit in enumerate(units) if kind in unit.members] for kind in range(kinds)]
    )
    by_lowest, lowest_starts = _listed(
        [[u for u, unit in enumerate(units) if kind == min(unit.members)] for kind in range(kinds)]
    )
    return UnitTables(
        members=members,
        size=np.array([len(unit.members) for unit in units], dtype=np.int8),
        mask=np.array([sum(1 << kind for kind in unit.members) for unit in units], dtype=np.int64),
        by_kind=by_kind,
        kind_starts=kind_starts,
        by_lowest=by_lowest,
        lowest_starts=lowest_starts,
    )


def _listed(lists: Sequence[Sequence[int]]) -> tuple[NDArray[np.int16], NDArray[np.int64]]:
    """Lists one after the other, and where each begins."""
    numbers = np.array([number for some in lists for number in some], dtype=np.int16)
    return numbers, np.cumsum([0, *map(len, lists)], dtype=np.int64)
