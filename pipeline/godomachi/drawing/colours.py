"""The colours of all pictures of Godomachi."""

from __future__ import annotations

INK, QUIET, PAPER = "#1d2b38", "#8b98a5", "#ffffff"
CELL, CELL_LINE = "#bcc6cf", "#ffffff"
PIECE_A, PIECE_B = "#2f7fc1", "#e07a1f"
"""The pieces that are cut off the one shape and the other."""

CONGRUENT = "#d5dbe1"

FIRST_WINS = ("#d6e7f6", "#92bfe4", "#4a8fcd", "#1a5c9f", "#083562")
"""By plies, 1, 3, 5, ..: the longer it takes, the darker."""
SECOND_WINS = ("#fbd7a8", "#f3a04f", "#d9711a", "#9c4a08", "#5e2a00")
"""By plies, 2, 4, 6, .."""

DARK_FROM = 2
"""From this shade on, letters on it must be white."""


def shade(plies: int) -> int:
    """How dark the colour of a number of plies is, from 0."""
    return min((plies - 1) // 2, len(FIRST_WINS) - 1)


def colour_of(plies: int) -> str:
    """The colour of a pair; blue where the first player wins, orange where the second does."""
    if plies == 0:
        return CONGRUENT
    return (FIRST_WINS if plies % 2 else SECOND_WINS)[shade(plies)]


def ink_on(plies: int) -> str:
    """The colour of letters on the colour of a pair."""
    return PAPER if plies and shade(plies) >= DARK_FROM else INK
