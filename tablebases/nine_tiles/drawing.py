"""Drawings of tiles and towns as SVG.

The sections are: things (agents, aliens, houses, ...), roads, tiles, towns, and sheets of towns.

Things are drawn upright in a box from -20 to 20 around the origin. They differ in shape and colour, and have a dark
outline, so that a picture in black and white is as clear. The colours are those of Okabe and Ito, which colour-blind
people can distinguish.

Roads are ribbons between the middles of the sides: straight ones are lines, curves are quarter circles around a corner.
On a cross, one road runs over a bridge. Things off the road stand upright in every turn of the tile, clear of roads.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache

from tablebases.errors import Error, InputError
from tablebases.languages import t
from tablebases.nine_tiles.rules.laid_town import TURNS, Highlight, LaidTile, LaidTown, printed_roads
from tablebases.nine_tiles.rules.tiles import (
    FACE_NAMES,
    OUTSIDE,
    SIDES,
    Board,
    Face,
    OffRoad,
    Road,
    Tile,
    is_cross,
    is_straight,
)
from tablebases.pictures import document, text

BOX = 40  # width and height of a thing's box

INK = "#1A1A1A"
WHITE = "#FFFFFF"
SKIN = "#FBE3C8"
BROWN = "#5F3310"
STEEL = "#D5D8DC"
ORANGE = "#E69F00"
SKY = "#56B4E9"
GREEN = "#009E73"
YELLOW = "#F0E442"
BLUE = "#0072B2"
VERMILLION = "#D55E00"
PURPLE = "#CC79A7"


class Thing(StrEnum):
    """An object on a tile; the value is its name in a picture."""

    AGENT = "agent"
    ALIEN = "alien"
    HAMBURGER = "hamburger"
    CAPTURED_ALIEN = "captured-alien"
    DOG = "dog"
    HOUSE = "house"
    GIRL = "girl"
    BOY = "boy"
    UFO = "ufo"


ALIEN_EYES = ((-6.8, 0.5), (6.8, 0.5))

_ALIEN_FACE = f"""
<path fill="{GREEN}" d="M0-14C12-14 17-6 16 1 15 10 7 19 0 19S-15 10-16 1C-17-6-12-14 0-14Z"/>
<ellipse fill="{WHITE}" cx="-6.8" cy="0.5" rx="5.6" ry="7"/>
<ellipse fill="{WHITE}" cx="6.8" cy="0.5" rx="5.6" ry="7"/>
"""
_MARKUP = {
    Thing.AGENT: f"""
<path fill="{BLUE}" d="M-17 19C-17 9-10 6 0 6S17 9 17 19Z"/>
<path fill="{WHITE}" d="M-5 7 0 18 5 7Z"/>
<circle fill="{SKIN}" cx="0" cy="0" r="9.5"/>
<path fill="{BLUE}" d="M-9-8-7.5-17Q0-20.5 7.5-17L9-8Z"/>
<ellipse fill="{BLUE}" cx="0" cy="-7.5" rx="17" ry="3.6"/>
<path fill="{INK}" d="M-9-1H9L7.5 3.5H2L0 0.5-2 3.5H-7.5Z"/>
""",
    Thing.ALIEN: f"""
<path fill="none" d="M-6-13-10-18M6-13 10-18"/>
<circle fill="{GREEN}" cx="-10.5" cy="-18" r="2.4"/>
<circle fill="{GREEN}" cx="10.5" cy="-18" r="2.4"/>
{_ALIEN_FACE}
<path fill="none" d="M-3 13.5H3"/>
""",
    Thing.CAPTURED_ALIEN: f"""
<rect fill="{WHITE}" x="-18" y="-15" width="36" height="31"/>
<g transform="translate(0 1.5) scale(0.78)">
{_ALIEN_FACE}
<circle fill="{INK}" stroke="none" cx="-6.8" cy="3" r="3"/>
<circle fill="{INK}" stroke="none" cx="6.8" cy="3" r="3"/>
</g>
<path fill="none" stroke-width="2.6" d="M-11-15V16M0-15V16M11-15V16"/>
<rect fill="{STEEL}" x="-19" y="-18" width="38" height="4.5"/>
<rect fill="{STEEL}" x="-19" y="14.5" width="38" height="4.5"/>
""",
    Thing.HAMBURGER: f"""
