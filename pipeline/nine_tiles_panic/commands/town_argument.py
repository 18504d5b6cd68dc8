"""A town as it is typed."""

from __future__ import annotations

from pathlib import Path

from pipeline.core.errors import InputError
from pipeline.nine_tiles_panic.game.board import Board
from pipeline.nine_tiles_panic.game.laid_town import LaidTown, lay_town
from pipeline.nine_tiles_panic.game.notation import plain_pattern
from pipeline.nine_tiles_panic.game_files import load_all_tiles

MOST_DIGITS_OF_AN_ID = 8

PATTERN_HELP = "Tile numbers row by row, then their directions (0-7); blanks and | may stand between."


def typed_town(text: str, tiles: Path, board: Board) -> LaidTown:
    """The town of a pattern, in any notation; it need not be complete.

    Raises:
        InputError: it is no pattern of this board and these tiles.
        PipelineError: the tile file is missing or wrong.
    """
    pattern = plain_pattern(text)
    if pattern.isdigit() and len(pattern) < min(2 * board.positions, MOST_DIGITS_OF_AN_ID + 1):
        raise InputError(
            f"a pattern has {2 * board.positions} digits, but this is '{pattern}'; if it is the id of a theme synonym, "
            f"`tablebases nine-tiles towns {int(pattern)}` lists its towns"
        )
    return lay_town(pattern, load_all_tiles(tiles), board)
