"""Towns, town synonyms and single tiles as SVG pictures."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from pipeline.cli.svg import document
from pipeline.core.errors import PipelineError
from pipeline.nine_tiles_panic.drawing.legend import MARGIN, label, legend, used_things
from pipeline.nine_tiles_panic.drawing.road_drawing import SIDE_MIDDLES, SIZE, Point
from pipeline.nine_tiles_panic.drawing.symbols import INK, VERMILLION, WHITE, definitions
from pipeline.nine_tiles_panic.drawing.tile_drawing import highlighted_roads, tile_fragment
from pipeline.nine_tiles_panic.game.board import Board
from pipeline.nine_tiles_panic.game.laid_town import Highlight, LaidTile, LaidTown
from pipeline.nine_tiles_panic.game.road_synonyms import ORIENTED_ROAD_SYNONYMS, parse_oriented
from pipeline.nine_tiles_panic.game.tiles import FACE_NAMES, SIDES, Face, OffRoad, Road, Tile

GAP = 14  # between the two faces of a single tile


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


# --- parts of a picture ----------------------------------------------------------------------


def _grey(match: re.Match[str]) -> str:
    red, green, blue = (int(match[0][i : i + 2], 16) for i in (1, 3, 5))
    grey = round(0.299 * red + 0.587 * green + 0.114 * blue)
    return f"#{grey:02X}{grey:02X}{grey:02X}"


def _picture(
    width: float, height: float, title: str, body: str, tiles: Sequence[LaidTile], options: DrawingOptions
) -> str:
    """A whole SVG."""
    things = used_things(tiles)
    if options.legend:
        markup, legend_height = legend(things, width, height)
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
        f'stroke="{INK}" stroke-width="0.9"/>{label(str(number), x, y, size)}</g>\n'
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


def _check_highlight(town: LaidTown, highlight: Highlight) -> None:
    positions = highlight.positions | {position for position, _ in highlight.roads}
    for position in sorted(positions):
        if not 0 <= position < town.board.positions:
            raise PipelineError(f"position {position} is not on the board, so it cannot be shown")


def _draw(town: LaidTown, options: DrawingOptions, title: str) -> str:
    board = town.board
    _check_highlight(town, options.highlight)
    width = SIZE * board.columns + 2 * MARGIN
    height = SIZE * board.rows + 2 * MARGIN
    body = _tiles(town, options.highlight) + _outlines(town, options.highlight.positions)
    if options.numbers:
        body += _numbers(board)
    return _picture(width, height, title, body + _faults(town), town.tiles, options)


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
    height = SIZE + 2 * MARGIN + 10
    body = ""
    for side, face in enumerate(laid):
        x = MARGIN + side * (SIZE + GAP)
        words = f"tile {tile.number} {FACE_NAMES[side]}"
        body += _clipped(x, MARGIN, SIZE, SIZE, f'<g class="tile">{tile_fragment(face)}</g>\n')
        body += label(words, x + SIZE / 2, MARGIN + SIZE + 11, 11.5)
    return _picture(width, height, f"Nine Tiles Panic tile {tile.number}, front and back", body, laid, options)
