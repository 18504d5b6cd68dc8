"""Towns, town synonyms and single tiles as SVG pictures, with a legend of what stands on them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, field

from pipeline.cli.svg import document, text
from pipeline.core.errors import InputError, PipelineError
from pipeline.nine_tiles_panic.drawing.road_drawing import SIDE_MIDDLES, SIZE, Point
from pipeline.nine_tiles_panic.drawing.symbols import (
    BOX,
    INK,
    VERMILLION,
    WHITE,
    Thing,
    definitions,
    outlined,
    pointer,
    pupils,
    use,
)
from pipeline.nine_tiles_panic.drawing.tile_drawing import off_road_things, tile_fragment, tile_roads
from pipeline.nine_tiles_panic.game.board import OUTSIDE, Board
from pipeline.nine_tiles_panic.game.laid_town import Highlight, LaidTile, LaidTown
from pipeline.nine_tiles_panic.game.road_synonyms import ORIENTED_ROAD_SYNONYMS, parse_oriented
from pipeline.nine_tiles_panic.game.tiles import FACE_NAMES, SIDES, Face, OffRoad, Road, Tile

MARGIN = 12
GAP = 14  # between the two faces of a single tile

LINE = 38
COLUMN_WIDTH = 92
THING_SIZE = 28

WORDS = {
    Thing.AGENT: ("agent", "faces right"),
    Thing.ALIEN: ("alien", "faces right"),
    Thing.HAMBURGER: ("hamburger", ""),
    Thing.CAPTURED_ALIEN: ("captured", "alien"),
    Thing.DOG: ("dog", ""),
    Thing.HOUSE: ("house", ""),
    Thing.GIRL: ("girl", ""),
    Thing.BOY: ("boy", ""),
    Thing.UFO: ("UFO", ""),
}


@dataclass(frozen=True)
class DrawingOptions:
    """How a town is drawn."""

    numbers: bool = False
    """Show positions and edge numbers."""
    legend: bool = False
    """Explain what is on the tiles."""
    highlight: Highlight = field(default_factory=Highlight)
    """The part of the town to point at."""
    monochrome: bool = False
    """Use greys only."""


PLAIN = DrawingOptions()


# --- the legend ------------------------------------------------------------------------------


def _label(words: str, x: float, y: float, size: float, anchor: str = "middle") -> str:
    """Words whose letters are centred on the height y."""
    return text(x, y + 0.36 * size, words, size, fill=INK, text_anchor=anchor)


def _entry(thing: Thing, x: float, y: float) -> str:
    """A thing with its words, agents and aliens as they look on a road."""
    where = f"translate({x:g} {y:g}) scale({THING_SIZE / BOX:g})"
    facing = thing in (Thing.AGENT, Thing.ALIEN)
    drawing = use(thing, x, y, THING_SIZE)
    if facing:
        drawing = outlined(pointer(thing), where) + drawing
    if thing is Thing.ALIEN:
        drawing += outlined(pupils(1, 0), where)
    first, second = WORDS[thing]
    start = x + (26 if facing else 19)
    if not second:
        return drawing + _label(first, start, y, 11, "start")
    return drawing + _label(first, start, y - 6, 11, "start") + _label(second, start, y + 6.5, 8.5, "start")


def _legend(things: Sequence[Thing], width: float, top: float) -> tuple[str, float]:
    """The legend and its height."""
    columns = max(1, int((width - 2 * MARGIN) // COLUMN_WIDTH))
    body = ""
    for i, thing in enumerate(things):
        row, column = divmod(i, columns)
        body += _entry(thing, MARGIN + COLUMN_WIDTH * column + 16, top + LINE * (row + 0.5))
    height = LINE * -(-len(things) // columns) + MARGIN / 2 if things else 0
    return f'<g class="legend">{body}</g>\n', height


# --- parts of a picture ----------------------------------------------------------------------


def _grey(match: re.Match[str]) -> str:
    red, green, blue = (int(match[0][i : i + 2], 16) for i in (1, 3, 5))
    grey = round(0.299 * red + 0.587 * green + 0.114 * blue)
    return f"#{grey:02X}{grey:02X}{grey:02X}"


def _picture(
    width: float, height: float, title: str, body: str, tiles: Sequence[LaidTile], options: DrawingOptions
) -> str:
    on_tiles = {thing for tile in tiles for thing in off_road_things(tile.face.off_road)}
    on_tiles |= {Thing[road.object.name] for tile in tiles for road in tile.roads if road.object is not None}
    things = [thing for thing in Thing if thing in on_tiles]
    if options.legend:
        markup, legend_height = _legend(things, width, height)
        body += markup
        height += legend_height
    svg = document(width, height, title, [f"<defs>\n{definitions(things)}</defs>", body.rstrip()], scale=3)
    return re.sub(r"#[0-9A-F]{6}\b", _grey, svg) if options.monochrome else svg


def _corner(board: Board, position: int) -> Point:
    """The upper left corner of a position in the picture."""
    row, column = divmod(position, board.columns)
    return MARGIN + SIZE * column, MARGIN + SIZE * row


def _border_middle(board: Board, position: int, side: int) -> Point:
    x, y = _corner(board, position)
    dx, dy = SIDE_MIDDLES[side]
    return x + dx, y + dy


# --- towns -----------------------------------------------------------------------------------


def edge_numbers(board: Board) -> dict[int, tuple[int, int]]:
    """Edge number -> (position, side): an inner border goes by the tile above or left of it."""
    return {
        SIDES * position + side: (position, side)
        for position in range(board.positions)
        for side in range(SIDES)
        if side >= 2 or board.neighbours[position, side] == OUTSIDE
    }


def _placed(board: Board, position: int, name: str, body: str) -> str:
    row, column = divmod(position, board.columns)
    return f'<g class="{name}" transform="translate({SIZE * column} {SIZE * row})">{body}</g>\n'


def _veil(board: Board, positions: Iterable[int]) -> str:
    """What makes the tiles at these positions fade."""
    boxes = "".join(
        f"M{SIZE * (position % board.columns)} {SIZE * (position // board.columns)}h{SIZE}v{SIZE}h-{SIZE}z"
        for position in sorted(positions)
    )
    return f'<path class="veil" d="{boxes}" fill="{WHITE}" opacity="0.62"/>\n' if boxes else ""


def _clipped(x: float, y: float, width: int, height: int, body: str) -> str:
    """A part of the picture that nothing sticks out of."""
    return f'<svg x="{x:g}" y="{y:g}" width="{width}" height="{height}" viewBox="0 0 {width} {height}">\n{body}</svg>\n'


def _tiles(town: LaidTown, highlight: Highlight) -> str:
    """All tiles, those not pointed at faded if any position is, and highlighted roads on top."""
    board = town.board
    tiles, roads = "", ""
    for position, tile in enumerate(town.tiles):
        pointed_at = sorted(index for at, index in highlight.roads if at == position)
        tiles += _placed(board, position, "tile", tile_fragment(tile, pointed_at))
        if pointed_at:
            roads += _placed(board, position, "over", tile_roads(tile, pointed_at, highlighted=True))
    faded = set(range(board.positions)) - highlight.positions if highlight.positions else set()
    body = tiles + _veil(board, faded) + roads
    return _clipped(MARGIN, MARGIN, SIZE * board.columns, SIZE * board.rows, body)


def _outlines(town: LaidTown, inside: Set[int]) -> str:
    """Bold outlines around positions; where two of them touch there is none between."""
    path = ""
    for position in sorted(inside):
        x, y = _corner(town.board, position)
        ends = ((x, y), (x, y + SIZE), (x + SIZE, y + SIZE), (x + SIZE, y))
        for side in range(SIDES):
            if town.neighbour(position, side) not in inside:
                (ax, ay), (bx, by) = ends[side - 1], ends[side]
                path += f"M{ax:g} {ay:g}L{bx:g} {by:g}"
    if not path:
        return ""
    return (
        f'<g fill="none" stroke-linecap="round"><path d="{path}" stroke="{INK}" stroke-width="7"/>'
        f'<path class="outline" d="{path}" stroke="{VERMILLION}" stroke-width="4"/></g>\n'
    )


def _fault_mark(x: float, y: float, name: str) -> str:
    """A cross in a circle: this must not be in a complete town."""
    cross = "".join(
        f'<path d="M-5.5-5.5 5.5 5.5M5.5-5.5-5.5 5.5" stroke="{colour}" stroke-width="{width}" stroke-linecap="round"/>'
        for colour, width in ((INK, 6.4), (VERMILLION, 3.6))
    )
    circle = f'<circle r="11" fill="{WHITE}" stroke-width="2"/>'
    return f'<g class="{name}" transform="translate({x:g} {y:g})" stroke="{INK}">{circle}{cross}</g>\n'


def _faults(town: LaidTown) -> str:
    """A mark on every open border and in the middle of every closed road."""
    found = [
        _fault_mark(*_border_middle(town.board, position, side), "open-border")
        for position, side in town.open_borders()
    ]
    for loop in town.closed_roads():
        corners = [_corner(town.board, position) for position in loop]
        x, y = (SIZE / 2 + sum(values) / len(loop) for values in zip(*corners, strict=True))
        found.append(_fault_mark(x, y, "closed-road"))
    return "".join(found)


def _badge(number: int, x: float, y: float, size: float, name: str) -> str:
    half = 0.34 * size * len(str(number)) + 0.3 * size
    radius = 0.66 * size if name == "edge-number" else 1.5
    return (
        f'<g class="{name}"><rect x="{x - half:.4g}" y="{y - 0.66 * size:.4g}" '
        f'width="{2 * half:.4g}" height="{1.32 * size:.4g}" rx="{radius:.3g}" fill="{WHITE}" '
        f'stroke="{INK}" stroke-width="0.9"/>{_label(str(number), x, y, size)}</g>\n'
    )


def _numbers(board: Board) -> str:
    """Positions in the tiles' upper left corners; edge numbers beside where a road would pass."""
    found = []
    for number, (position, side) in edge_numbers(board).items():
        x, y = _border_middle(board, position, side)
        dx, dy = (21, 0) if side in (0, 2) else (0, 21)
        found.append(_badge(number, x + dx, y + dy, 8.5, "edge-number"))
    for position in range(board.positions):
        x, y = _corner(board, position)
        found.append(_badge(position, x + 8, y + 9, 11, "position-number"))
    return "".join(found)


