"""Stage towns: all towns of one shard of the town synonyms, scored and grouped."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from pipeline.artifacts import ProvenanceNotes
from pipeline.database import create_database
from pipeline.nine_tiles_panic.shard_tables import SHARD, SHARE, TURN_SETS
from pipeline.nine_tiles_panic.towns import BOXES_IN_AN_ARRAY, TownSynonymList, box_arrays, read_town_synonyms
from tablebases.arrays import Matrix, Vector
from tablebases.errors import Error
from tablebases.messages import Progress, say
from tablebases.nine_tiles.rules.game_files import game_parameters, load_themes, load_tiles
from tablebases.nine_tiles.rules.measures import TownCounts, score_vectors
from tablebases.nine_tiles.rules.road_objects import RULE_SETS, OutcomeTable
from tablebases.nine_tiles.rules.themes import Theme
from tablebases.nine_tiles.rules.tiles import Board
from tablebases.nine_tiles.search.boxes import TownRuns, boxes_in_groups
from tablebases.nine_tiles.search.score_vectors import distinct_keys, name_keys
from tablebases.nine_tiles.search.town_synonyms import SHAPE_FIELDS
from tablebases.nine_tiles.search.town_tables import face_tables, most_objects_on_a_road
from tablebases.nine_tiles.search.towns import TownSearch, batches


def _shape_scores(town_synonyms: TownSynonymList, themes: Sequence[Theme]) -> Matrix[np.int8]:
    """Scores in the cards of level `shape` among `themes`, which town synonyms decide: (cards, n)."""
    counts: dict[str, Any] = dict.fromkeys(TownCounts._fields)
    counts |= zip(SHAPE_FIELDS, town_synonyms.shape_counts.T, strict=True)
    return score_vectors(TownCounts(**counts), [theme for theme in themes if theme.level == "shape"])


def _shard_of_each(shape_scores: Matrix[np.int8], n_towns: Vector[np.int64], shards: int) -> Vector[np.int64]:
    """Assign town synonyms to shards with about the same number of towns: (n,).

    Town synonyms with the same scores in the shape cards in use stay together, so that a theme synonym has all its
    towns in one shard. The largest such groups are assigned first, each to the emptiest shard.
    """
    numbered = np.zeros(len(n_towns), dtype=np.int64)  # numbers sort faster than columns of scores
    for of_card in shape_scores.astype(np.int64):
        numbered = numbered * (np.ptp(of_card) + 1) + of_card - of_card.min()
    _, group = np.unique(numbered, return_inverse=True)
    sizes = np.bincount(group, weights=n_towns)
    loads = np.zeros(shards)
    shard_of_group = np.zeros(len(sizes), dtype=np.int64)
    for largest in np.argsort(-sizes, kind="stable"):
        shard_of_group[largest] = loads.argmin()
        loads[loads.argmin()] += sizes[largest]
    return shard_of_group[group]


def _share(town_synonyms: TownSynonymList, themes: Sequence[Theme], shard: int, shards: int) -> TownSynonymList:
    """The fillable town synonyms of one shard, by shape scores, then in their order.

    Neighbours score alike, so that the look-ups of the search hit the processor's caches.
    """
    shard_of_each = _shard_of_each(_shape_scores(town_synonyms, themes), town_synonyms.n_towns, shards)
    share = town_synonyms[np.flatnonzero((shard_of_each == shard) & (town_synonyms.n_towns > 0))]
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
    share = _share(read_town_synonyms(town_synonyms), scored_themes, shard, shards)
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
        for name, first in box_arrays(len(boxes)):
            writer.insert_array(name, boxes[first : first + BOXES_IN_AN_ARRAY])
        provenance.notes.update({"rows theme_synonyms": str(len(keys)), "rows towns": str(n_towns.sum())})
