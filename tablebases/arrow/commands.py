"""The commands `tablebases arrow`: they print what `tablebases.arrow` answers."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Annotated, Any

import typer

from tablebases import arrow
from tablebases.answer.share import Card
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


def _read_board(words: Sequence[str], layout: Layout | None, up: int, config: Path) -> arrow.Board:
    """The board of a command line, with a note if it could be of another level."""
    level, text = _level_and_board(words, config)
    board = arrow.Board.parse(read_text(text), level, layout=layout, up=up, config=config)
    if board.other_levels:
        note = "note: read as a board of level {level}; if it is one of {others}, name that before the board"
        others = t(", ").join(level.label for level in board.other_levels)
        say(t(note, level=board.level.label, others=others))
    return board


def _check_data(board: arrow.Board) -> dict[str, Any]:
    """The board, whether it can be solved, and likely typing mistakes, for JSON."""
    values = (board.level.name, board.layout.value, board.up, board.text, board.is_solvable, board.n_solutions)
    return {
        **dict(zip(BOARD_COLUMNS, values, strict=True)),
        "single_tile_fixes": [{"tile": fix.tile, "shown": fix.shown} for fix in board.fixes],
        "line_by_line": board.line_by_line and _check_data(board.line_by_line),
    }


def _solve_data(answer: arrow.Answer) -> dict[str, Any]:
    """The answer for JSON."""
    return {
        **_check_data(answer.board),
        "min_taps": answer.min_taps,
        "n_min_solutions": answer.n_min_solutions,
        "min_tiles": answer.min_tiles,
        "least": answer.least.value,
        "solutions": list(answer.solutions),
        "line_by_line": answer.line_by_line and _solve_data(answer.line_by_line),
    }


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
    layout: LayoutOption = None,
    up: UpOption = 1,
    config: ConfigOption = CONFIG,
) -> Output:
    """Solve a board with the fewest taps, proven.

    Prints the board as it was read, then the taps in the shape of the board and as one line. For a
    board that cannot be solved, prints likely typing mistakes. --csv has a row for each solution.

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
    data = _solve_data(answer)
    parts = filter(None, [data, data["line_by_line"]])
    return Output(
        SOLVE_COLUMNS,
        ({**part, "solution": solution} for part in parts for solution in part["solutions"] or [""]),
        text=lambda: print(answer.in_words(NO_LIMIT)),
        data=data,
        picture=answer._repr_svg_,
        card=lambda: _card(parsed, answer),
        exit_status=0 if answer.solutions else UNSOLVABLE,
    )


@answers(app, draws=True)
def check(board: BoardArgument, layout: LayoutOption = None, up: UpOption = 1, config: ConfigOption = CONFIG) -> Output:
    """Check whether a board can be solved; if not, find likely typing mistakes.

    --csv has a row for each likely mistake: the column `tile` has the row and the column of the
    tile, each counted from 0, and `shown` the number that was probably meant.

    The exit status is 0 for a solvable board, 3 for an unsolvable one, 2 for text that is not a board.

    Examples:
    tablebases arrow check 1112211111211221122122112212112212122

    tablebases arrow check medium 4243/3221/1423/2143 --json
    """
    parsed = _read_board(board, layout, up, config)
    data = _check_data(parsed)
    parts = filter(None, [data, data["line_by_line"]])
    return Output(
        CHECK_COLUMNS,
        ({**part, **fix} for part in parts for fix in part["single_tile_fixes"] or [{}]),
        text=lambda: print(parsed.in_words(NO_LIMIT)),
        data=data,
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
    layout: LayoutOption = None,
    up: UpOption = 1,
    config: ConfigOption = CONFIG,
) -> Output:
    """Tap the tiles of a board and show the result.

    Board and taps can be pictures that `solve` printed, where . is a tile without taps.

    Examples:
    tablebases arrow apply 434131344 203302121

    tablebases arrow apply hexagon-2-6 2212211 5000000
    """
    if len(words) not in (2, 3):
        raise InputError("apply needs a board and taps, such as 434131344 203302121; a level may stand before them")
    *board, taps_text = words
    parsed = _read_board(board, layout, up, config)
    level = parsed.level
    # A board that was pasted as a picture does not tell the order of taps in one line.
    orders = [] if layout else [parsed.line_by_line, replace(parsed, layout=level.usual_layout)]
    before = next((one for one in (parsed, *orders) if one and one.after(taps_text).is_solved), parsed)
    taps = parse_taps(taps_text, level, before.layout)
    after = before.after(taps_text)
    not_up = sum(step != 0 for step in after.steps)

    def print_text() -> None:
        verdict = "{level}: after {taps} taps {n} arrows are not up"
        if not not_up:
            verdict = "{level}: after {taps} taps every arrow is up"
        verdict = t(verdict, level=level.label, taps=taps.sum(), n=not_up)
        numbers = after.laid_out([step + up for step in after.steps], NO_LIMIT)
        print(*filter(None, [parsed.note]), before.drawn_in_text(NO_LIMIT), verdict, numbers, after.text, sep="\n\n")

    data = {
        "level": level.name,
        "layout": before.layout.value,
        "board": after.text,
        "solved": after.is_solved,
        "taps": int(taps.sum()),
    }
    return Output(
        tuple(data),
        [data],
        text=print_text,
        data=data,
        picture=lambda: draw_board(level, before.layout, after.steps),
        card=lambda: _card(after),
    )


@answers(app)
def generate(
    level: LevelArgument,
    count: Annotated[int, typer.Option("--count", "-n", min=1, max=1_000_000, help="How many boards.")] = 1,
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
        str | None, typer.Argument(help="easy, medium, hard, expert, hardest, or a board such as hexagon-3-6.")
    ] = None,
    daily: Annotated[bool, typer.Option("--daily", help="The board of today in UTC, the same for all.")] = False,
    seed: Annotated[int | None, typer.Option(min=0, help="The same seed gives the same board, as in the page.")] = None,
    layout: LayoutOption = None,
    config: ConfigOption = CONFIG,
) -> None:
    """Practise on a random board: after each tap you read whether it was needed.

    Type a tile by its row (on a hexagon its column) and its place there, such as 2 3; ? shows more. At the end the
    command prints the fewest taps of all yours. Without a level the board is easy. --daily chooses the level.
    With `hardest` it is a board of expert that needs the most taps of all.

    Examples:
    tablebases arrow practice medium --seed 7

    tablebases arrow practice --daily
    """
    from tablebases.arrow.practice import Round, daily_board, hardest_board, practise, seeded_board
    from tablebases.practice import random_seed, today

    if daily and (level is not None or seed is not None):
        raise InputError("--daily chooses the board, so leave out the level and --seed")
    seed = random_seed() if seed is None else seed
    if daily:
        day = today()
        practise(Round(daily_board(day, layout), day))
    elif level == "hardest":
        practise(Round(hardest_board(seed, layout)))
    else:
        practise(Round(seeded_board(find_level(level or "easy", config), seed, layout)))


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
