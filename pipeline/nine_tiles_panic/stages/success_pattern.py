"""Stage success_pattern: every town, by theme synonym, for plain SQL."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Table

from pipeline.artifacts import ProvenanceNotes, open_csv_artifact
from pipeline.database import DatabaseWriter, bytes_of, create_database
from pipeline.nine_tiles_panic.readers import Shard, read_shards, read_theme_synonyms
from pipeline.nine_tiles_panic.tables import (
    BOXES_IN_A_BLOCK,
    FACES,
    PLACES,
    STRIP,
    STRIPS,
    TOWN_SYNONYMS,
    TURN_SETS,
    success_pattern_schema,
    theme_synonyms_schema,
)
from pipeline.stage import run_stage
from tablebases.arrays import Matrix
from tablebases.errors import Error
from tablebases.files import content_digest
from tablebases.messages import Progress
from tablebases.nine_tiles.boxes import TurnSets, count_towns, distinct_strips, spell_towns
from tablebases.nine_tiles.game_files import game_parameters, load_tiles
from tablebases.nine_tiles.road_synonyms import face_rows
from tablebases.nine_tiles.score_vectors import name_keys, places_of_keys
from tablebases.nine_tiles.tablebase import read_themes
from tablebases.nine_tiles.tiles import Board

THEME_SYNONYMS_BATCH = 100_000
CACHED_PAGES = 1000
"""Default size of SQLite's page cache for this file: 16 MB, enough for all strips; the usual 2 MB are not."""


@dataclass(frozen=True)
class BoxPlaces:
    """The places of the boxes of all theme synonyms, in the order of their ids."""

    n_boxes: NDArray[np.int64]
    """int64 (n,)."""
    shard: NDArray[np.int64]
    """int64 (n,)."""
    first: NDArray[np.int64]
    """int64 (n,), the place of the first box in the shard."""


def _places(shards: Sequence[Shard], all_keys: Matrix[np.uint64]) -> BoxPlaces:
    """Find the one shard with the towns of each theme synonym.

    Raises an Error if the theme synonyms come from other shards.
    """
    n_boxes, shard_of, first, times = np.zeros((4, len(all_keys)), dtype=np.int64)
    for number, shard in enumerate(shards):
        place = places_of_keys(shard.keys, all_keys)
        n_boxes[place], shard_of[place] = shard.n_boxes, number
        first[place] = np.cumsum(n_boxes[place]) - n_boxes[place]
        times[place] += 1
    if not (times == 1).all():
        raise Error(
            "theme synonyms and shards of towns do not belong together; run `snakemake -R nine_tiles_panic_towns`"
        )
    return BoxPlaces(n_boxes, shard_of, first)


def _insert_blocks(
    writer: DatabaseWriter,
    town_blocks: Table,
    stride: int,
    places: BoxPlaces,
    boxes_of_shards: Sequence[Matrix[np.uint8]],
    digest: bytes,
) -> None:
    progress = Progress("success_pattern.db", len(places.n_boxes), "theme synonyms")
    boxes = list(map(bytes_of, boxes_of_shards))
    width = boxes_of_shards[0].shape[1]
    n_blocks = -(-places.n_boxes // BOXES_IN_A_BLOCK)
    total = 0
    for start in range(0, len(n_blocks), THEME_SYNONYMS_BATCH):
        batch = slice(start, start + THEME_SYNONYMS_BATCH)
        # The place of the theme synonym of each block.
        place = np.repeat(np.arange(*batch.indices(len(n_blocks))), n_blocks[batch])
        number = np.arange(len(place)) - np.repeat(np.cumsum(n_blocks[batch]) - n_blocks[batch], n_blocks[batch])
        first = number * BOXES_IN_A_BLOCK
        end = np.minimum(first + BOXES_IN_A_BLOCK, places.n_boxes[place])
        ids = (place + 1) * stride + number
        begins, ends = (((places.first[place] + box) * width).tolist() for box in (first, end))
        rows = [  # sqlite3 binds a bytearray directly, but looks for an adapter for bytes
            (block, bytearray(boxes[shard][begin:stop]))
            for block, shard, begin, stop in zip(ids.tolist(), places.shard[place].tolist(), begins, ends, strict=True)
        ]
        total += writer.insert_parts(town_blocks, rows, digest)
        progress.advance(len(n_blocks[batch]))
    progress.finish()
    writer.note_rows(town_blocks, total)


def _strip_rows(boxes_of_shards: Sequence[Matrix[np.uint8]], turn_sets: TurnSets) -> list[tuple[bytes, str, str, int]]:
    """The rows of the table `strips`, for all strips of boxes."""
    rows = []
    for width, strips in distinct_strips(boxes_of_shards, STRIP).items():
        digits = spell_towns(strips, turn_sets) + ord("0")
        positions, directions = digits[:, :width].tobytes().decode(), digits[:, width:].tobytes().decode()
        n_towns = count_towns(strips, turn_sets.ways(width)).tolist()
        ends = (np.cumsum(n_towns) * width).tolist()
        for strip, count, end in zip(map(bytes, strips), n_towns, ends, strict=True):
            rows.append((strip, positions[end - width : end], directions[end - count * width : end], count))
    return sorted(rows)


def main(
    shards: list[Path],
    theme_synonyms: Path,
    scores: Path,
    town_synonyms: Path,
    tiles: Path,
    tile_numbers: str,
    rows: int,
    columns: int,
    out: Path,
) -> None:
    """Write all towns into one database for plain SQL, sorted by theme synonym."""
    read = read_shards(shards)
    board = Board(rows, columns)
    chosen = load_tiles(tiles, tile_numbers, board)
    inputs = [theme_synonyms, scores, town_synonyms, tiles, *shards]
    provenance = ProvenanceNotes(__file__, inputs, game_parameters(board, chosen))
    themes = read_themes(theme_synonyms)
    synonyms = read_theme_synonyms(scores)
    places = _places(read, name_keys(synonyms.scores))
    stride = int(10 ** len(str(-(-int(places.n_boxes.max()) // BOXES_IN_A_BLOCK))))
    schema = success_pattern_schema(themes, read[0].positions, stride)
    (town_blocks,) = (table for table in schema.tables if table.name == "town_blocks")
    with open_csv_artifact(town_synonyms, "nine_tiles_panic_town_synonyms") as reader:
        shapes = [(*pattern.split("|"), *others) for pattern, *others in (row.values() for row in reader)]
    provenance.notes.update({"positions": str(read[0].positions), "stride": str(stride)})
    provenance.notes["rows towns"] = str(synonyms.n_towns.sum(dtype=np.int64))
    del synonyms
    with create_database(out, schema, provenance) as writer:
        writer.connection.execute(f"PRAGMA default_cache_size = {CACHED_PAGES}")
        writer.copy_tables([(theme_synonyms, theme_synonyms_schema(themes))])
        writer.insert_values(TOWN_SYNONYMS, shapes, content_digest(town_synonyms).encode())
        writer.note_rows(TOWN_SYNONYMS, len(shapes))
        writer.insert(FACES, face_rows(chosen))
        writer.insert(TURN_SETS, read[0].turn_sets.rows())
        boxes = [shard.boxes for shard in read]
        strips = _strip_rows(boxes, read[0].turn_sets)
        writer.insert_values(STRIPS, strips, repr(strips).encode())
        writer.note_rows(STRIPS, len(strips))
        writer.insert_columns(PLACES, [np.arange(BOXES_IN_A_BLOCK)])
        _insert_blocks(writer, town_blocks, stride, places, boxes, "".join(map(content_digest, shards)).encode())


if __name__ == "__main__":
    run_stage(main)
