"""`tablebases arrow check`: whether a board can be solved, and what may be mistyped."""

from __future__ import annotations

import typer

from pipeline.arrow_puzzle.commands.asking import BoardArgument, LayoutOption, LevelArgument, Status, UpOption
from pipeline.arrow_puzzle.game.choices import Layout
from pipeline.cli.options import CONFIG, ConfigOption, PicturesOption
from pipeline.cli.output import JsonOption, print_json
from pipeline.cli.pictures import write_pictures


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

    Ends with status 0 if the board can be solved, 3 if not, 2 if it is not a board.

    Examples:
    tablebases arrow check hard 1112211111211221122122112212112212122

    tablebases arrow check medium 4243/3221/1423/2143 --json
    """
    from pipeline.arrow_puzzle.commands.question import ask

    question = ask(level, board, layout, up, config)
    name = question.level.name
    if as_json:
        print_json({**question.as_data(), "single_tile_fixes": question.fixes_as_data()})
    elif question.is_solvable:
        print(f"{name}: {question.solvable_in_words()}")
    else:
        print(f"{name}: unsolvable. {question.fixes_in_words()}")
    write_pictures(question.drawn_fixes(), output)
    if not question.is_solvable:
        raise typer.Exit(Status.UNSOLVABLE)
