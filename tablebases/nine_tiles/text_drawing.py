"""Towns in box-drawing characters, for the terminal.

A tile is 9 characters wide and 5 high. An object on a road is an upper-case letter. It faces the side of the tile where
one of < > ^ v stands on its road. Things off the road are lower-case letters.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tablebases.answer.text import text_width
from tablebases.languages import t
from tablebases.nine_tiles.rules.laid_town import LaidTile, LaidTown, place_in_words, printed_roads
from tablebases.nine_tiles.rules.tiles import (
    FACE_NAMES,
    SIDES,
    Board,
    ObjectKind,
    OffRoad,
    Road,
    Tile,
    is_cross,
    is_straight,
)

WIDTH, HEIGHT = 9, 5
MIDDLE_ROW, MIDDLE_COLUMN = HEIGHT // 2, WIDTH // 2

Cell = tuple[int, int]  # row, column
Grid = list[list[str]]

FRAME = "·"
FRAMES = " · ·"  # in the middle of a border without a road
OPEN = "x"
ROAD_LETTERS = {ObjectKind.AGENT: "A", ObjectKind.ALIEN: "E", ObjectKind.HAMBURGER: "H"}
FACING_SIGNS = "^<v>"
BORDER_SIGNS = "│─│─"
KEY = (
    "On roads: A agent, E alien, H hamburger; A and E face the < > ^ v of their road.",
    "Off roads: a agent, e captured alien, h house, d dog, g girl, b boy, u UFO.",
)
OPEN_KEY = "Not complete: {sign} where a road does not go on."
CLOSED_KEY = "Not complete: the road through {places} closes on itself."

_STEPS = ((-1, 0), (0, -1), (1, 0), (0, 1))  # one cell towards each side
# From the top to the left side, leaving room for a second curve in the middle of the tile.
_CURVE = {(0, 4): "│", (1, 4): "╯", (1, 3): "─", (1, 2): "╭", (2, 2): "╯", (2, 1): "─", (2, 0): "─"}
_UPSIDE_DOWN = str.maketrans("╯╭", "╮╰")
_LEFT_TO_RIGHT = str.maketrans("╯╭╮╰", "╰╮╭╯")

_CORNERS: tuple[Cell, ...] = ((0, 5), (4, 0), (0, 0), (4, 5))  # row, leftmost column
_ROOM = 4


def road_cells(road: Road) -> dict[Cell, str]:
    """The cells of a road, from its first side to its second, each with its line."""
    sides = {road.first, road.second}
    if sides == {0, 2}:
        cells = {(row, MIDDLE_COLUMN): "│" for row in range(HEIGHT)}
    elif sides == {1, 3}:
        cells = {(MIDDLE_ROW, column): "─" for column in range(WIDTH)}
    else:
        cells = _CURVE
        if 2 in sides:
            cells = {(HEIGHT - 1 - row, column): line.translate(_UPSIDE_DOWN) for (row, column), line in cells.items()}
        if 3 in sides:
            cells = {(row, WIDTH - 1 - column): line.translate(_LEFT_TO_RIGHT) for (row, column), line in cells.items()}
    start = min(sides, key=lambda side: (side % 2, side))  # the top, else the bottom, else the left
    return cells if road.first == start else dict(reversed(cells.items()))


def _object_cell(road: Road, crossed: bool) -> Cell:
    """The cell of an object on a road: beside a crossing, never on it."""
    sides = {road.first, road.second}
    if not is_straight(road):
        return (MIDDLE_ROW + (-1 if 0 in sides else 1), MIDDLE_COLUMN + (-1 if 1 in sides else 1))
    if road.facing is None and not crossed:
        return MIDDLE_ROW, MIDDLE_COLUMN
    down, right = _STEPS[road.first if road.facing is None else road.facing]
    return MIDDLE_ROW + down, MIDDLE_COLUMN + 2 * right


def _write_road(grid: Grid, road: Road, crossed: bool) -> None:
    cells = road_cells(road)
    for (row, column), line in cells.items():
        grid[row][column] = line
    if road.object is None:
        return
    row, column = _object_cell(road, crossed)
    grid[row][column] = ROAD_LETTERS[road.object]
    if road.facing is not None:
        row, column = list(cells)[0 if road.facing == road.first else -1]
        grid[row][column] = FACING_SIGNS[road.facing]


def _off_road_words(off_road: OffRoad) -> list[str]:
    """A word of at most two letters for each kind of thing."""
    counts = (
        ("h", off_road.houses),
        ("u", off_road.ufos),
        ("g", off_road.girls),
        ("b", off_road.boys),
        ("d", off_road.dogs),
        ("a", off_road.agents),
        ("e", off_road.captured_aliens),
    )
    return [letter * n if n <= 2 else f"{n}{letter}" for letter, n in counts if n]


def _write_off_road(grid: Grid, words: Sequence[str]) -> None:
    """Write words into the corners, which have room for four letters beside any road."""
    for i, (row, left) in enumerate(_CORNERS):
        word = "".join(words[i :: len(_CORNERS)])
        start = left if len(word) > _ROOM - 1 else left + 1
        grid[row][start : start + len(word)] = word


def tile_lines(tile: LaidTile) -> list[str]:
    """A tile in its direction: 5 lines of 9 characters."""
    grid = [[" "] * WIDTH for _ in range(HEIGHT)]
    roads = printed_roads(tile)
    for road in roads:
        _write_road(grid, road, is_cross(roads))
    _write_off_road(grid, _off_road_words(tile.face.off_road))
    return ["".join(row) for row in grid]


def _border_sign(town: LaidTown, position: int, side: int) -> str:
    """The character in the middle of a border of the frame."""
    here = town.tiles[position].road_at(side) is not None
    beyond = town.board.neighbour(position, side)
    there = here if beyond is None else town.tiles[beyond].road_at((side + 2) % SIDES) is not None
    if here != there and not {position, beyond} & {*town.free}:
        return OPEN
    return BORDER_SIGNS[side] if here or there else FRAMES[side]


def town_lines(town: LaidTown) -> list[str]:
    """The town without its key, tiles in a dotted frame; all lines are equally long."""
    board = town.board
    width, height = WIDTH + 1, HEIGHT + 1
    canvas = [[" "] * (width * board.columns + 1) for _ in range(height * board.rows + 1)]
    for row in range(0, len(canvas), height):
        canvas[row][::2] = FRAME * len(canvas[row][::2])
    for line in canvas:
        line[::width] = FRAME * len(line[::width])
    for position, tile in enumerate(town.tiles):
        top, left = height * (position // board.columns), width * (position % board.columns)
        for i, text in enumerate(tile_lines(tile)):
            canvas[top + 1 + i][left + 1 : left + width] = text
        for side, (down, right) in enumerate(_STEPS):
            row = top + 1 + MIDDLE_ROW + down * (MIDDLE_ROW + 1)
            column = left + 1 + MIDDLE_COLUMN + right * (MIDDLE_COLUMN + 1)
            canvas[row][column] = _border_sign(town, position, side)
    return ["".join(line) for line in canvas]


def _has_objects(tiles: Iterable[LaidTile]) -> bool:
    return any(_off_road_words(tile.face.off_road) or any(road.object for road in tile.roads) for tile in tiles)


def town_text(town: LaidTown) -> str:
    """A town in box-drawing characters, with a short key."""
    lines = town_lines(town)
    if _has_objects(town.tiles):
        lines += map(t, KEY)
    if town.open_borders():
        lines.append(t(OPEN_KEY, sign=OPEN))
    for loop in town.closed_roads():
        places = t(", ").join(place_in_words(position, town.board) for position in loop)
        lines.append(t(CLOSED_KEY, places=places))
    return "\n".join(lines)


def _centred(text: str, width: int) -> str:
    """A text in the middle of `width` columns of a terminal."""
    return text.center(width - text_width(text) + len(text))


def tile_text(tile: Tile) -> str:
    """Both faces of a tile in box-drawing characters, the front on the left."""
    faces = [LaidTile(tile.number, side, 0, face) for side, face in enumerate(tile.faces)]
    pictures = [town_lines(LaidTown(Board(1, 1), (face,))) for face in faces]
    lines = ["   ".join(parts) for parts in zip(*pictures, strict=True)]
    names = [_centred(t("tile {number} {side}", number=tile.number, side=t(name)), WIDTH + 2) for name in FACE_NAMES]
    key = map(t, KEY) if _has_objects(faces) else ()
    return "\n".join(["   ".join(names), *lines, *key])