<path fill="{ORANGE}" d="M-17 8H17C17 15 13 17 9 17H-9C-13 17-17 15-17 8Z"/>
<rect fill="{BROWN}" x="-18" y="2" width="36" height="7" rx="3.5"/>
<path fill="{GREEN}" d="M-18-3Q-19 3-14 3T-8 3 0 3 8 3 14 3Q19 3 18-3Z"/>
<path fill="{ORANGE}" d="M-17-3C-17-14-9-17 0-17S17-14 17-3Z"/>
<path fill="none" stroke="{WHITE}" stroke-width="2.4" d="M-8-9-6-10M0-12H1M7-9 9-8"/>
""",
    Thing.DOG: f"""
<path fill="{ORANGE}" d="M-14-3C-17-5-17-9-19-12-14-12-13-8-10-4H4L5-11Q7-16 12-15L19-10Q21-5 16-4
L12-3 10 4V18H5L4 8H-7L-8 18H-13L-14 4Z"/>
<path fill="{BROWN}" d="M6-14Q0-11 2-3 7-2 9-11Z"/>
<circle fill="{INK}" stroke="none" cx="12.5" cy="-10" r="1.7"/>
<circle fill="{INK}" stroke="none" cx="18.5" cy="-9" r="2.2"/>
""",
    Thing.HOUSE: f"""
<path fill="{STEEL}" d="M8-15H13V-4H8Z"/>
<rect fill="{WHITE}" x="-14" y="-2" width="28" height="20"/>
<path fill="{VERMILLION}" d="M-20 0 0-18 20 0Z"/>
<path fill="{BROWN}" d="M-3 18V7H5V18Z"/>
<rect fill="{SKY}" x="-10.5" y="5" width="5" height="5.5"/>
""",
    Thing.GIRL: f"""
<path fill="none" stroke-width="2.6" d="M-4 12V19M4 12V19M-5-1-14 5M5-1 14 5"/>
<path fill="{PURPLE}" d="M-3-4H3L13 13H-13Z"/>
<path fill="{BROWN}" d="M-7-13C-15-17-17-9-13-3-9-5-8-8-7-11ZM7-13C15-17 17-9 13-3 9-5 8-8 7-11Z"/>
<circle fill="{SKIN}" cx="0" cy="-10.5" r="8"/>
<path fill="{BROWN}" d="M-8-11C-8-22 8-22 8-11Q4-13 0-15.5-4-13-8-11Z"/>
<path fill="none" stroke-width="1.5" d="M-2.8-10V-9M2.8-10V-9M-2.5-6.3Q0-4.6 2.5-6.3"/>
""",
    Thing.BOY: f"""
<path fill="none" stroke-width="2.6" d="M-4 13V19M4 13V19M-6-1-14 5M6-1 14 5"/>
<path fill="{INK}" d="M-7 7H7L8 14H1.5L0 11-1.5 14H-8Z"/>
<rect fill="{SKY}" x="-7" y="-4" width="14" height="12"/>
<circle fill="{SKIN}" cx="0" cy="-9.5" r="7.6"/>
<path fill="{SKY}" d="M-8-11C-8-21 8-21 8-12L17-11Q17-8 14-8.8L-8-10.4Z"/>
<path fill="none" stroke-width="1.5" d="M-2-7.5V-7M3.2-7.5V-7M-1.5-4.6Q1-3.4 3-4.6"/>
""",
    Thing.UFO: f"""
<path fill="none" stroke-width="2.6" d="M-9 6-14 16M9 6 14 16M-17 16H-11M11 16H17"/>
<path fill="{SKY}" d="M-9-1C-9-17 9-17 9-1Z"/>
<ellipse fill="{STEEL}" cx="0" cy="2" rx="19" ry="7"/>
<circle fill="{YELLOW}" cx="-10.5" cy="2" r="2.7"/>
<circle fill="{YELLOW}" cx="0" cy="4" r="2.7"/>
<circle fill="{YELLOW}" cx="10.5" cy="2" r="2.7"/>
""",
}

BEAM = f'<path class="facing beam" fill="{YELLOW}" d="M8-5 33-12V12L8 5Z"/>'
"""The light of an agent's torch, along the x axis."""

ARROW = f'<path class="facing arrow" fill="{INK}" stroke="{WHITE}" stroke-width="2.6" d="M14-11 34 0 14 11Z"/>'
"""The way of an alien, along the x axis."""


