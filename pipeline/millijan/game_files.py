"""The data files that describe the game: kinds of tiles, and units."""

from __future__ import annotations

from pathlib import Path

from pipeline.core.csv_file import MORE_VALUES, open_csv
from pipeline.core.errors import PipelineError
from pipeline.millijan.game.names import Names
from pipeline.millijan.game.units import COPIES, MAX_KINDS, MAX_TILES, Tile, Unit

TILE_COLUMNS = ("id", "name", "kana", "full_name", "type", "copies")
UNIT_COLUMNS = ("id", "name", "members")


def _check_row(where: str, row: dict[str, str], number: int) -> None:
    if "more" in row:
        raise PipelineError(f"{where}: {MORE_VALUES}")
    if row["id"] != str(number):
        raise PipelineError(f"{where}: ids must be 0, 1, 2 .., but this is {row['id']}")


def _check_columns(path: Path, found: list[str], needed: tuple[str, ...]) -> None:
    missing = [column for column in needed if column not in found]
    if missing:
        raise PipelineError(f"{path}: the column {missing[0]} is missing; it needs {', '.join(needed)}")


def load_tiles(path: Path) -> tuple[Tile, ...]:
    """The kinds of tiles, in the order of their numbers.

    Raises:
        PipelineError: the file is missing or wrong.
    """
    tiles: list[Tile] = []
    with open_csv(path) as reader:
        _check_columns(path, list(reader.fieldnames or []), TILE_COLUMNS)
        for row in reader:
            where = f"{path}, tile {len(tiles)}"
            _check_row(where, row, len(tiles))
            if row["copies"] != str(COPIES):
                raise PipelineError(f"{where}: there are {COPIES} copies, not {row['copies']}")
            if not row["name"]:
                raise PipelineError(f"{where}: it has no name")
            if row["name"] in [tile.name for tile in tiles]:
                raise PipelineError(f"{where}: {row['name']} occurs twice")
            tiles.append(Tile(row["name"], row["kana"], row["full_name"], row["type"]))
    if not 1 <= len(tiles) <= MAX_KINDS:
        raise PipelineError(f"{path}: there must be 1 to {MAX_KINDS} tiles, not {len(tiles)}")
    return tuple(tiles)


def load_units(path: Path, tiles: tuple[Tile, ...]) -> tuple[Unit, ...]:
    """The units, in the order of their numbers.

    Raises:
        PipelineError: the file is missing or wrong: an idol is unknown or occurs twice in a unit, or two units have
            the same members.
    """
    names = Names(tiles)
    units: list[Unit] = []
    with open_csv(path) as reader:
        _check_columns(path, list(reader.fieldnames or []), UNIT_COLUMNS)
        for row in reader:
            where = f"{path}, unit {len(units)} ({row['name']})"
            _check_row(where, row, len(units))
            try:
                members = tuple(sorted(names.kind(name) for name in row["members"].split()))
            except PipelineError as error:
                raise PipelineError(f"{where}: {error}") from error
            if not 1 <= len(members) <= MAX_TILES:
                raise PipelineError(f"{where}: a unit has 1 to {MAX_TILES} members, not {len(members)}")
            for kind in members:
                if members.count(kind) > 1:
                    raise PipelineError(f"{where}: {tiles[kind].name} occurs in it twice")
            for number, other in enumerate(units):
                if other.members == members:
                    raise PipelineError(f"{where}: it has the same members as unit {number} ({other.name})")
            units.append(Unit(row["name"], members))
    if not units:
        raise PipelineError(f"{path}: there are no units in it")
    return tuple(units)
