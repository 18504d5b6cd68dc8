"""The data files that describe the game, and the options by which stages are told of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from pipeline.artifact.csv_file import open_csv
from pipeline.errors import PipelineError
from pipeline.nine_tiles_panic.game.board import Board
from pipeline.nine_tiles_panic.game.themes import Theme, parse_themes
from pipeline.nine_tiles_panic.game.tiles import Tile, choose_tiles, parse_tiles

TilesOption = Annotated[Path, typer.Option("--tiles", help="Tile file, one row a tile face.")]
TileNumbersOption = Annotated[
    str, typer.Option("--tile-numbers", help="Numbers of the tiles used, such as 0,1,4.")
]
ThemesOption = Annotated[Path, typer.Option("--themes", help="Theme file, one row a theme.")]
RowsOption = Annotated[int, typer.Option("--rows", min=1, help="Rows of the board.")]
ColumnsOption = Annotated[int, typer.Option("--columns", min=1, help="Columns of the board.")]
OutOption = Annotated[Path, typer.Option("--out", help="Where to write the artifact.")]


def load_all_tiles(path: Path) -> tuple[Tile, ...]:
    """All tiles of a tile file, in the order of their numbers.

    Raises:
        PipelineError: the file is missing or wrong.
    """
    with open_csv(path) as reader:
        try:
            return parse_tiles(reader.fieldnames or [], reader)
        except PipelineError as error:
            raise PipelineError(f"tile file {path}: {error}") from error


def load_tiles(path: Path, tile_numbers: str, board: Board) -> tuple[Tile, ...]:
    """The tiles of a tile file that are used.

    Args:
        path: the tile file.
        tile_numbers: as in `TileNumbersOption`.
        board: the board, which they must be enough for.

    Raises:
        PipelineError: the file is missing or wrong, or the tiles do not fit the board.
    """
    try:
        numbers = [int(text) for text in tile_numbers.split(",")]
    except ValueError as error:
        raise PipelineError(
            f"--tile-numbers must be numbers such as 0,1,4, but is '{tile_numbers}'"
        ) from error
    all_tiles = load_all_tiles(path)
    try:
        tiles = choose_tiles(all_tiles, numbers)
    except PipelineError as error:
        raise PipelineError(f"tile file {path}: {error}") from error
    if len(tiles) < board.positions:
        raise PipelineError(
            f"a board of {board.rows} rows and {board.columns} columns has {board.positions} "
            f"positions, but there are only {len(tiles)} tiles: use a smaller board or more tiles"
        )
    return tiles


def game_parameters(board: Board, tiles: Sequence[Tile]) -> dict[str, Any]:
    """The board and the tiles, as provenance names them."""
    return {
        "rows": board.rows,
        "columns": board.columns,
        "tiles": [tile.number for tile in tiles],
    }


def load_themes(path: Path) -> tuple[Theme, ...]:
    """The themes of a theme file.

    Raises:
        PipelineError: the file is missing or wrong.
    """
    with open_csv(path) as reader:
        try:
            return parse_themes(reader.fieldnames or [], reader)
        except PipelineError as error:
            raise PipelineError(f"theme file {path}: {error}") from error
