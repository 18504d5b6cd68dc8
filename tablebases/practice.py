"""What practice in the terminal shares: puzzles that the pages set alike, and lines that a player types."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import TypeVar

from tablebases.errors import InputError
from tablebases.languages import t

_WORD = 0xFFFFFFFF
Read = TypeVar("Read")


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


def random_seed() -> int:
    """A seed for a puzzle: at most seven digits, which fit into an address."""
    return secrets.randbelow(10**7)


def typed_lines(prompt: str, explanation: str, read: Callable[[str], Read]) -> Iterator[Read]:
    """The lines that a player types after a prompt, read by `read`, until `quit` or the end of standard input.

    An empty line and `?` print the explanation. An InputError of `read` is printed, and the player types again.
    """
    while True:
        print(prompt, end="", flush=True)
        line = sys.stdin.readline()
        words = line.strip()
        if not line or words.lower() in ("quit", "exit", "q"):
            print()
            return
        if words.lower() in ("", "?", "help"):
            print(explanation)
            continue
        try:
            found = read(words)
        except InputError as error:
            print(error)
            continue
        yield found


def result_line(title: str, day: str | None, result: str) -> str:
    """One line to share; of the daily puzzle it has the date."""
    if day is None:
        return t("{title}: {result}", title=title, result=result)
    return t("{title} {day}: {result}", title=title, day=day, result=result)
