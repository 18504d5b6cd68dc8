"""Stage success_pattern: every town, by theme synonym, for plain SQL."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from sqlalchemy import Table

from pipeline.artifacts import ProvenanceNotes, open_csv_artifact
from pipeline.database import DatabaseWriter, create_database
from pipeline.nine_tiles_panic.readers import read_theme_synonyms
from pipeline.nine_tiles_panic.score_tables import (
    BOXES_IN_A_BLOCK,
    FACES,
    PLACES,
    STRIP,
    STRIPS,
    THEME_SYNONYMS_IN_A_PART,
    TOWN_SYNONYMS,
    success_pattern_schema,
    theme_synonyms_schema,
)
from pipeline.nine_tiles_panic.shard_tables import SHARD, TURN_SETS
from pipeline.nine_tiles_panic.towns import Shard, read_shards
from tablebases.arrays import Matrix, Vector
from tablebases.compiled import copy_elements, njit
from tablebases.errors import Error
from tablebases.files import content_digest
from tablebases.messages import Progress
from tablebases.nine_tiles.rules.game_files import game_parameters, load_tiles
from tablebases.nine_tiles.rules.tiles import Board
from tablebases.nine_tiles.search.boxes import count_towns, distinct_strips, spell_towns
from tablebases.nine_tiles.search.road_synonyms import face_rows
from tablebases.nine_tiles.search.score_vectors import name_keys, places_of_keys
from tablebases.nine_tiles.tablebase import read_themes
from tablebases.puzzles import NINE_TILES

BOXES_BATCH = 100_000
THEME_SYNONYMS_BATCH = 100 * THEME_SYNONYMS_IN_A_PART
CACHED_PAGES = 1000
"""Default size of SQLite's page cache for this file: 16 MB, enough for all strips; the usual 2 MB are not."""


@dataclass(frozen=True)
class BoxPlaces:
    """Where the boxes of all theme synonyms are, in the order of their ids."""

    n_boxes: Vector[np.int64]
    """(n,)."""
    shard: Vector[np.int64]
    """(n,)."""


def _places(shards: Sequence[Shard], all_keys: Matrix[np.uint64]) -> BoxPlaces:
    """Find the one shard with the towns of each theme synonym.

    Raises an Error if the theme synonyms come from other shards.
    """
    n_boxes, shard_of, times = np.zeros((3, len(all_keys)), dtype=np.int64)
    for number, shard in enumerate(shards):
        place = places_of_keys(shard.keys, all_keys)
        n_boxes[place], shard_of[place] = shard.n_boxes, number
        times[place] += 1
    if not (times == 1).all():
        raise Error(f"theme synonyms and shards of towns do not belong together; run `snakemake -R {SHARD.stage}`")
    return BoxPlaces(n_boxes, shard_of)


@njit(cache=True)
def _spread(pieces: Vector[np.uint8], sizes: Vector[np.int64], places: Vector[np.int64], to: Vector[np.uint8]) -> None:
    """Copy each of `pieces`, which follow one another, to its place."""
    begin = 0
    for piece in range(len(sizes)):
        end = begin + sizes[piece]
        copy_elements(pieces[begin:end], to[places[piece] :])
        begin = end


def _insert_blocks(
    writer: DatabaseWriter, town_blocks: Table, stride: int, places: BoxPlaces, shards: Sequence[Shard], digest: bytes
) -> None:
    progress = Progress("success_pattern.db", len(places.n_boxes), "theme synonyms")
    positions, total = shards[0].positions, 0
    with ExitStack() as stack:
        readers = [stack.enter_context(shard.open_boxes()) for shard in shards]
        for id_ in range(0, len(places.n_boxes) + 1, THEME_SYNONYMS_BATCH):
            batch = slice(max(id_ - 1, 0), id_ - 1 + THEME_SYNONYMS_BATCH)
            n_boxes, shard = places.n_boxes[batch], places.shard[batch]
            sizes = n_boxes * positions
            begins = np.cumsum(sizes) - sizes
            boxes = np.empty(sizes.sum(), dtype=np.uint8)
            for number, read in enumerate(readers):
                here = np.flatnonzero(shard == number)
                _spread(read(int(n_boxes[here].sum())).ravel(), sizes[here], begins[here], boxes)
            n_blocks = -(-n_boxes // BOXES_IN_A_BLOCK)
            # The theme synonym of each block, by its place in the batch, and the number of the block.
            place = np.repeat(np.arange(len(n_boxes)), n_blocks)
            block = np.arange(len(place)) - (np.cumsum(n_blocks) - n_blocks)[place]
            lengths = np.minimum(n_boxes[place] - block * BOXES_IN_A_BLOCK, BOXES_IN_A_BLOCK) * positions
            writer.insert_blobs(town_blocks, (batch.start + 1 + place) * stride + block, lengths, boxes, digest)
            total += len(place)
            progress.advance(len(n_boxes))
    progress.finish()
    writer.note_rows(town_blocks, total)


def _box_batches(shards: Sequence[Shard]) -> Iterator[Matrix[np.uint8]]:
    """All boxes, for `distinct_strips`."""
    for shard in shards:
        with shard.open_boxes() as read:
            while len(boxes := read(BOXES_BATCH)):
                yield boxes


def _strip_rows(shards: Sequence[Shard]) -> list[tuple[bytes, str, str, int]]:
    """The rows of the table `strips`, for all strips of boxes."""
    rows = []
    turn_sets = shards[0].turn_sets
    for width, strips in distinct_strips(_box_batches(shards), STRIP).items():
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
    schema = success_pattern_schema(themes, board, stride)
    (town_blocks,) = (table for table in schema.tables if table.name == "town_blocks")
    with open_csv_artifact(town_synonyms, NINE_TILES.stage("town_synonyms")) as reader:
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
        strips = _strip_rows(read)
        writer.insert_values(STRIPS, strips, repr(strips).encode())
        writer.note_rows(STRIPS, len(strips))
        writer.insert_columns(PLACES, [np.arange(BOXES_IN_A_BLOCK)])
        _insert_blocks(writer, town_blocks, stride, places, read, "".join(map(content_digest, shards)).encode())
