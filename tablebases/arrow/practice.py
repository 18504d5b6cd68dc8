"""Practice on one board in the terminal: each tap gets a verdict. `page/practice.js` sets the same boards."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from tablebases.arrow.answers import Board, find_level, levels, solve
from tablebases.arrow.boards import Layout, Level, parse_tiles, written
from tablebases.arrow.tablebase import KIND
from tablebases.database import open_rows
from tablebases.errors import InputError
from tablebases.languages import t
from tablebases.messages import counted
from tablebases.practice import Draws, result_line, typed_lines

DAILY_LEVELS = ("easy", "medium", "hard", "expert")
"""The levels of daily puzzles, as the package has them."""

HELP = """\
Type the tile to tap: its {line} and its place there, such as 2 3. The tap also turns the tiles around it.
  hint   a tap that is needed
  quit   end the practice"""
TOO_MANY = "level {level} has too many solutions to tell the fewest taps; choose a smaller board"
TWO_NUMBERS = re.compile(r"(\d+)[ ,]+(\d+)")


@dataclass
class Round:
    """A board, and the taps of a player so far."""

    board: Board
    day: str | None = None
    """The date of a daily puzzle."""
    done: int = 0

    def __post_init__(self) -> None:
        self.fewest = self.left = self._fewest_taps()

    def _fewest_taps(self) -> int:
        taps = solve(self.board).min_taps
        if taps is None:
            raise InputError(TOO_MANY, level=self.board.level.label)
        return taps

    def tap(self, tile: int) -> bool:
        """Tap a tile, by its place in reading order; whether that tap was needed."""
        before = self.left
        self.board = _after(self.board, [int(other == tile) for other in range(self.board.level.tiles)])
        self.done += 1
        self.left = self._fewest_taps()
        return self.left == before - 1

    @property
    def hint(self) -> int:
        """A tile that one of the best solutions taps."""
        return next(tile for tile, taps in enumerate(solve(self.board).taps) if taps)

    @property
    def result(self) -> str:
        """The line to share; of a board that is not solved it says how many taps are left."""
        taps = t("{fewest} of {done} taps", fewest=self.fewest, done=self.done)
        if self.left:
            taps = t("{taps}, {left} left", taps=_taps(self.done), left=self.left)
        return result_line(t("Arrow puzzle"), self.day, taps)


def _after(board: Board, taps: Sequence[int]) -> Board:
    """The board after taps on each tile, in reading order."""
    return board.after(written(taps, board.level, layout=board.layout))


def practice_board(level: Level, draws: Draws, layout: Layout | None = None) -> Board:
    """A random solvable board that is not solved: each tile of the solved board gets a drawn number of taps."""
    solved = board = Board(level, layout or level.usual_layout, 1, (0,) * level.tiles)
    while board.is_solved:
        board = _after(solved, [draws.below(level.directions) for _ in range(level.tiles)])
    return board


def daily_board(day: str, layout: Layout | None = None) -> Board:
    """The board of a day, such as 2026-11-24: its level is drawn first."""
    draws = Draws(f"arrow {day}")
    level = find_level(DAILY_LEVELS[draws.below(len(DAILY_LEVELS))])
    return practice_board(level, draws, layout)


def seeded_board(level: Level, seed: int, layout: Layout | None = None) -> Board:
    """The board of a level with a seed; the page has it at the address `#easy_7`."""
    return practice_board(level, Draws(f"arrow {level.name} {seed}"), layout)


def hardest_board(seed: int, layout: Layout | None = None) -> Board:
    """The board with a seed among those of expert that the tablebase lists as the hardest; the page: `#hardest_7`."""
    found = levels()
    level = found["expert"].level
    with open_rows(found.path, KIND) as database:
        texts = [*database.execute("SELECT board FROM hardest_boards WHERE level = 'expert' ORDER BY family")]
    if not texts:
        raise InputError(TOO_MANY, level=level.label)
    (text,) = texts[Draws(f"arrow hardest {seed}").below(len(texts))]
    return replace(Board.parse(text, level, layout="rows"), layout=layout or level.usual_layout)


def _line(board: Board) -> str:
    """What the first number of a tile counts."""
    return "column" if board.level.drawn(board.layout) is Layout.COLUMNS else "row"


def _tile(board: Board, words: str) -> int | None:
    """The tile that a player typed, None for a hint; an InputError if it is neither."""
    if words.lower() == "hint":
        return None
    numbers = TWO_NUMBERS.fullmatch(words)
    line = f"{_line(board)} {numbers[1]}, tile {numbers[2]}" if numbers else words
    tiles = parse_tiles(line, board.level, board.layout)
    if len(tiles) != 1:
        raise InputError("type one tile, such as 2 3, or ? for help")
    return tiles[0]


def practise(played: Round) -> None:
    """Let a player solve a board, with a verdict after each tap; print the result."""
    level = played.board.level
    print(t("Level {level}: turn all arrows up in {taps}. ? for help.", level=level.label, taps=_taps(played.left)))
    print(f"\n{played.board.drawn_in_text()}\n")
    for tile in typed_lines(t("tap: "), t(HELP, line=t(_line(played.board))), partial(_tile, played.board)):
        if tile is None:
            (row, line) = next(found for found in enumerate(level.lines(Layout.ROWS), 1) if played.hint in found[1])
            print(t("tap {row} {place}", row=row, place=line.index(played.hint) + 1))
            continue
        verdict = "needed: {taps} left" if played.tap(tile) else "not needed: {taps} left"
        print(f"{t(verdict, taps=_taps(played.left))}\n\n{played.board.drawn_in_text()}\n")
        if not played.left:
            print(t("every arrow points up"))
            break
    print(played.result)


def _taps(count: int) -> str:
    return counted(count, "tap")
