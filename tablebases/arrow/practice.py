"""The board of a day; `page/practice.js` draws the same one."""

from __future__ import annotations

from tablebases.answer.text import Drawing
from tablebases.arrow.answers import Board, find_level
from tablebases.arrow.boards import Level, written
from tablebases.languages import t
from tablebases.practice import Daily, Draws

DAILY_LEVELS = ("easy", "medium", "hard", "expert")
"""The levels of daily puzzles, as the package has them."""


def practice_board(level: Level, draws: Draws) -> Board:
    """A random solvable board that is not solved: each tile of the solved board gets a drawn number of taps."""
    solved = board = Board(level, level.usual_layout, 1, (0,) * level.tiles)
    while board.is_solved:
        taps = [draws.below(level.directions) for _ in range(level.tiles)]
        board = solved.after(written(taps, level, layout=solved.layout))
    return board


def daily_board(day: str) -> Board:
    """The board of a day, such as 2026-11-24: its level is drawn first."""
    draws = Draws(f"arrow {day}")
    return practice_board(find_level(DAILY_LEVELS[draws.below(len(DAILY_LEVELS))]), draws)


def daily(day: str) -> Daily:
    """The board of a day, with its level."""
    board = daily_board(day)
    task = t("Level {level}: turn all arrows up with as few taps as possible.", level=board.level.label)
    return Daily(task, "solve", [f"{board.level.name} {board.text}"], [Drawing(board.drawn_in_text)])
