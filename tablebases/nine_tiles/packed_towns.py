"""Read the towns of single theme synonyms from success_pattern.db, without NumPy."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice, product
from math import prod
from pathlib import Path

from tablebases.database import Parts, open_parts
from tablebases.errors import DamagedDataError, Error
from tablebases.files import conflicting, notes_of
from tablebases.nine_tiles.rules.laid_town import LaidTown, effort
from tablebases.nine_tiles.rules.themes import theme_synonym_name
from tablebases.nine_tiles.tablebase import SUCCESS_PATTERN


@dataclass(frozen=True)
class PackedBoxes:
    """The town boxes of an open success_pattern.db, see `packed_boxes`."""

    path: Path
    database: Parts
    positions: int
    """Number of positions of the board."""
    stride: int
    """The distance between the block ids of neighbouring theme synonyms, see `town_blocks_table`."""
    turn_sets: Mapping[int, tuple[int, str]]
    """Byte of a town box -> a tile and its directions, a digit each."""

    def boxes_of(self, theme_synonym: int) -> list[bytes]:
        """The town boxes of a theme synonym, one byte per position."""
        part = self.database.part_with("town_blocks", theme_synonym * self.stride, ("id", "boxes"))
        boxes = b"".join(boxes for block, boxes in part if block // self.stride == theme_synonym)
        return [boxes[first : first + self.positions] for first in range(0, len(boxes), self.positions)]

    def count(self, boxes: Iterable[bytes]) -> int:
        """Number of towns in these boxes."""
        return sum(prod(len(self.turn_sets[number][1]) for number in box) for box in boxes)

    def towns(self, boxes: Iterable[bytes]) -> list[str]:
        """The patterns of all towns of these boxes, the easiest to lay first."""
        patterns = []
        for box in boxes:
            tiles, directions = zip(*map(self.turn_sets.__getitem__, box), strict=True)
            position = "".join(map(str, tiles))
            patterns += [position + "".join(turned) for turned in product(*directions)]
        return sorted(patterns, key=effort)


@contextmanager
def packed_boxes(path: Path, *others: Path) -> Iterator[PackedBoxes]:
    """Open the town boxes of success_pattern.db.

    Raises a DamagedDataError if one of the databases `others`, whose answers it completes, is of another run.
    """
    with open_parts(path, SUCCESS_PATTERN) as database:
        notes: dict[str, str] = dict(database.part_with("provenance", 1, ("key", "value")))
        for other in others:
            if conflicting({path: notes, other: notes_of(other)}):
                text = "{path} and {other} are of different runs; name a folder of one run with --results"
                raise DamagedDataError(text, path=path, other=other)
        rows = database.part_with("turn_sets", 0, ("number", "tile", "directions"))
        turn_sets = {number: (tile, directions) for number, tile, directions in rows}
        yield PackedBoxes(path, database, int(notes["positions"]), int(notes["stride"]), turn_sets)


def towns_of(packed: PackedBoxes, theme_synonyms: Iterable[int], limit: int) -> list[str]:
    """The patterns of the first towns of theme synonyms, in their order."""
    towns = (town for id_ in theme_synonyms for town in packed.towns(packed.boxes_of(id_)))
    return list(islice(towns, limit))


def _id_of(database: Parts, columns: str, scores: Sequence[int]) -> int:
    """The id that the theme synonym with these scores has, if there is one; found by bisection."""
    ((last,),) = database.query_unverified("SELECT max(id) FROM theme_synonyms")
    sql = f"SELECT {columns} FROM theme_synonyms WHERE id = ?"  # noqa: S608

    def name(id_: int) -> bytes:
        return b"".join(map(theme_synonym_name, database.query_unverified(sql, (id_,))))

    return 1 + bisect_left(range(1, (last or 0) + 1), theme_synonym_name(scores), key=name)


def find_town(packed: PackedBoxes, town: LaidTown, columns: Iterable[str], scores: Sequence[int]) -> tuple[int, int]:
    """Find a listed town by its scores: its theme synonym, and the number of towns with these scores.

    `columns` and `scores` are in the order of the themes. Raises an Error if the database is damaged, or of another
    board, other tiles or other themes.
    """
    if packed.positions != len(town.tiles):
        raise Error(
            "{path} is about towns of {positions} tiles; name another with --results",
            path=packed.path,
            positions=packed.positions,
        )
    id_ = _id_of(packed.database, ", ".join(columns), scores)
    boxes = packed.boxes_of(id_)
    if not any(map(_is_in(town, packed.turn_sets), boxes)):
        raise Error(
            "the town {pattern} is not in {path}: that is about other tiles, or is damaged",
            pattern=town.pattern,
            path=packed.path,
        )
    return id_, packed.count(boxes)


def _is_in(town: LaidTown, turn_sets: Mapping[int, tuple[int, str]]) -> Callable[[Sequence[int]], bool]:
    """A test whether a town box has `town`."""
    half = len(town.tiles)
    wanted = [(tile.number, town.pattern[half + position]) for position, tile in enumerate(town.tiles)]
    fitting = [
        {number for number, (tile, directions) in turn_sets.items() if tile == wanted_tile and direction in directions}
        for wanted_tile, direction in wanted
    ]
    return lambda box: all(number in fits for number, fits in zip(box, fitting, strict=True))
