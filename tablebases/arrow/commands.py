"""The commands `tablebases arrow`: they print what `tablebases.arrow` answers."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from tablebases import arrow
from tablebases.arrow.answers import COLUMNS, PUZZLE, LevelFigures, find_level, read_levels
from tablebases.arrow.boards import MAX_DIRECTIONS, Layout, Least, Level, Shape, parse_taps
from tablebases.arrow.drawing import draw_board
from tablebases.arrow.tablebase import FILE
from tablebases.cli.options import SETTINGS, ConfigOption, ResultsOption, artifact_path, read_text
from tablebases.cli.output import Output, answers, show
from tablebases.errors import InputError
from tablebases.locations import CONFIG
from tablebases.messages import say

app = typer.Typer(**SETTINGS)

LevelArgument = Annotated[str, typer.Argument(help="easy, medium, hard, expert, or a board such as hexagon-3-6.")]
BoardArgument = Annotated[
    list[str],
    typer.Argument(
        metavar="[LEVEL] BOARD",
        help="The numbers or the arrows of all tiles, or - for standard input; before them easy, medium, hard, expert, "
        "or a board such as hexagon-3-6. Without a level it is guessed from the tiles.",
    ),
]
LayoutOption = Annotated[Layout, typer.Option(help="Whether boards are read row by row or column by column.")]
UpOption = Annotated[int, typer.Option("--up", min=0, max=1, help="The number of an arrow that points up.")]

LETTER = re.compile(r"[^\W\d_v]")
"""A letter of a level's name; in a board only the arrow v is a letter."""

MANY_SOLUTIONS = 1_000_000
"""It takes a second to examine as many."""

BOARD_COLUMNS = ("level", "layout", "up", "board", "solvable", "n_solutions")
SOLVE_COLUMNS = (*BOARD_COLUMNS, "min_taps", "n_min_solutions", "min_tiles", "least", "solution")
CHECK_COLUMNS = (*BOARD_COLUMNS, "tile", "shown")

UNSOLVABLE = 3
"""The exit status if a board cannot be solved."""

NO_LIMIT = sys.maxsize
"""The width of lines that are never broken."""


@answers(app)
def summary(results: ResultsOption = None) -> Output:
    """Show what the pipeline has found, level by level.

    solutions: of a board that can be solved. boards: all of these boards, or a sample of them.
    mean taps, most: the fewest taps that they need. hardest: the fewest taps of the
    hardest boards that the search has found. bound: no board needs more, proven.

    Example: tablebases arrow summary
    """
    path = artifact_path(PUZZLE, FILE, results)
    levels = [*arrow.levels(results)]
    columns = [*LevelFigures.__dataclass_fields__]
    data = (figures.data() for figures in levels)

    def text() -> None:
        show((figures.row() for figures in levels), COLUMNS, title=f"Arrow puzzle: {path}")

    return Output(
        columns,
        data,
        text=text,
        next_step="`tablebases arrow solve 434131344` solves a board.",
    )


def _level_and_board(words: Sequence[str], config: Path) -> tuple[Level | None, str]:
    """The level that the first word names, if it does, and all other words as one text."""
    name, *rest = words
    if LETTER.search(name) or (rest and name in {level.name for level in read_levels(config)}):
        if not rest:
            raise InputError(f"there is no board after the level {name}, such as 434131344")
        return find_level(name, config), " ".join(rest)
    return None, " ".join(words)


def _read_board(words: Sequence[str], layout: Layout, up: int, config: Path) -> arrow.Board:
    """The board that is asked about; a note says so if its level is guessed and could be another one."""
    level, text = _level_and_board(words, config)
    board = arrow.Board.parse(read_text(text), level, layout=layout, up=up, config=config)
    if board.other_levels:
        names = " or ".join(level.name for level in board.other_levels)
        say(f"note: read as a board of level {board.level.name}; if it is one of {names}, name that before the board")
    return board


