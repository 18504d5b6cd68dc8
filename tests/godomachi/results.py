"""Small artifacts of all stages, without the workflow."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pipeline.godomachi import (
    cuts,
    godomachi_database,
    godomachi_page,
    plies,
    polyominoes,
    puzzles,
    wall_charts,
)
from pipeline.godomachi.atlas_page import FOLDER
from pipeline.godomachi.game.cuts import MaxCut
from pipeline.godomachi.workflow import FIGURES

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
        """Of the stage godomachi_database."""
        return self.folder / "godomachi.db"

    @property
    def charts(self) -> Path:
        """Of the stage wall_charts, a folder."""
        return self.folder / FIGURES

    @property
    def page(self) -> Path:
        """Of the stage godomachi_page, a folder."""
        return self.folder / FOLDER


def run_all_stages(folder: Path, max_n: int, max_cut: MaxCut = MaxCut.ANY) -> Results:
    """Make all artifacts where the workflow would."""
    made = Results(folder, max_n)
    polyominoes.main(max_n, made.polyominoes)
    cuts.main(made.polyominoes, made.cuts, max_cut)
    plies.main(made.cuts, made.plies)
    puzzles.main(made.cuts, made.plies, made.puzzles)
    godomachi_database.main(made.polyominoes, made.cuts, made.plies, made.puzzles, made.database)
    wall_charts.main(made.polyominoes, made.plies, made.charts)
    godomachi_page.main(made.polyominoes, made.cuts, made.plies, made.charts, made.page)
    return made


def rows_of(path: Path, sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
    """What SQL says of a database, as anybody would ask it."""
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
        return connection.execute(sql, parameters).fetchall()


def content_of(path: Path) -> list[str]:
    """All of a database but its provenance, as SQL."""
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
        return [line for line in connection.iterdump() if '"provenance"' not in line]
