"""`tablebases arrow apply`: what taps make of a board."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from pipeline.arrow_puzzle.commands.asking import (
    CONFIG,
    ConfigOption,
    LayoutOption,
    OutputOption,
    UpOption,
    find_level,
    read_text,
)
from pipeline.arrow_puzzle.drawing.board_drawing import Picture, draw_board
from pipeline.arrow_puzzle.drawing.board_text import board_text
from pipeline.arrow_puzzle.game.levels import Level
from pipeline.arrow_puzzle.game.notation import Layout, parse_board, parse_taps, written
from pipeline.arrow_puzzle.level_options import load_levels
from pipeline.errors import InputError
from pipeline.output import JsonOption
from pipeline.pictures import write_pictures


def _levels_of_board(text: str, layout: Layout, up: int, levels: Sequence[Level]) -> list[Level]:
    """The levels that have such a board."""
    found = []
    for level in levels:
        try:
            parse_board(text, level, layout, up)
        except InputError:
            continue
        found.append(level)
    return found


def _understood(
    words: Sequence[str], layout: Layout, up: int, config: Path
) -> tuple[Level, str, str]:
    """(level, board, taps) of two or three words."""
    if len(words) == 3:
        return find_level(words[0], config), words[1], words[2]
    if len(words) != 2:
        raise InputError("apply needs a board and taps, and perhaps a level before them")
    board = read_text(words[0])
    found = _levels_of_board(board, layout, up, load_levels(config))
    if len(found) != 1:
        which = " and ".join(level.name for level in found) or "none"
        raise InputError(
            f"the levels with such a board are {which}; name the level, as in "
            "`tablebases arrow apply expert BOARD TAPS`"
        )
    return found[0], board, words[1]


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
    output: OutputOption = None,
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
        print(json.dumps(data, indent=2))
    else:
        print(f"{level.name}: after {taps.sum()} taps ", end="")
        print("every arrow is up" if not_up == 0 else f"{not_up} arrows are not up")
        print()
        print(board_text(level, layout, (after + up).tolist()))
        print()
        print(written(after, level, lowest=up))
    write_pictures(draw_board(Picture(level, layout, after.tolist())), output)
