"""`tablebases arrow generate`: random boards."""

from __future__ import annotations

from typing import Annotated

import typer

from pipeline.arrow_puzzle.commands.asking import LevelArgument, UpOption
from pipeline.cli.options import CONFIG, ConfigOption

BOARDS_BATCH = 10_000


def generate(
    level: LevelArgument,
    count: Annotated[int, typer.Option("--count", "-n", min=1, help="How many boards.")] = 1,
    seed: Annotated[int | None, typer.Option(min=0, help="The same seed gives the same boards.")] = None,
    up: UpOption = 1,
    config: ConfigOption = CONFIG,
) -> None:
    """Print random boards that can be solved, a line each, all equally likely.

    Example: tablebases arrow generate expert -n 3 --seed 7
    """
    import numpy as np

    from pipeline.arrow_puzzle.commands.question import find_level
    from pipeline.arrow_puzzle.game.notation import all_written

    found = find_level(level, config)
    random = np.random.default_rng(seed)
    for first in range(0, count, BOARDS_BATCH):
        size = (min(BOARDS_BATCH, count - first), found.tiles)
        taps = random.integers(0, found.directions, size)
        boards = found.after_taps(np.zeros_like(taps), taps)
        print("\n".join(all_written(boards.astype(np.uint8), found, lowest=up)))
