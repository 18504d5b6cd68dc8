"""What the stages of MilliJan have written, read back."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import select

from pipeline.database import Schema, open_database
from pipeline.millijan.tables import TILES, UNIT_MEMBERS, UNITS, UNITS_PART
from tablebases.millijan.units import Tile, Unit


def read_game(path: Path, schema: Schema = UNITS_PART) -> tuple[tuple[Tile, ...], tuple[Unit, ...]]:
    """The tiles and units of the game, in the order of their numbers; schema: that of the database at `path`.

    Raises:
        Error: it is missing, damaged, or of another kind.
    """
    with open_database(path, schema) as database:
        tiles = tuple(
            Tile(row.name, row.kana, row.full_name, row.type)
            for row in database.execute(select(TILES).order_by(TILES.c.id))
        )
        members: dict[int, list[int]] = {}
        for row in database.execute(select(UNIT_MEMBERS).order_by(*UNIT_MEMBERS.primary_key)):
            members.setdefault(row.unit, []).append(row.kind)
        units = database.execute(select(UNITS).order_by(UNITS.c.id))
        return tiles, tuple(Unit(row.name, tuple(members[row.id])) for row in units)
