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
from tablebases.arrow.answers import COLUMNS, LEGEND, PUZZLE, LevelFigures, find_level, read_levels, share_card
from tablebases.arrow.boards import MAX_DIRECTIONS, Layout, Least, Level, Shape, parse_taps
from tablebases.arrow.drawing import draw_board
from tablebases.arrow.tablebase import FILE
from tablebases.cli.options import SETTINGS, ConfigOption, ResultsOption, artifact_path, read_text
from tablebases.cli.output import Output, answers, show
from tablebases.errors import InputError
from tablebases.languages import t
from tablebases.locations import CONFIG
from tablebases.messages import say
from tablebases.sharing import Card

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
LayoutOption = Annotated[Layout, typer.Option(help="Whether boards are read row by row or column by column.")]
UpOption = Annotated[int, typer.Option("--up", min=0, max=1, help="The number of an arrow that points up.")]

LETTER = re.compile(r"[^\W\d_v]")
"""A letter of the name of a level; the only letter in a board is the arrow v."""

MANY_SOLUTIONS = 1_000_000
"""The number of solutions that take a second to examine."""

BOARD_COLUMNS = ("level", "layout", "up", "board", "solvable", "n_solutions")
SOLVE_COLUMNS = (*BOARD_COLUMNS, "min_taps", "n_min_solutions", "min_tiles", "least", "solution")
CHECK_COLUMNS = (*BOARD_COLUMNS, "tile", "shown")

UNSOLVABLE = 3
"""The exit status if a board cannot be solved."""

NO_LIMIT = sys.maxsize
"""The width of lines that are never broken."""


@answers(app)
def summary(results: ResultsOption = None) -> Output:
    """Show the figures of each level: solutions, mean taps, hardest boards.

    Example: tablebases arrow summary
    """
    path = artifact_path(PUZZLE, FILE, results)
    levels = [*arrow.levels(results)]
    columns = [*LevelFigures.__dataclass_fields__]
    data = (figures.data() for figures in levels)

    def text() -> None:
        show((figures.row() for figures in levels), COLUMNS, title=t("Arrow puzzle: {path}", path=path))
        print(t(LEGEND))

    return Output(
        columns,
        data,
        text=text,
        next_step=t("`tablebases arrow solve 434131344` solves a board."),
    )


def _level_and_board(words: Sequence[str], config: Path) -> tuple[Level | None, str]:
    """The level if the first word is one, and all other words as one text."""
    name, *rest = words
    if LETTER.search(name) or (rest and name in {level.name for level in read_levels(config)}):
        if not rest:
            raise InputError("there is no board after the level {level}, such as 434131344", level=name)
        return find_level(name, config), " ".join(rest)
    return None, " ".join(words)


def _read_board(words: Sequence[str], layout: Layout, up: int, config: Path) -> arrow.Board:
    """The board of a command line, with a note if it could be of another level."""
    level, text = _level_and_board(words, config)
    board = arrow.Board.parse(read_text(text), level, layout=layout, up=up, config=config)
    if board.other_levels:
        note = t(
            "note: read as a board of level {level}; if it is one of {others}, name that before the board",
            level=board.level.label,
            others=t(", ").join(level.label for level in board.other_levels),
        )
        say(note)
    return board


def _board_data(board: arrow.Board) -> dict[str, object]:
    """The board and whether it can be solved, for JSON."""
    values = (board.level.name, board.layout.value, board.up, board.text, board.is_solvable, board.n_solutions)
    return dict(zip(BOARD_COLUMNS, values, strict=True))


def _fixes_data(board: arrow.Board) -> list[dict[str, object]]:
    """Likely typing mistakes, for JSON."""
    return [{"tile": fix.tile, "shown": fix.shown} for fix in board.fixes]


def _card(board: arrow.Board, answer: arrow.Answer | None = None) -> Card:
    """A board to share, with taps if there is an answer."""
    return share_card(board, answer, read_levels())


