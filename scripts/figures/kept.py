"""The data files with the figures and sequences of the full run, and the check that its artifacts have them."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from scripts import ROOT
from scripts.figures.evaluated import Row, evaluate_figures, evaluate_sequences
from scripts.verify.artifacts import Artifacts
from scripts.verify.checks import Checks, Level, require
from tablebases.files import renamed_when_complete

FIGURES = ROOT / "data" / "figures.csv"
SEQUENCES = ROOT / "data" / "sequences.csv"
checks: Checks[Artifacts[Any]] = Checks()


def read_rows(path: Path) -> list[Row]:
    """The rows of one of the data files."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def write_rows(path: Path, rows: Sequence[Row]) -> None:
    """Write one of the data files."""
    with renamed_when_complete(path) as partial, partial.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


@checks.add(Level.QUICK, of_full_run=True)
def figures_of_the_document(artifacts: Artifacts[Any]) -> None:
    """docs/results.md has the figures and sequences of the artifacts."""
    for path, ask in ((FIGURES, evaluate_figures), (SEQUENCES, evaluate_sequences)):
        kept = {row["key"]: row for row in read_rows(path) if row["puzzle"] == artifacts.puzzle}
        found = {row["key"]: row for row in ask(lambda _, name: artifacts.folder / name, artifacts.puzzle)}
        differ = [key for key, row in found.items() if kept.get(key) != row]
        require(
            not differ,
            f"{path.name} has not what the artifacts say of {', '.join(differ)}; run `python -m scripts.figures`",
        )
