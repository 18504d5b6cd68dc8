"""The data file of hardest boards, which says what is proven about the most taps that boards of a level need.

Its line

    hexagon,4,6,81,297,12,a 5 1 b a c 0 ..,02 52,3 0,1

stands for 2 * 2 * 1 boards by their solutions. Each way of column a to tap the tiles a, in reading order, goes with
each way of b and c; numbers are the taps of the other tiles. All these boards need 81 taps, have 297 solutions with as
few, and 12 images under the symmetries. No board is an image of another one, and no board of the level needs more taps.
"""

from __future__ import annotations

from pathlib import Path

from tablebases.arrow.boards import Level, Shape
from tablebases.arrow.families import PARTS, Family
from tablebases.errors import Error, InputError
from tablebases.files import open_csv

COLUMNS = ("shape", "side", "directions", *Family._fields[:4], *PARTS)


def _family(row: dict[str, str]) -> tuple[Level, Family]:
    """The family of a line and its level; a ValueError says what is wrong."""
    side, directions, *numbers = (int(row[name]) for name in COLUMNS[1:6])
    level = Level("of the line", Shape(row["shape"]), side, directions)
    family = Family(*numbers, row["taps"], tuple(row[name] for name in PARTS))  # type: ignore[arg-type, call-arg]
    taps = list(map(str, range(directions)))
    if len(family.taps.split(" ")) != level.tiles or not set(family.taps.split(" ")) <= {*taps, *PARTS}:
        raise ValueError(f"taps needs a number below {directions} or {PARTS} for each of {level.tiles} tiles")
    for name, ways in zip(PARTS, family.ways, strict=True):
        if {len(way) for way in ways.split(" ")} != {family.taps.count(name)} or not set(ways) <= {*taps, " "}:
            raise ValueError(f"{name} needs ways to tap its tiles, with blanks between")
    if min(numbers) < 1:
        raise ValueError("min_taps, n_min_solutions and orbit are from 1")
    return level, family


def key_of(level: Level) -> tuple[Shape, int, int]:
    """What a level is, whatever its name."""
    return level.shape, level.side, level.directions


def read_families(path: Path) -> dict[tuple[Shape, int, int], list[Family]]:
    """The families of each level, by `key_of`; an Error names the line that is none.

    No board of a level needs more than `min_taps` of its families, which is the same for all.
    """
    found: dict[tuple[Shape, int, int], list[Family]] = {}
    with open_csv(path) as rows:
        for row in rows:
            try:
                level, family = _family(row)
                families = found.setdefault(key_of(level), [])
                if families and families[0].min_taps != family.min_taps:
                    raise ValueError("another line of the level has other min_taps")
                families.append(family)
            except (KeyError, TypeError, ValueError, InputError) as error:
                raise Error(f"{path}, line {rows.line_num}: {error}; the columns are {', '.join(COLUMNS)}") from error
    return found
