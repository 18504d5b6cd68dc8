"""`tablebases arrow apply`: what taps make of a board."""

from __future__ import annotations

from typing import Annotated

import typer

from pipeline.arrow_puzzle.commands.asking import LayoutOption, UpOption
from pipeline.arrow_puzzle.game.choices import Layout
from pipeline.cli.options import CONFIG, ConfigOption, PicturesOption, read_text
from pipeline.cli.output import JsonOption, print_json
from pipeline.cli.pictures import write_pictures
from pipeline.core.errors import InputError


def apply(
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="[LEVEL] BOARD TAPS",
            help="The level may be left out where only one level has such boards; - for the board is standard input.",
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
    if len(words) not in (2, 3):
        raise InputError("apply needs a board and taps, and perhaps a level before them")
    from pipeline.arrow_puzzle.commands.question import Question, find_level, level_of_board, load_levels
    from pipeline.arrow_puzzle.game.notation import parse_board, parse_taps

    *names, board, taps_text = words
    text = read_text(board)
    level = find_level(names[0], config) if names else level_of_board(text, layout, up, load_levels(config))
    before = Question(level, layout, up, parse_board(text, level, layout, up))
    taps = parse_taps(taps_text, level, layout)
    after = before.after(taps)
    not_up = int((after.board != 0).sum())
    if as_json:
        data = {
            "level": level.name,
            "layout": layout.value,
            "board": after.written(),
            "solved": not_up == 0,
            "taps": int(taps.sum()),
        }
        print_json(data)
    else:
        print(f"{level.name}: after {taps.sum()} taps ", end="")
        print("every arrow is up" if not_up == 0 else f"{not_up} arrows are not up")
        print()
        print(after.laid_out((after.board + up).tolist()))
        print()
        print(after.written())
    write_pictures(after.drawn(), output)
