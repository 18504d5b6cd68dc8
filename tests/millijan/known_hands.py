"""Hands with known answers, for the tests of the pipeline, of the oracle and of the page."""

from __future__ import annotations

from oracle.millijan import Tiles
from tests.known import KnownAnswers

KNOWN_ANSWERS = KnownAnswers("millijan")
known_rows = KNOWN_ANSWERS.rows
figure = KNOWN_ANSWERS.figure
whole = KNOWN_ANSWERS.whole


def wholes(text: str) -> list[int]:
    """Read whole numbers with spaces between them."""
    return [int(entry) for entry in text.split()]


def numbers_of(text: str) -> list[tuple[int, ...]]:
    """Read entries like 4:17000 or 4:2:144 with spaces between them."""
    return [tuple(map(int, entry.split(":"))) for entry in text.split()]


def hand_of(row: dict[str, str]) -> Tiles:
    """The hand of a row."""
    return tuple(wholes(row["hand"]))


def hand_id(row: dict[str, str]) -> str:
    """The name of a test of a row."""
    return f"{row['sample']}-{row['hand'].replace(' ', '.')}"
