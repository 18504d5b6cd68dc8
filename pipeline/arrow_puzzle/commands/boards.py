"""What `tablebases arrow` answers of boards: solve, check, apply and generate."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pipeline.arrow_puzzle.game.choices import Layout, Least
from pipeline.cli.options import ConfigOption, PicturesOption
from pipeline.cli.output import CsvOption, JsonOption, OutputFormat, output_format, print_json, show, show_one
from pipeline.cli.pictures import write_pictures
from pipeline.core.errors import InputError
from pipeline.core.packaged import CONFIG
from pipeline.core.progress import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.arrow_puzzle.commands.question import Question
    from pipeline.arrow_puzzle.game.levels import Level
    from pipeline.arrow_puzzle.game.solutions import Answer

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

MANY_SOLUTIONS = 1_000_000
"""To examine as many takes a second."""

BOARDS_BATCH = 10_000

BOARD_COLUMNS = ("level", "layout", "up", "board", "solvable", "n_solutions")
SOLVE_COLUMNS = (*BOARD_COLUMNS, "min_taps", "n_min_solutions", "min_tiles", "least", "solution")
CHECK_COLUMNS = (*BOARD_COLUMNS, "tile", "shown")

UNSOLVABLE = 3
"""How a command ends if a board cannot be solved; else with 0, and bad input with 2."""


def _as_data(question: Question, answer: Answer | None, least: Least, solutions: list[str]) -> dict[str, object]:
    """An answer for JSON."""
    return {
        **question.as_data(),
        "min_taps": answer and answer.min_taps,
        "n_min_solutions": answer and answer.n_min_solutions,
        "min_tiles": answer and answer.min_tiles,
        "least": least.value,
        "solutions": solutions,
        "single_tile_fixes": question.fixes_as_data(),
    }


def _print(question: Question, answer: Answer, solutions: list[str]) -> None:
    taps = answer.solutions[0].tolist()
    print(f"{question.echoed()}\n\n{question.in_words()}")
    if answer.min_taps is None:
        print("one of them; there are too many to look at all of them for the fewest taps")
    else:
        print(f"fewest taps {answer.min_taps}, fewest tiles {answer.min_tiles}")
        count = len(answer.solutions)
        print(f"{sum(taps)} taps on {len(taps) - taps.count(0)} tiles; as good: {count:,}")
    print(f"\n{question.laid_out([times or '.' for times in taps])}\n", *solutions, sep="\n")


def solve(
    board: BoardArgument,
    show_all: Annotated[bool, typer.Option("--all", help="Print all solutions that are as good.")] = False,
    least: Annotated[Least, typer.Option("--min", help="What there should be few of.")] = Least.TAPS,
    avoid: Annotated[str, typer.Option(help="Tiles that must not be tapped, such as 00,31.")] = "",
    layout: LayoutOption = Layout.ROWS,
    up: UpOption = 1,
    output: PicturesOption = None,
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
    config: ConfigOption = CONFIG,
) -> None:
    """Solve a board with the fewest taps, proven, or say that it cannot be solved.

    The answer is printed in the reading order of the board: how often to tap each tile; a dot is no
    tap. Tiles are named by row and column, from 0. Boards can be written with glued or spaced
    digits, rows set apart by / or line ends, or with arrows. Above the answer stands the board as
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
    from pipeline.arrow_puzzle.commands.question import ask
    from pipeline.arrow_puzzle.game.notation import all_written, parse_tiles
    from pipeline.arrow_puzzle.game.solutions import MAX_SOLUTIONS, best_answer

    form = output_format(as_json, as_csv)
    question = ask(board, layout, up, config)
    avoided = parse_tiles(avoid, question.level, layout) if avoid else []
    answer = None
    if question.is_solvable:
        n_solutions = question.algebra.n_solutions
        if MANY_SOLUTIONS < n_solutions <= MAX_SOLUTIONS:
            say(f"looking at {n_solutions:,} solutions")
        answer = best_answer(question.algebra, question.board, least, avoided)
    solutions = all_written(answer.solutions[: None if show_all else 1], question.level) if answer else []
    data = _as_data(question, answer, least, solutions)
    if form is OutputFormat.JSON:
        print_json(data)
    elif form is OutputFormat.CSV:
        show([{**data, "solution": solution} for solution in solutions or [""]], SOLVE_COLUMNS, form)
    elif answer:
        _print(question, answer, solutions)
    elif question.is_solvable:
        print(f"{question.echoed()}\n\n{question.level.name}: every solution taps one of the tiles {avoid}")
    else:
        print(f"{question.echoed()}\n\n{question.in_words()}")
    if answer:
        write_pictures(question.drawn(answer.solutions[0].tolist()), output)
    else:
        write_pictures(question.drawn_fixes(), output)
        raise typer.Exit(UNSOLVABLE)


