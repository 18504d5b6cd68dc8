"""Stage town_synonyms: all complete towns of road shapes, in the rotation with the smallest pattern."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from pipeline.artifacts import ProvenanceNotes, write_csv
from tablebases.arrays import Matrix
from tablebases.errors import Error
from tablebases.messages import say
from tablebases.nine_tiles.rules.game_files import game_parameters, load_tiles
from tablebases.nine_tiles.rules.road_objects import PUBLISHED, OutcomeTable
from tablebases.nine_tiles.rules.tiles import Board, Tile, divided
from tablebases.nine_tiles.search.boxes import boxes_in_groups
from tablebases.nine_tiles.search.score_vectors import name_keys
from tablebases.nine_tiles.search.town_synonyms import (
    SHAPE_FIELDS,
    FillingCounts,
    all_town_synonyms,
    filling_counts,
    shape_counts,
    synonym_occurrences,
    town_synonym_pattern,
)
from tablebases.nine_tiles.search.town_tables import face_tables, most_objects_on_a_road
from tablebases.nine_tiles.search.towns import TownSearch


def _compile_search(
    board: Board, tiles: Sequence[Tile], town_synonym: Matrix[np.uint8], filling: FillingCounts
) -> None:
    """Search and group the towns of one town synonym, so that the shards find compiled code.

    They start at the same time, and each would compile the search.
    """
    outcomes = OutcomeTable(PUBLISHED, most_objects_on_a_road(tiles, board), long_search=True)
    search = TownSearch(board, face_tables(tiles), outcomes)
    runs = search.towns(town_synonym, filling.placements, filling.towns)
    boxes_in_groups([runs], np.arange(runs.scoring_class.max() + 1), board.positions)
    name_keys(np.zeros((1, 1), dtype=np.int8))


def main(tiles: Path, tile_numbers: str, rows: int, columns: int, out: Path, notes: Path) -> None:
    """Enumerate town synonyms, and count the ways to fill each with tiles.

    In the CSV file, `pattern` has shapes and then turns, and distinct_rotations counts the different looks on a turned
    board. longest_road to roads_of_one_length are scores of the shape. n_placements counts choices of tile and face for
    every position, n_towns placements times turns with different scores, n_arrangements placements times all physical
    turns. With fewer than four distinct_rotations, rotations of the same towns count again.
    """
    board = Board(rows, columns)
    chosen = load_tiles(tiles, tile_numbers, board)
    provenance = ProvenanceNotes(__file__, [tiles], game_parameters(board, chosen))
    found = all_town_synonyms(board, chosen)
    by_occurrences = filling_counts(chosen)
    fillings = [by_occurrences.get(o, FillingCounts(0, 0, 0)) for o in synonym_occurrences(found.oriented)]
    n_towns = sum(filling.towns for filling in fillings)
    n_fillable = sum(filling.towns > 0 for filling in fillings)
    if not n_towns:
        raise Error(
            f"tiles {tile_numbers} of {tiles} form no complete town on a board of {rows} rows and "
            f"{columns} columns: use other tiles or another board"
        )
    first = next(i for i, filling in enumerate(fillings) if filling.towns)
    _compile_search(board, chosen, found.oriented[first : first + 1], fillings[first])
    totals = {
        "rows town_synonyms": len(fillings),
        "edge_matched_grids": found.edge_matched,
        "grids_with_a_closed_road": found.closed,
        "fillable_town_synonyms": n_fillable,
        "placements": sum(filling.placements for filling in fillings),
        "towns": n_towns,
    }
    provenance.notes.update({key: str(value) for key, value in totals.items()})
    header = ["pattern", "distinct_rotations", *SHAPE_FIELDS, "n_placements", "n_towns", "n_arrangements"]
    counts = np.column_stack([found.distinct_rotations, shape_counts(found.oriented, board)]).tolist()
    found_rows = (
        (divided(town_synonym_pattern(oriented)), *row, filling.placements, filling.towns, filling.arrangements)
        for oriented, row, filling in zip(found.oriented.tolist(), counts, fillings, strict=True)
    )
    write_csv(out, header, found_rows, provenance)
    provenance.write(notes)
    say(f"town synonyms: {len(fillings):,}; the tiles fill {n_fillable:,} of them, with {n_towns:,} towns")
