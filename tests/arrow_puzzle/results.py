"""Small artifacts of all stages, without the workflow."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from pipeline.arrow_puzzle.stages import database as arrow_database
from pipeline.arrow_puzzle.stages import hardest_boards, tap_counts
from pipeline.arrow_puzzle.stages import page as arrow_page
from pipeline.arrow_puzzle.stages.database import Optimal
from tablebases.arrow.boards import written
from tests.arrow_puzzle.helpers import (
    GAME,
    GAME_NAMES,
    REPOSITORY,
    known_rows,
    level_of,
    random_boards,
    solvable_boards,
)
from tests.databases import named_rows_of

BOARD_FILE = REPOSITORY / "data" / "arrow_puzzle" / "boards.csv"
BOUNDS_FILE = REPOSITORY / "data" / "arrow_puzzle" / "proven_bounds.csv"
COLUMNS = ("level", "board", "layout", "up")
SAMPLE, SEED, RESTARTS, STEPS = 300, 3, 3, 3_000

OTHERS = {
    "nines": "hexagon-4-9",  # a solution needs a division; 19,683 solutions, looked at in parts
    "wide": "hexagon-2-12",  # numbers of two digits; solvable boards and others
    "single": "square-1-4",
    "many": "square-5-12",  # too many solutions to look at all of them
}
"""Levels that the game does not have, by the names of other boards."""

BOARD_NAMES = {level.name: f"{level.shape}-{level.side}-{level.directions}" for level in GAME}
LEVELS = {**BOARD_NAMES, **OTHERS}
"""Level -> the name of its board."""

Question = tuple[str, str, str, str]
"""Level, board, layout, up."""


def level_options(named: Mapping[str, str] = LEVELS) -> list[str]:
    """Levels as options of a stage."""
    return [f"{name}={board}" for name, board in named.items()]


def known_questions() -> list[Question]:
    """All boards with known answers."""
    return [(name, row["board"], "rows", "1") for name in GAME_NAMES for row in known_rows(name)]


def questions() -> list[Question]:
    """The boards in the repository, those with known answers, and some of the other levels."""
    with BOARD_FILE.open(encoding="utf-8", newline="") as file:
        found = [tuple(row[column] for column in COLUMNS) for row in csv.DictReader(file)]
    for name, board in OTHERS.items():
        level = level_of(board)
        mistyped = solvable_boards(board, 4, seed=2)
        mistyped[:, 1 % level.tiles] = (mistyped[:, 1 % level.tiles] + 1) % level.directions
        values_of_all = [*solvable_boards(board, 6), *random_boards(board, 4), *mistyped]
        for number, values in enumerate(values_of_all):
            found.append((name, written(values, level, 1), ("rows", "columns")[number % 2], "1"))
    return [*found, *known_questions()]  # type: ignore[list-item]


def write_boards(path: Path, rows: Iterable[Sequence[str]]) -> Path:
    """A board file with all columns."""
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([COLUMNS, *rows])
    return path


def write_config(path: Path, named: Mapping[str, str]) -> Path:
    """A configuration that names these levels, as the commands read it."""
    entries = []
    for name, board in named.items():
        shape, side, directions = board.split("-")
        entry = {"name": name, "shape": shape, "side": int(side), "directions": int(directions)}
        entries.append(entry)
    path.write_text(json.dumps({"arrow_puzzle": {"levels": entries}}), encoding="utf-8")
    return path


@dataclass(frozen=True)
class Results:
    """A folder with the artifacts of all stages."""

    folder: Path

    @property
    def tap_counts(self) -> Path:
        """Of the stage tap_counts."""
        return self.folder / "tap_counts.db"

    @property
    def hardest_boards(self) -> Path:
        """Of the stage hardest_boards."""
        return self.folder / "hardest_boards.db"

    @property
    def database(self) -> Path:
        """Of the stage database."""
        return self.folder / "arrow_puzzle.db"

    @property
    def chart(self) -> Path:
        """Of the stage database."""
        return self.folder / "tap_counts.svg"

    @property
    def page(self) -> Path:
        """Of the stage page, a folder."""
        return self.folder / "page" / "arrow"

    @property
    def config(self) -> Path:
        """A configuration with these levels."""
        return self.folder / "config.yaml"

    @property
    def board_file(self) -> Path:
        """The boards that were asked about."""
        return self.folder / "boards.csv"

    @cached_property
    def solution_rows(self) -> list[dict[str, Any]]:
        """The table `solutions` in the order of the boards."""
        return named_rows_of(self.database, "SELECT * FROM solutions ORDER BY board_id")


def run_all_stages(
    folder: Path,
    named: Mapping[str, str] = LEVELS,
    asked: Iterable[Question] | None = None,
) -> Results:
    """Make all artifacts."""
    made = Results(folder)
    write_config(made.config, named)
    write_boards(made.board_file, questions() if asked is None else asked)
    options = level_options(named)
    tap_counts.main(options, BOUNDS_FILE, made.tap_counts, SAMPLE, SEED)
    hardest_boards.main(options, made.hardest_boards, RESTARTS, STEPS, SEED)
    parts = (made.tap_counts, made.hardest_boards)
    arrow_database.main(options, made.board_file, *parts, made.database, made.chart, Optimal.ALL)
    arrow_page.main(options, made.page)
    return made
