"""The section `arrow_puzzle` of the configuration."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from pipeline.configuration import FolderPath, Section, path_of, whole
from tablebases.arrow.boards import Level, Shape, check_different_names
from tablebases.errors import InputError
from tablebases.files import open_csv


class LevelSection(Section):
    """A level with name, shape, side and directions."""

    name: str = Field(pattern=r"^[a-z][a-z0-9_]*$", description="a name of small letters, digits and underscores")
    shape: Literal["square", "hexagon"] = Field(description="square or hexagon")
    side: int = whole(1)
    directions: int = whole(2, 100)

    @property
    def level(self) -> Level:
        """The level; an InputError if it has too many tiles."""
        return Level(self.name, Shape(self.shape), self.side, self.directions)

    @property
    def option(self) -> str:
        """The level as an option of a stage."""
        return f"{self.name}={self.shape}-{self.side}-{self.directions}"


class Sample(Section):
    """A number of boards and a seed."""

    boards: int = whole(2, at_most=10**9)
    seed: int = whole(0, at_most=2**63 - 1)


class Search(Section):
    """Restarts, steps and a seed."""

    restarts: int = whole(1, at_most=10**6)
    steps: int = whole(1, at_most=10**12)
    seed: int = whole(0, at_most=2**63 - 1)


class Configuration(Section):
    """The section of the arrow puzzle."""

    levels: Annotated[list[LevelSection], Field(min_length=1, max_length=100, description="a list of 1 to 100 levels")]
    board_file: str = path_of("board file")
    optimal: Literal["one", "all"] = Field(description="one or all")
    sample: Sample
    search: Search
    output: FolderPath = path_of("folder")

    @property
    def level_options(self) -> list[str]:
        """The levels as options of a stage."""
        return [level.option for level in self.levels]

    @property
    def search_options(self) -> dict[str, int]:
        """The search as options of a stage that also has a sample."""
        return {f"search_{key}": value for key, value in self.search}

    def check_files(self) -> None:
        """Check that the levels are boards, and that the board file is readable and has boards of no other level."""
        check_different_names([level.level for level in self.levels])
        names = [level.name for level in self.levels]
        with open_csv(Path(self.board_file)) as reader:
            others = dict.fromkeys(row["level"] for row in reader if row.get("level", names[0]) not in names)
        if others:
            raise InputError(
                f"board file {self.board_file}: it has boards of {', '.join(others)}, but arrow_puzzle.levels has only "
                f"{', '.join(names)}; name a file with boards of these levels with the key board_file"
            )
