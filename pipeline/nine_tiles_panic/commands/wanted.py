"""What a town is to be made of, in words: `tile 4 back at centre`, `tile 2 direction 3 at row 1 column 2`."""

from __future__ import annotations

import re

from pipeline.core.errors import InputError
from pipeline.nine_tiles_panic.game.board import Board
from pipeline.nine_tiles_panic.game.wanted_tiles import WantedTile

PLACES = ("top left", "top", "top right", "left", "centre", "right", "bottom left", "bottom", "bottom right")
"""The positions of a board of 3 x 3."""
FACES = {"front": range(4), "back": range(4, 8)}
WORDS = re.compile(
    r"tile (?P<tile>\d)(?: (?P<face>front|back)| direction (?P<direction>[0-7]))?"
    r" at (?:row (?P<row>\d{1,9}) column (?P<column>\d{1,9})|(?P<place>[a-z ]+))"
)


def parse_wanted(text: str, board: Board) -> WantedTile:
    """Read what is wanted at a position.

    Raises:
        InputError: it cannot be read, or the board has no such position.
    """
    found = WORDS.fullmatch(" ".join(text.lower().split()))
    if found is None:
        raise InputError(
            f"'{text}' cannot be read; write it like 'tile 4 back at centre', 'tile 4 at top left' or "
            "'tile 4 direction 2 at row 1 column 3'"
        )
    place = found["place"]
    places = PLACES if (board.rows, board.columns) == (3, 3) else ()
    if place and place not in places:
        known = ", ".join(places) or "a row and a column, as in row 1 column 2"
        raise InputError(f"'{place}' is not a position of this board; the positions are {known}")
    row, column = divmod(PLACES.index(place), 3) if place else (int(found["row"]) - 1, int(found["column"]) - 1)
    if not (0 <= row < board.rows and 0 <= column < board.columns):
        raise InputError(f"'{text}' is outside the board, which has {board.rows} rows and {board.columns} columns")
    directions = FACES[found["face"]] if found["face"] else range(8)
    if found["direction"]:
        directions = range(int(found["direction"]), int(found["direction"]) + 1)
    return WantedTile(row * board.columns + column, int(found["tile"]), tuple(directions))
