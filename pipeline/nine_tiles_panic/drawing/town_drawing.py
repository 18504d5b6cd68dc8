"""Towns, town synonyms and single tiles as SVG pictures."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from html import escape

from pipeline.errors import PipelineError
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
from pipeline.nine_tiles_panic.drawing.tile_drawing import (
    OBJECT_THINGS,
    SIDE_MIDDLES,
    SIZE,
    Point,
    highlighted_roads,
    off_road_things,
    tile_fragment,
)
from pipeline.nine_tiles_panic.game.board import Board
from pipeline.nine_tiles_panic.game.laid_town import Highlight, LaidTile, LaidTown
from pipeline.nine_tiles_panic.game.road_synonyms import ORIENTED_ROAD_SYNONYMS, parse_oriented
from pipeline.nine_tiles_panic.game.tiles import FACE_NAMES, SIDES, Face, OffRoad, Road, Tile
from pipeline.pictures import FONT

MARGIN = 12
GAP = 14  # between the two faces of a single tile
LEGEND_LINE = 38
LEGEND_COLUMN_WIDTH = 92
LEGEND_SIZE = 28

LEGEND_WORDS = {
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
    """How a town is drawn.

    `numbers` shows the positions and the edge numbers, `legend` says what is what, `highlight`
    points at a part of the town, and `monochrome` uses greys only.
    """

    numbers: bool = False
    legend: bool = False
    highlight: Highlight = field(default_factory=Highlight)
    monochrome: bool = False


PLAIN = DrawingOptions()


# --- parts of a picture ----------------------------------------------------------------------


def _text(words: str, x: float, y: float, size: float, anchor: str = "middle") -> str:
    """Words whose letters stand around the height y."""
    return (
        f'<text x="{x:g}" y="{y + 0.36 * size:.4g}" font-size="{size:g}" fill="{INK}" '
        f'font-family="{FONT}, Verdana, sans-serif" text-anchor="{anchor}">{escape(words)}</text>'
    )


def _grey(match: re.Match[str]) -> str:
    red, green, blue = (int(match[0][i : i + 2], 16) for i in (1, 3, 5))
    grey = round(0.299 * red + 0.587 * green + 0.114 * blue)
    return f"#{grey:02X}{grey:02X}{grey:02X}"


def _picture(
    width: float, height: float, title: str, body: str, things: Iterable[Thing], monochrome: bool
) -> str:
    """A whole SVG with a white ground."""
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{3 * width:g}" height="{3 * height:g}" '
        f'viewBox="0 0 {width:g} {height:g}" role="img">\n<title>{escape(title)}</title>\n'
        f"<defs>\n{definitions(things)}</defs>\n"
        f'<rect width="{width:g}" height="{height:g}" fill="{WHITE}"/>\n{body}</svg>\n'
    )
    return re.sub(r"#[0-9A-F]{6}\b", _grey, svg) if monochrome else svg


def _used_things(tiles: Iterable[LaidTile]) -> list[Thing]:
    """The things on these tiles, each once, in the order of a legend."""
    used = set()
    for tile in tiles:
        used |= set(off_road_things(tile.face.off_road))
        used |= {OBJECT_THINGS[road.object] for road in tile.roads if road.object is not None}
    return [thing for thing in Thing if thing in used]


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
    found = {}
    for position in range(board.positions):
        for side in range(SIDES):
            inner = int(board.neighbours[position, side]) >= 0
            if side >= 2 or not inner:
                found[SIDES * position + side] = (position, side)
    return found


def _placed(board: Board, position: int, name: str, body: str) -> str:
    row, column = divmod(position, board.columns)
    where = f"translate({SIZE * column} {SIZE * row})"
    return f'<g class="{name}" transform="{where}">{body}</g>\n'


def _veil(board: Board, positions: Iterable[int]) -> str:
    """What makes the tiles at these positions fade."""
    boxes = "".join(
        f"M{SIZE * (position % board.columns)} {SIZE * (position // board.columns)}"
        f"h{SIZE}v{SIZE}h-{SIZE}z"
        for position in sorted(positions)
    )
    return f'<path class="veil" d="{boxes}" fill="{WHITE}" opacity="0.62"/>\n' if boxes else ""


def _clipped(x: float, y: float, width: int, height: int, body: str) -> str:
    """A part of the picture that nothing sticks out of."""
    return (
        f'<svg x="{x:g}" y="{y:g}" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}">\n{body}</svg>\n'
    )


def _tiles(town: LaidTown, highlight: Highlight) -> str:
    """All tiles, those not pointed at faded if any position is, and highlighted roads on top."""
    board = town.board
    tiles, roads = "", ""
    for position, tile in enumerate(town.tiles):
        pointed_at = sorted(index for at, index in highlight.roads if at == position)
        tiles += _placed(board, position, "tile", tile_fragment(tile, pointed_at))
        if pointed_at:
            roads += _placed(board, position, "over", highlighted_roads(tile, pointed_at))
    faded = set(range(board.positions)) - highlight.positions if highlight.positions else set()
    body = tiles + _veil(board, faded) + roads
    return _clipped(MARGIN, MARGIN, SIZE * board.columns, SIZE * board.rows, body)


def _outlines(town: LaidTown, positions: Iterable[int]) -> str:
    """Bold outlines around positions; where two of them touch there is none between."""
    inside = set(positions)
    lines = []
    for position in sorted(inside):
        x, y = _corner(town.board, position)
        ends = ((x, y), (x, y + SIZE), (x + SIZE, y + SIZE), (x + SIZE, y))
        for side in range(SIDES):
            if town.neighbour(position, side) not in inside:
                (ax, ay), (bx, by) = ends[side - 1], ends[side]
                lines.append(f"M{ax:g} {ay:g}L{bx:g} {by:g}")
    if not lines:
        return ""
    path = "".join(lines)
    return (
        f'<g fill="none" stroke-linecap="round"><path d="{path}" stroke="{INK}" stroke-width="7"/>'
        f'<path class="outline" d="{path}" stroke="{VERMILLION}" stroke-width="4"/></g>\n'
    )


def _fault_mark(x: float, y: float, name: str) -> str:
    """A cross in a circle: this must not be in a complete town."""
    return (
        f'<g class="{name}" transform="translate({x:g} {y:g})" stroke="{INK}">'
        f'<circle r="11" fill="{WHITE}" stroke-width="2"/>'
        f'<path d="M-5.5-5.5 5.5 5.5M5.5-5.5-5.5 5.5" stroke="{INK}" stroke-width="6.4" '
        f'stroke-linecap="round"/><path d="M-5.5-5.5 5.5 5.5M5.5-5.5-5.5 5.5" '
        f'stroke="{VERMILLION}" stroke-width="3.6" stroke-linecap="round"/></g>\n'
    )


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
        f'stroke="{INK}" stroke-width="0.9"/>{_text(str(number), x, y, size)}</g>\n'
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


def _legend_entry(thing: Thing, x: float, y: float) -> str:
    """A thing with its words, agents and aliens as they look on a road."""
    where = f"translate({x:g} {y:g}) scale({LEGEND_SIZE / BOX:g})"
    facing = thing in (Thing.AGENT, Thing.ALIEN)
    drawing = use(thing, x, y, LEGEND_SIZE)
    if facing:
        drawing = outlined(pointer(thing), where) + drawing
    if thing is Thing.ALIEN:
        drawing += outlined(pupils(1, 0), where)
    first, second = LEGEND_WORDS[thing]
    start = x + (26 if facing else 19)
    if not second:
        return drawing + _text(first, start, y, 11, "start")
    return (
        drawing
        + _text(first, start, y - 6, 11, "start")
        + _text(second, start, y + 6.5, 8.5, "start")
    )


def _legend(things: Sequence[Thing], width: float, top: float) -> tuple[str, float]:
    """The legend and its height."""
    columns = max(1, int((width - 2 * MARGIN) // LEGEND_COLUMN_WIDTH))
    found = []
    for i, thing in enumerate(things):
        row, column = divmod(i, columns)
        x = MARGIN + LEGEND_COLUMN_WIDTH * column + 16
        y = top + LEGEND_LINE * (row + 0.5)
        found.append(_legend_entry(thing, x, y))
    body = "".join(found)
    height = LEGEND_LINE * -(-len(things) // columns) + MARGIN / 2 if things else 0
    return f'<g class="legend">{body}</g>\n', height


def _check_highlight(town: LaidTown, highlight: Highlight) -> None:
    positions = highlight.positions | {position for position, _ in highlight.roads}
    for position in sorted(positions):
        if not 0 <= position < town.board.positions:
            raise PipelineError(f"position {position} is not on the board, so it cannot be shown")


def _draw(town: LaidTown, options: DrawingOptions, title: str) -> str:
    board = town.board
    _check_highlight(town, options.highlight)
    width = SIZE * board.columns + 2 * MARGIN
    height: float = SIZE * board.rows + 2 * MARGIN
    things = _used_things(town.tiles)
    body = _tiles(town, options.highlight) + _outlines(town, options.highlight.positions)
    if options.numbers:
        body += _numbers(board)
    body += _faults(town)
    if options.legend:
        legend, legend_height = _legend(things, width, height)
        body += legend
        height += legend_height
    return _picture(width, height, title, body, things, options.monochrome)


def draw_town(town: LaidTown, options: DrawingOptions = PLAIN) -> str:
    """A town as an SVG picture; of one that is not complete the faults are marked."""
    return _draw(town, options, f"Nine Tiles Panic town {town.pattern}")


# --- town synonyms and single tiles ----------------------------------------------------------


def synonym_town(pattern: str, board: Board) -> LaidTown:
    """A town synonym as a town of tiles with nothing but roads.

    Args:
        pattern: as many digits 0-4 (none, one curve, two curves, one straight, a cross) as there
            are positions, then as many turns.
        board: the board.

    Raises:
        PipelineError: the pattern is not that of a town synonym.
    """
    count = board.positions
    try:
        if len(pattern) != 2 * count:
            raise ValueError
        indices = parse_oriented(pattern[:count], pattern[count:])
    except ValueError as error:
        raise PipelineError(
            f"a town synonym has {2 * count} digits, {count} road shapes (0 none, 1 one curve, 2 "
            "two curves, 3 one straight, 4 a cross) and their turns, each the smallest that looks "
            f"like it, but this is '{pattern}'"
        ) from error
    return LaidTown(board, tuple(_shape_only(index) for index in indices))


def _shape_only(index: int) -> LaidTile:
    oriented = ORIENTED_ROAD_SYNONYMS[index]
    roads = tuple(Road(first, second) for first, second in oriented.roads)
    return LaidTile(oriented.synonym, 0, 0, Face(roads, OffRoad()))


def draw_town_synonym(pattern: str, board: Board, options: DrawingOptions = PLAIN) -> str:
    """The roads of a town synonym as an SVG picture.

    Raises:
        PipelineError: the pattern is not that of a town synonym.
    """
    return _draw(synonym_town(pattern, board), options, f"Nine Tiles Panic town synonym {pattern}")


def draw_tile(tile: Tile, options: DrawingOptions = PLAIN) -> str:
    """Both faces of a tile as an SVG picture, the front on the left."""
    laid = [LaidTile(tile.number, side, 0, face) for side, face in enumerate(tile.faces)]
    width = 2 * SIZE + GAP + 2 * MARGIN
    height: float = SIZE + 2 * MARGIN + 10
    things = _used_things(laid)
    body = ""
    for side, face in enumerate(laid):
        x = MARGIN + side * (SIZE + GAP)
        words = f"tile {tile.number} {FACE_NAMES[side]}"
        body += _clipped(x, MARGIN, SIZE, SIZE, f'<g class="tile">{tile_fragment(face)}</g>\n')
        body += _text(words, x + SIZE / 2, MARGIN + SIZE + 11, 11.5)
    if options.legend:
        legend, legend_height = _legend(things, width, height)
        body += legend
        height += legend_height
    title = f"Nine Tiles Panic tile {tile.number}, front and back"
    return _picture(width, height, title, body, things, options.monochrome)
