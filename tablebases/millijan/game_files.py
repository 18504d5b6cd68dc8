"""The data files: kinds of tiles, units, and hands to judge."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from tablebases.errors import Error, InputError
from tablebases.files import MORE_VALUES, open_csv
from tablebases.languages import t
from tablebases.millijan.names import Names, unit_named
from tablebases.millijan.units import COPIES, DECKS_OF_ALL_TYPES, MAX_KINDS, MAX_TILES, Tile, Unit

TILE_COLUMNS = ("id", "name", "kana", "full_name", "type", "copies")
UNIT_COLUMNS = ("id", "name", "members")
HAND_COLUMNS = ("hand", "called", "main")


def _rows(path: Path, columns: Sequence[str], place: str) -> Iterator[tuple[str, dict[str, str]]]:
    """The rows of a file with the ids 0, 1, 2 .., each with its place in words, a text with gaps."""
    with open_csv(path) as reader:
        missing = [column for column in columns if column not in (reader.fieldnames or [])]
        if missing:
            text = "{path}: the column {column} is missing; it needs {columns}"
            raise Error(text, path=path, column=missing[0], columns=t(", ").join(columns))
        for number, row in enumerate(reader):
            where = f"{path}{t(', ')}{t(place, **{**row, 'number': number})}"
            if "more" in row:
                raise Error("{where}: {error}", where=where, error=t(MORE_VALUES))
            if row["id"] != str(number):
                raise Error("{where}: ids must be 0, 1, 2 .., but this is {id}", where=where, id=row["id"])
            yield where, row


def _check_names(where: str, *names: str) -> None:
    if not names[0]:
        raise Error("{where}: it has no name", where=where)
    for name in names:
        if not name.isprintable() or name != name.strip():
            text = "{where}: {value} has blanks around it, or what cannot be printed"
            raise Error(text, where=where, value=repr(name))


def load_tiles(path: Path) -> tuple[Tile, ...]:
    """The kinds of tiles, in the order of their numbers."""
    tiles: list[Tile] = []
    for where, row in _rows(path, TILE_COLUMNS, "tile {number}"):
        if row["copies"] != str(COPIES):
            text = "{where}: there are {copies} copies, not {found}"
            raise Error(text, where=where, copies=COPIES, found=row["copies"])
        _check_names(where, row["name"], row["kana"], row["full_name"], row["type"])
        if row["type"] in DECKS_OF_ALL_TYPES:
            text = "{where}: the type cannot be {type}, which is the name of a deck"
            raise Error(text, where=where, type=row["type"])
        for name in filter(None, (row["name"], row["kana"])):
            if any(name in (tile.name, tile.kana) for tile in tiles):
                raise Error("{where}: {name} occurs twice", where=where, name=name)
        tiles.append(Tile(row["name"], row["kana"], row["full_name"], row["type"]))
    if not 1 <= len(tiles) <= MAX_KINDS:
        raise Error("{path}: there must be 1 to {most} tiles, not {found}", path=path, most=MAX_KINDS, found=len(tiles))
    return tuple(tiles)


def load_units(path: Path, tiles: tuple[Tile, ...]) -> tuple[Unit, ...]:
    """The units, in the order of their numbers; an Error names the place of a mistake."""
    names = Names(tiles)
    units: list[Unit] = []
    for where, row in _rows(path, UNIT_COLUMNS, "unit {number} ({name})"):
        try:
            members = tuple(sorted(names.kinds(row["members"])))
        except Error as error:
            raise Error("{where}: {error}", where=where, error=error) from error
        if not 1 <= len(members) <= MAX_TILES:
            text = "{where}: a unit has 1 to {most} members, not {found}"
            raise Error(text, where=where, most=MAX_TILES, found=len(members))
        for kind in members:
            if members.count(kind) > 1:
                raise Error("{where}: {name} occurs in it twice", where=where, name=tiles[kind].name)
        _check_names(where, row["name"])
        for number, other in enumerate(units):
            if other.members == members:
                text = "{where}: it has the same members as unit {number} ({name})"
                raise Error(text, where=where, number=number, name=other.name)
        units.append(Unit(row["name"], members))
    if not units:
        raise Error("{path}: there are no units in it", path=path)
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
    """Read the hands of a file with the column `hand`, and perhaps `called` and `main`; an error names a wrong hand."""
    names = Names(tiles)
    with open_csv(path) as reader:
        columns = reader.fieldnames or []
        if "hand" not in columns or set(columns) - set(HAND_COLUMNS):
            text = "hand file {path}: the columns must be hand, and perhaps called and main, but are {columns}"
            raise InputError(text, path=path, columns=t(", ").join(columns))
        for number, row in enumerate(reader, start=1):
            try:
                if "more" in row:
                    raise InputError(MORE_VALUES)
                words = [word.strip() for word in row.get("called", "").split(";")]
                called = tuple(unit_named(word, units, names) for word in words if word)
                main = names.kind(row["main"]) if row.get("main") else None
                hand = names.hand(row["hand"], range(1, MAX_TILES + 1), [units[unit] for unit in called])
            except InputError as error:
                text = "hand file {path}, hand {number}: {error}"
                raise InputError(text, path=path, number=number, error=error) from error
            yield Question(number, hand, called, main)
