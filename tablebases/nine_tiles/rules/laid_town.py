"""Towns on a board: their patterns, their tiles and roads, and their rotations.

A pattern has one digit per position for the tile, row by row, then one per position for the direction: 0-3 show the
front face turned left by that many quarter turns, 4-7 the back face. A free position has a dot for both. Blanks, bars,
slashes and commas between the digits are ignored, and full-width digits are read too:

>>> plain_pattern("206 745 813 | 361/230/035")
'206745813361230035'

`LaidTown` has the tiles with their roads, and the roads from end to end, in plain Python. Pictures and explanations of
scores use it. Positions are numbered from 0, row by row; `place_in_words` names them for people.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import NamedTuple

from tablebases.errors import InputError
from tablebases.languages import t
from tablebases.messages import listed
from tablebases.nine_tiles.rules.tiles import SIDES, Board, Face, ObjectKind, OffRoad, OnRoad, Road, Tile

TURNS = 4
ALL_DIRECTIONS = tuple(range(2 * TURNS))
FRONT, BACK = range(TURNS), range(TURNS, 2 * TURNS)
"""The directions that show each face."""
NO_TILE = -1
DIGITS = "0123456789"
MOST_DIGITS_OF_AN_ID = 8

# Patterns, partial towns, and wanted tiles.

SEPARATOR = "|"
FREE = "._?"
"""Characters of a partial town for a free position or an open direction; a blank may be one too."""
FACES = {"f": FRONT, "b": BACK}
"""Characters for a known face in an open direction."""
FACE_WORDS = {"front": FRONT, "back": BACK, "表": FRONT, "裏": BACK}
PLACES = ("top left", "top", "top right", "left", "centre", "right", "bottom left", "bottom", "bottom right")
"""The positions of a board of 3 x 3."""
WANTED = re.compile(
    r"tile (?P<tile>\d)(?: (?P<face>front|back)| direction (?P<direction>[0-7]))?"
    r"(?: at (?:row (?P<row>\d{1,9}) column (?P<column>\d{1,9})|(?P<place>\D+)))?"
)
WANTED_IN_JAPANESE = re.compile(
    r"タイル ?(?P<tile>\d) ?(?:(?P<face>[表裏])|向き ?(?P<direction>[0-7]))?[ 、:を]*"
    r"(?:(?P<row>\d{1,9})行目? ?(?P<column>\d{1,9})列目?|(?P<place>[^\d表裏 、:を]+))?"
)


class TownError(InputError):
    """A town that cannot be laid: it has open tiles or directions, or a tile twice."""


def place_in_words(position: int, board: Board) -> str:
    """The name of a position: `top left` on a board of 3 x 3, on others `row 1 column 1`."""
    if (board.rows, board.columns) == (3, 3):
        return t(PLACES[position])
    row, column = divmod(position, board.columns)
    return t("row {row} column {column}", row=row + 1, column=column + 1)


def parse_place(place: int | str, board: Board) -> int:
    """A position by its number from 0, row by row, or by its name, such as `top left` or `row 1 column 1`."""
    names = [place_in_words(position, board) for position in range(board.positions)]
    if isinstance(place, int):
        if 0 <= place < board.positions:
            return place
    else:
        words = " ".join(half_width(place).lower().split())
        cells = product(range(1, board.rows + 1), range(1, board.columns + 1))
        numbered = [f"row {row} column {column}" for row, column in cells]
        for known in (names, numbered, PLACES if board == Board(3, 3) else ()):
            if words in known:
                return known.index(words)
    text = "'{place}' is not a position of this board; the positions are {places}"
    raise InputError(text, place=place, places=t(", ").join(names))


def half_width(text: str) -> str:
    """Normalise full-width digits and punctuation, and join lines."""
    return " ".join(unicodedata.normalize("NFKC", text).splitlines())


def plain_pattern(text: str) -> str:
    """Remove blanks, bars, slashes and commas from a pattern; other characters stay."""
    return re.sub(r"[\s|/,、]", "", half_width(text))


def effort(pattern: str) -> tuple[int, str]:
    """A key to sort towns, the easiest to lay first: the number of turned tiles, then the pattern, with or without bar.

    >>> effort("206745813361230035"), effort("2501|0420")
    ((7, '206745813361230035'), (1, '2501|0420'))
    """
    directions = pattern[-(len(pattern) // 2) :]
    return sum(direction not in "04" for direction in directions), pattern


def turned_direction(direction: int, quarters: int) -> int:
    """A direction after `quarters` quarter turns to the left."""
    return direction // TURNS * TURNS + (direction + quarters) % TURNS


class PartialTile(NamedTuple):
    """The known tile and directions of one position."""

    tile: int | None
    """None if the position is free."""
    directions: tuple[int, ...]
    """The possible directions, ascending."""


FREE_POSITION = PartialTile(None, ALL_DIRECTIONS)


def _characters(half: str, positions: int) -> str:
    """The characters of one half of a partial pattern, one per position."""
    together = "".join(half.split())
    blanks_separate = len(together) == positions or not together or any(character in FREE for character in half)
    return (together if blanks_separate else half.replace(" ", FREE[0])).ljust(positions, FREE[0])


def parse_partial_town(text: str, positions: int) -> list[PartialTile]:
    """Read a partial town: tiles, a bar, and directions.

    A character is a digit, or one of `.`, `_` and `?` for an open tile or direction. A direction may also be `f` or
    `b`: the front or the back, turned any way. A half without `.`, `_` and `?` and with too few digits takes blanks as
    open; otherwise blanks are ignored. The missing end of a half is open. Two full halves need no bar, and may have
    slashes and commas as a pattern.

    >>> parse_partial_town("3.|f", 2)
    [PartialTile(tile=3, directions=(0, 1, 2, 3)), PartialTile(tile=None, directions=(0, 1, 2, 3, 4, 5, 6, 7))]
    """
    plain = half_width(text).lower()
    tiles, bar, turned = plain.replace(f" {SEPARATOR} ", SEPARATOR).partition(SEPARATOR)
    together = plain_pattern(plain)
    if len(together) == 2 * positions and (not bar or len(plain_pattern(tiles)) == positions):
        tiles, turned = together[:positions], together[positions:]
    halves = [_characters(half, positions) for half in (tiles, turned)]
    for half, allowed in zip(halves, (DIGITS, "01234567fb"), strict=True):
        wrong = [character for character in half if character not in allowed + FREE]
        if wrong:
            fault = t("'{character}' is not understood", character=wrong[0])
        elif len(half) > positions:
            fault = t("'{half}' has more than {positions} characters", half=half, positions=positions)
        else:
            continue
        raise InputError(
            "{fault}; write {positions} tiles, a bar and {positions} directions (0-7, f front, b back), with a dot "
            "for each open one, such as 03658....|00442....",
            fault=fault,
            positions=positions,
        )
    numbers = [None if character in FREE else int(character) for character in halves[0]]
    for number in filter(lambda number: number is not None, numbers):
        if numbers.count(number) > 1:
            raise TownError("tile {number} is used more than once in '{text}'", number=number, text=text)
    return [PartialTile(number, _directions(turned)) for number, turned in zip(numbers, halves[1], strict=True)]


def _directions(character: str) -> tuple[int, ...]:
    """The possible directions by a character of a partial pattern."""
    return (int(character),) if character.isdigit() else tuple(FACES.get(character, ALL_DIRECTIONS))


class WantedTile(NamedTuple):
    """A tile wanted in one of `directions`."""

    position: int | None
    """From 0, row by row; None for any position."""
    tile: int
    directions: tuple[int, ...]
    """Ascending."""


def parse_wanted(text: str, board: Board) -> WantedTile:
    """Read a wanted tile, such as `tile 4 back at centre` or `tile 4 back`; in Japanese also `タイル4裏、中央`."""
    words = " ".join(half_width(text).lower().split())
    found = WANTED.fullmatch(words) or WANTED_IN_JAPANESE.fullmatch(words)
    if found is None:
        raise InputError(
            "'{text}' cannot be read; write it like 'tile 4 back at centre', 'tile 4 at top left' or "
            "'tile 4 direction 2 at row 1 column 3'",
            text=text,
        )
    directions: Sequence[int] = FACE_WORDS[found["face"]] if found["face"] else ALL_DIRECTIONS
    if found["direction"]:
        directions = range(int(found["direction"]), int(found["direction"]) + 1)
    place = f"row {int(found['row'])} column {int(found['column'])}" if found["row"] else found["place"]
    position = parse_place(place, board) if place else None
    return WantedTile(position, int(found["tile"]), tuple(directions))


# Tiles and roads of a town.

TileRoad = tuple[int, int]
"""A position, and the index of a road in `LaidTile.roads` there."""


@dataclass(frozen=True)
class LaidTile:
    """A tile as it lies on the board."""

    number: int
    """`NO_TILE` where none lies: such a position has a face without roads and things."""
    side: int
    """0 front, 1 back."""
    turns: int
    """Quarter turns to the left."""
    face: Face

    @property
    def direction(self) -> int:
        """0-3 the front turned left that many times, 4-7 the back."""
        return TURNS * self.side + self.turns

    @cached_property
    def roads(self) -> tuple[Road, ...]:
        """The roads as they lie, in the order of their smaller sides."""
        return self.face.turned_roads(self.turns)

    @cached_property
    def _road_by_side(self) -> list[int | None]:
        found: list[int | None] = [None] * SIDES
        for index, road in enumerate(self.roads):
            found[road.first] = found[road.second] = index
        return found

    def road_at(self, side: int) -> int | None:
        """The index in `roads` of the road that reaches this side, or None."""
        return self._road_by_side[side]


def printed_roads(tile: LaidTile) -> list[Road]:
    """The roads as they lie, the lower first, with sides in the order of the face.

    On a cross, the face's first road runs over the second in every turn of the tile.
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
    """One tile road on a walk along a road."""

    position: int
    road: int
    """Index in `LaidTile.roads`."""
    exit_side: int
    """The side where the walk leaves the tile."""
    met: OnRoad | None
    """The object on it."""


