"""Roads of a tile as an SVG fragment in a box of 100 x 100, with what stands on them.

Roads are ribbons between the middles of the sides: straight ones are lines, curves are quarter circles around a corner.
Where two roads cross, one runs over a bridge.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from pipeline.nine_tiles_panic.drawing.symbols import BOX, INK, ORANGE, WHITE, Thing, outlined, pointer, pupils, use
from pipeline.nine_tiles_panic.game.laid_town import LaidTile
from pipeline.nine_tiles_panic.game.tiles import SIDES, Road

SIZE = 100

ROAD_WIDTH = 18
CASING_WIDTH = 24
HIGHLIGHT_CASING_WIDTH = 30
ON_ROAD_SIZE = 31
CASING_OVERHANG = 0.5  # roads overlap at the borders of tiles, so that no seam shows,
SURFACE_OVERHANG = 1.2  # and their surfaces more, lest the end of a casing shows
TO_EDGE_ON_A_CROSS = 27  # from an object beside a bridge to the side it faces
SURFACE = "#C4C4C4"

Point = tuple[float, float]

SIDE_MIDDLES: tuple[Point, ...] = ((50, 0), (0, 50), (50, 100), (100, 50))


def is_straight(road: Road) -> bool:
    """Whether a road joins opposite sides."""
    return (road.first - road.second) % SIDES == SIDES // 2


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


def point_on(road: Road, part: float) -> Point:
    """The point a part of the way (0-1) from the first side to the second."""
    (ax, ay), (bx, by) = SIDE_MIDDLES[road.first], SIDE_MIDDLES[road.second]
    if is_straight(road):
        return ax + part * (bx - ax), ay + part * (by - ay)
    cx, cy = ax + bx - SIZE / 2, ay + by - SIZE / 2  # the corner of the tile that it goes around
    to_first, to_second = math.cos(part * math.pi / 2), math.sin(part * math.pi / 2)
    return (cx + (ax - cx) * to_first + (bx - cx) * to_second, cy + (ay - cy) * to_first + (by - cy) * to_second)


def _direction_on(road: Road, part: float, side: int) -> Point:
    """The unit vector along the road at a point, towards one of its sides."""
    step = 0.001 if side == road.second else -0.001
    (ax, ay), (bx, by) = point_on(road, part - step), point_on(road, part + step)
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
    x, y = point_on(road, part)
    thing = Thing[road.object.name]
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


def is_cross(roads: Sequence[Road]) -> bool:
    """Whether two of these roads cross."""
    return sum(is_straight(road) for road in roads) == SIDES // 2


def road_fragment(roads: Sequence[Road], crossed: bool, highlighted: bool) -> str:
    """Roads as ribbons, the last over the others, then what stands on them."""
    ribbons = [_ribbon(road, highlighted) for road in roads]
    if crossed and (highlighted or len(roads) == SIDES // 2) and roads:
        ribbons.append(_bridge(roads[-1], highlighted))
    return "".join(ribbons) + "".join(_road_object(road, crossed) for road in roads)


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