def _board_data(board: arrow.Board) -> dict[str, object]:
    """The board and whether it can be solved, for JSON."""
    values = (board.level.name, board.layout.value, board.up, board.text, board.is_solvable, board.n_solutions)
    return dict(zip(BOARD_COLUMNS, values, strict=True))


def _fixes_data(board: arrow.Board) -> list[dict[str, object]]:
    """Likely typing mistakes, for JSON."""
    return [{"tile": fix.tile, "shown": fix.shown} for fix in board.fixes]


@answers(app, draws=True)
def solve(
    board: BoardArgument,
    show_all: Annotated[bool, typer.Option("--all", help="Print all solutions that are as good.")] = False,
    least: Annotated[Least, typer.Option("--min", help="What there should be few of.")] = Least.TAPS,
    avoid: Annotated[str, typer.Option(help="Tiles that must not be tapped, such as 00,31.")] = "",
    layout: LayoutOption = Layout.ROWS,
    up: UpOption = 1,
    config: ConfigOption = CONFIG,
) -> Output:
    """Solve a board with the fewest taps, proven, or say that it cannot be solved.

    The taps are shown in the shape of the board and as one line, in its layout, below the board as
    it was understood. --csv has a row for each solution.

    Ends with status 0 if the board is solved, 3 if it cannot be, 2 if it is not a board.

    Examples:
    tablebases arrow solve 434131344

    tablebases arrow solve 4 3 4 1 3 1 3 4 4

    tablebases arrow solve easy "←↓←/↑↓↑/↓←←"

    tablebases arrow solve expert 6265136336413535566553155125263216446 --all

    tablebases arrow solve expert 6265136336413535566553155125263216446 --min tiles -o board.svg

    tablebases arrow solve hard - --layout columns --avoid 00,66 < board.txt
    """
    from tablebases.arrow.solutions import MAX_SOLUTIONS

    asked = _read_board(board, layout, up, config)
    if MANY_SOLUTIONS < asked.n_solutions <= MAX_SOLUTIONS:
        say(f"looking at {asked.n_solutions:,} solutions")
    answer = arrow.solve(asked, least=least, all=show_all, avoid=avoid)
    data = {
        **_board_data(asked),
        "min_taps": answer.min_taps,
        "n_min_solutions": answer.n_min_solutions,
        "min_tiles": answer.min_tiles,
        "least": answer.least.value,
        "solutions": list(answer.solutions),
        "single_tile_fixes": _fixes_data(asked),
    }
    return Output(
        SOLVE_COLUMNS,
        ({**data, "solution": solution} for solution in answer.solutions or [""]),
        text=lambda: print(answer.in_words(NO_LIMIT)),
        data=data,
        picture=answer._repr_svg_,
        exit_status=0 if answer.solutions else UNSOLVABLE,
    )


@answers(app, draws=True)
def check(
    board: BoardArgument, layout: LayoutOption = Layout.ROWS, up: UpOption = 1, config: ConfigOption = CONFIG
) -> Output:
    """Say whether a board can be solved; if not, which tile may have been mistyped.

    --csv has a row for each tile that may have been.

    Ends with status 0 if the board can be solved, 3 if not, 2 if it is not a board.

    Examples:
    tablebases arrow check 1112211111211221122122112212112212122

    tablebases arrow check medium 4243/3221/1423/2143 --json
    """
    asked = _read_board(board, layout, up, config)
    data, fixes = _board_data(asked), _fixes_data(asked)
    return Output(
        CHECK_COLUMNS,
        ({**data, **fix} for fix in fixes or [{}]),
        text=lambda: print(asked.in_words(NO_LIMIT)),
        data={**data, "single_tile_fixes": fixes},
        picture=asked._repr_svg_,
        exit_status=0 if asked.is_solvable else UNSOLVABLE,
    )