class TownRoad(tuple[Step, ...]):
    """The steps of a road, from its end with the smaller edge number."""

    @property
    def tile_roads(self) -> list[TileRoad]:
        """Its tile roads in order."""
        return [(step.position, step.road) for step in self]

    @property
    def objects(self) -> list[OnRoad]:
        """Its objects in order."""
        return [step.met for step in self if step.met]

    @property
    def places(self) -> list[TileRoad]:
        """The tile road of each of `objects`."""
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
        pairs = [FREE[0] * 2 if tile.number == NO_TILE else f"{tile.number}{tile.direction}" for tile in self.tiles]
        return "".join(pair[half] for half in range(2) for pair in pairs)

    @cached_property
    def free(self) -> list[int]:
        """The positions without a tile."""
        return [position for position, tile in enumerate(self.tiles) if tile.number == NO_TILE]

    def rotated(self, quarters: int) -> LaidTown:
        """The town, and with it the board, after quarter turns to the left."""
        town = self
        for _ in range(quarters % TURNS):
            rows, columns = town.board.rows, town.board.columns
            tiles = (town.tiles[row * columns + column] for column in reversed(range(columns)) for row in range(rows))
            board = town.board if rows == columns else Board(columns, rows)
            town = LaidTown(board, tuple(replace(tile, turns=(tile.turns + 1) % TURNS) for tile in tiles))
        return town

    def off_road(self, *fields: str) -> list[int]:
        """The position of each thing off the roads. fields: those of `OffRoad` to look at."""
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
        """(position, side 2 or 3) of borders between two tiles with a road on one side only."""
        free = {*self.free}
        return [
            (position, side)
            for position, tile in enumerate(self.tiles)
            for side in (2, 3)
            if (beyond := self.board.neighbour(position, side)) is not None
            and not free & {position, beyond}
            and (tile.road_at(side) is None) != (self.tiles[beyond].road_at((side + 2) % SIDES) is None)
        ]

    def _walk(self, position: int, side: int) -> tuple[TownRoad, bool]:
        """Walk a road to its end, or once around; returns whether it is closed."""
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
        """Walk the roads at `starts` that are not in `walked`, see `_walk`."""
        for position, side in starts:
            index = self.tiles[position].road_at(side)
            if index is not None and (position, index) not in walked:
                road, is_closed = self._walk(position, side)
                walked.update(road.tile_roads)
                yield road, is_closed

    @cached_property
    def roads(self) -> tuple[TownRoad, ...]:
        """All roads to the outer border, by their smaller edge numbers.

        In a complete town these are all roads.
        """
        sides = product(range(self.board.positions), range(SIDES))
        outer = [(position, side) for position, side in sides if self.board.neighbour(position, side) is None]
        return tuple(road for road, _ in self._walks(outer, set()))

    def closed_roads(self) -> list[list[int]]:
        """The positions of every closed road, in the order of a walk."""
        walked = {tile_road for road in self.roads for tile_road in road.tile_roads}
        starts = [(position, road.first) for (position, _), road in self.tile_roads()]
        return [[step.position for step in road] for road, is_closed in self._walks(starts, walked) if is_closed]

    @cached_property
    def is_complete(self) -> bool:
        """Whether there are neither free positions nor open borders nor closed roads."""
        return not (self.free or self.open_borders() or self.closed_roads())


