"""What the commands share: levels and boards on the command line, and how they end."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from numpy.typing import NDArray

from pipeline.arrow_puzzle.drawing.board_drawing import Picture, draw_board
from pipeline.arrow_puzzle.game.algebra import Algebra, algebra_of
from pipeline.arrow_puzzle.game.levels import Level, names_a_board, parse_level
from pipeline.arrow_puzzle.game.notation import Layout, parse_board, tile_names, written
from pipeline.arrow_puzzle.game.typing_mistakes import Fix, TypingMistakes
from pipeline.arrow_puzzle.level_options import load_levels
from pipeline.command_line import read_standard_input

LevelArgument = Annotated[
    str,
    typer.Argument(help="easy, medium, hard, expert, or a board such as hexagon-3-6."),
]
BoardArgument = Annotated[
    str, typer.Argument(help="The numbers or the arrows of all tiles, or - for standard input.")
]
LayoutOption = Annotated[
    Layout, typer.Option(help="Whether boards are read row by row or column by column.")
]
UpOption = Annotated[
    int, typer.Option("--up", min=0, max=1, help="The number of an arrow that points up.")
]
ConfigOption = Annotated[
    Path, typer.Option("--config", help="The configuration file that names the levels.")
]
CONFIG = Path("config.yaml")


class Status(IntEnum):
    """How a command ends; bad input ends with 2."""

    SOLVED = 0
    UNSOLVABLE = 3


def find_level(name: str, config: Path) -> Level:
    """A level by its name.

    Raises:
        InputError: there is no such level.
    """
    return parse_level(name, () if names_a_board(name) else load_levels(config))


def read_text(text: str) -> str:
    """What is on the command line, or, for a hyphen, on standard input.

    Raises:
        InputError: standard input is no text in UTF-8.
    """
    return read_standard_input() if text == "-" else text


@dataclass(frozen=True)
class Question:
    """A board that somebody asks about.

    up: the number of an arrow that points up. board: uint8 (tiles,), steps from up, in the reading
    order of the layout.
    """

    algebra: Algebra
    layout: Layout
    up: int
    board: NDArray[np.uint8]

    @property
    def level(self) -> Level:
        """The level of the board."""
        return self.algebra.level

    @property
    def names(self) -> list[str]:
        """The names of the tiles."""
        return tile_names(self.level, self.layout)

    @property
    def is_solvable(self) -> bool:
        """Whether the board can be solved."""
        return bool(self.algebra.is_solvable(self.board))

    def fixes(self) -> list[Fix]:
        """The changes of one tile after which it could be solved."""
        return TypingMistakes(self.algebra).fixes(self.board[None])[0]


def ask(level: str, board: str, layout: Layout, up: int, config: Path) -> Question:
    """Understand a level and a board.

    Raises:
        InputError: there is no such level, or it has no such board.
    """
    found = find_level(level, config)
    parsed = parse_board(read_text(board), found, layout, up)
    return Question(algebra_of(found), layout, up, parsed)


def solvable_in_words(question: Question) -> str:
    """That a board can be solved, and in how many ways."""
    count = question.algebra.n_solutions
    return f"solvable, {count:,} solution{'' if count == 1 else 's'}"


def fixes_in_words(question: Question) -> str:
    """What may have been mistyped, in a sentence."""
    fixes = question.fixes()
    if not fixes:
        return "No change of one tile makes it solvable, so at least two were mistyped."
    names = [f"tile {question.names[fix.tile]} is {fix.value + question.up}" for fix in fixes]
    return f"It could be solved if {' or '.join(names)} (tiles are row and column, from 0)."


def fixes_as_data(question: Question) -> list[dict[str, object]]:
    """What may have been mistyped, for JSON."""
    return [
        {"tile": question.names[fix.tile], "shown": fix.value + question.up}
        for fix in question.fixes()
    ]


def question_as_data(question: Question) -> dict[str, object]:
    """A board and whether it can be solved, for JSON."""
    return {
        "level": question.level.name,
        "layout": question.layout.value,
        "up": question.up,
        "board": written(question.board, question.level, lowest=question.up),
        "solvable": question.is_solvable,
        "n_solutions": question.algebra.n_solutions if question.is_solvable else 0,
    }


def draw_fixes(question: Question) -> str:
    """The board as SVG, with the tiles marked that may have been mistyped."""
    shown: dict[int, list[str]] = {}
    for fix in question.fixes():
        shown.setdefault(fix.tile, []).append(str(fix.value + question.up))
    fixes = {tile: "/".join(values) for tile, values in shown.items()}
    return draw_board(
        Picture(question.level, question.layout, question.board.tolist(), fixes=fixes)
    )
