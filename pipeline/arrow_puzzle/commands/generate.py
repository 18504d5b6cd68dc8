"""`tablebases arrow generate`: random boards."""

from __future__ import annotations

from typing import Annotated

import numpy as np
import typer

from pipeline.arrow_puzzle.commands.asking import (
    CONFIG,
    ConfigOption,
    LevelArgument,
    UpOption,
    find_level,
)
from pipeline.arrow_puzzle.game.notation import all_written

BOARDS_AT_ONCE = 10_000


def generate(
    level: LevelArgument,
    count: Annotated[int, typer.Option("--count", "-n", min=1, help="How many boards.")] = 1,
    seed: Annotated[
        int | None, typer.Option(min=0, help="The same seed gives the same boards.")
    ] = None,
    up: UpOption = 1,
    config: ConfigOption = CONFIG,
) -> None:
    """Print random boards that can be solved, a line each, all equally likely.

    Example: tablebases arrow generate expert -n 3 --seed 7
    """
    found = find_level(level, config)
    random = np.random.default_rng(seed)
    for first in range(0, count, BOARDS_AT_ONCE):
        size = (min(BOARDS_AT_ONCE, count - first), found.tiles)
        taps = random.integers(0, found.directions, size)
        boards = found.after_taps(np.zeros_like(taps), taps)
        print("\n".join(all_written(boards.astype(np.uint8), found, lowest=up)))
