"""Benchmarks."""

from __future__ import annotations

from pathlib import Path

import yaml

from scripts.benchmark import arrow_puzzle
from scripts.benchmark.rates import Rate, rates_table


def test_rates_are_compared_with_the_first() -> None:
    table = rates_table("Towns", "towns", [Rate("plain Python", 3_000, 1.5), Rate("the stage", 1_000_000, 0.25)])
    title, header, plain, ours = table.splitlines()
    assert title == "Towns"
    assert header.split() == ["towns", "seconds", "towns", "a", "second", "ratio"]
    assert plain.split() == ["plain", "Python", "3,000", "1.50", "2,000", "1"]
    assert ours.split() == ["the", "stage", "1,000,000", "0.25", "4,000,000", "2,000"]


def test_a_benchmark_takes_the_plain_ways_first() -> None:
    config = yaml.safe_load(Path("config.yaml").read_text(encoding="utf-8"))["arrow_puzzle"]
    (table,) = arrow_puzzle.benchmark(config, 0.001)
    title, _, *rates = table.splitlines()
    assert title == "Expert boards, one core"
    assert [rate.split(",")[0].strip() for rate in rates] == ["published search", "fewest taps", "fewest taps"]
    assert rates[0].endswith(" 1")
