"""The form in which the results list a town: one rotation, and of directions that look the same only the first."""

from __future__ import annotations

from collections.abc import Sequence

from tablebases.nine_tiles.rules.laid_town import TURNS, LaidTile, LaidTown, Rotation, rotations
from tablebases.nine_tiles.rules.tiles import Tile
from tablebases.nine_tiles.search.road_synonyms import (
    ORIENTED_ROAD_SYNONYMS,
    OrientedRoadSynonym,
    face_options,
    oriented_index,
)


def _shown(laid: LaidTile) -> OrientedRoadSynonym:
    """The oriented road synonym of a tile as it lies."""
    return ORIENTED_ROAD_SYNONYMS[oriented_index([(road.first, road.second) for road in laid.roads])]


def _listed_tile(laid: LaidTile, tile: Tile) -> LaidTile:
    """The tile in the listed direction, which looks the same."""
    shown = _shown(laid)
    (option,) = (option for option in face_options([tile])[shown.synonym] if option.back == bool(laid.side))
    ways = (LaidTile(laid.number, laid.side, (turn + shown.turn) % TURNS, laid.face) for turn in option.turns)
    return next(way for way in ways if way.roads == laid.roads)


def listed_town(town: LaidTown, tiles: Sequence[Tile]) -> Rotation:
    """The form in which the results list a complete town.

    This is the rotation whose town synonym has the smallest pattern. A symmetric town synonym has several such
    rotations, and the results list them all; this is the one with the smallest pattern.
    """
    by_number = {tile.number: tile for tile in tiles}
    found = []
    for turned, quarters in rotations(town):
        listed = LaidTown(town.board, tuple(_listed_tile(laid, by_number[laid.number]) for laid in turned.tiles))
        shown = [_shown(laid) for laid in listed.tiles]
        town_synonym = ([each.synonym for each in shown], [each.turn for each in shown])
        found.append((town_synonym, listed.pattern, Rotation(listed, quarters)))
    return min(found, key=lambda each: each[:2])[2]
