"""The section `godomachi` of the configuration."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from pipeline.configuration import FolderPath, Section, path_of, whole
from pipeline.godomachi.records import read_records
from tablebases.godomachi.tablebase import MAX_CELLS_OF_RECORDS, MAX_CELLS_OF_RUN

Sizes = Annotated[
    list[Annotated[int, whole(3, MAX_CELLS_OF_RECORDS)]],
    Field(description=f"a list of sizes from 3 to {MAX_CELLS_OF_RECORDS}"),
]


class Records(Section):
    """Sizes to count by plies or by winners."""

    plies: Sizes
    winners: Sizes

    @property
    def largest(self) -> int:
        """Cells of the largest polyominoes, at least 3."""
        return max([3, *self.plies, *self.winners])

    @property
    def most_plies(self) -> int:
        """An upper bound of the plies of the sizes in `plies`."""
        return max([3, *self.plies]) - 2


class Configuration(Section):
    """The section of Godomachi."""

    max_n: int = whole(3, MAX_CELLS_OF_RUN)
    max_cut: Literal["any", "half"] = Field(description="any or half")
    records: Records
    record_file: str = path_of("record file")
    output: FolderPath = path_of("folder")

    def check_files(self) -> None:
        """Stop unless the records can be read."""
        read_records(Path(self.record_file))
