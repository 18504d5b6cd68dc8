"""Tiles and units: who is in the game, and who sings together.

There are 54 kinds of tiles, 3 copies of each. A unit is a set of different kinds, such as 春香 and 千早; its score
depends on how many there are. Sets of kinds are bits: kind 0 (春香) and kind 1 (千早) are 0b11.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from pipeline.core.arrays import Matrix, Vector

COPIES = 3
"""Tiles of each kind."""

MAX_TILES = 13
"""Tiles of a hand right after a draw."""

MAX_KINDS = 63
"""As many as a signed word has bits for."""


@dataclass(frozen=True)
class Tile:
    """A kind of tile."""

    name: str
    """As units name it."""
    kana: str
    """How it is read."""
    full_name: str
    type: str
    """Princess, Fairy, Angel, or another one."""


@dataclass(frozen=True)
class Unit:
    """A unit; members are numbers of kinds."""

    name: str
    members: tuple[int, ...]


class UnitTables(NamedTuple):
    """Units as compiled code reads them; units are numbered as in their list."""

    members: Matrix[np.int8]
    """(units, 13), kinds, -1 after the last."""
    size: Vector[np.int8]
    """(units,)."""
    mask: Vector[np.int64]
    """(units,), the members as bits."""
    by_kind: Vector[np.int16]
    """The units of kind 0, of kind 1, and so on."""
    kind_starts: Vector[np.int64]
    """(kinds + 1,), where those of each kind begin."""
    by_lowest: Vector[np.int16]
    """(units,), the units whose lowest member is kind 0, kind 1, and so on."""
    lowest_starts: Vector[np.int64]
    """(kinds + 1,), where those of each kind begin."""


def unit_tables(units: Sequence[Unit], kinds: int) -> UnitTables:
    """The tables of some units.

    Args:
        units: of different members each, at most 13.
        kinds: how many kinds of tiles there are.
    """
    members = np.full((len(units), MAX_TILES), -1, dtype=np.int8)
    for number, unit in enumerate(units):
        members[number, : len(unit.members)] = unit.members
    all_kinds = range(kinds)
    by_kind, kind_starts = _listed([[u for u, unit in enumerate(units) if kind in unit.members] for kind in all_kinds])
    by_lowest, lowest_starts = _listed(
        [[u for u, unit in enumerate(units) if kind == min(unit.members)] for kind in all_kinds]
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


def _listed(lists: Sequence[Sequence[int]]) -> tuple[Vector[np.int16], Vector[np.int64]]:
    """The lists joined into one, and where each begins."""
    numbers = np.array([number for some in lists for number in some], dtype=np.int16)
    return numbers, np.cumsum([0, *map(len, lists)], dtype=np.int64)
