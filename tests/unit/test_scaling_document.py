"""docs/scaling.md and its charts are those of docs/scaling.csv, which the study `scaling` measures."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

from studies import scaling
from studies.scaling import DOCUMENT, RUNS, UNITS, WHOLE, chart_of, costs_of_runs, digest, with_table

pytestmark = pytest.mark.thorough

ADVICE = "run `python -m studies.scaling`"


def test_the_table_of_costs_is_that_of_the_measurements() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    assert all(f"<!-- {name}: " in text for name in ("costs", "sizes"))
    assert with_table(text, "costs", scaling.costs_table(costs_of_runs(pd.read_csv(RUNS)))) == text, ADVICE


@pytest.mark.parametrize("puzzle", UNITS)
def test_the_charts_are_those_of_the_measurements(puzzle: str) -> None:
    assert digest(RUNS) in chart_of(puzzle).read_text(encoding="utf-8"), ADVICE


def test_start_up_is_the_least_that_a_job_took_and_the_rest_is_work() -> None:
    rows = [
        ("small", 10, "towns", 1, 2.0),
        ("small", 10, "all", 1, 2.0),
        ("large", 1000, "towns", 2, 24.0),
        ("large", 1000, "all", 2, 24.0),
    ]
    measured = pd.DataFrame(rows, columns=["case", "count", "stage", "jobs", "seconds"]).assign(puzzle="p")
    runs = costs_of_runs(measured).set_index("case")
    assert runs["start"].to_dict() == {"small": 2.0, "large": 4.0}
    assert runs["nanoseconds"].dropna().to_dict() == {"large": 20e9 / 1000}


def test_repeated_runs_keep_the_least_of_each_stage_in_whatever_order() -> None:
    columns = ["stage", "seconds", "memory_mb"]
    one = pd.DataFrame([("a", 1.0, 5.0), ("b", 4.0, 7.0), ("all", 5.0, 7.0)], columns=columns)
    other = pd.DataFrame([("b", 3.0, 8.0), ("a", 2.0, 4.0), ("all", 5.0, 8.0)], columns=columns)
    best = scaling.least_of_runs([one, other]).set_index("stage")
    assert best["seconds"].to_dict() == {"a": 1.0, "b": 3.0, "all": 4.0}
    assert best["memory_mb"].to_dict() == {"a": 4.0, "b": 7.0, "all": 7.0}


def test_with_table_replaces_a_table_and_nothing_else() -> None:
    text = "before\n\n<!-- a: by hand -->\n\n| old |\n|---|\n\nafter\n"
    assert with_table(text, "a", "| new |\n") == "before\n\n<!-- a: by hand -->\n\n| new |\n\nafter\n"


def test_run_once_measures_a_run_by_its_stages(tmp_path: Path) -> None:
    case = next(case for case in scaling.CASES if case.puzzle == "godomachi")
    measured = scaling.run_once(replace(case, section={"max_n": 4}), tmp_path)
    whole = measured[measured["stage"] == WHOLE].iloc[0]
    stages = measured[measured["stage"] != WHOLE]
    assert whole["count"] == 1 + 10  # pairs of 3 and of 4 cells
    assert whole["seconds"] == pytest.approx(stages["seconds"].sum())
    assert "database" in set(stages["stage"])
    assert (stages["memory_mb"] > 10).all()
    assert whole["bytes"] > 10_000
