"""Arguments that the commands share, and how they end."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

import typer

from pipeline.arrow_puzzle.game.choices import Layout

LevelArgument = Annotated[str, typer.Argument(help="easy, medium, hard, expert, or a board such as hexagon-3-6.")]
BoardArgument = Annotated[str, typer.Argument(help="The numbers or the arrows of all tiles, or - for standard input.")]
LayoutOption = Annotated[Layout, typer.Option(help="Whether boards are read row by row or column by column.")]
UpOption = Annotated[int, typer.Option("--up", min=0, max=1, help="The number of an arrow that points up.")]


class Status(IntEnum):
    """How a command ends; bad input ends with 2."""

    SOLVED = 0
    UNSOLVABLE = 3
