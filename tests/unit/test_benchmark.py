"""The study `benchmark`."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from studies import benchmark
from studies.benchmark import Rate, rates_table
from tablebases.errors import InputError

pytestmark = pytest.mark.thorough


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
