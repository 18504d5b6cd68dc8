"""Checks of all towns, scored again from their patterns, and of the tables that spell them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, groupby, product
from operator import itemgetter

import numpy as np

from oracle import nine_tiles_panic as oracle
from pipeline.nine_tiles_panic.score_tables import BOXES_IN_A_BLOCK, FACES, PLACES, STRIP, STRIPS, SUCCESS_PATTERN
from pipeline.nine_tiles_panic.shard_tables import TURN_SETS
from scripts.rescore import DIRECTIONS, Differences, count_differences, place_of, repeated_towns, rule_tables, spell
from scripts.verify.checks import Checks, Figures, Level, require
from scripts.verify.nine_tiles_panic.artifacts import Artifacts
from tablebases.errors import Error
from tablebases.messages import Progress

checks: Checks[Artifacts] = Checks()
TOWNS_SCORED = 10_000
"""Towns that the oracle scores."""
BLOCKS_AT_ONCE = 10_000


@checks.add(Level.QUICK)
def spelling(artifacts: Artifacts) -> None:
    """Turn sets, strips and places spell boxes correctly."""
    sets = artifacts.frame(TURN_SETS)
    require(sets["number"].tolist() == list(range(len(sets))), f"the table {TURN_SETS.name} has other numbers")
    require(set(sets["tile"]) <= set(artifacts.section.tiles), f"the table {TURN_SETS.name} has other tiles")
    for digits in sets["directions"]:
        same_face = len({digit < "4" for digit in digits}) == 1
        are_directions = len(set(digits)) == len(digits) and set(digits) <= set("01234567")
        require(same_face and are_directions, f"the table {TURN_SETS.name} has the directions {digits}")
    artifacts.check_rows(PLACES, ({"i": i} for i in range(BOXES_IN_A_BLOCK)))
    strips = artifacts.query(SUCCESS_PATTERN.file, f"SELECT * FROM {STRIPS} ORDER BY turn_sets")  # noqa: S608
    tiles, directions = sets["tile"].tolist(), sets["directions"].tolist()
    for numbers, *row in strips:
        ways = product(*(directions[number] for number in reversed(numbers)))
        texts = ["".join(reversed(way)) for way in ways]
        right = ["".join(str(tiles[number]) for number in numbers), "".join(texts), len(texts)]
        require(row == right, f"the table {STRIPS.name} has {row} for {numbers.hex()}, {right} is right")


@checks.add(Level.QUICK)
def faces(artifacts: Artifacts) -> None:
    """Faces of tiles in every direction are those of the oracle."""
    rows = []
    for tile, both in artifacts.oracle_tiles.items():
        seen = [oracle.face_shown(both, direction) for direction in range(DIRECTIONS)]
        for direction, face in enumerate(seen):
            first = direction - direction % 4
            shape, turn = oracle.shape_of(face)
            counts = {name: getattr(face, name) for name in ("houses", "dogs", "girls", "boys")}
            counts["agents"] = face.agents + face.on_roads(oracle.AGENT)
            listed_as = seen.index(face, first)
            rows.append(counts | {"tile": tile, "direction": direction, "listed_as": listed_as})
            rows[-1] |= {"shape": shape, "turn": turn}
    artifacts.check_rows(FACES, rows)


@checks.add(Level.FULL)
def numbers_of_blocks(artifacts: Artifacts) -> None:
    """Blocks of town boxes are numbered from 0 for each theme synonym, one after the other."""
    sql = """
        SELECT count(*) FROM (
            SELECT theme_synonym_id AS of, id, lag(theme_synonym_id) OVER ids AS last_of, lag(id) OVER ids AS last
            FROM town_blocks WINDOW ids AS (ORDER BY id)
        )
        WHERE CASE WHEN of = last_of THEN id <> last + 1 ELSE id % (id / of) <> 0 OR of <> coalesce(last_of, 0) + 1 END
    """
    ((count,),) = artifacts.query(SUCCESS_PATTERN.file, sql)
    require(not count, f"{count} blocks of success_pattern.db have other numbers")


def _blocks(artifacts: Artifacts) -> Iterator[list[tuple[int, bytes]]]:
    """Yield the theme synonym and the boxes of all blocks, some thousand at a time, with all blocks of a synonym."""
    batch: list[tuple[int, bytes]] = []
    with artifacts.open_database(SUCCESS_PATTERN.file) as database:
        sql = "SELECT theme_synonym_id, boxes FROM town_blocks ORDER BY id"
        rows = iter(database.exec_driver_sql(sql).cursor.fetchone, None)  # of sqlite3, because SQLAlchemy's are slow
        for _, blocks in groupby(rows, itemgetter(0)):
            batch += blocks
            if len(batch) >= BLOCKS_AT_ONCE:
                yield batch
                batch = []
    if batch:
        yield batch


@checks.add(Level.FULL)
def strips_of_boxes(artifacts: Artifacts) -> None:
    """The table of strips has the strips of all town boxes, and no others."""
    positions = artifacts.board.positions
    widths = [(first, min(STRIP, positions - first)) for first in range(0, positions, STRIP)]
    occurs = {width: np.zeros(256**width, dtype=np.bool_) for _, width in widths}
    for blocks in _blocks(artifacts):
        boxes = np.frombuffer(b"".join(content for _, content in blocks), dtype=np.uint8).reshape(-1, positions)
        for first, width in widths:
            codes = np.zeros(len(boxes), dtype=np.int64)
            for position in range(first, first + width):
                codes = codes * 256 + boxes[:, position]
            occurs[width][codes] = True
    right = {int(code).to_bytes(width, "big") for width, seen in occurs.items() for code in np.flatnonzero(seen)}
    found = {numbers for (numbers,) in artifacts.query(SUCCESS_PATTERN.file, f"SELECT turn_sets FROM {STRIPS}")}  # noqa: S608
    require(found == right, f"the table {STRIPS.name} has {len(found):,} strips, {len(right):,} others occur")


@checks.add(Level.FULL)
def some_towns_again(artifacts: Artifacts) -> None:
    """Random towns of the view towns are complete, the listed rotations, and have the scores of their theme synonym."""
    random, board = artifacts.random(), artifacts.board
    scores = artifacts.synonyms.scores
    count = artifacts.sample_of(TOWNS_SCORED)
    columns = ", ".join(theme.column for theme in artifacts.themes)
    with artifacts.open_database(SUCCESS_PATTERN.file) as database:
        for id_ in random.choices(range(1, scores.shape[1] + 1), k=count):
            sql = f"SELECT position || direction, {columns} FROM towns WHERE theme_synonym_id = {id_}"  # noqa: S608
            towns = database.exec_driver_sql(sql).all()
            require(len(towns) == artifacts.synonyms.n_towns[id_ - 1], f"theme synonym {id_} has {len(towns)} towns")
            pattern, *listed = random.choice(towns)
            right = artifacts.oracle_scores(pattern)
            require(listed == right == scores[:, id_ - 1].tolist(), f"the town {pattern} scores {right}, not {listed}")
            is_listed = oracle.is_listed_town(pattern, artifacts.oracle_tiles, board.rows, board.columns)
            require(is_listed, f"another rotation of the town {pattern} stands for it")


@checks.add(Level.FULL)
def all_towns_again(artifacts: Artifacts) -> Figures:
    """All towns are complete, score what their theme synonym does, and are counted once, by a separate program."""
    board, rule_set = artifacts.board, artifacts.section.rule_set
    tables = rule_tables(artifacts.oracle_tiles, board.rows, board.columns)
    measures = np.array([place_of(theme.key) for theme in artifacts.themes])
    sets = artifacts.frame(TURN_SETS)
    turn_sets = [
        [DIRECTIONS * tile + int(digit) for digit in directions]
        for tile, directions in zip(sets["tile"], sets["directions"], strict=True)
    ]
    listed = {
        DIRECTIONS * tile + oracle.smallest_equal_direction(faces, direction)
        for tile, faces in artifacts.oracle_tiles.items()
        for direction in range(DIRECTIONS)
    }
    # Compiled code does not check the numbers that it looks up.
    require(listed.issuperset(chain(*turn_sets)), "success_pattern.db has towns of other tiles or directions")
    scores = artifacts.synonyms.scores
    n_towns = artifacts.synonyms.n_towns
    progress = Progress("towns scored again", int(n_towns.sum(dtype=np.int64)), "towns")
    total = np.zeros(len(Differences._fields), dtype=np.int64)
    counted = np.zeros(len(n_towns), dtype=np.int64)
    repeated = 0
    for blocks in _blocks(artifacts):
        ids, contents = map(list, zip(*blocks, strict=True))
        require(ids[0] > 0 and ids[-1] <= len(n_towns), "success_pattern.db has towns of other theme synonyms")
        boxes = np.frombuffer(b"".join(contents), dtype=np.uint8).reshape(-1, board.positions)
        require(boxes.max() < len(turn_sets), "success_pattern.db has boxes of other turn sets")
        n_boxes = [len(content) // board.positions for content in contents]
        ways, towns = spell(boxes, turn_sets)
        here = slice(ids[0] - 1, ids[-1])
        rows = np.repeat(np.repeat(ids, n_boxes) - ids[0], ways)
        total += count_differences(towns, rows, scores[:, here], measures, tables, rule_set)
        counted[here] += np.bincount(rows, minlength=ids[-1] - ids[0] + 1)
        repeated += repeated_towns(towns)  # those of other theme synonyms have other scores
        progress.advance(len(towns))
    progress.finish()
    differences = Differences(*total.tolist())
    if differences.incomplete or differences.wrong_score:
        raise Error(
            f"success_pattern.db has {differences.incomplete:,} incomplete towns and "
            f"{differences.wrong_score:,} under wrong scores"
        )
    if repeated or (counted != n_towns).any():
        raise Error(
            f"success_pattern.db has {repeated:,} towns more than once, and {int((counted != n_towns).sum()):,} theme "
            "synonyms with another number of towns than theme_synonyms.db says"
        )
    return {
        "towns_other_end_differs": differences.other_end,
        "towns_other_end_differs_theme_01": differences.other_end_capture,
        "towns_other_end_differs_theme_16": differences.other_end_eat,
    }
