"""Stage towns: all towns of one shard of the town synonyms, scored and grouped."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pipeline.artifacts import ProvenanceNotes
from pipeline.database import create_database
from pipeline.nine_tiles_panic.readers import TownSynonymList, read_town_synonyms
from pipeline.nine_tiles_panic.tables import SHARD, SHARE, TURN_SETS
from tablebases.errors import Error
from tablebases.messages import Progress, say
from tablebases.nine_tiles.boxes import TownRuns, boxes_in_groups
from tablebases.nine_tiles.game_files import game_parameters, load_themes, load_tiles
from tablebases.nine_tiles.measures import score_vectors
from tablebases.nine_tiles.road_objects import RULE_SETS, OutcomeTable
from tablebases.nine_tiles.score_vectors import distinct_keys, name_keys
from tablebases.nine_tiles.search import TownSearch, batches
from tablebases.nine_tiles.tiles import Board
from tablebases.nine_tiles.town_tables import face_tables, most_objects_on_a_road


def _shard_of_each(town_synonyms: TownSynonymList, shards: int) -> NDArray[np.int64]:
    """Assign town synonyms to shards with about the same number of towns; int64 (n,).

    Town synonyms with the same shape scores stay together, so that a theme synonym has all its towns in one shard. The
    largest such groups are assigned first, each to the emptiest shard.
    """
    counts = town_synonyms.shape_counts
    numbered = np.ravel_multi_index(tuple(counts.T), counts.max(axis=0, initial=0) + 1)  # numbers sort faster than rows
    _, group = np.unique(numbered, return_inverse=True)
    sizes = np.bincount(group, weights=town_synonyms.n_towns)
    loads = np.zeros(shards)
    shard_of_group = np.zeros(len(sizes), dtype=np.int64)
    for largest in np.argsort(-sizes, kind="stable"):
        shard_of_group[largest] = loads.argmin()
        loads[loads.argmin()] += sizes[largest]
    return shard_of_group[group]


def _share(town_synonyms: TownSynonymList, shard: int, shards: int) -> TownSynonymList:
    """The fillable town synonyms of one shard, by shape scores, then in their order.

    Neighbours score alike, so that the look-ups of the search hit the processor's caches.
    """
    mine = (_shard_of_each(town_synonyms, shards) == shard) & (town_synonyms.n_towns > 0)
    share = town_synonyms[np.flatnonzero(mine)]
    return share[np.lexsort(share.shape_counts.T)]


def _search(search: TownSearch, share: TownSynonymList, progress: Progress) -> list[TownRuns]:
    runs = []
    for batch in batches(share.n_towns):
        town_synonyms = share[batch]
        n_towns = int(town_synonyms.n_towns.sum())
        runs.append(search.towns(town_synonyms.oriented, int(town_synonyms.n_placements.sum()), n_towns))
        progress.advance(n_towns)
    progress.finish()
    return runs


def main(
    tiles: Path,
    tile_numbers: str,
    themes: Path,
    rows: int,
    columns: int,
    town_synonyms: Path,
    shard: int,
    shards: int,
    out: Path,
    rule_set: str = "published",
) -> None:
    """Find and score all towns of one shard of the town synonyms, grouped by score vector."""
    if rule_set not in RULE_SETS:
        raise Error(f"rule set '{rule_set}' is not known; choose one of {', '.join(RULE_SETS)}")
    if not 0 <= shard < shards:
        raise Error(f"--shard must be from 0 to less than --shards ({shards}), but is {shard}")
    board = Board(rows, columns)
    chosen = load_tiles(tiles, tile_numbers, board)
    scored_themes = load_themes(themes)
    parameters = {**game_parameters(board, chosen), "rule_set": rule_set}
    provenance = ProvenanceNotes(__file__, [tiles, themes, town_synonyms], parameters)
    share = _share(read_town_synonyms(town_synonyms), shard, shards)
    outcomes = OutcomeTable(RULE_SETS[rule_set], most_objects_on_a_road(chosen, board), long_search=True)
    search = TownSearch(board, face_tables(chosen), outcomes)
    label = f"shard {shard + 1} of {shards}"
    runs = _search(search, share, Progress(label, int(share.n_towns.sum()), "towns"))
    keys, place = distinct_keys(name_keys(score_vectors(search.town_counts(), scored_themes)))
    n_towns, n_boxes, boxes = boxes_in_groups(runs, place, board.positions)
    say(f"{label}: writing {n_towns.sum():,} towns of {len(keys):,} theme synonyms in {len(boxes):,} boxes")
    with create_database(out, SHARD, provenance) as writer:
        writer.insert(SHARE, [{"shard": shard, "shards": shards, "positions": board.positions}])
        writer.insert(TURN_SETS, search.turn_sets.rows())
        writer.insert_array("keys", keys)
        writer.insert_array("n_towns", n_towns.astype(np.int32))
        writer.insert_array("n_boxes", n_boxes.astype(np.int32))
        writer.insert_array("boxes", boxes)
        provenance.notes.update({"rows theme_synonyms": str(len(keys)), "rows towns": str(n_towns.sum())})
