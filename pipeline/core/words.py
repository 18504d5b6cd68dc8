"""Numbers with their nouns."""

from __future__ import annotations


def counted(count: int, noun: str, plural: str = "") -> str:
    """How many there are of something: `1 cell`, `2 cells`, `1,000 plies` with the plural `plies`."""
    return f"{count:,} {noun if count == 1 else plural or noun + 's'}"