def check(
    board: BoardArgument,
    layout: LayoutOption = Layout.ROWS,
    up: UpOption = 1,
    output: PicturesOption = None,
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
    config: ConfigOption = CONFIG,
) -> None:
    """Say whether a board can be solved; if not, which tile may have been mistyped.

    --csv has a row for each tile that may have been.

    Ends with status 0 if the board can be solved, 3 if not, 2 if it is not a board.

    Examples:
    tablebases arrow check 1112211111211221122122112212112212122

    tablebases arrow check medium 4243/3221/1423/2143 --json
    """
    from pipeline.arrow_puzzle.commands.question import ask

    form = output_format(as_json, as_csv)
    question = ask(board, layout, up, config)
    data, fixes = question.as_data(), question.fixes_as_data()
    if form is OutputFormat.JSON:
        print_json({**data, "single_tile_fixes": fixes})
    elif form is OutputFormat.CSV:
        show([{**data, **fix} for fix in fixes or [{}]], CHECK_COLUMNS, form)
    else:
        print(f"{question.echoed()}\n\n{question.in_words()}")
    write_pictures(question.drawn_fixes(), output)
    if not question.is_solvable:
        raise typer.Exit(UNSOLVABLE)


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
    output: PicturesOption = None,
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
    config: ConfigOption = CONFIG,
) -> None:
    """Tap the tiles of a board, each as often as the taps say, and show what comes out.

    Examples:
    tablebases arrow apply 434131344 203302121

    tablebases arrow apply hexagon-2-6 2212211 5000000
    """
    form = output_format(as_json, as_csv)
    if len(words) not in (2, 3):
        raise InputError("apply needs a board and taps, and perhaps a level before them")
    from pipeline.arrow_puzzle.commands.question import ask
    from pipeline.arrow_puzzle.game.notation import parse_taps

    *board, taps_text = words
    before = ask(board, layout, up, config)
    level = before.level
    taps = parse_taps(taps_text, level, layout)
    after = before.after(taps)
    not_up = int((after.board != 0).sum())
    if form is OutputFormat.TABLE:
        print(f"{before.echoed()}\n\n{level.name}: after {taps.sum()} taps ", end="")
        print("every arrow is up" if not_up == 0 else f"{not_up} arrows are not up")
        print(f"\n{after.laid_out((after.board + up).tolist())}\n\n{after.written()}")
    else:
        data = {
            "level": level.name,
            "layout": layout.value,
            "board": after.written(),
            "solved": not_up == 0,
            "taps": int(taps.sum()),
        }
        show_one(data, form)
    write_pictures(after.drawn(), output)


def generate(
    level: LevelArgument,
    count: Annotated[int, typer.Option("--count", "-n", min=1, help="How many boards.")] = 1,
    seed: Annotated[int | None, typer.Option(min=0, help="The same seed gives the same boards.")] = None,
    up: UpOption = 1,
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
    config: ConfigOption = CONFIG,
) -> None:
    """Print random boards that can be solved, a line each, all equally likely.

    Example: tablebases arrow generate expert -n 3 --seed 7
    """
    form = output_format(as_json, as_csv)
    from pipeline.arrow_puzzle.commands.question import find_level

    boards = _random_boards(find_level(level, config), count, seed, up)
    if form is OutputFormat.TABLE:
        for board in boards:
            print(board)
    else:
        show(({"board": board} for board in boards), ("board",), form)


def _random_boards(level: Level, count: int, seed: int | None, up: int) -> Iterator[str]:
    """Boards that can be solved, as text."""
    import numpy as np

    from pipeline.arrow_puzzle.game.notation import all_written

    random = np.random.default_rng(seed)
    for first in range(0, count, BOARDS_BATCH):
        size = (min(BOARDS_BATCH, count - first), level.tiles)
        taps = random.integers(0, level.directions, size)
        boards = level.after_taps(np.zeros_like(taps), taps)
        yield from all_written(boards.astype(np.uint8), level, lowest=up)