def definitions(things: Iterable[Thing] = Thing) -> str:
    """The things as groups for an SVG's `defs`, with ids for `use`."""
    return "".join(
        f'<g id="thing-{thing}" stroke="{INK}" stroke-width="1.8" stroke-linejoin="round" '
        f'stroke-linecap="round">{"".join(_MARKUP[thing].splitlines())}</g>\n'
        for thing in things
    )


def outlined(markup: str, transform: str) -> str:
    """Markup with the outline of things."""
    return f'<g transform="{transform}" stroke="{INK}" stroke-width="1.8" stroke-linejoin="round">{markup}</g>'


def use(thing: Thing, x: float, y: float, size: float) -> str:
    """A thing whose box is `size` wide around a point; needs its definition in the picture."""
    where = f"translate({x:.4g} {y:.4g}) scale({size / BOX:.4g})"
    return f'<use href="#thing-{thing}" transform="{where}"/>'


def pointer(thing: Thing) -> str:
    """The beam of an agent or the arrow of an alien, along the x axis."""
    return BEAM if thing is Thing.AGENT else ARROW


def pupils(dx: float, dy: float) -> str:
    """An alien's pupils, looking in the direction of a unit vector."""
    return "".join(
        f'<circle fill="{INK}" stroke="none" r="3" cx="{x + 2.4 * dx:.4g}" cy="{y + 3.4 * dy:.4g}"/>'
        for x, y in ALIEN_EYES
    )


# Roads of a tile in a box of 100 x 100, with the things on them.

SIZE = 100

ROAD_WIDTH = 18
CASING_WIDTH = 24
HIGHLIGHT_CASING_WIDTH = 30
ON_ROAD_SIZE = 31
CASING_OVERHANG = 0.5  # roads overlap at the borders of tiles, so that no seam shows
SURFACE_OVERHANG = 1.2  # surfaces overlap more, so that no end of a casing shows
TO_EDGE_ON_A_CROSS = 27  # from an object beside a bridge to the side it faces
SURFACE = "#C4C4C4"

Point = tuple[float, float]

SIDE_MIDDLES: tuple[Point, ...] = ((50, 0), (0, 50), (50, 100), (100, 50))


def road_path(road: Road) -> str:
    """The middle line of a road from its first side to its second, as the `d` of a path."""
    (ax, ay), (bx, by) = SIDE_MIDDLES[road.first], SIDE_MIDDLES[road.second]
    if is_straight(road):
        return f"M{ax:g} {ay:g}L{bx:g} {by:g}"
    sweep = int((road.second - road.first) % SIDES == 1)
    return f"M{ax:g} {ay:g}A50 50 0 0 {sweep} {bx:g} {by:g}"


def _overhanging_path(road: Road, overhang: float) -> str:
    """The middle line of a road, from just outside its first side to just outside its second."""
    middles = SIDE_MIDDLES[road.first], SIDE_MIDDLES[road.second]
    (ax, ay), (bx, by) = ((x + overhang * (x - 50) / 50, y + overhang * (y - 50) / 50) for x, y in middles)
    return f"M{ax:g} {ay:g}L{road_path(road)[1:]}L{bx:g} {by:g}"


def point_on(road: Road, share: float) -> Point:
    """The point at `share` (0-1) of the way from the first side to the second."""
    (ax, ay), (bx, by) = SIDE_MIDDLES[road.first], SIDE_MIDDLES[road.second]
    if is_straight(road):
        return ax + share * (bx - ax), ay + share * (by - ay)
    cx, cy = ax + bx - SIZE / 2, ay + by - SIZE / 2  # the corner of the tile inside the curve
    to_first, to_second = math.cos(share * math.pi / 2), math.sin(share * math.pi / 2)
    return (cx + (ax - cx) * to_first + (bx - cx) * to_second, cy + (ay - cy) * to_first + (by - cy) * to_second)


def _direction_on(road: Road, share: float, side: int) -> Point:
    """The unit vector along the road at a point, towards `side`."""
    step = 0.001 if side == road.second else -0.001
    (ax, ay), (bx, by) = point_on(road, share - step), point_on(road, share + step)
    length = math.hypot(bx - ax, by - ay)
    return (bx - ax) / length, (by - ay) / length


