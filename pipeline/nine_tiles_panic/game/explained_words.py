"""The words in which explanations name and count what is on the positions of a town."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from pipeline.core.words import counted


def listed(parts: Sequence[object]) -> str:
    """The parts as a list such as `1, 2 and 4`."""
    words = [str(part) for part in parts]
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def at(positions: Iterable[int]) -> str:
    """Where things are, such as `at 1, 3 (2) and 4` with two of them at position 3."""
    counts = sorted(Counter(positions).items())
    return "at " + listed([p if n == 1 else f"{p} ({n})" for p, n in counts])


def number(count: int, noun: str) -> str:
    """How many, such as `1 house`, `2 houses` or `no houses`."""
    return counted(count, noun) if count else f"no {noun}s"


def placed(noun: str, positions: Sequence[int]) -> str:
    """How many and where, such as `2 dogs at 1 and 4`; a position for each thing."""
    count = number(len(positions), noun)
    return f"{count} {at(positions)}" if positions else count


def road_name(positions: Iterable[int]) -> str:
    """A road by the positions it leads through, such as `0-1-4`."""
    return "-".join(map(str, positions))
