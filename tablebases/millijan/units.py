"""Tiles, units and rule sets.

The game has 54 kinds of tiles, 3 copies of each. A unit is a set of different kinds, such as 春香 and 千早. Its points
depend on the number of members and on the rule set. A set of kinds is a number whose bits are the kinds: kind 0 (春香)
and kind 1 (千早) are 0b11.

Functions that make arrays import NumPy themselves, so that names and hand files can be read without it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np

    from tablebases.arrays import Matrix, Vector

COPIES = 3
"""Tiles of each kind."""

DECKS_OF_ALL_TYPES = ALL, AS = "all", "AS"
"""Names of decks with tiles of every type; the others have the names of types."""

MAX_TILES = 13
"""Tiles of a hand right after a draw."""

NEVER = MAX_TILES + 1
"""The distance of a hand if no 13 tiles split into units."""

MAX_KINDS = 63
"""The bits of a signed 64-bit number without its sign."""


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
    """The tables of `units`, no two of which have the same members."""
    import numpy as np

    members = np.full((len(units), MAX_TILES), -1, dtype=np.int8)
    has = np.zeros((kinds, len(units)), dtype=np.bool_)
    for number, unit in enumerate(units):
        members[number, : len(unit.members)] = unit.members
        has[list(unit.members), number] = True
    of_kind, by_kind = np.nonzero(has)
    lowest = np.array([min(unit.members) for unit in units])
    by_lowest = np.argsort(lowest, kind="stable")
    return UnitTables(
        members=members,
        size=np.array([len(unit.members) for unit in units], dtype=np.int8),
        mask=np.array([sum(1 << kind for kind in unit.members) for unit in units], dtype=np.int64),
        by_kind=by_kind.astype(np.int16),
        kind_starts=np.searchsorted(of_kind, np.arange(kinds + 1)),
        by_lowest=by_lowest.astype(np.int16),
        lowest_starts=np.searchsorted(lowest, np.arange(kinds + 1), sorter=by_lowest),
    )


class RuleSet(StrEnum):
    """How units are scored; named after the versions of the published programs."""

    SEED = "seed"
    OF_2019_10_08 = "2019-10-08"
    V1_6 = "v1.6"


class UnitScores(NamedTuple):
    """Points of each unit: arrays of shape (units,)."""

    complete: Vector[np.int32]
    """In a hand that is complete."""
    partial: Vector[np.int32]
    """In a hand that is not."""
    called_complete: Vector[np.int32]
    """Called, beside a hand that is complete."""
    called_partial: Vector[np.int32]
    """Called, beside a hand that is not."""
    bonus: int
    """Scored once if any unit has the main idol."""
    has_bonus: Vector[np.bool_]
    """Whether a unit has the main idol, and the rules a bonus."""

    def points(self, unit: int, is_called: bool, is_complete: bool) -> int:
        """Points of a unit without the bonus."""
        if is_called:
            return int((self.called_complete if is_complete else self.called_partial)[unit])
        return int((self.complete if is_complete else self.partial)[unit])


def score_of_size(size: int) -> int:
    """Points of a unit of `size` members."""
    return 1000 if size <= 1 else 2000 * (size - 1)


MAIN_BONUS = 2000


def unit_scores(units: Sequence[Unit], rules: RuleSet, main: int | None = None) -> UnitScores:
    """Points of the units under a rule set. `main` is the player's main idol, a kind."""
    import numpy as np

    has_main = np.array([main in unit.members for unit in units], dtype=np.bool_)
    won = np.array([score_of_size(len(unit.members)) for unit in units], dtype=np.int32)
    none = np.zeros(len(units), dtype=np.bool_)
    if rules is RuleSet.OF_2019_10_08:
        doubled = np.where(has_main, 2 * won, won).astype(np.int32)
        return UnitScores(doubled, doubled, doubled // 2, doubled // 2, 0, none)
    if rules is RuleSet.V1_6:
        smaller = np.array([score_of_size(len(u.members) - 1) for u in units], dtype=np.int32)
        return UnitScores(won, smaller, won, smaller, MAIN_BONUS, has_main)
    return UnitScores(won, won, won, won, 0, none)
