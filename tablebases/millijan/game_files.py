"""The data files: kinds of tiles, units, and hands to judge."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from tablebases.errors import Error, InputError
from tablebases.files import MORE_VALUES, open_csv
from tablebases.millijan.names import Names, unit_named
from tablebases.millijan.units import COPIES, DECKS_OF_ALL_TYPES, MAX_KINDS, MAX_TILES, Tile, Unit

TILE_COLUMNS = ("id", "name", "kana", "full_name", "type", "copies")
UNIT_COLUMNS = ("id", "name", "members")
HAND_COLUMNS = ("hand", "called", "main")


def _rows(path: Path, columns: Sequence[str], place: str) -> Iterator[tuple[str, dict[str, str]]]:
    """The rows of a file, numbered 0, 1, 2 .., each with its place in words."""
    with open_csv(path) as reader:
        missing = [column for column in columns if column not in (reader.fieldnames or [])]
        if missing:
            raise Error(f"{path}: the column {missing[0]} is missing; it needs {', '.join(columns)}")
        for number, row in enumerate(reader):
            where = f"{path}, " + place.format_map({**row, "number": number})
            if "more" in row:
                raise Error(f"{where}: {MORE_VALUES}")
            if row["id"] != str(number):
                raise Error(f"{where}: ids must be 0, 1, 2 .., but this is {row['id']}")
            yield where, row


def load_tiles(path: Path) -> tuple[Tile, ...]:
    """The kinds of tiles, in the order of their numbers."""
    tiles: list[Tile] = []
    for where, row in _rows(path, TILE_COLUMNS, "tile {number}"):
        if row["copies"] != str(COPIES):
            raise Error(f"{where}: there are {COPIES} copies, not {row['copies']}")
        if not row["name"]:
            raise Error(f"{where}: it has no name")
        for text in (row["name"], row["kana"], row["full_name"], row["type"]):
            if not text.isprintable() or text != text.strip():
                raise Error(f"{where}: {text!r} has blanks around it, or what cannot be printed")
        if row["type"] in DECKS_OF_ALL_TYPES:
            raise Error(f"{where}: the type cannot be {row['type']}, which is the name of a deck")
        for name in filter(None, (row["name"], row["kana"])):
            if any(name in (tile.name, tile.kana) for tile in tiles):
                raise Error(f"{where}: {name} occurs twice")
        tiles.append(Tile(row["name"], row["kana"], row["full_name"], row["type"]))
    if not 1 <= len(tiles) <= MAX_KINDS:
        raise Error(f"{path}: there must be 1 to {MAX_KINDS} tiles, not {len(tiles)}")
    return tuple(tiles)


def load_units(path: Path, tiles: tuple[Tile, ...]) -> tuple[Unit, ...]:
    """The units, in the order of their numbers; an Error says where the file is wrong."""
    names = Names(tiles)
    units: list[Unit] = []
    for where, row in _rows(path, UNIT_COLUMNS, "unit {number} ({name})"):
        try:
            members = tuple(sorted(names.kind(name) for name in row["members"].split()))
        except Error as error:
            raise Error(f"{where}: {error}") from error
        if not 1 <= len(members) <= MAX_TILES:
            raise Error(f"{where}: a unit has 1 to {MAX_TILES} members, not {len(members)}")
        for kind in members:
            if members.count(kind) > 1:
                raise Error(f"{where}: {tiles[kind].name} occurs in it twice")
        for number, other in enumerate(units):
            if other.members == members:
                raise Error(f"{where}: it has the same members as unit {number} ({other.name})")
        units.append(Unit(row["name"], members))
    if not units:
        raise Error(f"{path}: there are no units in it")
    return tuple(units)


def load_game(tile_file: Path, unit_file: Path) -> tuple[tuple[Tile, ...], tuple[Unit, ...]]:
    """The kinds of tiles, and the units."""
    tiles = load_tiles(tile_file)
    return tiles, load_units(unit_file, tiles)


class Question(NamedTuple):
    """A hand of a file."""

    number: int
    """From 1."""
    hand: tuple[int, ...]
    """Kinds, without those of called units."""
    called: tuple[int, ...]
    """Numbers of called units."""
    main: int | None
    """The player's main idol, a kind."""


def read_questions(path: Path, tiles: Sequence[Tile], units: Sequence[Unit]) -> Iterator[Question]:
    """The hands of a file with a column hand, and perhaps called and main; an InputError says which hand is wrong."""
    names = Names(tiles)
    with open_csv(path) as reader:
        columns = reader.fieldnames or []
        if "hand" not in columns or set(columns) - set(HAND_COLUMNS):
            raise InputError(
                f"hand file {path}: the columns must be hand, and perhaps called and main, but are {', '.join(columns)}"
            )
        for number, row in enumerate(reader, start=1):
            try:
                if "more" in row:
                    raise InputError(MORE_VALUES)
                words = [word.strip() for word in row.get("called", "").split(";")]
                called = tuple(unit_named(word, units, names) for word in words if word)
                main = names.kind(row["main"]) if row.get("main") else None
                hand = names.hand(row["hand"], range(1, MAX_TILES + 1), [units[unit] for unit in called])
            except InputError as error:
                raise InputError(f"hand file {path}, hand {number}: {error}") from error
            yield Question(number, hand, called, main)
