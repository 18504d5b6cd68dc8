"""The section `nine_tiles_panic` of the configuration."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, get_args

from pydantic import AfterValidator, Field

from pipeline.configuration import FolderPath, Section, path_of, whole
from tablebases.nine_tiles.rules.game_files import load_themes, load_tiles
from tablebases.nine_tiles.rules.themes import RuleSet
from tablebases.nine_tiles.rules.tiles import Board

TILE_LIST = "a list of different tile numbers from 0 to 9"


def _check_distinct(tiles: list[int]) -> list[int]:
    if len(set(tiles)) < len(tiles):
        raise ValueError(f"must be {TILE_LIST}, but is {tiles}")
    return tiles


class BoardSection(Section):
    """Rows and columns of the board."""

    rows: int = whole(1, 10)
    columns: int = whole(1, 10)


class Configuration(Section):
    """The section of Nine Tiles Panic."""

    board: BoardSection
    tile_file: str = path_of("tile file")
    tiles: Annotated[
        list[Annotated[int, Field(ge=0, le=9, description="a tile number from 0 to 9")]],
        Field(min_length=1, max_length=10, description=TILE_LIST),
        AfterValidator(_check_distinct),
    ]
    theme_file: str = path_of("theme file")
    rule_set: RuleSet = Field(description=f"the name of a rule set ({', '.join(get_args(RuleSet))})")
    shards: int = whole(1, 100)
    output: FolderPath = path_of("folder")

    @property
    def tile_numbers(self) -> str:
        """The tiles as an option of a stage: ascending, such as 0,1,4."""
        return ",".join(map(str, sorted(self.tiles)))

    def check_files(self) -> None:
        """Read the files of tiles and themes, and check the number of tiles.

        Raises an Error if a file is missing or wrong, or if there are too few tiles for the board.
        """
        load_tiles(Path(self.tile_file), self.tile_numbers, Board(self.board.rows, self.board.columns))
        load_themes(Path(self.theme_file))
