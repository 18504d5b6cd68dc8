"""`tablebases arrow apply`: what taps make of a board."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from pipeline.arrow_puzzle.commands.asking import (
    CONFIG,
    ConfigOption,
    LayoutOption,
    UpOption,
    find_level,
    read_text,
)
from pipeline.arrow_puzzle.drawing.board_drawing import Picture, draw_board
from pipeline.arrow_puzzle.drawing.board_text import board_text
from pipeline.arrow_puzzle.game.levels import Level
from pipeline.arrow_puzzle.game.notation import Layout, parse_board, parse_taps, written
from pipeline.arrow_puzzle.level_options import load_levels
from pipeline.command_line import PicturesOption
from pipeline.errors import InputError
from pipeline.output import JsonOption, print_json
from pipeline.pictures import write_pictures


def _level_of_board(text: str, layout: Layout, up: int, levels: Sequence[Level]) -> Level:
    """The only level that has such a board.

    Raises:
        InputError: there is none, or more than one.
    """
    found = []
    faults = {}
    for level in levels:
        try:
            parse_board(text, level, layout, up)
            found.append(level)
        except InputError as error:
            faults[level] = error
    if len(found) == 1:
        return found[0]
    if found:
        names = " and ".join(level.name for level in found)
        raise InputError(
            f"the levels {names} have such a board; name the level, as in "
            "`tablebases arrow apply expert BOARD TAPS`"
        )
    signs = len("".join(text.split()))
    nearest = min(levels, key=lambda level: abs(level.tiles - signs))
    raise InputError(f"no level has such a board; as one of {nearest.name}, {faults[nearest]}")


def _understood(
    words: Sequence[str], layout: Layout, up: int, config: Path
) -> tuple[Level, str, str]:
    """(level, board, taps) of two or three words."""
    if len(words) == 3:
        return find_level(words[0], config), words[1], words[2]
    if len(words) != 2:
        raise InputError("apply needs a board and taps, and perhaps a level before them")
    board = read_text(words[0])
    return _level_of_board(board, layout, up, load_levels(config)), board, words[1]


def apply(
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="[LEVEL] BOARD TAPS",
            help="The level may be left out where only one level has such boards; - for the board "
            "is standard input.",
        ),
    ],
    layout: LayoutOption = Layout.ROWS,
    up: UpOption = 1,
    output: PicturesOption = None,
    as_json: JsonOption = False,
    config: ConfigOption = CONFIG,
) -> None:
    """Tap the tiles of a board, each as often as the taps say, and show what comes out.

    Examples:
    tablebases arrow apply 434131344 203302121

    tablebases arrow apply hexagon-2-6 2212211 5000000
    """
    level, text, taps_text = _understood(words, layout, up, config)
    board = parse_board(read_text(text), level, layout, up)
    taps = parse_taps(taps_text, level, layout)
    after = level.after_taps(board.astype(np.int64), taps.astype(np.int64))
    not_up = int(np.count_nonzero(after))
    if as_json:
        data = {
            "level": level.name,
            "layout": layout.value,
            "board": written(after, level, lowest=up),
            "solved": not_up == 0,
            "taps": int(taps.sum()),
        }
        print_json(data)
    else:
        print(f"{level.name}: after {taps.sum()} taps ", end="")
        print("every arrow is up" if not_up == 0 else f"{not_up} arrows are not up")
        print()
        print(board_text(level, layout, (after + up).tolist()))
        print()
        print(written(after, level, lowest=up))
    write_pictures(draw_board(Picture(level, layout, after.tolist())), output)
