"""The study `benchmark`; docs/scaling.md and its charts of the study `scaling`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest
import yaml

from studies import benchmark, scaling
from studies.benchmark import Rate, rates_table
from studies.scaling import DOCUMENT, RUNS, UNITS, WHOLE, chart_of, costs_of_runs, digest, with_table
from tablebases.errors import InputError

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


def test_rates_table_compares_rates_with_the_first() -> None:
    table = rates_table("Towns", "towns", [Rate("plain Python", 3_000, 1.5), Rate("the stage", 1_000_000, 0.25)])
    title, header, plain, ours = table.splitlines()
    assert title == "Towns"
    assert header.split() == ["towns", "seconds", "towns", "a", "second", "ratio"]
    assert plain.split() == ["plain", "Python", "3,000", "1.50", "2,000", "1"]
    assert ours.split() == ["the", "stage", "1,000,000", "0.25", "4,000,000", "2,000"]


def test_a_benchmark_takes_the_plain_ways_first() -> None:
    config = yaml.safe_load(Path("config.yaml").read_text(encoding="utf-8"))["arrow_puzzle"]
    (table,) = benchmark.arrow_puzzle(config, 0.001)
    title, _, *rates = table.splitlines()
    assert title == "Expert boards, one core"
    assert [rate.split(",")[0].strip() for rate in rates] == ["published search", "fewest taps", "fewest taps"]
    assert rates[0].endswith(" 1")


def test_the_benchmark_scores_towns_one_at_a_time_and_by_the_search() -> None:
    section = {"board": {"rows": 2, "columns": 2}, "tile_file": "data/nine_tiles_panic/tiles.csv"}
    (table,) = benchmark.nine_tiles_panic(section, 0.01)
    (plain, scored, *_), (ours, found, *_) = (rate.strip().rsplit(maxsplit=4) for rate in table.splitlines()[2:])
    assert (plain, ours) == ("plain Python", "the search of the towns stage")
    assert 10 <= int(scored) <= 100
    assert found == "123,504"


def test_the_benchmark_rejects_a_puzzle_without_one() -> None:
    with pytest.raises(InputError, match="choose one of nine_tiles_panic, arrow_puzzle"):
        benchmark.main("chess")
