"""The known answers of a puzzle, for all its tests."""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent / "known_answers"


@cache
def _rows(puzzle: str, name: str) -> list[dict[str, str]]:
    with (FOLDER / puzzle / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        assert file.readline().startswith("#")
        return list(csv.DictReader(file))


class KnownAnswers:
    """Files of known answers, whose first line is a comment; figures.csv has figures by key."""

    def __init__(self, puzzle: str) -> None:
        self._puzzle = puzzle

    def rows(self, name: str) -> list[dict[str, str]]:
        """The rows of a file, named without its ending."""
        return _rows(self._puzzle, name)

    def figure(self, key: str) -> str:
        """A known figure by its key."""
        (value,) = [row["value"] for row in self.rows("figures") if row["key"] == key]
        return value

    def whole(self, key: str) -> int:
        """A known figure that is a whole number."""
        return int(self.figure(key))

    def wholes(self, key: str) -> list[int]:
        """A known figure that is a list of whole numbers."""
        return [int(entry) for entry in self.figure(key).split()]
