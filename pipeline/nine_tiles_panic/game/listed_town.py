"""How a town is listed in the results: one of its rotations, each tile in one of the directions that look the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pipeline.nine_tiles_panic.game.laid_town import TURNS, LaidTile, LaidTown
from pipeline.nine_tiles_panic.game.road_synonyms import (
    ORIENTED_ROAD_SYNONYMS,
    OrientedRoadSynonym,
    face_options,
    oriented_index,
)
from pipeline.nine_tiles_panic.game.tiles import Tile


class ListedTown(NamedTuple):
    """A town as it is listed."""

    town: LaidTown
    quarters: int
    """How many quarter turns to the left lead from the town that was asked for to it."""


def rotations(town: LaidTown) -> list[ListedTown]:
    """A town and its rotations to the left under which the board keeps its form."""
    found = [ListedTown(town, 0)]
    for quarters, *sources in town.board.left_rotation_sources.tolist():
        tiles = [town.tiles[source] for source in sources]
        turned = tuple(LaidTile(t.number, t.side, (t.turns + quarters) % TURNS, t.face) for t in tiles)
        found.append(ListedTown(LaidTown(town.board, turned), quarters))
    return found


def _shown(laid: LaidTile) -> OrientedRoadSynonym:
    return ORIENTED_ROAD_SYNONYMS[oriented_index([(road.first, road.second) for road in laid.roads])]


def _listed_tile(laid: LaidTile, tile: Tile) -> LaidTile:
    """The tile turned as towns list it: it looks the same."""
    shown = _shown(laid)
    (option,) = (option for option in face_options([tile])[shown.synonym] if option.back == bool(laid.side))
    ways = (LaidTile(laid.number, laid.side, (turn + shown.turn) % TURNS, laid.face) for turn in option.turns)
    return next(way for way in ways if way.roads == laid.roads)


def listed_town(town: LaidTown, tiles: Sequence[Tile]) -> ListedTown:
    """How a complete town is listed.

    That is the rotation whose town synonym has the smallest pattern. Of a symmetric town synonym several rotations are
    listed, and this is the one with the smallest pattern.

    Args:
        town: the town.
        tiles: those that it is made of, perhaps with others.
    """
    by_number = {tile.number: tile for tile in tiles}
    found = []
    for turned, quarters in rotations(town):
        listed = LaidTown(town.board, tuple(_listed_tile(laid, by_number[laid.number]) for laid in turned.tiles))
        shown = [_shown(laid) for laid in listed.tiles]
        town_synonym = ([each.synonym for each in shown], [each.turn for each in shown])
        found.append((town_synonym, listed.pattern, ListedTown(listed, quarters)))
    return min(found, key=lambda each: each[:2])[2]
