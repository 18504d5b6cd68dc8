"""Boards that commands are asked about: understood, and in words, as data and drawn."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from unicodedata import normalize

import numpy as np
from numpy.typing import NDArray

from pipeline.arrow_puzzle.drawing.boards import board_text, draw_board
from pipeline.arrow_puzzle.game.algebra import Algebra, algebra_of
from pipeline.arrow_puzzle.game.choices import Layout
from pipeline.arrow_puzzle.game.levels import Level, Shape, check_different_names, names_a_board, parse_level
from pipeline.arrow_puzzle.game.notation import ARROWS, parse_board, tile_names, written
from pipeline.arrow_puzzle.game.typing_mistakes import TypingMistakes
from pipeline.cli.options import read_text, section_of
from pipeline.core.errors import InputError
from pipeline.core.progress import say
from pipeline.core.words import counted

LETTER = re.compile(r"[^\W\d_v]")
"""What names of levels have and boards have not, where v is an arrow."""


def load_levels(config: Path) -> tuple[Level, ...]:
    """The levels that a configuration file names.

    Raises:
        InputError: the file is missing or names none, two have the same name, or one is not a board.
    """
    with section_of(config, "arrow_puzzle", "levels") as section:
        levels = tuple(
            Level(entry["name"], Shape(entry["shape"]), entry["side"], entry["directions"])
            for entry in section["levels"]
        )
    check_different_names(levels)
    return levels


def find_level(name: str, config: Path) -> Level:
    """A level by its name.

    Raises:
        InputError: there is no such level.
    """
    return parse_level(name, () if names_a_board(name) else load_levels(config))


def level_of_board(text: str, layout: Layout, up: int, levels: Sequence[Level]) -> Level:
    """The level that has such a board; of several that with the fewest directions, and a note says so.

    Raises:
        InputError: there is none.
    """
    found = []
    faults = {}
    for level in levels:
        try:
            parse_board(text, level, layout, up)
            found.append(level)
        except InputError as error:
            faults[level] = error
    if not found:
        signs = len("".join(text.split()))
        nearest = min(levels, key=lambda level: abs(level.tiles - signs))
        raise InputError(f"no level has such a board; as one of {nearest.name}, {faults[nearest]}")
    likely, *others = sorted(found, key=lambda level: level.directions)
    if others:
        names = " or ".join(level.name for level in others)
        say(f"note: read as a board of level {likely.name}; if it is one of {names}, name that before the board")
    return likely


@dataclass(frozen=True)
class Question:
    """A board that somebody asks about."""

    level: Level
    layout: Layout
    up: int
    """The number of an arrow that points up."""
    board: NDArray[np.uint8]
    """Steps from up, in the reading order of the layout: uint8 (tiles,)."""

    @cached_property
    def algebra(self) -> Algebra:
        """What algebra says of the level."""
        return algebra_of(self.level)

    @property
    def is_solvable(self) -> bool:
        """Whether the board can be solved."""
        return bool(self.algebra.is_solvable(self.board))

    @cached_property
    def fixes(self) -> list[tuple[int, int]]:
        """(tile, number on it) of the changes of one tile after which it could be solved."""
        (found,) = TypingMistakes(self.algebra).fixes(self.board[None])
        return [(fix.tile, fix.value + self.up) for fix in found]

    def after(self, taps: NDArray[np.uint8]) -> Question:
        """The board that taps, uint8 (tiles,), make of it."""
        board = self.level.after_taps(self.board.astype(np.int64), taps.astype(np.int64))
        return replace(self, board=board.astype(np.uint8))

    def echoed(self) -> str:
        """The board as it was understood, in arrows where there are some for all directions."""
        signs = ARROWS.get(self.level.directions) or range(self.up, self.level.directions + self.up)
        return self.laid_out([signs[value] for value in self.board.tolist()])

    def in_words(self) -> str:
        """Whether it can be solved, and in how many ways, or else what may have been mistyped."""
        if self.is_solvable:
            return f"{self.level.name}: solvable, {counted(self.algebra.n_solutions, 'solution')}"
        names = [f"tile {fix['tile']} is {fix['shown']}" for fix in self.fixes_as_data()]
        mended = f"It could be solved if {' or '.join(names)} (tiles are row and column, from 0)."
        if not names:
            mended = "No change of one tile makes it solvable, so at least two were mistyped."
        return f"{self.level.name}: unsolvable. {mended}"

    def fixes_as_data(self) -> list[dict[str, object]]:
        """What may have been mistyped, for JSON."""
        names = tile_names(self.level, self.layout)
        return [{"tile": names[tile], "shown": shown} for tile, shown in self.fixes]

    def written(self) -> str:
        """The board as text, in one line."""
        return written(self.board, self.level, lowest=self.up)

    def as_data(self) -> dict[str, object]:
        """The board and whether it can be solved, for JSON."""
        return {
            "level": self.level.name,
            "layout": self.layout.value,
            "up": self.up,
            "board": self.written(),
            "solvable": self.is_solvable,
            "n_solutions": self.algebra.n_solutions if self.is_solvable else 0,
        }

    def laid_out(self, values: Sequence[object]) -> str:
        """A value of each tile, in the shape of the board."""
        return board_text(self.level, self.layout, values)

    def drawn(self, taps: Sequence[int] = ()) -> str:
        """The board as SVG, with the number of taps of each tile if they are given."""
        return draw_board(self.level, self.layout, self.board.tolist(), taps)

    def drawn_fixes(self) -> str:
        """The board as SVG, with the tiles marked that may have been mistyped."""
        fixes: dict[int, str] = {}
        for tile, shown in self.fixes:
            fixes[tile] = f"{fixes[tile]}/{shown}" if tile in fixes else str(shown)
        return draw_board(self.level, self.layout, self.board.tolist(), fixes=fixes)


def _level_and_board(words: Sequence[str], config: Path) -> tuple[Level | None, str]:
    """The level that the first word names, if it does, and all other words as one text."""
    name, *rest = words
    if LETTER.search(name) or (rest and name in {level.name for level in load_levels(config)}):
        if not rest:
            raise InputError(f"there is no board after the level {name}, such as 434131344")
        return find_level(name, config), " ".join(rest)
    return None, " ".join(words)


def ask(words: Sequence[str], layout: Layout, up: int, config: Path) -> Question:
    """Understand a board, perhaps after the name of its level.

    Args:
        words: as they are typed; the board may be in several, or `-` for standard input.
        layout: how it is read.
        up: the number of an arrow that points up.
        config: the configuration, which names the levels.

    Raises:
        InputError: there is no such level, or it has no such board.
    """
    named, board = _level_and_board(words, config)
    text = normalize("NFKC", read_text(board))
    found = named or level_of_board(text, layout, up, load_levels(config))
    return Question(found, layout, up, parse_board(text, found, layout, up))