@answers(app, draws=True)
def solve(
    board: BoardArgument,
    show_all: Annotated[bool, typer.Option("--all", help="Print all best solutions.")] = False,
    least: Annotated[Least, typer.Option("--min", help="The quantity to minimize.")] = Least.TAPS,
    avoid: Annotated[
        str, typer.Option(help="Tiles that must not be tapped, such as 00,31 or 'row 1, tile 1'; see above.")
    ] = "",
    layout: LayoutOption = Layout.ROWS,
    up: UpOption = 1,
    config: ConfigOption = CONFIG,
) -> Output:
    """Solve a board with the fewest taps, proven.

    Prints the board as it was read, then the taps in the shape of the board and as one line. For a
    board that cannot be solved, prints likely typing mistakes. --csv has a row for each solution.

    --avoid takes places such as `row 4, tile 2`, and the short names of tiles that --json prints: 31 is the
    same tile of a square, by its row and column counted from 0. Columns of a hexagon are slanted: 41 is row 5,
    tile 1 of the level hard.

    The exit status is 0 for a solved board, 3 for an unsolvable one, 2 for text that is not a board.

    Examples:
    tablebases arrow solve 434131344

    tablebases arrow solve 4 3 4 1 3 1 3 4 4

    tablebases arrow solve easy "←↓←/↑↓↑/↓←←"

    tablebases arrow solve expert 6265136336413535566553155125263216446 --all

    tablebases arrow solve expert 6265136336413535566553155125263216446 --min tiles -o board.svg

    tablebases arrow solve hard - --layout columns --avoid 00,66 < board.txt
    """
    from tablebases.arrow.solutions import MAX_SOLUTIONS

    parsed = _read_board(board, layout, up, config)
    if MANY_SOLUTIONS < parsed.n_solutions <= MAX_SOLUTIONS:
        say(t("examining {n:,} solutions", n=parsed.n_solutions))
    answer = arrow.solve(parsed, least=least, all=show_all, avoid=avoid)
    data = {
        **_board_data(parsed),
        "min_taps": answer.min_taps,
        "n_min_solutions": answer.n_min_solutions,
        "min_tiles": answer.min_tiles,
        "least": answer.least.value,
        "solutions": list(answer.solutions),
        "single_tile_fixes": _fixes_data(parsed),
    }
    return Output(
        SOLVE_COLUMNS,
        ({**data, "solution": solution} for solution in answer.solutions or [""]),
        text=lambda: print(answer.in_words(NO_LIMIT)),
        data=data,
        picture=answer._repr_svg_,
        card=lambda: _card(parsed, answer),
        exit_status=0 if answer.solutions else UNSOLVABLE,
    )


@answers(app, draws=True)
def check(
    board: BoardArgument, layout: LayoutOption = Layout.ROWS, up: UpOption = 1, config: ConfigOption = CONFIG
) -> Output:
    """Check whether a board can be solved; if not, find likely typing mistakes.

    --csv has a row for each likely mistake: the column `tile` has the row and the column of the
    tile, each counted from 0, and `shown` the number that was probably meant.

    The exit status is 0 for a solvable board, 3 for an unsolvable one, 2 for text that is not a board.

    Examples:
    tablebases arrow check 1112211111211221122122112212112212122

    tablebases arrow check medium 4243/3221/1423/2143 --json
    """
    parsed = _read_board(board, layout, up, config)
    data, fixes = _board_data(parsed), _fixes_data(parsed)
    return Output(
        CHECK_COLUMNS,
        ({**data, **fix} for fix in fixes or [{}]),
        text=lambda: print(parsed.in_words(NO_LIMIT)),
        data={**data, "single_tile_fixes": fixes},
        picture=parsed._repr_svg_,
        card=lambda: _card(parsed),
        exit_status=0 if parsed.is_solvable else UNSOLVABLE,
    )


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
    layout: LayoutOption = Layout.ROWS,
    up: UpOption = 1,
    config: ConfigOption = CONFIG,
) -> Output:
    """Tap the tiles of a board and show the result.

    Examples:
    tablebases arrow apply 434131344 203302121

    tablebases arrow apply hexagon-2-6 2212211 5000000
    """
    if len(words) not in (2, 3):
        raise InputError("apply needs a board and taps, such as 434131344 203302121; a level may stand before them")
    *board, taps_text = words
    before = _read_board(board, layout, up, config)
    level = before.level
    taps = parse_taps(taps_text, level, layout)
    after = before.after(taps_text)
    not_up = sum(step != 0 for step in after.steps)

    def print_text() -> None:
        verdict = t("{level}: after {taps} taps every arrow is up", level=level.label, taps=taps.sum())
        if not_up:
            verdict = t(
                "{level}: after {taps} taps {n} arrows are not up", level=level.label, taps=taps.sum(), n=not_up
            )
        numbers = after.laid_out([step + up for step in after.steps], NO_LIMIT)
        print(before.drawn_in_text(NO_LIMIT), verdict, numbers, after.text, sep="\n\n")

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
        card=lambda: _card(after),
    )


