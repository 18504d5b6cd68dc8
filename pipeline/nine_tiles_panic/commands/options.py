"""The options that several commands take, and where files are if nobody says otherwise."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

RESULTS = Path("results/nine_tiles_panic")
TILES = Path("data/nine_tiles_panic/tiles.csv")
THEMES = Path("data/nine_tiles_panic/themes.csv")

TilesOption = Annotated[Path, typer.Option("--tiles", help="Tile file, one row a tile face.")]
ThemesOption = Annotated[Path, typer.Option("--themes", help="Theme file, one row a theme.")]
RowsOption = Annotated[int, typer.Option("--rows", min=1, help="Rows of the board.")]
ColumnsOption = Annotated[int, typer.Option("--columns", min=1, help="Columns of the board.")]
