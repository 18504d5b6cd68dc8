"""Towns as they lie on a board: how they are written, what is in them, and how the results list them.

A pattern has a digit a position for the tile, row by row, then a digit a position for the direction: 0-3 show the front
face turned left by that many quarter turns, 4-7 the back face. Blanks and bars may stand between the digits, and the
digits may have any width:

>>> plain_pattern("206 745 813 | 361 230 035")
'206745813361230035'

A town is laid out in plain Python, for pictures and for explanations of its scores: its tiles with their roads, and its
roads from end to end. Positions are numbered from 0, row by row.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from tablebases.errors import InputError
from tablebases.languages import t
from tablebases.nine_tiles.tiles import SIDES, Board, Face, ObjectKind, OnRoad, Road, Tile

if TYPE_CHECKING:
    from tablebases.nine_tiles.road_synonyms import OrientedRoadSynonym

TURNS = 4
ALL_DIRECTIONS = tuple(range(2 * TURNS))
FRONT, BACK = range(TURNS), range(TURNS, 2 * TURNS)
"""The directions that show either face."""
MOST_DIGITS_OF_AN_ID = 8

# Patterns, and what is known or wanted of a town.

SEPARATOR = "|"
FREE = "._?"
"""Signs of a partial town for a free position or an open direction; a blank may be one too."""
FACE_SIGNS = {"f": FRONT, "b": BACK}
"""Signs for a known face in an open direction."""
FACE_WORDS = {"front": FRONT, "back": BACK}
PLACES = ("top left", "top", "top right", "left", "centre", "right", "bottom left", "bottom", "bottom right")
"""The positions of a board of 3 x 3."""
WANTED = re.compile(
    r"tile (?P<tile>\d)(?: (?P<face>front|back)| direction (?P<direction>[0-7]))?"
    r" at (?:row (?P<row>\d{1,9}) column (?P<column>\d{1,9})|(?P<place>[a-z ]+))"
)


def place_in_words(position: int, board: Board) -> str:
    """The name of a position: `top left` on a board of 3 x 3, on others `row 1 column 1`."""
    if (board.rows, board.columns) == (3, 3):
        return t(PLACES[position])
    row, column = divmod(position, board.columns)
    return t("row {row} column {column}", row=row + 1, column=column + 1)


def half_width(text: str) -> str:
    """A text with full-width digits and signs as those of a keyboard, in one line."""
    return " ".join(unicodedata.normalize("NFKC", text).splitlines())


def plain_pattern(text: str) -> str:
    """A pattern without blanks and bars, in plain digits; what else stands in it stays."""
    return "".join(half_width(text).replace(SEPARATOR, " ").split())


def turned_direction(direction: int, quarters: int) -> int:
    """A direction after `quarters` quarter turns to the left."""
    return direction // TURNS * TURNS + (direction + quarters) % TURNS


class PartialTile(NamedTuple):
    """What is known of a position."""

    tile: int | None
    """None if any may lie there."""
    directions: tuple[int, ...]
    """Those that it may have, ascending."""


def _signs(half: str, positions: int) -> str:
    """The signs of one half of a partial pattern, a sign a position."""
    together = "".join(half.split())
    blanks_separate = len(together) == positions or not together or any(sign in FREE for sign in half)
    return (together if blanks_separate else half.replace(" ", FREE[0])).ljust(positions, FREE[0])


def parse_partial_town(text: str, positions: int) -> list[PartialTile]:
    """A town of which not all is known: signs of all tiles, a bar, then signs of their directions.

    A sign is a digit, or `.`, `_` or `?` for what is open; in a half that has none of these three and too few digits,
    a blank is open too, else blanks are for the eye. A direction may also be `f` or `b`, the front or the back, turned
    any way. What is missing at the end of a half is open; between full halves no bar is needed.

    >>> parse_partial_town("3.|f", 2)
    [PartialTile(tile=3, directions=(0, 1, 2, 3)), PartialTile(tile=None, directions=(0, 1, 2, 3, 4, 5, 6, 7))]
    """
    plain = half_width(text).lower()
    tiles, bar, turned = plain.replace(f" {SEPARATOR} ", SEPARATOR).partition(SEPARATOR)
    together = "".join(plain.split())
    if not bar and len(together) == 2 * positions:
        tiles, turned = together[:positions], together[positions:]
    halves = [_signs(half, positions) for half in (tiles, turned)]
    for half, allowed in zip(halves, ("0123456789", "01234567fb"), strict=True):
        wrong = [sign for sign in half if sign not in allowed + FREE]
        if len(half) > positions or wrong:
            what = f"'{wrong[0]}' is not understood" if wrong else f"'{half}' has more than {positions} signs"
            raise InputError(
                f"{what}; write {positions} tiles, a bar and {positions} directions (0-7, f front, b back), "
                f"with a dot for what is open, such as 03658....|00442...."
            )
    numbers = [None if sign in FREE else int(sign) for sign in halves[0]]
    for number in filter(lambda number: number is not None, numbers):
        if numbers.count(number) > 1:
            raise InputError(f"tile {number} is used more than once in '{text}'")
    return [PartialTile(number, _directions(sign)) for number, sign in zip(numbers, halves[1], strict=True)]


def _directions(sign: str) -> tuple[int, ...]:
    """The directions that a sign of a partial pattern leaves open."""
    return (int(sign),) if sign.isdigit() else tuple(FACE_SIGNS.get(sign, ALL_DIRECTIONS))


class WantedTile(NamedTuple):
    """A tile that must lie at a position, in one of some directions."""

    position: int
    """From 0, row by row."""
    tile: int
    directions: tuple[int, ...]
    """Ascending."""


def parse_wanted(text: str, board: Board) -> WantedTile:
    """Read what is wanted at a position."""
    found = WANTED.fullmatch(" ".join(text.lower().split()))
    if found is None:
        raise InputError(
            f"'{text}' cannot be read; write it like 'tile 4 back at centre', 'tile 4 at top left' or "
            "'tile 4 direction 2 at row 1 column 3'"
        )
    place = found["place"]
    places = PLACES if (board.rows, board.columns) == (3, 3) else ()
    if place and place not in places:
        known = ", ".join(places) or "a row and a column, as in row 1 column 2"
        raise InputError(f"'{place}' is not a position of this board; the positions are {known}")
    row, column = divmod(PLACES.index(place), 3) if place else (int(found["row"]) - 1, int(found["column"]) - 1)
    if not (0 <= row < board.rows and 0 <= column < board.columns):
        raise InputError(f"'{text}' is outside the board, which has {board.rows} rows and {board.columns} columns")
    directions: Sequence[int] = FACE_WORDS[found["face"]] if found["face"] else ALL_DIRECTIONS
    if found["direction"]:
        directions = range(int(found["direction"]), int(found["direction"]) + 1)
    return WantedTile(row * board.columns + column, int(found["tile"]), tuple(directions))


# Tiles and roads of a town.

TileRoad = tuple[int, int]
"""A position, and the index of a road in `LaidTile.roads` there."""


@dataclass(frozen=True)
class LaidTile:
    """A tile as it lies on the board."""

    number: int
    side: int
    """0 front, 1 back."""
    turns: int
    """Quarter turns to the left."""
    face: Face

    @cached_property
    def roads(self) -> tuple[Road, ...]:
        """The roads as they lie, in the order of their smaller sides."""
        return self.face.turned_roads(self.turns)

    def road_at(self, side: int) -> int | None:
        """Which of `roads` reaches this side of the tile, if any."""
        return next((index for index, road in enumerate(self.roads) if side in (road.first, road.second)), None)


def printed_roads(tile: LaidTile) -> list[Road]:
    """The roads as they lie, the lowest first, each with its sides in the order of the face.

    Where two cross the face's first road runs over the second, however the tile is turned.
    """
    return [
        Road(
            (road.first + tile.turns) % SIDES,
            (road.second + tile.turns) % SIDES,
            road.object,
            None if road.facing is None else (road.facing + tile.turns) % SIDES,
        )
        for road in reversed(tile.face.roads)
    ]


class Step(NamedTuple):
    """One tile road of a road of the town, as one meets it walking the road from its start."""

    position: int
    road: int
    """Index in `LaidTile.roads`."""
    exit_side: int
    """Where the walk leaves the tile."""
    met: OnRoad | None
    """What stands on it."""


class TownRoad(tuple[Step, ...]):
    """A road from its end with the smaller edge number to the other; the steps in that order."""

    @property
    def name(self) -> str:
        """The positions that it leads through, such as `0-1-4`."""
        return "-".join(str(step.position) for step in self)

    @property
    def tile_roads(self) -> list[TileRoad]:
        """Its tile roads in order."""
        return [(step.position, step.road) for step in self]

    @property
    def objects(self) -> list[OnRoad]:
        """What one meets on it."""
        return [step.met for step in self if step.met]

    @property
    def places(self) -> list[TileRoad]:
        """Where each of its objects stands."""
        return [(step.position, step.road) for step in self if step.met]


@dataclass(frozen=True)
class LaidTown:
    """A town, complete or not."""

    board: Board
    tiles: tuple[LaidTile, ...]
    """Row by row."""

    @property
    def pattern(self) -> str:
        """The pattern of the town, every direction as it lies."""
        numbers = "".join(str(tile.number) for tile in self.tiles)
        return numbers + "".join(str(TURNS * tile.side + tile.turns) for tile in self.tiles)

    def off_road(self, *fields: str) -> list[int]:
        """A position for each thing of these kinds (fields of `OffRoad`) that is off the roads."""
        return [
            position
            for position, tile in enumerate(self.tiles)
            for field in fields
            for _ in range(getattr(tile.face.off_road, field))
        ]

    def tile_roads(self) -> list[tuple[TileRoad, Road]]:
        """All tile roads, position by position."""
        return [
            ((position, index), road)
            for position, tile in enumerate(self.tiles)
            for index, road in enumerate(tile.roads)
        ]

    def on_roads(self, kind: ObjectKind) -> list[TileRoad]:
        """The tile roads with an object of this kind."""
        return [tile_road for tile_road, road in self.tile_roads() if road.object == kind]

    def open_borders(self) -> list[tuple[int, int]]:
        """(position, side), side 2 or 3, of the inner borders where only one tile has a road."""
        return [
            (position, side)
            for position, tile in enumerate(self.tiles)
            for side in (2, 3)
            if (beyond := self.board.neighbour(position, side)) is not None
            and (tile.road_at(side) is None) != (self.tiles[beyond].road_at((side + 2) % SIDES) is None)
        ]

    def _walk(self, position: int, side: int) -> tuple[TownRoad, bool]:
        """Walk in at a side until the road leaves the board, breaks off, or is back there; and whether it is."""
        steps: list[Step] = []
        at: int | None = position
        entered = side
        while at is not None and (index := self.tiles[at].road_at(entered)) is not None:
            road = self.tiles[at].roads[index]
            exit_side = road.second if entered == road.first else road.first
            steps.append(Step(at, index, exit_side, road.met(exit_side)))
            at, entered = self.board.neighbour(at, exit_side), (exit_side + 2) % SIDES
            if (at, entered) == (position, side):
                return TownRoad(steps), True
        return TownRoad(steps), False

    def _walks(self, starts: Iterable[tuple[int, int]], walked: set[TileRoad]) -> Iterator[tuple[TownRoad, bool]]:
        """Walk in at each (position, side) with a tile road that is not walked yet; see `_walk`."""
        for position, side in starts:
            index = self.tiles[position].road_at(side)
            if index is not None and (position, index) not in walked:
                road, is_closed = self._walk(position, side)
                walked.update(road.tile_roads)
                yield road, is_closed

    @cached_property
    def roads(self) -> tuple[TownRoad, ...]:
        """All roads that end at the outer border, in the order of their smaller edge numbers.

        Of a complete town these are all its roads.
        """
        sides = product(range(self.board.positions), range(SIDES))
        outer = [(position, side) for position, side in sides if self.board.neighbour(position, side) is None]
        return tuple(road for road, _ in self._walks(outer, set()))

    def closed_roads(self) -> list[list[int]]:
        """The positions of every road that closes on itself, in the order of a walk."""
        walked = {tile_road for road in self.roads for tile_road in road.tile_roads}
        starts = [(position, road.first) for (position, _), road in self.tile_roads()]
        return [[step.position for step in road] for road, is_closed in self._walks(starts, walked) if is_closed]


def lay_town(pattern: str, tiles: Sequence[Tile], board: Board) -> LaidTown:
    """Lay out the town of a pattern with some of these tiles; it need not be complete."""
    positions = board.positions
    if len(pattern) != 2 * positions or not (pattern.isascii() and pattern.isdigit()):
        raise InputError(
            f"a pattern has {2 * positions} digits, {positions} tile numbers and {positions} "
            f"directions, such as 206745813361230035 for 3x3, but this is '{pattern}'"
        )
    by_number = {tile.number: tile for tile in tiles}
    laid = []
    for position in range(positions):
        number, direction = int(pattern[position]), int(pattern[positions + position])
        if number not in by_number:
            raise InputError(
                f"pattern {pattern}: there is no tile {number} for position {position}; the tiles "
                f"are {', '.join(map(str, sorted(by_number)))}"
            )
        if pattern[:positions].count(pattern[position]) > 1:
            raise InputError(f"pattern {pattern}: tile {number} is used more than once")
        if direction >= 2 * TURNS:
            raise InputError(
                f"pattern {pattern}: direction {direction} at position {position} is not one of "
                "0-3 (front, turned left that many times) and 4-7 (back)"
            )
        side, turns = divmod(direction, TURNS)
        laid.append(LaidTile(number, side, turns, by_number[number].faces[side]))
    return LaidTown(board, tuple(laid))


def parse_town(text: str, tiles: Sequence[Tile], board: Board) -> LaidTown:
    """The town of a pattern, in any notation; it need not be complete."""
    pattern = plain_pattern(text)
    if pattern.isdigit() and len(pattern) < min(2 * board.positions, MOST_DIGITS_OF_AN_ID + 1):
        raise InputError(
            f"a pattern has {2 * board.positions} digits, but this is '{pattern}'; if it is the id of a theme synonym, "
            f"`tablebases nine-tiles towns {int(pattern)}` lists its towns"
        )
    return lay_town(pattern, tiles, board)


def completeness_faults(town: LaidTown) -> list[str]:
    """Why a town is not complete: a sentence for each open border and each closed road."""
    faults = []
    for position, side in town.open_borders():
        beyond = town.board.neighbour(position, side)
        goes_out = town.tiles[position].road_at(side) is not None
        with_road, without = (position, beyond) if goes_out else (beyond, position)
        faults.append(
            f"the border between positions {position} and {beyond}: a road of position "
            f"{with_road} ends where position {without} has none"
        )
    faults += [
        f"the road through positions {', '.join(map(str, loop))} closes on itself" for loop in town.closed_roads()
    ]
    return faults


class Highlight(NamedTuple):
    """The part of a town to point at."""

    positions: frozenset[int] = frozenset()
    roads: frozenset[TileRoad] = frozenset()


# How a town is listed in the results: one of its rotations, each tile in one of the directions that look the same.


class ListedTown(NamedTuple):
    """A town as it is listed."""

    town: LaidTown
    quarters: int
    """How many quarter turns to the left lead from the town that was asked for to it."""


def rotations(town: LaidTown) -> list[ListedTown]:
    """A town and its rotations to the left that keep the form of the board."""
    found = [ListedTown(town, 0)]
    for quarters, *sources in town.board.left_rotation_sources.tolist():
        tiles = [town.tiles[source] for source in sources]
        turned = tuple(LaidTile(t.number, t.side, (t.turns + quarters) % TURNS, t.face) for t in tiles)
        found.append(ListedTown(LaidTown(town.board, turned), quarters))
    return found


def _shown(laid: LaidTile) -> OrientedRoadSynonym:
    """The road synonym that a tile shows, with its turn."""
    from tablebases.nine_tiles.road_synonyms import ORIENTED_ROAD_SYNONYMS, oriented_index

    return ORIENTED_ROAD_SYNONYMS[oriented_index([(road.first, road.second) for road in laid.roads])]


def _listed_tile(laid: LaidTile, tile: Tile) -> LaidTile:
    """The tile turned as towns list it: it looks the same."""
    from tablebases.nine_tiles.road_synonyms import face_options

    shown = _shown(laid)
    (option,) = (option for option in face_options([tile])[shown.synonym] if option.back == bool(laid.side))
    ways = (LaidTile(laid.number, laid.side, (turn + shown.turn) % TURNS, laid.face) for turn in option.turns)
    return next(way for way in ways if way.roads == laid.roads)


def listed_town(town: LaidTown, tiles: Sequence[Tile]) -> ListedTown:
    """How a complete town is listed.

    That is the rotation whose town synonym has the smallest pattern. Of a symmetric town synonym several rotations are
    listed, and this is the one with the smallest pattern.
    """
    by_number = {tile.number: tile for tile in tiles}
    found = []
    for turned, quarters in rotations(town):
        listed = LaidTown(town.board, tuple(_listed_tile(laid, by_number[laid.number]) for laid in turned.tiles))
        shown = [_shown(laid) for laid in listed.tiles]
        town_synonym = ([each.synonym for each in shown], [each.turn for each in shown])
        found.append((town_synonym, listed.pattern, ListedTown(listed, quarters)))
    return min(found, key=lambda each: each[:2])[2]
