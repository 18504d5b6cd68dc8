"""A tile face as an SVG fragment in a box of 100 x 100.

Roads are ribbons between the middles of the sides: straight ones are lines, curves are quarter
circles around a corner. Where two roads cross, one runs over a bridge. What is off the road
stands upright, however the tile is turned, where it covers no road.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from pipeline.nine_tiles_panic.drawing.symbols import (
    BOX,
    INK,
    ORANGE,
    WHITE,
    Thing,
    definitions,
    outlined,
    pointer,
    pupils,
    use,
)
from pipeline.nine_tiles_panic.game.laid_town import LaidTile
from pipeline.nine_tiles_panic.game.tiles import SIDES, Face, ObjectKind, OffRoad, Road, Tile

SIZE = 100
TURNS = 4
FACE_LETTERS = ("f", "b")

ROAD_WIDTH = 18
CASING_WIDTH = 24
HIGHLIGHT_CASING_WIDTH = 30
ON_ROAD_SIZE = 31
OBJECT_RADIUS = 19  # how close things off the road come to the middle of one on it
LARGEST_OFF_ROAD_SIZE = 37
CASING_OVERHANG = 0.5  # roads overlap at the borders of tiles, so that no seam shows,
SURFACE_OVERHANG = 1.2  # and their surfaces more, lest the end of a casing shows
TO_EDGE_ON_A_CROSS = 27  # from an object beside a bridge to the side it faces

GROUND = "#E9F2DC"
TILE_EDGE = "#8FA37A"
SURFACE = "#C4C4C4"

Point = tuple[float, float]

SIDE_MIDDLES: tuple[Point, ...] = ((50, 0), (0, 50), (50, 100), (100, 50))

OBJECT_THINGS = {
    ObjectKind.AGENT: Thing.AGENT,
    ObjectKind.ALIEN: Thing.ALIEN,
    ObjectKind.HAMBURGER: Thing.HAMBURGER,
}


def off_road_things(off_road: OffRoad) -> list[Thing]:
    """What stands off the road, one entry a thing."""
    return (
        [Thing.HOUSE] * off_road.houses
        + [Thing.UFO] * off_road.ufos
        + [Thing.GIRL] * off_road.girls
        + [Thing.BOY] * off_road.boys
        + [Thing.DOG] * off_road.dogs
        + [Thing.AGENT] * off_road.agents
        + [Thing.CAPTURED_ALIEN] * off_road.captured_aliens
    )


# --- roads -----------------------------------------------------------------------------------


def is_straight(road: Road) -> bool:
    """Whether a road joins opposite sides."""
    return (road.first - road.second) % SIDES == SIDES // 2


def _corner(road: Road) -> Point:
    """The corner of the tile that a curve goes around."""
    (ax, ay), (bx, by) = SIDE_MIDDLES[road.first], SIDE_MIDDLES[road.second]
    return ax + bx - SIZE / 2, ay + by - SIZE / 2


def road_path(road: Road) -> str:
    """The middle line of a road from its first side to its second, as the `d` of a path."""
    (ax, ay), (bx, by) = SIDE_MIDDLES[road.first], SIDE_MIDDLES[road.second]
    if is_straight(road):
        return f"M{ax:g} {ay:g}L{bx:g} {by:g}"
    sweep = int((road.second - road.first) % SIDES == 1)
    return f"M{ax:g} {ay:g}A50 50 0 0 {sweep} {bx:g} {by:g}"


def _overhanging_path(road: Road, overhang: float) -> str:
    """The middle line of a road, from just outside its first side to just outside its second."""
    ends = []
    for side in (road.first, road.second):
        x, y = SIDE_MIDDLES[side]
        ends.append((x + overhang * (x - 50) / 50, y + overhang * (y - 50) / 50))
    (ax, ay), (bx, by) = ends
    return f"M{ax:g} {ay:g}L{road_path(road)[1:]}L{bx:g} {by:g}"


def _point_on(road: Road, part: float) -> Point:
    """The point a part of the way (0-1) from the first side to the second."""
    (ax, ay), (bx, by) = SIDE_MIDDLES[road.first], SIDE_MIDDLES[road.second]
    if is_straight(road):
        return ax + part * (bx - ax), ay + part * (by - ay)
    cx, cy = _corner(road)
    to_first, to_second = math.cos(part * math.pi / 2), math.sin(part * math.pi / 2)
    return (
        cx + (ax - cx) * to_first + (bx - cx) * to_second,
        cy + (ay - cy) * to_first + (by - cy) * to_second,
    )


def _direction_on(road: Road, part: float, side: int) -> Point:
    """The unit vector along the road at a point, towards one of its sides."""
    step = 0.001 if side == road.second else -0.001
    (ax, ay), (bx, by) = _point_on(road, part - step), _point_on(road, part + step)
    length = math.hypot(bx - ax, by - ay)
    return (bx - ax) / length, (by - ay) / length


def object_part(road: Road, crossed: bool) -> float:
    """How far along its road an object stands: in the middle, or beside a bridge."""
    if not crossed:
        return 0.5
    towards = road.first if road.facing is None else road.facing
    part = TO_EDGE_ON_A_CROSS / SIZE
    return part if towards == road.first else 1 - part


def _dashes(road: Road) -> str:
    """Dashes with half a dash at either border, so that they go on over it."""
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
    part = object_part(road, crossed)
    x, y = _point_on(road, part)
    thing = OBJECT_THINGS[road.object]
    if road.facing is None:
        return use(thing, x, y, ON_ROAD_SIZE)
    dx, dy = _direction_on(road, part, road.facing)
    angle = math.degrees(math.atan2(dy, dx))
    where, scale = f"translate({x:.5g} {y:.5g})", f"scale({ON_ROAD_SIZE / BOX:.4g})"
    eyes = outlined(pupils(dx, dy), f"{where} {scale}") if thing is Thing.ALIEN else ""
    return (
        f'<g class="{thing} on-road" data-facing="{road.facing}">'
        f"{outlined(pointer(thing), f'{where} rotate({angle:.5g}) {scale}')}"
        f"{use(thing, x, y, ON_ROAD_SIZE)}{eyes}</g>"
    )


# --- off the road ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Slots:
    """Where things stand off the road of an unturned face: their middles and their size."""

    points: tuple[Point, ...]
    size: float


def _obstacles(roads: Sequence[Road]) -> list[tuple[Point, float]]:
    """Points and radii that things off the road keep away from."""
    crossed = is_cross(roads)
    found = [(_point_on(r, i / 16), CASING_WIDTH / 2) for r in roads for i in range(17)]
    for road in roads:
        if road.object is not None:
            found.append((_point_on(road, object_part(road, crossed)), OBJECT_RADIUS))
    return found


def _clearances(roads: Sequence[Road]) -> dict[Point, float]:
    """For points all over a face, how far they are from roads and from the edge."""
    obstacles = _obstacles(roads)
    found = {}
    for x in range(4, SIZE, 2):
        for y in range(4, SIZE, 2):
            to_edge = min(x, y, SIZE - x, SIZE - y)
            to_roads = [math.dist((x, y), point) - radius for point, radius in obstacles]
            found[float(x), float(y)] = min([to_edge, *to_roads])
    return found


def _spread(candidates: Sequence[Point], count: int, apart: float) -> tuple[Point, ...]:
    """Points among the candidates, each as far as can be from those before, or none."""
    middle = (SIZE / 2, SIZE / 2)
    chosen = [max(candidates, key=lambda point: math.dist(point, middle))]
    while len(chosen) < count:
        best = max(candidates, key=lambda point: min(math.dist(point, c) for c in chosen))
        if min(math.dist(best, c) for c in chosen) < apart:
            return ()
        chosen.append(best)
    return tuple(chosen)


@cache
def off_road_slots(roads: tuple[Road, ...], count: int) -> Slots:
    """Where `count` things stand on a face with these roads, as large as there is room."""
    clearances = _clearances(roads)
    if count == 1:
        middle = (SIZE / 2, SIZE / 2)
        point = max(clearances, key=lambda p: (round(clearances[p]), -math.dist(p, middle)))
        return Slots((point,), min(LARGEST_OFF_ROAD_SIZE, 2 * clearances[point] - 1))
    from_edge = 1 if roads else 6
    for size in range(LARGEST_OFF_ROAD_SIZE, 2, -1):
        candidates = [p for p, clear in clearances.items() if clear >= size / 2 + from_edge]
        points = _spread(candidates, count, size + 2) if candidates else ()
        if points:
            return Slots(points, size)
    return Slots(tuple(list(clearances)[:count]), 2)


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
    slots = off_road_slots(face.roads, len(things))
    points = (_turned(point, turns) for point in slots.points)
    return "".join(
        use(thing, x, y, slots.size) for thing, (x, y) in zip(things, points, strict=True)
    )


# --- whole faces -----------------------------------------------------------------------------


def is_cross(roads: Sequence[Road]) -> bool:
    """Whether two of these roads cross."""
    return sum(is_straight(road) for road in roads) == SIDES // 2


def _roads(roads: Sequence[Road], crossed: bool, highlighted: bool) -> str:
    """Ribbons, the last road over the others, then what stands on them."""
    ribbons = [_ribbon(road, highlighted) for road in roads]
    if crossed and (highlighted or len(roads) == SIDES // 2) and roads:
        ribbons.append(_bridge(roads[-1], highlighted))
    return "".join(ribbons) + "".join(_road_object(road, crossed) for road in roads)


def ground() -> str:
    """The tile itself, with nothing on it."""
    return (
        f'<rect x="0.6" y="0.6" width="98.8" height="98.8" rx="3" fill="{GROUND}" '
        f'stroke="{TILE_EDGE}" stroke-width="1.2"/>'
    )


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


def tile_fragment(tile: LaidTile, without: Iterable[int] = ()) -> str:
    """A tile as it lies, in a box of 100 x 100; roads reach a little over its edge.

    Args:
        tile: the tile.
        without: indices in `tile.roads` of roads that are left out.
    """
    left_out = {tile.roads[index] for index in without}
    roads = printed_roads(tile)
    drawn = [road for road in roads if road.turned(0) not in left_out]
    return (
        ground()
        + _roads(drawn, is_cross(roads), highlighted=False)
        + _off_road(tile.face, tile.turns)
    )


def highlighted_roads(tile: LaidTile, indices: Iterable[int]) -> str:
    """Roads of a tile, by their indices in `tile.roads`, drawn so that they stand out."""
    pointed_at = {tile.roads[index] for index in indices}
    roads = printed_roads(tile)
    drawn = [road for road in roads if road.turned(0) in pointed_at]
    return _roads(drawn, is_cross(roads), highlighted=True)


def symbol_id(number: int, side: int, turns: int) -> str:
    """The id of a tile in `tile_symbols`, such as `t3b2`: tile, front or back, left turns."""
    return f"t{number}{FACE_LETTERS[side]}{turns}"


def tile_symbols(tiles: Sequence[Tile]) -> str:
    """An SVG sprite for web pages: a `symbol` for every tile, side and turn.

    A page shows tile 3, back, turned left twice by `<use href="#t3b2"/>` once the sprite is in it.
    """
    symbols = "".join(
        f'<symbol id="{symbol_id(tile.number, side, turns)}" viewBox="0 0 {SIZE} {SIZE}">'
        f"{tile_fragment(LaidTile(tile.number, side, turns, face))}</symbol>\n"
        for tile in tiles
        for side, face in enumerate(tile.faces)
        for turns in range(TURNS)
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" aria-hidden="true" '
        f'style="position:absolute">\n<defs>\n{definitions()}</defs>\n{symbols}</svg>\n'
    )
