"""Small artifacts of all stages, without the workflow."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pipeline.godomachi.stages import database, page, wall_charts
from tablebases.godomachi.tablebase import MaxCut
from tests.godomachi.helpers import REPOSITORY

RECORD_FILE = REPOSITORY / "tests" / "known_answers" / "godomachi" / "records.csv"
"""Of sizes that take no time."""


@dataclass(frozen=True)
class Results:
    """A folder with the artifacts of all stages."""

    folder: Path
    max_n: int

    @property
    def database(self) -> Path:
        """Of the stage database."""
        return self.folder / "godomachi.db"

    @property
    def charts(self) -> Path:
        """Of the stage wall_charts, a folder."""
        return self.folder / "figures"

    @property
    def page(self) -> Path:
        """Of the stage page, a folder."""
        return self.folder / "page" / "godomachi"


def run_all_stages(folder: Path, max_n: int, max_cut: MaxCut = MaxCut.ANY) -> Results:
    """Make all artifacts where the workflow would."""
    made = Results(folder, max_n)
    database.main(max_n, RECORD_FILE, made.database, max_cut)
    wall_charts.main(made.database, made.charts)
    page.main(made.database, made.charts, made.page)
    return made
