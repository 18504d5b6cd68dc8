"""What tiles show in every direction."""

from __future__ import annotations

from tablebases.nine_tiles.road_synonyms import face_rows
from tests.nine_tiles_panic.helpers import oracle_tiles, real_tiles
from tests.oracle import nine_tiles_panic as oracle


def test_faces_are_those_that_the_oracle_sees() -> None:
    expected = []
    for tile, both in oracle_tiles().items():
        for direction in range(8):
            face = oracle.face_shown(both, direction)
            same = [d for d in range(8) if d // 4 == direction // 4 and oracle.face_shown(both, d) == face]
            shape, turn = oracle.shape_of(face)
            agents = face.agents + face.on_roads(oracle.AGENT)
            counts = (face.houses, face.dogs, face.girls, face.boys, agents)
            expected.append((tile, direction, min(same), shape, turn, *counts))
    assert sorted(tuple(row.values()) for row in face_rows(real_tiles())) == expected
