"""A tile face as an SVG fragment in a box of 100 x 100.

What is off the road stands upright, however the tile is turned, where it covers no road.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from pipeline.nine_tiles_panic.drawing.road_drawing import (
    CASING_WIDTH,
    SIZE,
    Point,
    is_cross,
    object_part,
    point_on,
    printed_roads,
    road_fragment,
)
from pipeline.nine_tiles_panic.drawing.symbols import Thing, definitions, use
from pipeline.nine_tiles_panic.game.laid_town import LaidTile
from pipeline.nine_tiles_panic.game.tiles import Face, OffRoad, Road, Tile

TURNS = 4
FACE_LETTERS = ("f", "b")

OBJECT_RADIUS = 19  # how close things off the road come to the middle of one on it
LARGEST_OFF_ROAD_SIZE = 37

GROUND = '<rect x="0.6" y="0.6" width="98.8" height="98.8" rx="3" fill="#E9F2DC" stroke="#8FA37A" stroke-width="1.2"/>'
"""The tile itself, with nothing on it."""


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


@dataclass(frozen=True)
class Slots:
    """Where things stand off the road of an unturned face: their middles and their size."""

    points: tuple[Point, ...]
    size: float


def _clearances(roads: Sequence[Road]) -> dict[Point, float]:
    """For points all over a face, how far they are from roads, from what stands on them, and from the edge."""
    crossed = is_cross(roads)
    obstacles = [(point_on(road, i / 16), CASING_WIDTH / 2) for road in roads for i in range(17)]
    obstacles += [(point_on(road, object_part(road, crossed)), OBJECT_RADIUS) for road in roads if road.object]
    found = {}
    for x in range(4, SIZE, 2):
        for y in range(4, SIZE, 2):
            to_roads = (math.dist((x, y), point) - radius for point, radius in obstacles)
            found[float(x), float(y)] = min(x, y, SIZE - x, SIZE - y, *to_roads)
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
    return "".join(use(thing, x, y, slots.size) for thing, (x, y) in zip(things, points, strict=True))


def tile_fragment(tile: LaidTile, without: Iterable[int] = ()) -> str:
    """A tile as it lies, in a box of 100 x 100, without some of `tile.roads`; roads reach a little over its edge."""
    return GROUND + tile_roads(tile, without, highlighted=False) + _off_road(tile.face, tile.turns)


def tile_roads(tile: LaidTile, indices: Iterable[int], highlighted: bool) -> str:
    """The roads with these indices in `tile.roads`, drawn so that they stand out, or all others, drawn plainly."""
    pointed_at = {tile.roads[index] for index in indices}
    roads = printed_roads(tile)
    drawn = [road for road in roads if (road.turned(0) in pointed_at) == highlighted]
    return road_fragment(drawn, is_cross(roads), highlighted)


def tile_symbols(tiles: Sequence[Tile]) -> str:
    """An SVG sprite for web pages: a `symbol` for every tile, side and turn.

    A page shows tile 3, back, turned left twice by `<use href="#t3b2"/>` once the sprite is in it.
    """
    symbols = "".join(
        f'<symbol id="t{tile.number}{FACE_LETTERS[side]}{turns}" viewBox="0 0 {SIZE} {SIZE}">'
        f"{tile_fragment(LaidTile(tile.number, side, turns, face))}</symbol>\n"
        for tile in tiles
        for side, face in enumerate(tile.faces)
        for turns in range(TURNS)
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" aria-hidden="true" '
        f'style="position:absolute">\n<defs>\n{definitions()}</defs>\n{symbols}</svg>\n'
    )
