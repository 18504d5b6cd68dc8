"""That town synonyms are towns of road shapes, with the roads and the numbers of towns that they say."""

from __future__ import annotations

import math
from collections import Counter

from pipeline.nine_tiles_panic.tables import SUCCESS_PATTERN, TOWN_SYNONYMS
from scripts.verify.checks import Checks, Figures, Level, require
from scripts.verify.nine_tiles_panic.artifacts import Artifacts
from tablebases.files import read_provenance
from tablebases.nine_tiles.road_synonyms import ORIENTED_ROAD_SYNONYMS, ROAD_SYNONYM_SIDES, stock
from tests.oracle import nine_tiles_panic as oracle

checks: Checks[Artifacts] = Checks()
TOWN_SYNONYMS_ASKED = 2000
"""How many of them the oracle looks at."""
FILLED = 100
"""How many of them it fills with tiles in all ways."""
MOST_TOWNS = 20_000
"""Of those that it fills; larger ones are passed over."""
LARGEST_LISTED = 4
"""Positions of the largest board whose town synonyms it lists."""


@checks.add(Level.QUICK)
def town_synonyms_file(artifacts: Artifacts) -> None:
    """Town synonyms of the database are those of town_synonyms.csv, once each, and have all towns together."""
    rows = artifacts.rows("town_synonyms.csv")
    found = artifacts.query(SUCCESS_PATTERN.file, f"SELECT * FROM {TOWN_SYNONYMS} ORDER BY rowid")  # noqa: S608
    texts = [(*pattern.split("|"), *others) for pattern, *others in (row.values() for row in rows)]
    require([tuple(map(str, row)) for row in found] == texts, "town_synonyms.csv and its table differ")
    patterns = [position + direction for position, direction, *_ in texts]
    require(patterns == sorted(set(patterns)), "town synonyms are not in the order of their patterns")
    n_towns = sum(int(row["n_towns"]) for row in rows)
    right = int(artifacts.synonyms.n_towns.sum(dtype=int))
    require(n_towns == right, f"town synonyms have {n_towns:,} towns, theme synonyms {right:,}")


@checks.add(Level.FULL)
def town_synonyms_again(artifacts: Artifacts) -> None:
    """Town synonyms at random have the rotations, roads, placements and towns that the oracle finds."""
    rows, columns = artifacts.board.rows, artifacts.board.columns
    every = artifacts.rows("town_synonyms.csv")
    if artifacts.board.positions <= LARGEST_LISTED:
        listed = sorted(oracle.all_town_synonyms(artifacts.oracle_tiles, rows, columns))
        require([row["pattern"].replace("|", "") for row in every] == listed, "there are other town synonyms")
    random = artifacts.random()
    filled = 0
    for row in random.sample(every, min(len(every), artifacts.sample_of(TOWN_SYNONYMS_ASKED))):
        pattern = row["pattern"].replace("|", "")
        complete = oracle.is_complete_shape_pattern(pattern, rows, columns)
        smallest = oracle.is_smallest_rotation(pattern, rows, columns)
        require(complete and smallest, f"{pattern} is no town synonym")
        scores = _scores_of_shapes(pattern, rows, columns)
        right = {
            "distinct_rotations": len(set(oracle.shape_rotations(pattern, rows, columns))),
            "longest_road": scores[5 - 1],
            "curves": scores[6 - 1],
            "roads": scores[10 - 1],
            "roadless_tiles": scores[11 - 1],
            "roads_of_one_length": scores[13 - 1],
        }
        if int(row["n_towns"]) <= MOST_TOWNS and filled < artifacts.sample_of(FILLED):
            filled += 1
            right |= _filled(artifacts, pattern)
        found = {key: int(row[key]) for key in right}
        require(found == right, f"town_synonyms.csv says {found} of {pattern}, but {right} is right")


def _scores_of_shapes(pattern: str, rows: int, columns: int) -> tuple[int, ...]:
    """What a pattern of road shapes scores, as a town of tiles that show nothing but these."""
    shapes, turns = oracle.split_pattern(pattern, rows, columns)
    tiles = {place: (oracle.SHAPES[shape], oracle.SHAPES[shape]) for place, shape in enumerate(shapes)}
    return oracle.score(oracle.join_pattern(range(len(shapes)), turns), tiles, rows, columns)


def _filled(artifacts: Artifacts, pattern: str) -> dict[str, int]:
    """In how many ways a town synonym is filled with tiles."""
    rows, columns = artifacts.board.rows, artifacts.board.columns
    tiles = artifacts.oracle_tiles
    towns = [
        oracle.split_pattern(town, rows, columns)
        for town in oracle.towns_of_town_synonym(pattern, tiles, rows, columns)
    ]
    placements = {(tuple(numbers), tuple(digit // 4 for digit in digits)) for numbers, digits in towns}
    shapes, turns = oracle.split_pattern(pattern, rows, columns)
    wanted = [
        oracle.road_sides(oracle.turn_face(oracle.SHAPES[shape], turn))
        for shape, turn in zip(shapes, turns, strict=True)
    ]
    n_arrangements = 0
    for numbers, backs in placements:
        ways = 1
        for number, back, sides in zip(numbers, backs, wanted, strict=True):
            face = tiles[number][back]
            ways *= sum(oracle.road_sides(oracle.turn_face(face, turn)) == sides for turn in range(4))
        n_arrangements += ways
    return {"n_placements": len(placements), "n_towns": len(towns), "n_arrangements": n_arrangements}


@checks.add(Level.FULL, of_full_run=True)
def road_synonyms(artifacts: Artifacts) -> Figures:
    """Placements of tiles, road synonyms, and grids of these."""
    notes = read_provenance(artifacts.folder / "town_synonyms.csv")
    grids = int(notes["edge_matched_grids"])
    turns = Counter(oriented.synonym for oriented in ORIENTED_ROAD_SYNONYMS)
    return {
        "placements_all": math.perm(len(artifacts.tiles), artifacts.board.positions) * 8**artifacts.board.positions,
        "road_synonym_stock": " ".join(map(str, stock(artifacts.tiles))),
        "road_synonym_turns": " ".join(str(turns[synonym]) for synonym in range(len(ROAD_SYNONYM_SIDES))),
        "shape_grids_edge_matched": grids,
        "shape_grids_without_closed_road": grids - int(notes["grids_with_a_closed_road"]),
    }
