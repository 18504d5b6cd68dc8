"""What every tile shows in every direction, as a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pipeline.nine_tiles_panic.game.road_synonyms import ORIENTED_ROAD_SYNONYMS, face_options, oriented_index
from pipeline.nine_tiles_panic.game.tiles import SIDES, ObjectKind, Tile


def face_rows(tiles: Sequence[Tile]) -> Iterator[dict[str, int]]:
    """The rows of the table `faces`: column -> value, a row for each tile and direction."""
    for synonym, options in enumerate(face_options(tiles)):
        for option in options:
            off_road = option.face.off_road
            roads = [(road.first, road.second) for road in option.face.roads]
            for direction in range(SIDES):
                turn = ORIENTED_ROAD_SYNONYMS[oriented_index(roads, direction)].turn
                looks = option.face.turned_roads(direction)
                (same,) = (t for t in option.turns if option.face.turned_roads(t + turn) == looks)
                yield {
                    "tile": option.tile,
                    "direction": option.direction(direction, 0),
                    "listed_as": option.direction(same, turn),
                    "shape": synonym,
                    "turn": turn,
                    "houses": off_road.houses,
                    "dogs": off_road.dogs,
                    "girls": off_road.girls,
                    "boys": off_road.boys,
                    "agents": off_road.agents + option.face.count_on_roads(ObjectKind.AGENT),
                }
