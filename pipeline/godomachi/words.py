"""Numbers with their nouns."""

from __future__ import annotations


def counted(count: int, noun: str) -> str:
    """How many there are of something: 1 cell, 2 cells."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
