"""The data files that describe the game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from tablebases.errors import Error
from tablebases.files import open_csv
from tablebases.nine_tiles.rules.themes import THEMES_IN_A_SET, Theme
from tablebases.nine_tiles.rules.tiles import Board, Tile, parse_tiles
from tablebases.puzzles import NINE_TILES

Parsed = TypeVar("Parsed")
TILES, THEMES = NINE_TILES.data / "tiles.csv", NINE_TILES.data / "themes.csv"
THEME_FILE_COLUMNS = ("no", "key", "name_en", "name_ja", "level")


def _load(path: Path, error_text: str, parse: Callable[[Sequence[str], Iterable[dict[str, str]]], Parsed]) -> Parsed:
    """Parse the rows of a data file. `error_text` is the text of errors, with gaps for `path` and `error`."""
    with open_csv(path) as reader:
        try:
            return parse(reader.fieldnames or [], reader)
        except Error as error:
            raise Error(error_text, path=path, error=error) from error


def load_all_tiles(path: Path) -> tuple[Tile, ...]:
    """All tiles of a tile file, in the order of their numbers."""
    return _load(path, "tile file {path}: {error}", parse_tiles)


def _parse_theme(row: Mapping[str, str]) -> Theme:
    from tablebases.nine_tiles.rules.measures import measure_of

    number = (row["no"] or "").strip()
    if number not in map(str, range(1, 100)):
        raise Error("no must be a number from 1 to 99, but is '{number}'", number=number)
    if "more" in row:
        raise Error("theme {number}: the row has more values than there are columns", number=number)
    key = (row["key"] or "").strip()
    try:
        measure = measure_of(key)
    except Error as error:
        raise Error("theme {number}: {error}", number=number, error=error) from error
    level = (row["level"] or "").strip()
    if level != measure.level:
        raise Error(
            "theme {number}: level of {key} must be '{right}', but is '{level}'",
            number=number,
            key=key,
            right=measure.level,
            level=level,
        )
    for name in (row["name_en"], row["name_ja"]):
        if not name.isprintable() or name != name.strip():
            raise Error(
                "theme {number}: name {name!r} has blanks around it or unprintable characters",
                number=number,
                name=name,
            )
    return Theme(int(number), key, row["name_en"], row["name_ja"], level)


def parse_themes(columns: Sequence[str], rows: Iterable[Mapping[str, str]]) -> tuple[Theme, ...]:
    """Read the rows of a theme file into themes by number."""
    if sorted(columns) != sorted(THEME_FILE_COLUMNS):
        raise Error("the columns must be {columns}", columns=",".join(THEME_FILE_COLUMNS))
    themes = sorted((_parse_theme(row) for row in rows), key=lambda theme: theme.no)
    for attribute in ("no", "key", "name_en", "name_ja"):
        values = [getattr(theme, attribute) for theme in themes]
        for value in filter(None, values):
            if values.count(value) > 1:
                raise Error("{column} {value} is listed twice", column=attribute, value=value)
    if len(themes) < THEMES_IN_A_SET:
        raise Error("there are fewer than {least} themes in it", least=THEMES_IN_A_SET)
    return tuple(themes)


def load_themes(path: Path) -> tuple[Theme, ...]:
    """The themes of a theme file."""
    return _load(path, "theme file {path}: {error}", parse_themes)


def parse_tile_numbers(text: str) -> list[int]:
    """Read numbers of tiles such as 0,1,4, ascending."""
    try:
        return sorted({int(number) for number in text.split(",")})
    except ValueError as error:
        raise Error("--tile-numbers must be numbers such as 0,1,4, but is '{text}'", text=text) from error


def load_tiles(path: Path, tile_numbers: str, board: Board) -> tuple[Tile, ...]:
    """The tiles of a tile file with numbers such as 0,1,4, ascending."""
    numbers = parse_tile_numbers(tile_numbers)
    all_tiles = load_all_tiles(path)
    for number in numbers:
        if not 0 <= number < len(all_tiles):
            raise Error(
                "tile file {path}: tile {number} is not in the tile file, which has tiles 0 to {last}",
                path=path,
                number=number,
                last=len(all_tiles) - 1,
            )
    tiles = tuple(all_tiles[number] for number in numbers)
    if len(tiles) < board.positions:
        raise Error(
            "a board of {rows} rows and {columns} columns has {positions} positions, but there are only {tiles} tiles: "
            "use a smaller board or more tiles",
            rows=board.rows,
            columns=board.columns,
            positions=board.positions,
            tiles=len(tiles),
        )
    return tiles


def game_parameters(board: Board, tiles: Sequence[Tile]) -> dict[str, Any]:
    """The board and the tiles, by their names in provenance."""
    return {"rows": board.rows, "columns": board.columns, "tiles": [tile.number for tile in tiles]}