def draw_town(town: LaidTown, options: DrawingOptions = PLAIN, name: str = "") -> str:
    """A town as an SVG picture; of one that is not complete the faults are marked.

    The title says its name, or else its pattern.

    Raises:
        PipelineError: a position to point at is not on the board.
    """
    board, highlight = town.board, options.highlight
    for position in sorted(highlight.positions | {position for position, _ in highlight.roads}):
        if not 0 <= position < board.positions:
            raise PipelineError(f"position {position} is not on the board, so it cannot be shown")
    width = SIZE * board.columns + 2 * MARGIN
    height = SIZE * board.rows + 2 * MARGIN
    body = _tiles(town, highlight) + _outlines(town, highlight.positions)
    if options.numbers:
        body += _numbers(board)
    title = f"Nine Tiles Panic {name or f'town {town.pattern}'}"
    return _picture(width, height, title, body + _faults(town), town.tiles, options)


# --- town synonyms and single tiles ----------------------------------------------------------


def synonym_town(pattern: str, board: Board) -> LaidTown:
    """A town synonym as a town of tiles with nothing but roads.

    Its pattern has a digit 0-4 a position (none, one curve, two curves, one straight, a cross), then as many turns.

    Raises:
        InputError: the pattern is not that of a town synonym.
    """
    count = board.positions
    try:
        if len(pattern) != 2 * count:
            raise ValueError
        indices = parse_oriented(pattern[:count], pattern[count:])
    except ValueError as error:
        raise InputError(
            f"a town synonym has {2 * count} digits, {count} road shapes (0 none, 1 one curve, 2 "
            "two curves, 3 one straight, 4 a cross) and their turns, each the smallest that looks "
            f"like it, but this is '{pattern}'"
        ) from error
    shapes = [ORIENTED_ROAD_SYNONYMS[index] for index in indices]
    faces = [Face(tuple(Road(first, second) for first, second in shape.roads), OffRoad()) for shape in shapes]
    return LaidTown(board, tuple(LaidTile(of.synonym, 0, 0, face) for of, face in zip(shapes, faces, strict=True)))


def draw_tile(tile: Tile, options: DrawingOptions = PLAIN) -> str:
    """Both faces of a tile as an SVG picture, the front on the left."""
    laid = [LaidTile(tile.number, side, 0, face) for side, face in enumerate(tile.faces)]
    width = 2 * SIZE + GAP + 2 * MARGIN
    height = SIZE + 2 * MARGIN + 10
    body = ""
    for side, face in enumerate(laid):
        x = MARGIN + side * (SIZE + GAP)
        words = f"tile {tile.number} {FACE_NAMES[side]}"
        body += _clipped(x, MARGIN, SIZE, SIZE, f'<g class="tile">{tile_fragment(face)}</g>\n')
        body += _label(words, x + SIZE / 2, MARGIN + SIZE + 11, 11.5)
    return _picture(width, height, f"Nine Tiles Panic tile {tile.number}, front and back", body, laid, options)
