"""The commands `tablebases arrow`: they print what `tablebases.arrow` answers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from tablebases import arrow
from tablebases.answer.base import Answer
from tablebases.answer.fields import Cells
from tablebases.answer.text import Block, Drawing
from tablebases.arrow.answers import find_level, read_levels
from tablebases.arrow.boards import MAX_DIRECTIONS, Layout, Least, Level, Shape
from tablebases.arrow.tablebase import KIND
from tablebases.cli.options import SETTINGS, ConfigOption, ResultsOption, artifact_path, read_text
from tablebases.cli.output import Printed, answers
from tablebases.errors import InputError
from tablebases.languages import t
from tablebases.locations import CONFIG
from tablebases.messages import say
from tablebases.puzzles import ARROW

app = typer.Typer(**SETTINGS)

LevelArgument = Annotated[str, typer.Argument(help="easy, medium, hard, expert, or a board such as hexagon-3-6.")]
BoardArgument = Annotated[
    list[str],
    typer.Argument(
        metavar="[LEVEL] BOARD",
        help="The numbers or the arrows of all tiles, or - for standard input. A level may stand before them: easy, "
        "medium, hard, expert, or a board such as hexagon-3-6. Without it the number of tiles decides.",
    ),
]
LayoutOption = Annotated[Layout | None, typer.Option(help="The order of the numbers; without it, it is found.")]
UpOption = Annotated[int, typer.Option("--up", min=0, max=1, help="The number of an arrow that points up.")]

LETTER = re.compile(r"[^\W\d_v]")
"""A letter of the name of a level; the only letter in a board is the arrow v."""

MANY_SOLUTIONS = 1_000_000
"""The number of solutions that take a second to examine."""

UNSOLVABLE = 3
"""The exit status if a board cannot be solved."""


@answers(app)
def summary(results: ResultsOption = None) -> Printed:
    """Show the figures of each level: solutions, mean taps, hardest boards.

    Example: tablebases arrow summary
    """
    artifact_path(ARROW, KIND.file, results)  # with a note if results here lack it
    return Printed(arrow.levels(results), next_step=t("`tablebases arrow solve 434131344` solves a board."))


def _level_and_board(words: Sequence[str], config: Path) -> tuple[Level | None, str]:
    """The level if the first word is one, and all other words as one text."""
    name, *rest = words
    if LETTER.search(name) or (rest and name in {level.name for level in read_levels(config)}):
        level = find_level(name, config)
        if not rest:
            text = "there is no board after the level {level}; write its {tiles} numbers or arrows"
            raise InputError(text, level=level.label, tiles=level.tiles)
        return level, " ".join(rest)
    return None, " ".join(words)


def _read_board(words: Sequence[str], layout: Layout | None, up: int, config: Path) -> arrow.Board:
    """The board of a command line, with a note if it could be of another level."""
    level, text = _level_and_board(words, config)
    board = arrow.Board.parse(read_text(text), level, layout=layout, up=up, config=config)
    if board.other_levels:
        note = "note: read as a board of level {level}; if it is one of {others}, name that before the board"
        others = t(", ").join(level.label for level in board.other_levels)
        say(t(note, level=board.level.label, others=others))
    return board


@answers(app, draws=True)
def solve(
    board: BoardArgument,
    show_all: Annotated[bool, typer.Option("--all", help="Print all best solutions.")] = False,
    least: Annotated[Least, typer.Option("--min", help="The quantity to minimize.")] = Least.TAPS,
    avoid: Annotated[
        str, typer.Option(help="Tiles that must not be tapped, such as 00,31 or 'row 1, tile 1'; see above.")
    ] = "",
    layout: LayoutOption = None,
    up: UpOption = 1,
    config: ConfigOption = CONFIG,
) -> Printed:
    """Solve a board with the fewest taps, proven.

    Prints the board as it was read, then the taps in the shape of the board and as one line. For a
    board that cannot be solved, prints likely typing mistakes. --csv has a row for each solution, also of those
    that are wider than the terminal, which are left out there.

    Hexagons are read column by column, or line by line if the board has as many lines as on the screen of the
    game, or if only that can be solved. If both orders can be solved, prints both answers; --layout columns
    or --layout lines chooses one. A ? is filled in if the other numbers determine it.

    --avoid takes places such as `row 4, tile 2`, and the short names of tiles that --json prints: 31 is the
    same tile of a square, by its row and column counted from 0. Rows of a hexagon are slanted: 14 is column 5,
    tile 1 of the level hard.

    The exit status is 0 for a solved board, 3 for an unsolvable one, 2 for text that is not a board.

    Examples:
    tablebases arrow solve 434131344

    tablebases arrow solve 4 3 4 1 3 1 3 4 4

    tablebases arrow solve easy "←↓←/↑↓↑/↓←←"

    tablebases arrow solve expert 6265136336413535566553155125263216446 --all

    tablebases arrow solve expert 6265136336413535566553155125263216446 --min tiles -o board.svg

    tablebases arrow solve hard - --layout lines --avoid 00,66 < board.txt
    """
    from tablebases.arrow.solutions import MAX_SOLUTIONS

    parsed = _read_board(board, layout, up, config)
    if MANY_SOLUTIONS < parsed.n_solutions <= MAX_SOLUTIONS:
        say(t("examining {n:,} solutions", n=parsed.n_solutions))
    answer = arrow.solve(parsed, least=least, all=show_all, avoid=avoid)
    return Printed(answer, exit_status=0 if answer.solutions else UNSOLVABLE)


@answers(app, draws=True)
def check(
    board: BoardArgument, layout: LayoutOption = None, up: UpOption = 1, config: ConfigOption = CONFIG
) -> Printed:
    """Check whether a board can be solved; if not, find likely typing mistakes.

    --csv has a row for each likely mistake: the column `tile` has the row and the column of the
    tile, each counted from 0, and `shown` the number that was probably meant.

    The exit status is 0 for a solvable board, 3 for an unsolvable one, 2 for text that is not a board.

    Examples:
    tablebases arrow check 1112211111211221122122112212112212122

    tablebases arrow check medium 4243/3221/1423/2143 --json
    """
    parsed = _read_board(board, layout, up, config)
    return Printed(parsed, exit_status=0 if parsed.is_solvable else UNSOLVABLE)


@answers(app, draws=True)
def apply(
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="[LEVEL] BOARD TAPS",
            help="The board, or - for standard input, and how often to tap each tile. Without a level the number of "
            "tiles decides.",
        ),
    ],
    layout: LayoutOption = None,
    up: UpOption = 1,
    config: ConfigOption = CONFIG,
) -> arrow.TappedBoard:
    """Tap the tiles of a board and show the result.

    Board and taps can be pictures that `solve` printed, where . is a tile without taps.

    Examples:
    tablebases arrow apply 434131344 203302121

    tablebases arrow apply hexagon-2-6 2212211 5000000
    """
    if len(words) not in (2, 3):
        raise InputError("apply needs a board and taps, such as 434131344 203302121; a level may stand before them")
    *board, taps = words
    return _read_board(board, layout, up, config).apply(taps, layout=layout)


@dataclass(frozen=True)
class RandomBoards(Answer):
    """Random boards, which are printed one by one."""

    level: Level
    up: int
    seed: int | None
    boards: Iterator[str]

    lists = "boards"
    columns = ("board",)

    def blocks(self) -> Iterator[Block]:
        """A line for each board."""
        return (Drawing(board, is_joined=True) for board in self.boards)

    def rows(self) -> Iterator[Cells]:
        """A row for each board."""
        return ({"board": board} for board in self.boards)


@answers(app)
def generate(
    level: LevelArgument,
    count: Annotated[int, typer.Option("--count", "-n", min=1, max=1_000_000, help="How many boards.")] = 1,
    seed: Annotated[int | None, typer.Option(min=0, help="The same seed gives the same boards.")] = None,
    up: UpOption = 1,
    config: ConfigOption = CONFIG,
) -> RandomBoards:
    """Print random solvable boards, one on each line, all equally likely.

    Example: tablebases arrow generate expert -n 3 --seed 7
    """
    found = find_level(level, config)
    return RandomBoards(found, up, seed, arrow.generate(found, count, seed=seed, up=up))


@answers(app)
def algebra(
    directions: Annotated[
        int, typer.Option("--directions", "-m", min=2, max=MAX_DIRECTIONS, help="Directions of an arrow.")
    ],
    hexagon: Annotated[int | None, typer.Option("--hex", min=1, help="Tiles along the side of a hexagon.")] = None,
    square: Annotated[int | None, typer.Option("--square", min=1, help="Tiles along the side of a square.")] = None,
) -> arrow.LevelAlgebra:
    """Compute the algebra of any board size: rank, solutions, solvable boards, kernel.

    --json also has the checks and the inverse, as in the tables of the database. --csv has the
    numbers alone.

    Examples:
    tablebases arrow algebra --hex 4 -m 6

    tablebases arrow algebra --square 5 -m 4 --json
    """
    sides = [(Shape.HEXAGON, hexagon), (Shape.SQUARE, square)]
    given = [(shape, side) for shape, side in sides if side is not None]
    if len(given) != 1:
        raise InputError("give the size of the board with --hex or with --square, such as --hex 4")
    ((shape, side),) = given
    return arrow.algebra(Level(f"{shape}-{side}-{directions}", shape, side, directions))