@answers(app)
def generate(
    level: LevelArgument,
    count: Annotated[int, typer.Option("--count", "-n", min=1, help="How many boards.")] = 1,
    seed: Annotated[int | None, typer.Option(min=0, help="The same seed gives the same boards.")] = None,
    up: UpOption = 1,
    config: ConfigOption = CONFIG,
) -> Output:
    """Print random solvable boards, one on each line, all equally likely.

    Example: tablebases arrow generate expert -n 3 --seed 7
    """
    boards = arrow.generate(level, count, seed=seed, up=up, config=config)

    def print_text() -> None:
        for board in boards:
            print(board)

    return Output(("board",), ({"board": board} for board in boards), text=print_text)


@app.command()
def practice(
    level: Annotated[
        str | None, typer.Argument(help="easy, medium, hard, expert, or a board such as hexagon-3-6.")
    ] = None,
    daily: Annotated[bool, typer.Option("--daily", help="The board of today in UTC, the same for all.")] = False,
    seed: Annotated[int | None, typer.Option(min=0, help="The same seed gives the same board, as in the page.")] = None,
    layout: LayoutOption = Layout.ROWS,
    config: ConfigOption = CONFIG,
) -> None:
    """Practise on a random board: after each tap you read whether it was needed.

    Type a tile by its row and its place there, such as 2 3; ? shows more. At the end the command prints the fewest taps
    of all yours. Without a level the board is easy. --daily chooses the level.

    Examples:
    tablebases arrow practice medium --seed 7

    tablebases arrow practice --daily
    """
    from tablebases.arrow.practice import Round, daily_board, practise, seeded_board
    from tablebases.practice import random_seed, today

    if daily and (level is not None or seed is not None):
        raise InputError("--daily chooses the board, so leave out the level and --seed")
    if daily:
        day = today()
        practise(Round(daily_board(day, layout), day))
    else:
        chosen = find_level(level or "easy", config)
        practise(Round(seeded_board(chosen, random_seed() if seed is None else seed, layout)))


@answers(app)
def algebra(
    directions: Annotated[
        int, typer.Option("--directions", "-m", min=2, max=MAX_DIRECTIONS, help="Directions of an arrow.")
    ],
    hexagon: Annotated[int | None, typer.Option("--hex", min=1, help="Tiles along the side of a hexagon.")] = None,
    square: Annotated[int | None, typer.Option("--square", min=1, help="Tiles along the side of a square.")] = None,
) -> Output:
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
    found = arrow.algebra(Level(f"{shape}-{side}-{directions}", shape, side, directions))
    level = found.level
    data = {
        "shape": level.shape.value,
        "side": level.side,
        "directions": level.directions,
        "tiles": level.tiles,
        **{name: value for name, value in vars(found).items() if name != "level"},
        "primes": [asdict(factor) for factor in found.primes],
        "kernel": [{"prime": each.prime, "multiples": each.multiples, "vector": each.taps} for each in found.kernel],
    }
    columns = [name for name in data if name not in ("primes", "kernel", "checks", "inverse")]
    return Output(columns, [data], text=lambda: print(found.in_words(NO_LIMIT)), data=data)
