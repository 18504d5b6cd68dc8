"""The theme synonym of a town, found in success_pattern.db by bisection.

Ids are ranks of names as byte strings, so the names of 23 theme synonyms lead to one of 6.7 million. They are read
without comparing them with a checksum: that the town is among those of the theme synonym found, which are compared, is
proof enough.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import prod
from pathlib import Path
from typing import NamedTuple

from pipeline.core.errors import PipelineError
from pipeline.core.opened import open_parts
from pipeline.core.parts import Parts
from pipeline.nine_tiles_panic.game.laid_town import TURNS, LaidTown
from pipeline.nine_tiles_panic.game.themes import theme_synonym_name
from pipeline.nine_tiles_panic.readers.packed_boxes import packed_boxes
from pipeline.nine_tiles_panic.tables import SUCCESS_PATTERN


class TownFound(NamedTuple):
    """A town that the results hold."""

    theme_synonym_id: int
    n_towns: int
    """The towns with the same scores."""


def _id_of(database: Parts, columns: str, scores: Sequence[int]) -> int:
    """The id that the theme synonym with these scores has, if there is one."""
    ((last,),) = database.hint("SELECT max(id) FROM theme_synonyms")
    sql = f"SELECT {columns} FROM theme_synonyms WHERE id = ?"  # noqa: S608

    def name(id_: int) -> bytes:
        return b"".join(map(theme_synonym_name, database.hint(sql, (id_,))))

    return 1 + bisect_left(range(1, last + 1), theme_synonym_name(scores), key=name)


def find_town(path: Path, town: LaidTown, columns: Iterable[str], scores: Sequence[int]) -> TownFound:
    """Find a town by its scores.

    Args:
        path: of success_pattern.db.
        town: as it is listed.
        columns: the score columns, in the order of the themes.
        scores: its scores, in the same order.

    Raises:
        PipelineError: the database is missing or damaged, or of another board, other tiles or other themes.
    """
    with open_parts(path, SUCCESS_PATTERN) as database:
        packed = packed_boxes(database)
        if packed.positions != len(town.tiles):
            raise PipelineError(f"{path} is about towns of {packed.positions} tiles; name another with --results")
        id_ = _id_of(database, ", ".join(columns), scores)
        boxes = packed.of(id_)
        if not any(map(_is_in(town, packed.turn_sets), boxes)):
            raise PipelineError(f"the town {town.pattern} is not in {path}: that is about other tiles, or is damaged")
        return TownFound(id_, sum(prod(len(packed.turn_sets[number][1]) for number in box) for box in boxes))


def _is_in(town: LaidTown, turn_sets: Mapping[int, tuple[int, str]]) -> Callable[[Sequence[int]], bool]:
    """A function that says whether a town box holds a town."""
    wanted = [(tile.number, str(TURNS * tile.side + tile.turns)) for tile in town.tiles]
    fitting = [
        {number for number, (of, directions) in turn_sets.items() if of == tile and direction in directions}
        for tile, direction in wanted
    ]
    return lambda box: all(number in fits for number, fits in zip(box, fitting, strict=True))
