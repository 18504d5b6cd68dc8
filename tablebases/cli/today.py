"""The command `tablebases today`: the daily puzzles of all games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec

import typer

from tablebases import practice
from tablebases.answer.base import Answer
from tablebases.answer.share import configured_address, title_of
from tablebases.answer.text import Block
from tablebases.cli.options import SETTINGS
from tablebases.cli.output import answers
from tablebases.languages import t
from tablebases.puzzles import PUZZLES, Puzzle

app = typer.Typer(**SETTINGS)


@dataclass(frozen=True)
class DailyPuzzles:
    """The daily puzzles of a game."""

    game: str
    """The group of its commands."""
    command: str
    """The command that solves a puzzle, which stands after it."""
    puzzles: Sequence[str]
    """The puzzles as that command reads them: three cards, a board with its level, pairs of shapes, or hands."""
    address: str | None
    """The page of the daily puzzle on the web; None if the configuration has no `atlas_address`."""
    lines: Sequence[Block] = field(repr=False)
    """The game, what to do, the puzzles for people, and the command that solves the first one."""


@dataclass(frozen=True)
class Today(Answer):
    """The daily puzzles of all games."""

    date: str
    """In UTC."""
    games: Sequence[DailyPuzzles]

    lists = "games"

    def blocks(self) -> Iterator[Block]:
        """The puzzles of each game, the command that solves the first one, and the address."""
        yield t("Puzzles of {date} (UTC)", date=self.date)
        for each in self.games:
            yield from ("", *each.lines, each.address or "")


def _daily(puzzle: Puzzle, day: str, atlas: str) -> DailyPuzzles:
    """The puzzles of a game that has daily ones; `atlas` is the address of the atlas, or empty."""
    found: practice.Daily = import_module(f"tablebases.{puzzle.library}.practice").daily(day)
    address = f"{atlas}{puzzle.page}/practice.html#daily" if atlas else None
    typed = f"tablebases {puzzle.command} {found.command} {found.puzzles[0]}"
    text = "Answer to {first}: `{typed}`" if found.first else "Answer: `{typed}`"
    answer = t(text, first=found.first, typed=typed)
    lines = [title_of(puzzle), found.task, "", *found.blocks, "", answer]
    return DailyPuzzles(puzzle.command, found.command, found.puzzles, address, lines)


@answers(app)
def today() -> Today:
    """Show the daily puzzles of each game, as the practice pages set them.

    They depend on the date in UTC alone. Below the puzzles of a game stands the command that solves the first one.

    Examples:
    tablebases today

    tablebases today --json
    """
    day, atlas = practice.today(), configured_address()
    daily = [puzzle for puzzle in PUZZLES if find_spec(f"tablebases.{puzzle.library}.practice")]
    return Today(day, [_daily(puzzle, day, atlas) for puzzle in daily])
