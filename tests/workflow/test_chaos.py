"""The program that disturbs runs reports every difference, and finds none in this version."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.workflow.chaos import KINDS, Trials, Undisturbed, main
from tests.workflow.workspace import file_bytes


@pytest.fixture
def trials(tmp_path: Path) -> Trials:
    """A workspace with two result files and no notes of Snakemake."""
    found = Trials(tmp_path, Random(1))  # noqa: S311
    found.clean()
    for name in ("a.db", "b.csv"):
        (found.results / name).write_text(name, encoding="utf-8")
    return found


@pytest.mark.parametrize(
    ("change", "different"),
    [
        ("true", []),
        ("echo more >> results/a.db", ["a.db"]),
        ("rm results/b.csv", ["b.csv"]),
        ("touch results/.c.partial", [".c.partial"]),
        ("mkdir -p .snakemake/locks; touch .snakemake/locks/0.input.lock", [".snakemake/locks/0.input.lock"]),
    ],
)
def test_a_changed_missing_or_left_over_file_is_a_difference(trials: Trials, change: str, different: list[str]) -> None:
    right = Undisturbed("a.db", 1.0, file_bytes(trials.results), 10)
    trials.run("sh", "-c", change)
    assert trials.differences(right) == different


@pytest.mark.slow
def test_disturbed_runs_give_the_bytes_of_undisturbed_ones() -> None:
    """One trial of each kind."""
    main(trials=len(KINDS), seed=1)
