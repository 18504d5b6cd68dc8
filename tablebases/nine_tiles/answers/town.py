"""Towns for programs, and the sources that all answers share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TypeAlias

from tablebases.answer import base, share
from tablebases.answer.fields import Notated
from tablebases.answer.text import Block, Drawing
from tablebases.arguments import checked
from tablebases.database import Kind
from tablebases.errors import InputError, MissingDataError, whole_number
from tablebases.languages import name_of, t
from tablebases.locations import Found, data_file, find_artifact
from tablebases.messages import percent
from tablebases.nine_tiles.rules.game_files import THEMES, TILES, load_all_tiles, load_themes
from tablebases.nine_tiles.rules.laid_town import (
    ALL_DIRECTIONS,
    FREE,
    TURNS,
    Highlight,
    LaidTile,
    LaidTown,
    lay_town,
    parse_place,
    parse_town,
    place_in_words,
    plain_pattern,
    road_faults,
    turned_direction,
)
from tablebases.nine_tiles.rules.measures import Explanation, explanations_by_theme
from tablebases.nine_tiles.rules.themes import RuleSet, Theme, find_theme
from tablebases.nine_tiles.rules.tiles import MAX_TILES, Board, Tile, divided
from tablebases.nine_tiles.tablebase import BEST_TOWNS, Game, read_game
from tablebases.nine_tiles.text_drawing import town_text
from tablebases.puzzles import NINE_TILES

AnyPath = Path | str | None


# Sources of answers.


def find_database(kind: Kind, results: AnyPath) -> Found:
    """Find a database in the results, or else in the package."""
    return find_artifact(NINE_TILES, kind.file, results)


def read_tiles(path: AnyPath = None) -> tuple[Tile, ...]:
    """The tiles of a tile file, by default that of the game."""
    return load_all_tiles(data_file(TILES if path is None else Path(path)))


def read_themes_file(path: AnyPath) -> tuple[Theme, ...]:
    """The themes of a theme file, by default that of the game."""
    return load_themes(data_file(THEMES if path is None else Path(path)))


def game_of(results: AnyPath) -> Game:
    """The game of the results; without results, the published game.

    Raises a MissingDataError if a folder of results is named and lacks best_towns.db.
    """
    try:
        path = find_database(BEST_TOWNS, results).path
    except MissingDataError:
        if results is not None:
            raise
        return Game(Board(3, 3), None, "published")
    return read_game(path, BEST_TOWNS)


# Scores in words.


def spaced(scores: Iterable[int]) -> str:
    """Scores with blanks between them."""
    return " ".join(map(str, scores))


def better_than_in_words(better_than: float, is_decided: bool) -> str:
    """The share of towns with a lower score, in words. `is_decided` says that not all towns have the same score."""
    return t("{share} of towns", share=percent(better_than)) if is_decided else t("not decided by the town")


@dataclass(frozen=True)
class ThemeScore:
    """A score of a town in a theme."""

    number: int
    """Of the theme."""
    name: str
    name_ja: str
    score: int

    @property
    def title(self) -> str:
        """The name of the theme in the current language."""
        return name_of(self.name, self.name_ja)


# Towns.


@dataclass(frozen=True)
class Town(Notated, base.Answer):
    """A town, complete or not; it never changes, so that each step of building returns a new one.

    >>> from tablebases import nine_tiles
    >>> town = nine_tiles.Town.parse("206 745 813 | 361 230 035")
    >>> town.pattern, town.is_complete
    ('206745813361230035', True)
    >>> town.rotate()
    Town('653041278216700031')

    A place is a name, such as `top left` or `row 1 column 1`, or a number from 0, row by row.
    """

    pattern: str
    """Its tile numbers, row by row, then their directions, with dots for free places; `parse` reads other notations."""
    board: Board = field(default=Board(3, 3))
    tiles: tuple[Tile, ...] | None = field(default=None, compare=False)
    """The tiles of the game, by default those of the tile file."""

    @classmethod
    @checked
    def parse(cls, text: AnyTown, *, tiles: AnyPath = None, rows: int = 3, columns: int = 3) -> Town:
        """Read a town, with dots for free places; blanks, slashes and commas are ignored, digits may be wide."""
        board = Board(rows, columns)
        if isinstance(text, Town) and text.board == board:
            return text
        all_tiles = read_tiles(tiles)
        return cls(parse_town(pattern_of(text, board), all_tiles, board).pattern, board, all_tiles)

    @classmethod
    @checked
    def empty(cls, *, tiles: AnyPath = None, rows: int = 3, columns: int = 3) -> Town:
        """A board without tiles, to build a town on."""
        board = Board(rows, columns)
        return cls(FREE[0] * 2 * board.positions, board, read_tiles(tiles))

    @property
    def notation(self) -> str:
        """The pattern."""
        return self.pattern

    @property
    def cell(self) -> str:
        """The pattern with a bar."""
        return divided(plain_pattern(self.pattern))

    @cached_property
    def laid(self) -> LaidTown:
        """The town with its tiles and roads."""
        return lay_town(str(self.pattern), read_tiles() if self.tiles is None else self.tiles, self.board)

    @property
    def faults(self) -> list[str]:
        """Roads that do not go on at the next tile or close on themselves, in words."""
        return road_faults(self.laid)

    @property
    def free(self) -> list[str]:
        """The names of the places without a tile."""
        return [place_in_words(position, self.board) for position in self.laid.free]

    @property
    def is_complete(self) -> bool:
        """Whether a tile lies at every place, all roads meet, and none closes on itself."""
        return self.laid.is_complete

    def _changed(self, position: int, digits: str) -> Town:
        """The town with another tile and direction at a position; an InputError if the tile cannot lie there."""
        pattern = [*self.laid.pattern]
        pattern[position :: self.board.positions] = digits
        changed = Town("".join(pattern), self.board, self.tiles)
        _ = changed.laid
        return changed

    def _laid_at(self, place: int | str) -> tuple[int, LaidTile]:
        """A position by its place, and its tile; an InputError if it is free."""
        position = parse_place(place, self.board)
        if position in self.laid.free:
            raise InputError("no tile lies at {places}", places=place_in_words(position, self.board))
        return position, self.laid.tiles[position]

    @checked
    def lay(self, tile: int, place: int | str, direction: int = 0) -> Town:
        """The town with one more tile; `direction` is 0-3 for the front, turned left that many times, 4-7 for the back.

        >>> Town.empty().lay(4, "top", 1).flip("top").lay(2, 4).turn("centre", -1)
        Town('.4..2.....5..3....')
        """
        position, last = parse_place(place, self.board), len(ALL_DIRECTIONS) - 1
        if position not in self.laid.free:
            laid, where = self.laid.tiles[position].number, place_in_words(position, self.board)
            raise InputError("tile {tile} lies at {place}; take it away first", tile=laid, place=where)
        tile, direction = whole_number("tile", tile, 0, MAX_TILES - 1), whole_number("direction", direction, 0, last)
        return self._changed(position, f"{tile:d}{direction:d}")

    @checked
    def turn(self, place: int | str, quarters: int = 1) -> Town:
        """The town with the tile at a place turned left by `quarters` quarter turns; negative ones turn right."""
        position, tile = self._laid_at(place)
        return self._changed(position, f"{tile.number}{turned_direction(tile.direction, quarters)}")

    @checked
    def flip(self, place: int | str) -> Town:
        """The town with the other face of the tile at a place, turned left as often as before."""
        position, tile = self._laid_at(place)
        return self._changed(position, f"{tile.number}{(tile.direction + TURNS) % len(ALL_DIRECTIONS)}")

    @checked
    def take_away(self, place: int | str) -> Town:
        """The town without the tile at a place."""
        return self._changed(self._laid_at(place)[0], FREE[0] * 2)

    @checked
    def rotate(self, quarters: int = 1) -> Town:
        """The town after `quarters` left quarter turns; negative ones turn right."""
        turned = self.laid.rotated(quarters)
        return Town(turned.pattern, turned.board, self.tiles)

    @checked
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
        """The town as an SVG picture, with marks on the faults of an incomplete town.

        `theme`, a number or name, highlights everything that scores in it; the town must have no faults. `numbers`
        shows rows, columns and edge numbers, `legend` explains the things on the tiles, `monochrome` uses greys only.
        `rule_set` is a reading of the card texts; `themes` is another theme file.
        """
        from tablebases.nine_tiles.drawing import DrawingOptions, draw_town

        highlight = Highlight() if theme is None else self.explained(theme, rule_set, themes)[1].highlight
        return draw_town(self.laid, DrawingOptions(numbers, legend, highlight, monochrome))

    @checked
    def explained(
        self, theme: int | str, rule_set: RuleSet = "published", themes: AnyPath = None
    ) -> tuple[Theme, Explanation]:
        """A theme, by its number or name, and what scores in it; the town must have no faults."""
        ((wanted, explanation),) = explanations_by_theme(
            self.laid, [find_theme(str(theme), read_themes_file(themes))], rule_set
        )
        return wanted, explanation

    def card(self) -> share.Card:
        """The town to share."""
        title, place = t("town {pattern}", pattern=self.pattern), place_of(self, f"town_{self.pattern}")
        return share.Card(NINE_TILES.package, title, (), place, self.svg())

    def blocks(self) -> Iterator[Block]:
        """The town in box-drawing characters, with its key."""
        yield Drawing(town_text(self.laid))

    def __repr__(self) -> str:
        board = "" if self.board == Board(3, 3) else f", {self.board!r}"
        return f"Town({self.pattern!r}{board})"


AnyTown: TypeAlias = Town | int | str | Sequence["AnyTown"]
"""A town, its pattern as a text or number, lists of its digits, or pairs of a tile and its direction."""


def _rows(town: AnyTown) -> list[str]:
    """The digits of each innermost list."""
    if isinstance(town, list) and any(isinstance(each, list) for each in town):
        return [row for each in town for row in _rows(each)]
    return ["".join(str(getattr(each, "pattern", each)) for each in (town if isinstance(town, list) else [town]))]


def pattern_of(town: AnyTown, board: Board) -> str:
    """The pattern of a town in any notation, not checked; a number gets the 0 at its start back."""
    rows, positions = _rows(town), board.positions
    if isinstance(town, int) and len(rows[0]) == 2 * positions - 1:
        return f"0{town}"
    if board.columns != 2 and [*map(len, rows)] == [2] * positions:  # with two columns, rows are as long as pairs
        return "".join(row[place] for place in range(2) for row in rows)
    return "".join(rows)


def place_of(town: Town, question: str) -> str:
    """The address of a question about a town in the atlas: of the page alone for other tiles or another board."""
    is_of_page = town.board == Board(3, 3) and town.tiles in (None, read_tiles())
    return f"{NINE_TILES.page}/#{question}" if is_of_page else f"{NINE_TILES.page}/"


def towns_of_patterns(patterns: Sequence[str], board: Board, tiles: tuple[Tile, ...]) -> tuple[Town, ...]:
    """The towns of patterns from the results."""
    return tuple(Town(pattern, board, tiles) for pattern in patterns)
