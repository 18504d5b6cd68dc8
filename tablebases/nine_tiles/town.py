"""Towns as programs handle them, and what all answers share: where they come from, and their text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from tablebases.database import Kind
from tablebases.errors import MissingDataError
from tablebases.locations import Found, data_file, find_artifact
from tablebases.messages import percent
from tablebases.nine_tiles import PUZZLE, THEMES, TILES
from tablebases.nine_tiles.game_files import load_all_tiles
from tablebases.nine_tiles.laid_town import TURNS, LaidTown, completeness_faults, lay_town, parse_town, turned_direction
from tablebases.nine_tiles.tablebase import BEST_TOWNS, Game, read_game
from tablebases.nine_tiles.themes import RuleSet, Theme, find_theme
from tablebases.nine_tiles.tiles import Board, Tile
from tablebases.text_tables import rows_as_table, wrapped

AnyPath = Path | str | None


# Where answers come from.


def find_database(kind: Kind, results: AnyPath) -> Found:
    """A database, where it is found first."""
    return find_artifact(PUZZLE, kind.file, None if results is None else Path(results))


def read_tiles(path: AnyPath = None) -> tuple[Tile, ...]:
    """The tiles of a tile file; None for that of the game."""
    return load_all_tiles(data_file(TILES if path is None else Path(path)))


def read_themes_file(path: AnyPath) -> tuple[Theme, ...]:
    """The themes of a theme file; None for that of the game."""
    from tablebases.nine_tiles.game_files import load_themes

    return load_themes(data_file(THEMES if path is None else Path(path)))


def game_of(results: AnyPath) -> Game:
    """The game that the results are about; without results, the game as it comes in its box."""
    try:
        path = find_database(BEST_TOWNS, results).path
    except MissingDataError:
        return Game(Board(3, 3), None, "published")
    return read_game(path, BEST_TOWNS)


# Answers as text.

WIDTH = 80
"""Columns of the text of an answer."""


def text_lines(*lines: str) -> str:
    """Lines, those that are too long wrapped."""
    return "\n".join(part for line in lines for part in wrapped(line, WIDTH))


def text_table(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """A table of at most `WIDTH` columns."""
    return "\n".join(rows_as_table([dict(zip(columns, row, strict=True)) for row in rows], columns, WIDTH, "─"))


def better_than_in_words(better_than: float, is_decided: bool) -> str:
    """The share of towns that score less in a card, as people read it. is_decided: towns have more than one score."""
    return f"{percent(better_than)} of towns" if is_decided else "not decided by the town"


def share_below(towns: Mapping[int, int], score: int) -> float:
    """The share of towns with a lower score. towns: score -> towns that have it."""
    return sum(count for other, count in towns.items() if other < score) / sum(towns.values())


# Towns.


@dataclass(frozen=True)
class Town:
    """A town, complete or not.

    >>> from tablebases import nine_tiles
    >>> town = nine_tiles.Town.parse("206 745 813 | 361 230 035")
    >>> town.pattern, town.is_complete
    ('206745813361230035', True)
    >>> town.rotate()
    Town('653041278216700031')
    """

    pattern: str
    """The numbers of its tiles, row by row, then their directions; `parse` reads other notations and checks them."""
    board: Board = field(default=Board(3, 3))
    tiles: tuple[Tile, ...] | None = field(default=None, compare=False)
    """The tiles of the game; None for those of the tile file."""

    @classmethod
    def parse(cls, text: str, *, tiles: AnyPath = None, rows: int = 3, columns: int = 3) -> Town:
        """Read a town in any notation that the commands take: with blanks, bars, and digits of any width."""
        of_game = read_tiles(tiles)
        board = Board(rows, columns)
        return cls(parse_town(text, of_game, board).pattern, board, of_game)

    @cached_property
    def laid(self) -> LaidTown:
        """The town with its tiles and roads."""
        return lay_town(self.pattern, read_tiles() if self.tiles is None else self.tiles, self.board)

    @property
    def faults(self) -> list[str]:
        """Why the town is not complete: a sentence for each open border and each closed road."""
        return completeness_faults(self.laid)

    @property
    def is_complete(self) -> bool:
        """Whether all roads meet and none closes on itself."""
        return not self.faults

    def rotate(self, quarters: int = 1) -> Town:
        """The town turned to the left by `quarters` quarter turns, to the right if they are negative."""
        rows, columns = self.board.rows, self.board.columns
        numbers, directions = self.pattern[: rows * columns], list(map(int, self.pattern[rows * columns :]))
        places = list(range(rows * columns))
        for _ in range(quarters % TURNS):
            places = [places[row * columns + column] for column in reversed(range(columns)) for row in range(rows)]
            rows, columns = columns, rows
        turned = (turned_direction(direction, quarters) for direction in directions)
        direction_at = list(map(str, turned))
        pattern = "".join([*(numbers[place] for place in places), *(direction_at[place] for place in places)])
        return Town(pattern, Board(rows, columns), self.tiles)

    def svg(
        self,
        *,
        theme: int | str | None = None,
        numbers: bool = False,
        legend: bool = False,
        monochrome: bool = False,
        rule_set: RuleSet = "published",
        themes: AnyPath = None,
    ) -> str:
        """The town as an SVG picture; faults of a town that is not complete are marked.

        `theme`, a number or name, points at what scores in it; the town must be complete. `numbers` shows positions and
        edge numbers, `legend` explains the things on the tiles, `monochrome` uses greys only. `rule_set` says how the
        card texts are read; `themes` is another theme file.
        """
        from tablebases.nine_tiles.drawing import DrawingOptions, draw_town
        from tablebases.nine_tiles.laid_town import Highlight

        highlight = Highlight()
        if theme is not None:
            from tablebases.nine_tiles.measures import explanations_by_theme

            wanted = find_theme(str(theme), read_themes_file(themes))
            ((_, explanation),) = explanations_by_theme(self.laid, [wanted], rule_set)
            highlight = explanation.highlight
        return draw_town(self.laid, DrawingOptions(numbers, legend, highlight, monochrome))

    def __repr__(self) -> str:
        board = "" if self.board == Board(3, 3) else f", {self.board!r}"
        return f"Town({self.pattern!r}{board})"

    def __str__(self) -> str:
        from tablebases.nine_tiles.text_drawing import town_text

        return text_lines(*town_text(self.laid).split("\n"))

    def _repr_svg_(self) -> str:
        return self.svg()


def town_of(town: Town | str, tiles: AnyPath, board: Board) -> Town:
    """A town that is given as one, or in any notation."""
    return town if isinstance(town, Town) else Town.parse(town, tiles=tiles, rows=board.rows, columns=board.columns)


def towns_of_patterns(patterns: Sequence[str], board: Board, tiles: tuple[Tile, ...]) -> tuple[Town, ...]:
    """The towns of patterns that the results list."""
    return tuple(Town(pattern, board, tiles) for pattern in patterns)
