"""Daily puzzles: what all games share. The pages draw the same ones."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from tablebases.answer.text import Block

_WORD = 0xFFFFFFFF


class Draws:
    """Random numbers that depend on a text alone; `Draws` in `atlas/kit/practice.js` draws the same ones.

    FNV-1a of 32 bits turns the text, ASCII, into the state. Each draw is one step of SplitMix32 with the constants of
    MurmurHash3. These numbers are frozen: daily puzzles depend on them.

    >>> draws = Draws("arrow 2026-11-24")
    >>> [draws.below(100) for _ in range(5)]
    [0, 45, 56, 87, 93]
    """

    def __init__(self, text: str) -> None:
        self._state = 0x811C9DC5
        for byte in text.encode("ascii"):
            self._state = (self._state ^ byte) * 0x01000193 & _WORD

    def below(self, count: int) -> int:
        """A whole number from 0 to `count` - 1; `count` is at most 2^21, for exact numbers in JavaScript."""
        self._state = (self._state + 0x9E3779B9) & _WORD
        word = self._state
        word = (word ^ word >> 16) * 0x85EBCA6B & _WORD
        word = (word ^ word >> 13) * 0xC2B2AE35 & _WORD
        return (word ^ word >> 16) * count >> 32


def today() -> str:
    """The date in UTC, such as `2026-11-24`: the name of the daily puzzle."""
    return datetime.now(UTC).date().isoformat()


class Daily(NamedTuple):
    """The puzzles of a day of a game; the function `daily` of its module `practice` draws them."""

    task: str
    """What to do, in one sentence."""
    command: str
    """The command that solves a puzzle typed after it, such as `solve`."""
    puzzles: Sequence[str]
    """The puzzles as that command reads them."""
    blocks: Sequence[Block]
    """The puzzles for people."""
    first: str = ""
    """The name of the first of several puzzles, such as `pair 1`."""