def lay_town(pattern: str, tiles: Sequence[Tile], board: Board) -> LaidTown:
    """Lay out the town of a pattern; it need not be complete."""
    positions = board.positions
    for at, character in enumerate(pattern):
        is_free = pattern[at % positions] == pattern[(at + positions) % len(pattern)] == FREE[0]
        if character not in DIGITS and not is_free:
            raise InputError(
                "a pattern has digits only, but '{pattern}' has '{character}'", pattern=pattern, character=character
            )
    if len(pattern) != 2 * positions:
        raise InputError(
            "a pattern has {expected} digits, {positions} tile numbers and {positions} directions, such as "
            "206745813361230035 for 3x3, but '{pattern}' has {length}",
            expected=2 * positions,
            positions=positions,
            pattern=pattern,
            length=len(pattern),
        )
    by_number = {tile.number: tile for tile in tiles}
    laid = []
    for position in range(positions):
        if pattern[position] == FREE[0]:
            laid.append(LaidTile(NO_TILE, 0, 0, Face((), OffRoad())))
            continue
        number, direction = int(pattern[position]), int(pattern[positions + position])
        place = place_in_words(position, board)
        if number not in by_number:
            numbers = t(", ").join(map(str, sorted(by_number)))
            raise InputError(
                "there is no tile {number} at {place}; the tiles are {tiles}", place=place, number=number, tiles=numbers
            )
        if direction >= 2 * TURNS:
            raise InputError(
                "direction {direction} at {place} is not one of 0-3 (front, turned left that many times) "
                "and 4-7 (back)",
                place=place,
                direction=direction,
            )
        side, turns = divmod(direction, TURNS)
        laid.append(LaidTile(number, side, turns, by_number[number].faces[side]))
    for second in (position for position, tile in enumerate(laid) if tile.number != NO_TILE):
        first = pattern.index(pattern[second])
        if first < second:
            places = {"first": place_in_words(first, board), "second": place_in_words(second, board)}
            raise TownError("tile {number} is used twice, at {first} and {second}", number=pattern[first], **places)
    return LaidTown(board, tuple(laid))


