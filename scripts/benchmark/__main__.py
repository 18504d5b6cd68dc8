"""Compare the pipelines with plain Python, both in one run, on one core.

Example: make benchmark, or python -m scripts.benchmark godomachi
"""

from __future__ import annotations

from typing import Annotated

import typer
import yaml

from pipeline.stage import run_stage
from scripts import ROOT
from scripts.puzzles import modules_of_puzzles


def main(
    puzzle: Annotated[str | None, typer.Argument(help="Compare this puzzle alone.")] = None,
    scale: Annotated[float, typer.Option(min=0.001, help="Do so many times the usual amount of work.")] = 1.0,
) -> None:
    """Compare the pipelines with plain Python.

    Nine Tiles Panic: the towns stage, and one town scored at a time. Arrow puzzle: expert boards
    by the published search, by the oracle of the tests, and by the boards stage. Godomachi: all
    pairs of 5 and of 6 cells by minimax without memory, and by the pipeline. MilliJan: the value of
    hands by the three published searches, and by ours.

    Example: python -m scripts.benchmark arrow_puzzle --scale 0.1
    """
    config = yaml.safe_load((ROOT / "config.yaml").read_text(encoding="utf-8"))
    for name, module in modules_of_puzzles("scripts.benchmark", puzzle).items():
        for table in module.benchmark(config[name], scale):
            typer.echo(table)


if __name__ == "__main__":
    run_stage(main)
