"""`tablebases arrow check`: whether a board can be solved, and what may be mistyped."""

from __future__ import annotations

import typer

from pipeline.arrow_puzzle.commands.asking import (
    CONFIG,
    BoardArgument,
    ConfigOption,
    LayoutOption,
    LevelArgument,
    Status,
    UpOption,
    ask,
    draw_fixes,
    fixes_as_data,
    fixes_in_words,
    question_as_data,
    solvable_in_words,
)
from pipeline.arrow_puzzle.game.notation import Layout
from pipeline.command_line import PicturesOption
from pipeline.output import JsonOption, print_json
from pipeline.pictures import write_pictures


def check(
    level: LevelArgument,
    board: BoardArgument,
    layout: LayoutOption = Layout.ROWS,
    up: UpOption = 1,
    output: PicturesOption = None,
    as_json: JsonOption = False,
    config: ConfigOption = CONFIG,
) -> None:
    """Say whether a board can be solved; if not, which tile may have been mistyped.

    Ends with status 0 if the board can be solved, 3 if not, 2 if it is no board.

    Examples:
    tablebases arrow check hard 1112211111211221122122112212112212122

    tablebases arrow check medium 4243/3221/1423/2143 --json
    """
    question = ask(level, board, layout, up, config)
    name = question.level.name
    if as_json:
        data = {**question_as_data(question), "single_tile_fixes": fixes_as_data(question)}
        print_json(data)
    elif question.is_solvable:
        print(f"{name}: {solvable_in_words(question)}")
    else:
        print(f"{name}: unsolvable. {fixes_in_words(question)}")
    write_pictures(draw_fixes(question), output)
    if not question.is_solvable:
        raise typer.Exit(Status.UNSOLVABLE)
