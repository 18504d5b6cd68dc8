"""Compare the pipelines with plain Python, both in one run, on one core.

Example: make benchmark, or python -m scripts.benchmark --towns 5000
"""

from __future__ import annotations

from typing import Annotated

import typer
import yaml
from rich.console import Console

from pipeline.stage import run_command
from scripts.benchmark import arrow_puzzle, godomachi, millijan, nine_tiles_panic
from scripts.benchmark.nine_tiles_panic import ROOT


def main(
    towns: Annotated[int, typer.Option(min=1, help="Towns scored one at a time.")] = 3000,
    shards: Annotated[int, typer.Option(min=1, help="The towns stage runs one of so many.")] = 8,
    boards: Annotated[int, typer.Option(min=1, help="Arrow boards to solve.")] = 100_000,
    hands: Annotated[int, typer.Option(min=2, help="MilliJan hands to judge.")] = 200_000,
) -> None:
    """Compare the pipelines with plain Python.

    Nine Tiles Panic: the towns stage, and one town scored at a time. Arrow puzzle: expert boards
    by the published search, by the oracle of the tests, and by the boards stage. Godomachi: all
    pairs of 5 and of 6 cells by minimax without memory, and by the pipeline. MilliJan: the value of
    hands by the three published searches, and by ours.

    Example: python -m scripts.benchmark --towns 5000
    """
    config = yaml.safe_load((ROOT / "config.yaml").read_text(encoding="utf-8"))
    tables = [
        arrow_puzzle.benchmark(config["arrow_puzzle"], boards),
        *(godomachi.benchmark(cells) for cells in (5, 6)),
        *millijan.benchmark(config["millijan"], hands),
        nine_tiles_panic.benchmark(config["nine_tiles_panic"], towns, shards),
    ]
    for table in tables:
        Console().print(table)


if __name__ == "__main__":
    run_command(main)
