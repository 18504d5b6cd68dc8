"""`tablebases arrow solve`: the fewest taps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any

import numpy as np
import typer
from numpy.typing import NDArray

from pipeline.arrow_puzzle.commands.asking import (
    CONFIG,
    BoardArgument,
    ConfigOption,
    LayoutOption,
    LevelArgument,
    Question,
    Status,
    UpOption,
    ask,
    draw_fixes,
    fixes_as_data,
    fixes_in_words,
    question_as_data,
    solvable_in_words,
)
from pipeline.arrow_puzzle.drawing.board_drawing import Picture, draw_board
from pipeline.arrow_puzzle.drawing.board_text import board_text
from pipeline.arrow_puzzle.game.notation import Layout, parse_tiles, written
from pipeline.arrow_puzzle.game.solutions import (
    MOST_SOLUTIONS,
    avoiding,
    best_solutions,
    tap_costs,
    tile_costs,
    whole_kernel,
)
from pipeline.command_line import PicturesOption
from pipeline.output import JsonOption, print_json
from pipeline.pictures import write_pictures
from pipeline.progress import say

MANY_SOLUTIONS = 1_000_000
"""It takes a second to look at so many."""


class Least(StrEnum):
    """What a solution is to have few of."""

    TAPS = "taps"
    TILES = "tiles"


@dataclass(frozen=True)
class Answer:
    """The best solutions of a board.

    min_taps, min_tiles: the least number of taps and of different tiles of any allowed solution,
    or None if there are too many solutions to look at. n_min_solutions: how many have as few taps.
    solutions: the best, in lexicographic order: uint8 (solutions, tiles).
    """

    min_taps: int | None
    n_min_solutions: int | None
    min_tiles: int | None
    solutions: NDArray[np.uint8]


def best_answer(question: Question, least: Least, avoided: Sequence[int]) -> Answer | None:
    """The solutions of a solvable board with the fewest taps, or on the fewest tiles.

    Where tiles count, fewer taps decide between as many tiles.

    Args:
        question: a board that can be solved.
        least: what there should be few of.
        avoided: tiles that must not be tapped.

    Returns:
        None if no solution leaves out the avoided tiles.
    """
    algebra = question.algebra
    solution = algebra.one_solution(question.board)
    if algebra.n_solutions > MOST_SOLUTIONS and not avoided:
        return Answer(None, None, None, solution[None])
    if algebra.n_solutions > MANY_SOLUTIONS:
        say(f"looking at {algebra.n_solutions:,} solutions")
    kernel = whole_kernel(algebra)
    taps = avoiding(tap_costs(algebra), avoided)
    tiles = avoiding(tile_costs(algebra), avoided)
    directions = question.level.directions
    by_taps = best_solutions(solution, kernel, taps, directions=directions)
    by_tiles = best_solutions(solution, kernel, tiles, taps, directions=directions)
    if by_taps is None or by_tiles is None:
        return None
    best = by_taps if least is Least.TAPS else by_tiles
    return Answer(by_taps.cost, len(by_taps.taps), by_tiles.cost, best.taps)


def _as_data(question: Question, answer: Answer | None, least: Least, shown: int) -> dict[str, Any]:
    """An answer for JSON."""
    level = question.level
    data: dict[str, Any] = {
        **question_as_data(question),
        "min_taps": answer and answer.min_taps,
        "n_min_solutions": answer and answer.n_min_solutions,
        "min_tiles": answer and answer.min_tiles,
        "least": least.value,
        "solutions": [written(taps, level) for taps in answer.solutions[:shown]] if answer else [],
        "single_tile_fixes": fixes_as_data(question),
    }
    return data


def _print(question: Question, answer: Answer, show_all: bool) -> None:
    level = question.level
    taps = answer.solutions[0]
    print(f"{level.name}: {solvable_in_words(question)}")
    if answer.min_taps is None:
        print("one of them; there are too many to look at all of them for the fewest taps")
    else:
        print(f"fewest taps {answer.min_taps}, fewest tiles {answer.min_tiles}")
        count = len(answer.solutions)
        print(f"{taps.sum()} taps on {np.count_nonzero(taps)} tiles; as good: {count:,}")
    print()
    print(board_text(level, question.layout, [times or "." for times in taps.tolist()]))
    print()
    for solution in answer.solutions if show_all else answer.solutions[:1]:
        print(written(solution, level))


def solve(
    level: LevelArgument,
    board: BoardArgument,
    show_all: Annotated[
        bool, typer.Option("--all", help="Print all solutions that are as good.")
    ] = False,
    least: Annotated[
        Least, typer.Option("--min", help="What there should be few of.")
    ] = Least.TAPS,
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

    Ends with status 0 if the board is solved, 3 if it cannot be, 2 if it is no board.

    Examples:
    tablebases arrow solve easy 434131344

    tablebases arrow solve easy "←↓←/↑↓↑/↓←←"

    tablebases arrow solve expert 6265136336413535566553155125263216446 --all

    tablebases arrow solve expert 6265136336413535566553155125263216446 --min tiles -o board.svg

    tablebases arrow solve hard - --layout columns --avoid 00,66 < board.txt
    """
    question = ask(level, board, layout, up, config)
    avoided = parse_tiles(avoid, question.level, layout) if avoid else []
    answer = best_answer(question, least, avoided) if question.is_solvable else None
    if as_json:
        shown = len(answer.solutions) if answer and show_all else 1
        print_json(_as_data(question, answer, least, shown))
    elif answer:
        _print(question, answer, show_all)
    elif question.is_solvable:
        print(f"{question.level.name}: every solution taps one of the tiles {avoid}")
    else:
        print(f"{question.level.name}: unsolvable. {fixes_in_words(question)}")
    if answer:
        picture = Picture(
            question.level, layout, question.board.tolist(), answer.solutions[0].tolist()
        )
        write_pictures(draw_board(picture), output)
    else:
        write_pictures(draw_fixes(question), output)
        raise typer.Exit(Status.UNSOLVABLE)
