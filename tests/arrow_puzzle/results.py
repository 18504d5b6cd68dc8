"""Small artifacts of all stages, without the workflow."""

from __future__ import annotations

import csv
import json
from functools import cached_property
from pathlib import Path
from typing import Any

from pipeline.arrow_puzzle.stages import database as arrow_database
from pipeline.arrow_puzzle.stages import page as arrow_page
from pipeline.arrow_puzzle.stages import tap_counts
from pipeline.arrow_puzzle.stages.database import Optimal
from tablebases.arrow.boards import Layout, written
from tests.arrow_puzzle.helpers import (
    FAMILY_FILE,
    GAME,
    GAME_NAMES,
    REPOSITORY,
    known_rows,
    level_of,
    random_boards,
    solvable_boards,
)
from tests.databases import named_rows_of
from tests.provenance import noted

BOARD_FILE = REPOSITORY / "data" / "arrow_puzzle" / "boards.csv"
COLUMNS = ("level", "board", "layout", "up")
SAMPLE, SEED, RESTARTS, STEPS = 300, 3, 3, 3_000

OTHERS = {
    "nines": "hexagon-4-9",  # a solution needs a division; 19,683 solutions, examined in batches
    "wide": "hexagon-2-12",  # numbers of two digits
    "single": "square-1-4",
    "many": "square-8-36",  # too many solutions to examine all, more than 64 bits count
}
"""Levels that are not in the game."""

LEVELS = {level.name: f"{level.shape}-{level.side}-{level.directions}" for level in GAME} | OTHERS
"""Level -> the name of its board."""

Question = tuple[str, str, str, str]
"""Level, board, layout, up."""


def level_options(*names: str) -> list[str]:
    """The levels with these names, or all, as options of a stage."""
    return [f"{name}={LEVELS[name]}" for name in names or LEVELS]


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
            layout = list(Layout)[number % 3]
            found.append((name, written(values, level, 1, layout), layout.value, "1"))
    return [*found, *known_questions()]  # type: ignore[list-item]


class Results:
    """A folder with the artifacts of all stages."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.tap_counts = folder / "tap_counts.db"
        self.database = folder / "arrow_puzzle.db"
        self.chart = folder / "tap_counts.svg"
        self.page = folder / "page" / "arrow"
        self.config = folder / "config.yaml"
        self.board_file = folder / "boards.csv"

    @cached_property
    def solution_rows(self) -> list[dict[str, Any]]:
        """The table `solutions` in the order of the boards."""
        return named_rows_of(self.database, "SELECT * FROM solutions ORDER BY board_id")


def run_all_stages(folder: Path) -> Results:
    """Make all artifacts, and a configuration with the levels as the commands read it."""
    made = Results(folder)
    boards = [(name, *board.split("-")) for name, board in LEVELS.items()]
    entries = [{"name": n, "shape": shape, "side": int(side), "directions": int(m)} for n, shape, side, m in boards]
    made.config.write_text(json.dumps({"arrow_puzzle": {"levels": entries}}), encoding="utf-8")
    with made.board_file.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([COLUMNS, *questions()])
    options = level_options()
    tap_counts.main(options, FAMILY_FILE, made.tap_counts, SAMPLE, SEED, RESTARTS, STEPS, SEED)
    arrow_database.main(
        options, made.board_file, made.tap_counts, made.database, made.chart, noted(folder, "database"), Optimal.ALL
    )
    arrow_page.main(options, FAMILY_FILE, made.page / "about.json", noted(folder, "page"))
    return made
