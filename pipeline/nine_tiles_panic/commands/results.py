"""The finished artifacts that commands answer from, and the game that they are about."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from pipeline.artifact.database import open_database
from pipeline.artifact.provenance import read_provenance
from pipeline.nine_tiles_panic.game.board import Board
from pipeline.nine_tiles_panic.game.themes import Theme
from pipeline.nine_tiles_panic.game.tiles import Tile
from pipeline.nine_tiles_panic.game_files import load_tiles
from pipeline.nine_tiles_panic.theme_synonyms import SCHEMA_VERSION

RESULTS = Path("results/nine_tiles_panic")
TILES = Path("data/nine_tiles_panic/tiles.csv")

ResultsOption = Annotated[
    Path, typer.Option("--results", help="The folder with the finished artifacts.")
]
LimitOption = Annotated[int, typer.Option("--limit", min=1, help="Most rows to show.")]
CardsArgument = Annotated[list[str], typer.Argument(help="Three cards, by number or by name.")]


def themes_of(results: Path) -> list[Theme]:
    """The themes that the artifacts are about, by number.

    Raises:
        PipelineError: `theme_synonyms.db` is missing or damaged.
    """
    path = results / "theme_synonyms.db"
    with closing(open_database(path, "theme_synonyms", SCHEMA_VERSION)) as database:
        rows = database.execute("SELECT no, key, name_en, name_ja, level FROM themes ORDER BY no")
        return [Theme(*row) for row in rows]


def board_and_tiles(results: Path, tile_file: Path) -> tuple[Board, tuple[Tile, ...]]:
    """The board and the tiles that the artifacts are about.

    Raises:
        PipelineError: `town_synonyms.csv` or the tile file is missing or damaged.
    """
    game = json.loads(read_provenance(results / "town_synonyms.csv")["parameters"])
    board = Board(game["rows"], game["columns"])
    return board, load_tiles(tile_file, ",".join(map(str, game["tiles"])), board)
