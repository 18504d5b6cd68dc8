"""How people write the pattern of a town.

A pattern is read with blanks and bars between its digits, and in digits of any width:

>>> plain_pattern("206 745 813 | 361 230 035")
'206745813361230035'
"""

from __future__ import annotations

import unicodedata
from typing import NamedTuple

from pipeline.core.errors import InputError

SEPARATOR = "|"
FREE = "._?"
"""Signs of a partial town for a free position or an open direction; a blank may be one too."""
FACES = {"f": range(4), "b": range(4, 8)}
"""Signs for a known face in an open direction: front, back."""
ALL_DIRECTIONS = tuple(range(8))


def half_width(text: str) -> str:
    """A text with full-width digits and signs as those of a keyboard, in one line."""
    return " ".join(unicodedata.normalize("NFKC", text).splitlines())


def plain_pattern(text: str) -> str:
    """A pattern without blanks and bars, in plain digits; what else stands in it stays."""
    return "".join(half_width(text).replace(SEPARATOR, " ").split())


class PartialTile(NamedTuple):
    """What is known of a position."""

    tile: int | None
    """None if any may lie there."""
    directions: tuple[int, ...]
    """Those that it may have, ascending."""


def _signs(half: str, positions: int) -> str:
    """The signs of one half of a partial pattern, a sign a position."""
    together = "".join(half.split())
    blanks_separate = len(together) == positions or not together or any(sign in FREE for sign in half)
    return (together if blanks_separate else half.replace(" ", FREE[0])).ljust(positions, FREE[0])


def parse_partial_town(text: str, positions: int) -> list[PartialTile]:
    """A town of which not all is known: signs of all tiles, a bar, then signs of their directions.

    A sign is a digit, or `.`, `_` or `?` for what is open; in a half that has none of these three and too few digits,
    a blank is open too, else blanks are for the eye. A direction may also be `f` or `b`, the front or the back, turned
    any way. What is missing at the end of a half is open; between full halves no bar is needed.

    >>> parse_partial_town("3.|f", 2)
    [PartialTile(tile=3, directions=(0, 1, 2, 3)), PartialTile(tile=None, directions=(0, 1, 2, 3, 4, 5, 6, 7))]

    Args:
        text: as it is typed.
        positions: of the board.

    Raises:
        InputError: a half is too long, something is no sign, or a tile is there twice.
    """
    plain = half_width(text).lower()
    tiles, bar, turned = plain.replace(f" {SEPARATOR} ", SEPARATOR).partition(SEPARATOR)
    together = "".join(plain.split())
    if not bar and len(together) == 2 * positions:
        tiles, turned = together[:positions], together[positions:]
    halves = [_signs(half, positions) for half in (tiles, turned)]
    for half, allowed in zip(halves, ("0123456789", "01234567fb"), strict=True):
        wrong = [sign for sign in half if sign not in allowed + FREE]
        if len(half) > positions or wrong:
            what = f"'{wrong[0]}' is not understood" if wrong else f"'{half}' has more than {positions} signs"
            raise InputError(
                f"{what}; write {positions} tiles, a bar and {positions} directions (0-7, f front, b back), "
                f"with a dot for what is open, such as 03658....|00442...."
            )
    numbers = [None if sign in FREE else int(sign) for sign in halves[0]]
    for number in filter(lambda number: number is not None, numbers):
        if numbers.count(number) > 1:
            raise InputError(f"tile {number} is used more than once in '{text}'")
    return [PartialTile(number, _directions(sign)) for number, sign in zip(numbers, halves[1], strict=True)]


def _directions(sign: str) -> tuple[int, ...]:
    """The directions that a sign of a partial pattern leaves open."""
    return (int(sign),) if sign.isdigit() else tuple(FACES.get(sign, ALL_DIRECTIONS))