def object_share(road: Road, crossed: bool) -> float:
    """The share of the road before its object: the middle, or a place beside a bridge."""
    if not crossed:
        return 0.5
    towards = road.first if road.facing is None else road.facing
    share = TO_EDGE_ON_A_CROSS / SIZE
    return share if towards == road.first else 1 - share


def _dashes(road: Road) -> str:
    """Dashes with half a dash at each border, to continue on the next tile."""
    length, count = (SIZE, 6) if is_straight(road) else (SIZE / 2 * math.pi / 2, 5)
    period = length / count
    dash = period / 2
    offset = dash / 2 - SURFACE_OVERHANG
    return f'stroke-dasharray="{dash:.5g} {dash:.5g}" stroke-dashoffset="{offset:.5g}"'


def _casing_width(highlighted: bool) -> int:
    return HIGHLIGHT_CASING_WIDTH if highlighted else CASING_WIDTH


def _ribbon(road: Road, highlighted: bool) -> str:
    casing_path = _overhanging_path(road, CASING_OVERHANG)
    path = _overhanging_path(road, SURFACE_OVERHANG)
    surface = ORANGE if highlighted else SURFACE
    name = "road highlighted" if highlighted else "road"
    return (
        f'<g fill="none"><path class="{name}" d="{casing_path}" stroke="{INK}" '
        f'stroke-width="{_casing_width(highlighted)}"/>'
        f'<path d="{path}" stroke="{surface}" stroke-width="{ROAD_WIDTH}"/>'
        f'<path d="{path}" stroke="{WHITE}" stroke-width="2" {_dashes(road)}/></g>'
    )


def _bridge(road: Road, highlighted: bool) -> str:
    """The parapets of a bridge in the middle of a straight road."""
    turn = ' transform="rotate(90 50 50)"' if road.first % 2 else ""
    half = _casing_width(highlighted) / 2
    left, right = 50 - half, 50 + half
    return (
        f'<g class="bridge"{turn} fill="none" stroke="{INK}" stroke-width="4">'
        f'<path d="M{left - 5:g} 29 {left:g} 35V65L{left - 5:g} 71'
        f'M{right + 5:g} 29 {right:g} 35V65L{right + 5:g} 71"/></g>'
    )


def _road_object(road: Road, crossed: bool) -> str:
    if road.object is None:
        return ""
    share = object_share(road, crossed)
    x, y = point_on(road, share)
    thing = Thing[road.object.name]
    if road.facing is None:
        return use(thing, x, y, ON_ROAD_SIZE)
    dx, dy = _direction_on(road, share, road.facing)
    angle = math.degrees(math.atan2(dy, dx))
    where, scale = f"translate({x:.5g} {y:.5g})", f"scale({ON_ROAD_SIZE / BOX:.4g})"
    eyes = outlined(pupils(dx, dy), f"{where} {scale}") if thing is Thing.ALIEN else ""
    return (
        f'<g class="{thing} on-road" data-facing="{road.facing}">'
        f"{outlined(pointer(thing), f'{where} rotate({angle:.5g}) {scale}')}"
        f"{use(thing, x, y, ON_ROAD_SIZE)}{eyes}</g>"
    )