@answers(app, draws=True)
def apply(
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="[LEVEL] BOARD TAPS",
            help="Without a level it is guessed from the tiles; - for the board is standard input.",
        ),
    ],
    layout: LayoutOption = Layout.ROWS,
    up: UpOption = 1,
    config: ConfigOption = CONFIG,
) -> Output:
    """Tap the tiles of a board, each as often as the taps say, and show what comes out.

    Examples:
    tablebases arrow apply 434131344 203302121

    tablebases arrow apply hexagon-2-6 2212211 5000000
    """
    if len(words) not in (2, 3):
        raise InputError("apply needs a board and taps, and perhaps a level before them")
    *board, taps_text = words
    before = _read_board(board, layout, up, config)
    level = before.level
    taps = parse_taps(taps_text, level, layout)
    after = before.after(taps_text)
    not_up = sum(step != 0 for step in after.steps)

    def print_text() -> None:
        print(f"{before.drawn_in_text(NO_LIMIT)}\n\n{level.name}: after {taps.sum()} taps ", end="")
        print("every arrow is up" if not_up == 0 else f"{not_up} arrows are not up")
        print(f"\n{after.laid_out([step + up for step in after.steps], NO_LIMIT)}\n\n{after.text}")

    data = {
        "level": level.name,
        "layout": layout.value,
        "board": after.text,
        "solved": after.is_solved,
        "taps": int(taps.sum()),
    }
    return Output(
        tuple(data),
        [data],
        text=print_text,
        data=data,
        picture=lambda: draw_board(level, layout, after.steps),
    )


@answers(app)
def generate(
    level: LevelArgument,
    count: Annotated[int, typer.Option("--count", "-n", min=1, help="How many boards.")] = 1,
    seed: Annotated[int | None, typer.Option(min=0, help="The same seed gives the same boards.")] = None,
    up: UpOption = 1,
    config: ConfigOption = CONFIG,
) -> Output:
    """Print random boards that can be solved, a line each, all equally likely.

    Example: tablebases arrow generate expert -n 3 --seed 7
    """
    boards = arrow.generate(level, count, seed=seed, up=up, config=config)

    def print_text() -> None:
        for board in boards:
            print(board)

    return Output(("board",), ({"board": board} for board in boards), text=print_text)


@answers(app)
def algebra(
    directions: Annotated[
        int, typer.Option("--directions", "-m", min=2, max=MAX_DIRECTIONS, help="Directions of an arrow.")
    ],
    hexagon: Annotated[int | None, typer.Option("--hex", min=1, help="Tiles along the side of a hexagon.")] = None,
    square: Annotated[int | None, typer.Option("--square", min=1, help="Tiles along the side of a square.")] = None,
) -> Output:
    """Work out the boards of any size: rank, solutions, solvable boards, kernel.

    With --json also the checks and the solver, as in the tables of the database; with --csv the
    numbers alone.

    Examples:
    tablebases arrow algebra --hex 4 -m 6

    tablebases arrow algebra --square 5 -m 4 --json
    """
    sides = [(Shape.HEXAGON, hexagon), (Shape.SQUARE, square)]
    given = [(shape, side) for shape, side in sides if side is not None]
    if len(given) != 1:
        raise InputError("give the size of the board either with --hex or with --square")
    ((shape, side),) = given
    found = arrow.algebra(Level(f"{shape}-{side}-{directions}", shape, side, directions))
    level = found.level
    data = {
        "shape": level.shape.value,
        "side": level.side,
        "directions": level.directions,
        "tiles": level.tiles,
        **{name: value for name, value in vars(found).items() if name != "level"},
        "primes": [asdict(part) for part in found.primes],
        "kernel": [{"prime": of.prime, "multiples": of.multiples, "vector": of.taps} for of in found.kernel],
    }
    columns = [name for name in data if name not in ("primes", "kernel", "checks", "inverse")]
    return Output(columns, [data], text=lambda: print(found.in_words(NO_LIMIT)), data=data)