def parse_town(text: str, tiles: Sequence[Tile], board: Board) -> LaidTown:
    """The town of a pattern, in any notation; it need not be complete."""
    pattern = plain_pattern(text)
    if any(character in FREE for character in pattern):
        known = parse_partial_town(text, board.positions)
        if any(each != FREE_POSITION and (each.tile is None or len(each.directions) > 1) for each in known):
            fault = "a tile lacks its direction, or a direction its tile, in '{text}'; write digits or dots for both"
            raise TownError(fault, text=text)
        pairs = [FREE[0] * 2 if each == FREE_POSITION else f"{each.tile}{each.directions[0]}" for each in known]
        pattern = "".join(pair[half] for half in range(2) for pair in pairs)
    if pattern.isdigit() and len(pattern) < min(2 * board.positions, MOST_DIGITS_OF_AN_ID + 1):
        raise InputError(
            "a pattern has {expected} digits, but this is '{pattern}'; if it is the id of a theme synonym, "
            "`tablebases nine-tiles towns {id}` lists its towns",
            expected=2 * board.positions,
            pattern=pattern,
            id=int(pattern),
        )
    return lay_town(pattern, tiles, board)


def road_faults(town: LaidTown) -> list[str]:
    """The open borders and closed roads of a town, in words."""
    board, faults = town.board, []
    for position, side in town.open_borders():
        beyond = board.neighbour(position, side)
        assert beyond is not None, "open borders are inner ones"
        ends = [place_in_words(position, board), place_in_words(beyond, board)]
        if town.tiles[position].road_at(side) is None:
            ends.reverse()
        faults.append(t("the road at {place} does not go on at {beyond}", place=ends[0], beyond=ends[1]))
    for loop in town.closed_roads():
        places = t(", ").join(place_in_words(position, board) for position in loop)
        faults.append(t("the road through {places} closes on itself", places=places))
    return faults


def completeness_faults(town: LaidTown) -> list[str]:
    """Reasons why a town is incomplete: its open borders, closed roads and free positions."""
    faults, free = road_faults(town), [place_in_words(position, town.board) for position in town.free]
    return [*faults, t("no tile lies at {places}", places=listed(free))] if free else faults


class Highlight(NamedTuple):
    """The tiles and roads of a town to point at."""

    positions: frozenset[int] = frozenset()
    roads: frozenset[TileRoad] = frozenset()


# Rotations.


class Rotation(NamedTuple):
    """A town that was turned."""

    town: LaidTown
    quarters: int
    """Quarter turns to the left from the given town to this one."""


def rotations(town: LaidTown) -> list[Rotation]:
    """A town, and its rotations to the left that keep the shape of the board."""
    step = 1 if town.board.rows == town.board.columns else 2
    return [Rotation(town.rotated(quarters), quarters) for quarters in range(0, TURNS, step)]