def road_fragment(roads: Sequence[Road], crossed: bool, highlighted: bool) -> str:
    """Roads as ribbons, the last over the others, then their objects."""
    ribbons = [_ribbon(road, highlighted) for road in roads]
    if crossed and (highlighted or len(roads) == SIDES // 2) and roads:
        ribbons.append(_bridge(roads[-1], highlighted))
    return "".join(ribbons) + "".join(_road_object(road, crossed) for road in roads)


# A tile face in a box of 100 x 100.

OBJECT_RADIUS = 19  # the least distance of things off the road from the middle of an object on it
LARGEST_OFF_ROAD_SIZE = 37

GROUND = '<rect x="0.6" y="0.6" width="98.8" height="98.8" rx="3" fill="#E9F2DC" stroke="#8FA37A" stroke-width="1.2"/>'
"""An empty tile."""


def off_road_things(off_road: OffRoad) -> list[Thing]:
    """The things off the road, one entry each."""
    return (
        [Thing.HOUSE] * off_road.houses
        + [Thing.UFO] * off_road.ufos
        + [Thing.GIRL] * off_road.girls
        + [Thing.BOY] * off_road.boys
        + [Thing.DOG] * off_road.dogs
        + [Thing.AGENT] * off_road.agents
        + [Thing.CAPTURED_ALIEN] * off_road.captured_aliens
    )


def _clearances(roads: Sequence[Road]) -> dict[Point, float]:
    """Points all over a face, and their distances from roads, objects and the edge."""
    crossed = is_cross(roads)
    obstacles = [(point_on(road, i / 16), CASING_WIDTH / 2) for road in roads for i in range(17)]
    obstacles += [(point_on(road, object_share(road, crossed)), OBJECT_RADIUS) for road in roads if road.object]
    found = {}
    for x in range(4, SIZE, 2):
        for y in range(4, SIZE, 2):
            to_roads = (math.dist((x, y), point) - radius for point, radius in obstacles)
            found[float(x), float(y)] = min(x, y, SIZE - x, SIZE - y, *to_roads)
    return found


def _spread(candidates: Sequence[Point], count: int, apart: float) -> tuple[Point, ...]:
    """Points among the candidates, each as far as possible from the earlier ones, or none."""
    middle = (SIZE / 2, SIZE / 2)
    chosen = [max(candidates, key=lambda point: math.dist(point, middle))]
    while len(chosen) < count:
        best = max(candidates, key=lambda point: min(math.dist(point, c) for c in chosen))
        if min(math.dist(best, c) for c in chosen) < apart:
            return ()
        chosen.append(best)
    return tuple(chosen)


@cache
def off_road_slots(roads: tuple[Road, ...], count: int) -> tuple[Sequence[Point], float]:
    """The middles of `count` things on an unturned face with these roads, and their size, as large as possible."""
    clearances = _clearances(roads)
    if count == 1:
        middle = (SIZE / 2, SIZE / 2)
        point = max(clearances, key=lambda p: (round(clearances[p]), -math.dist(p, middle)))
        return [point], min(LARGEST_OFF_ROAD_SIZE, 2 * clearances[point] - 1)
    from_edge = 1 if roads else 6
    for size in range(LARGEST_OFF_ROAD_SIZE, 2, -1):
        candidates = [p for p, clear in clearances.items() if clear >= size / 2 + from_edge]
        points = _spread(candidates, count, size + 2) if candidates else ()
        if points:
            return points, size
    return list(clearances)[:count], 2


def _turned(point: Point, turns: int) -> Point:
    """A point of a tile after quarter turns to the left."""
    x, y = point
    for _ in range(turns % TURNS):
        x, y = y, SIZE - x
    return x, y


def _off_road(face: Face, turns: int) -> str:
    things = off_road_things(face.off_road)
    if not things:
        return ""
    points, size = off_road_slots(face.roads, len(things))
    turned = (_turned(point, turns) for point in points)
    return "".join(use(thing, x, y, size) for thing, (x, y) in zip(things, turned, strict=True))


def tile_fragment(tile: LaidTile, without: Iterable[int] = ()) -> str:
    """A tile as it lies, in a box of 100 x 100; roads reach a little over its edge.

    `without` are indices in `tile.roads` to leave out.
    """
    return GROUND + tile_roads(tile, without, highlighted=False) + _off_road(tile.face, tile.turns)


def tile_roads(tile: LaidTile, indices: Iterable[int], highlighted: bool) -> str:
    """The roads with these indices in `tile.roads`, highlighted, or all others, drawn plainly."""
    pointed_at = {tile.roads[index] for index in indices}
    roads = printed_roads(tile)
    drawn = [road for road in roads if (road.turned(0) in pointed_at) == highlighted]
    return road_fragment(drawn, is_cross(roads), highlighted)


def tile_symbols(tiles: Sequence[Tile]) -> str:
    """An SVG sprite for web pages: a `symbol` for every tile, side and turn.

    A page shows tile 3, back, turned left twice by `<use href="#t3b2"/>` once the sprite is in it.
    """
    symbols = "".join(
        f'<symbol id="t{tile.number}{letter}{turns}" viewBox="0 0 {SIZE} {SIZE}">'
        f"{tile_fragment(LaidTile(tile.number, side, turns, face))}</symbol>\n"
        for tile in tiles
        for side, (letter, face) in enumerate(zip("fb", tile.faces, strict=True))
        for turns in range(TURNS)
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" aria-hidden="true" '
        f'style="position:absolute">\n<defs>\n{definitions()}</defs>\n{symbols}</svg>\n'
    )


# Towns, town synonyms and single tiles as SVG pictures, with a legend.

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
    """Options of a picture."""

    numbers: bool = False
    """Show row and column of each tile, counted from 1, and edge numbers."""
    legend: bool = False
    """Explain the things on the tiles."""
    highlight: Highlight = field(default_factory=Highlight)
    """The tiles and roads to point at."""
    monochrome: bool = False
    """Use greys only."""


PLAIN = DrawingOptions()


# --- the legend ------------------------------------------------------------------------------


def _label(words: str, x: float, y: float, size: float, anchor: str = "middle") -> str:
    """Words centred vertically on the height y."""
    return text(x, y + 0.36 * size, words, size, fill=INK, text_anchor=anchor)


def _entry(thing: Thing, x: float, y: float) -> str:
    """A thing with its words; agents and aliens look as on a road."""
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
    """A veil that fades the tiles at these positions."""
    boxes = "".join(
        f"M{SIZE * (position % board.columns)} {SIZE * (position // board.columns)}h{SIZE}v{SIZE}h-{SIZE}z"
        for position in sorted(positions)
    )
    return f'<path class="veil" d="{boxes}" fill="{WHITE}" opacity="0.62"/>\n' if boxes else ""


def _clipped(x: float, y: float, width: int, height: int, body: str) -> str:
    """A body clipped to a rectangle of the picture."""
    return f'<svg x="{x:g}" y="{y:g}" width="{width}" height="{height}" viewBox="0 0 {width} {height}">\n{body}</svg>\n'


def _tiles(town: LaidTown, highlight: Highlight) -> str:
    """All tiles, and highlighted roads on top; tiles outside the highlighted positions are faded."""
    board = town.board
    tiles, roads = "", ""
    for position, tile in enumerate(town.tiles):
        pointed_at = sorted(index for at, index in highlight.roads if at == position)
        if position not in town.free:
            tiles += _placed(board, position, "tile", tile_fragment(tile, pointed_at))
        if pointed_at:
            roads += _placed(board, position, "over", tile_roads(tile, pointed_at, highlighted=True))
    faded = set(range(board.positions)) - highlight.positions if highlight.positions else set()
    body = tiles + _veil(board, faded) + roads
    return _clipped(MARGIN, MARGIN, SIZE * board.columns, SIZE * board.rows, body)


def _outlines(town: LaidTown, inside: Set[int]) -> str:
    """Bold outlines around groups of positions."""
    path = ""
    for position in sorted(inside):
        x, y = _corner(town.board, position)
        ends = ((x, y), (x, y + SIZE), (x + SIZE, y + SIZE), (x + SIZE, y))
        for side in range(SIDES):
            if town.board.neighbour(position, side) not in inside:
                (ax, ay), (bx, by) = ends[side - 1], ends[side]
                path += f"M{ax:g} {ay:g}L{bx:g} {by:g}"
    if not path:
        return ""
    return (
        f'<g fill="none" stroke-linecap="round"><path d="{path}" stroke="{INK}" stroke-width="7"/>'
        f'<path class="outline" d="{path}" stroke="{VERMILLION}" stroke-width="4"/></g>\n'
    )


def _fault_mark(x: float, y: float, name: str) -> str:
    """A cross in a circle, for a fault."""
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


def _badge(text: str, x: float, y: float, size: float, name: str) -> str:
    half = 0.34 * size * len(text) + 0.3 * size
    radius = 0.66 * size if name == "edge-number" else 1.5
    return (
        f'<g class="{name}"><rect x="{x - half:.4g}" y="{y - 0.66 * size:.4g}" '
        f'width="{2 * half:.4g}" height="{1.32 * size:.4g}" rx="{radius:.3g}" fill="{WHITE}" '
        f'stroke="{INK}" stroke-width="0.9"/>{_label(text, x, y, size)}</g>\n'
    )


def _numbers(board: Board) -> str:
    """Row and column, such as `1,2`, in the tiles' upper left corners; edge numbers beside the middles of edges."""
    found = []
    for number, (position, side) in edge_numbers(board).items():
        x, y = _border_middle(board, position, side)
        dx, dy = (21, 0) if side in (0, 2) else (0, 21)
        found.append(_badge(str(number), x + dx, y + dy, 8.5, "edge-number"))
    for position in range(board.positions):
        x, y = _corner(board, position)
        row, column = divmod(position, board.columns)
        found.append(_badge(f"{row + 1},{column + 1}", x + 12, y + 9, 11, "position-number"))
    return "".join(found)


def draw_town(town: LaidTown, options: DrawingOptions = PLAIN, name: str = "") -> str:
    """A town as an SVG picture, with marks on its faults.

    The title has `name`, by default the pattern.
    """
    board, highlight = town.board, options.highlight
    for position in sorted(highlight.positions | {position for position, _ in highlight.roads}):
        if not 0 <= position < board.positions:
            raise Error("position {position} is not on the board, so it cannot be shown", position=position)
    width = SIZE * board.columns + 2 * MARGIN
    height = SIZE * board.rows + 2 * MARGIN
    body = _tiles(town, highlight) + _outlines(town, highlight.positions)
    if options.numbers:
        body += _numbers(board)
    title = t("Nine Tiles Panic {name}", name=name or t("town {pattern}", pattern=town.pattern))
    return _picture(width, height, title, body + _faults(town), town.tiles, options)


# --- town synonyms and single tiles ----------------------------------------------------------


def synonym_town(pattern: str, board: Board) -> LaidTown:
    """A town synonym as a town of tiles with roads only.

    Its pattern has one digit 0-4 per position (none, one curve, two curves, one straight, a cross), then one turn per
    position.
    """
    from tablebases.nine_tiles.search.road_synonyms import ORIENTED_ROAD_SYNONYMS, parse_oriented

    count = board.positions
    try:
        if len(pattern) != 2 * count:
            raise ValueError
        indices = parse_oriented(pattern[:count], pattern[count:])
    except ValueError as error:
        raise InputError(
            "a town synonym has {expected} digits, {positions} road shapes (0 none, 1 one curve, 2 two curves, 3 one "
            "straight, 4 a cross) and their turns, each the smallest that looks like it, but this is '{pattern}'",
            expected=2 * count,
            positions=count,
            pattern=pattern,
        ) from error
    shapes = [ORIENTED_ROAD_SYNONYMS[index] for index in indices]
    faces = [Face(tuple(Road(first, second) for first, second in shape.roads), OffRoad()) for shape in shapes]
    tiles = (LaidTile(shape.synonym, 0, 0, face) for shape, face in zip(shapes, faces, strict=True))
    return LaidTown(board, tuple(tiles))


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
    title = t("Nine Tiles Panic {name}", name=t("tile {number}, front and back", number=tile.number))
    return _picture(width, height, title, body, laid, options)


# Towns side by side on one sheet, with lines of text below each.

TOWN, SHEET_LINE, SHEET_GAP = 300, 16, 20
ROOT = re.compile(r'<svg ([^>]*?)width="[^"]*" height="[^"]*"')

Cell = tuple[str, Sequence[str]]
"""A town drawn by `draw_town`, and the lines below it."""


def _placed_on_sheet(cell: Cell, x: int, y: int) -> list[str]:
    drawn, lines = cell
    return [
        ROOT.sub(rf'<svg \1x="{x}" y="{y}" width="{TOWN}" height="{TOWN}"', drawn, count=1),
        *(
            text(x + TOWN // 2, y + TOWN + SHEET_LINE * i, line, 12, text_anchor="middle")
            for i, line in enumerate(lines, 1)
        ),
    ]


def draw_sheet(title: str, cells: Sequence[Cell], in_a_row: int) -> str:
    """A sheet of towns, row by row, as SVG.

    Screen readers read `title`. All cells have room for the largest number of lines.
    """
    n_lines = max((len(lines) for _, lines in cells), default=0)
    height = TOWN + SHEET_LINE * n_lines + SHEET_GAP + 4
    rows = max(1, -(-len(cells) // in_a_row))
    placed = (
        _placed_on_sheet(cell, SHEET_GAP + i % in_a_row * (TOWN + SHEET_GAP), SHEET_GAP + i // in_a_row * height)
        for i, cell in enumerate(cells)
    )
    return document(
        in_a_row * (TOWN + SHEET_GAP) + SHEET_GAP,
        rows * height + SHEET_GAP,
        title,
        [line for lines in placed for line in lines],
    )
