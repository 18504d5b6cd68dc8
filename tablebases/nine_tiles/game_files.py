"""The data files that describe the game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from tablebases.errors import Error
from tablebases.files import open_csv
from tablebases.nine_tiles.themes import Theme
from tablebases.nine_tiles.tiles import Board, Tile, parse_tiles

Parsed = TypeVar("Parsed")


def _load(path: Path, what: str, parse: Callable[[Sequence[str], Iterable[dict[str, str]]], Parsed]) -> Parsed:
    """What the rows of a data file say; the file is named in whatever is wrong with it."""
    with open_csv(path) as reader:
        try:
            return parse(reader.fieldnames or [], reader)
        except Error as error:
            raise Error(f"{what} {path}: {error}") from error


def load_all_tiles(path: Path) -> tuple[Tile, ...]:
    """All tiles of a tile file, in the order of their numbers.

    Raises:
        Error: the file is missing or wrong.
    """
    return _load(path, "tile file", parse_tiles)


def load_themes(path: Path) -> tuple[Theme, ...]:
    """The themes of a theme file.

    Raises:
        Error: the file is missing or wrong.
    """
    from tablebases.nine_tiles.measures import parse_themes

    return _load(path, "theme file", parse_themes)


def load_tiles(path: Path, tile_numbers: str, board: Board) -> tuple[Tile, ...]:
    """The tiles of a tile file that are used, such as 0,1,4, in the order of their numbers.

    Raises:
        Error: the file is missing or wrong, or the tiles do not fit the board.
    """
    try:
        numbers = [int(text) for text in tile_numbers.split(",")]
    except ValueError as error:
        raise Error(f"--tile-numbers must be numbers such as 0,1,4, but is '{tile_numbers}'") from error
    all_tiles = load_all_tiles(path)
    for number in numbers:
        if not 0 <= number < len(all_tiles):
            raise Error(
                f"tile file {path}: tile {number} is not in the tile file, which has tiles 0 to {len(all_tiles) - 1}"
            )
    tiles = tuple(all_tiles[number] for number in sorted(set(numbers)))
    if len(tiles) < board.positions:
        raise Error(
            f"a board of {board.rows} rows and {board.columns} columns has {board.positions} "
            f"positions, but there are only {len(tiles)} tiles: use a smaller board or more tiles"
        )
    return tiles


def game_parameters(board: Board, tiles: Sequence[Tile]) -> dict[str, Any]:
    """The board and the tiles, as provenance names them."""
    return {"rows": board.rows, "columns": board.columns, "tiles": [tile.number for tile in tiles]}
