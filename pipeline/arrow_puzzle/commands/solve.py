"""`tablebases arrow solve`: the fewest taps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pipeline.arrow_puzzle.commands.asking import BoardArgument, LayoutOption, LevelArgument, Status, UpOption
from pipeline.arrow_puzzle.game.choices import Layout, Least
from pipeline.cli.options import CONFIG, ConfigOption, PicturesOption
from pipeline.cli.output import JsonOption, print_json
from pipeline.cli.pictures import write_pictures
from pipeline.core.progress import say

if TYPE_CHECKING:
    from pipeline.arrow_puzzle.commands.question import Question
    from pipeline.arrow_puzzle.game.best_answer import Answer

MANY_SOLUTIONS = 1_000_000
"""To examine as many takes a second."""


def _as_data(question: Question, answer: Answer | None, least: Least, shown: int) -> dict[str, object]:
    """An answer for JSON."""
    return {
        **question.as_data(),
        "min_taps": answer and answer.min_taps,
        "n_min_solutions": answer and answer.n_min_solutions,
        "min_tiles": answer and answer.min_tiles,
        "least": least.value,
        "solutions": question.written_taps(answer.solutions[:shown]) if answer else [],
        "single_tile_fixes": question.fixes_as_data(),
    }


def _print(question: Question, answer: Answer, show_all: bool) -> None:
    taps = answer.solutions[0].tolist()
    print(f"{question.level.name}: {question.solvable_in_words()}")
    if answer.min_taps is None:
        print("one of them; there are too many to look at all of them for the fewest taps")
    else:
        print(f"fewest taps {answer.min_taps}, fewest tiles {answer.min_tiles}")
        count = len(answer.solutions)
        print(f"{sum(taps)} taps on {len(taps) - taps.count(0)} tiles; as good: {count:,}")
    print()
    print(question.laid_out([times or "." for times in taps]))
    print()
    shown = answer.solutions if show_all else answer.solutions[:1]
    print("\n".join(question.written_taps(shown)))


def solve(
    level: LevelArgument,
    board: BoardArgument,
    show_all: Annotated[bool, typer.Option("--all", help="Print all solutions that are as good.")] = False,
    least: Annotated[Least, typer.Option("--min", help="What there should be few of.")] = Least.TAPS,
    avoid: Annotated[str, typer.Option(help="Tiles that must not be tapped, such as 00,31.")] = "",
    layout: LayoutOption = Layout.ROWS,
    up: UpOption = 1,
    output: PicturesOption = None,
    as_json: JsonOption = False,
    config: ConfigOption = CONFIG,
) -> None:
    """Solve a board with the fewest taps, proven, or say that it cannot be solved.

    The answer is printed in the reading order of the board: how often to tap each tile; a dot is no
    tap. Tiles are named by row and column, from 0. Boards can be written with glued or spaced
    digits, rows set apart by / or line ends, or with arrows.

    Ends with status 0 if the board is solved, 3 if it cannot be, 2 if it is not a board.

    Examples:
    tablebases arrow solve easy 434131344

    tablebases arrow solve easy "←↓←/↑↓↑/↓←←"

    tablebases arrow solve expert 6265136336413535566553155125263216446 --all

    tablebases arrow solve expert 6265136336413535566553155125263216446 --min tiles -o board.svg

    tablebases arrow solve hard - --layout columns --avoid 00,66 < board.txt
    """
    from pipeline.arrow_puzzle.commands.question import ask
    from pipeline.arrow_puzzle.game.best_answer import best_answer
    from pipeline.arrow_puzzle.game.notation import parse_tiles
    from pipeline.arrow_puzzle.game.solutions import MAX_SOLUTIONS

    question = ask(level, board, layout, up, config)
    avoided = parse_tiles(avoid, question.level, layout) if avoid else []
    answer = None
    if question.is_solvable:
        n_solutions = question.algebra.n_solutions
        if MANY_SOLUTIONS < n_solutions <= MAX_SOLUTIONS:
            say(f"looking at {n_solutions:,} solutions")
        answer = best_answer(question.algebra, question.board, least, avoided)
    if as_json:
        shown = len(answer.solutions) if answer and show_all else 1
        print_json(_as_data(question, answer, least, shown))
    elif answer:
        _print(question, answer, show_all)
    elif question.is_solvable:
        print(f"{question.level.name}: every solution taps one of the tiles {avoid}")
    else:
        print(f"{question.level.name}: unsolvable. {question.fixes_in_words()}")
    if answer:
        write_pictures(question.drawn(answer.solutions[0].tolist()), output)
    else:
        write_pictures(question.drawn_fixes(), output)
        raise typer.Exit(Status.UNSOLVABLE)
