"""Small artifacts of all stages, without the workflow."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pipeline.godomachi.stages import cuts, database, page, plies, polyominoes, puzzles, wall_charts
from tablebases.godomachi.tablebase import MaxCut
from tests.godomachi.helpers import REPOSITORY

RECORD_FILE = REPOSITORY / "tests" / "known_answers" / "godomachi" / "records.csv"
"""Of sizes that take no time."""
DATABASES = ("polyominoes", "cuts", "plies", "puzzles", "database")


@dataclass(frozen=True)
class Results:
    """A folder with the artifacts of all stages."""

    folder: Path
    max_n: int

    @property
    def polyominoes(self) -> Path:
        """Of the stage polyominoes."""
        return self.folder / "parts" / "polyominoes.db"

    @property
    def cuts(self) -> Path:
        """Of the stage cuts."""
        return self.folder / "parts" / "cuts.db"

    @property
    def plies(self) -> Path:
        """Of the stage plies."""
        return self.folder / "parts" / "plies.db"

    @property
    def puzzles(self) -> Path:
        """Of the stage puzzles."""
        return self.folder / "parts" / "puzzles.db"

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
    polyominoes.main(max_n, made.polyominoes)
    cuts.main(made.polyominoes, made.cuts, max_cut)
    plies.main(made.cuts, made.plies)
    puzzles.main(made.cuts, made.plies, made.puzzles)
    database.main(made.polyominoes, made.cuts, made.plies, made.puzzles, RECORD_FILE, made.database)
    wall_charts.main(made.polyominoes, made.plies, made.charts)
    page.main(made.polyominoes, made.cuts, made.plies, made.charts, made.page)
    return made
