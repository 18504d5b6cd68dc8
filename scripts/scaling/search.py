"""The town search alone, in one process and compiled beforehand, on boards of growing size.

Boards that have too many towns to find them all are sampled: random town synonyms, with all their towns.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

import numpy as np
import pandas as pd

from scripts import ROOT
from scripts.scaling.counting import tiles_with_doubles
from scripts.scaling.document import markdown
from tablebases.arrays import Vector
from tablebases.messages import say
from tablebases.nine_tiles.game_files import load_all_tiles
from tablebases.nine_tiles.road_objects import PUBLISHED
from tablebases.nine_tiles.search import TownSearch
from tablebases.nine_tiles.tiles import Board, Tile
from tablebases.nine_tiles.town_synonyms import FillingCounts, all_town_synonyms, filling_counts, synonym_occurrences
from tablebases.nine_tiles.town_tables import face_tables, most_objects_on_a_road, outcome_table

MEASUREMENTS = ROOT / "docs" / "scaling-search.csv"
BOARDS = [(2, 2, 9), (2, 3, 9), (2, 4, 8), (2, 4, 9), (3, 3, 9), (2, 5, 10)]
"""Rows, columns, tiles; the tenth tile is tile 2 again."""
SAMPLED_TOWNS = 20_000_000
TOWNS_IN_A_BATCH = 500_000
NOTHING = FillingCounts(0, 0, 0)


def _batches(order: Vector[np.int64], n_towns: Vector[np.int64]) -> Iterator[Vector[np.int64]]:
    """Places in this order with about so many towns at a time, until the sample is large enough."""
    batch_of = np.cumsum(n_towns[order]) // TOWNS_IN_A_BATCH
    for batch in range(SAMPLED_TOWNS // TOWNS_IN_A_BATCH):
        if (batch_of == batch).any():
            yield order[batch_of == batch]


def search(board: Board, tiles: Sequence[Tile], repeats: int) -> dict[str, float]:
    """Find the towns of random town synonyms; returns a row of the measurements, without names."""
    oriented = all_town_synonyms(board, tiles).oriented
    by_occurrences = filling_counts(tiles)
    fillings = [by_occurrences.get(occurrences, NOTHING) for occurrences in synonym_occurrences(oriented)]
    n_towns = np.array([filling.towns for filling in fillings])
    n_placements = np.array([filling.placements for filling in fillings])
    order = np.random.default_rng(1).permutation(np.flatnonzero(n_towns))
    outcomes = outcome_table(PUBLISHED, most_objects_on_a_road(tiles, board))
    seconds = []
    for _ in range(repeats + 1):  # the first compiles
        town_search = TownSearch(board, face_tables(tiles), outcomes)
        synonyms = placements = towns = boxes = 0
        started = time.process_time()
        for batch in _batches(order, n_towns):
            runs = town_search.towns(oriented[batch], int(n_placements[batch].sum()), int(n_towns[batch].sum()))
            synonyms += len(batch)
            placements += int(n_placements[batch].sum())
            towns += int(runs.n_towns.sum())
            boxes += len(runs.boxes)
        seconds.append(time.process_time() - started)
    found = {"town_synonyms": synonyms, "placements": placements, "towns": towns, "boxes": boxes}
    return {**found, "all_towns": int(n_towns.sum()), "seconds": round(min(seconds[1:]), 4)}


def measure_search(repeats: int) -> pd.DataFrame:
    """Search all boards; columns board, town_synonyms, placements, towns, boxes, all_towns, seconds (the least)."""
    real = load_all_tiles(ROOT / "data/nine_tiles_panic/tiles.csv")
    rows = []
    for board_rows, columns, count in BOARDS:
        tiles = tiles_with_doubles(real, [2])[:count]
        name = f"{board_rows}x{columns}, {count} tiles"
        rows.append({"board": name, **search(Board(board_rows, columns), tiles, repeats)})
        say(f"{name}: {rows[-1]['towns']:,} towns, {rows[-1]['seconds']} s")
    return pd.DataFrame(rows)


def search_table(measured: pd.DataFrame) -> str:
    """The measurements as a Markdown table, a row a board."""
    names = ["board", "towns", "of these found", "towns a placement", "towns a box", "nanoseconds a town", "a box"]
    rows = [
        [
            str(row["board"]),
            f"{row['all_towns']:,}",
            f"{row['towns']:,}",
            f"{row['towns'] / row['placements']:.1f}",
            f"{row['towns'] / row['boxes']:.2f}",
            f"{1e9 * row['seconds'] / row['towns']:.0f}",
            f"{1e9 * row['seconds'] / row['boxes']:.0f}",
        ]
        for _, row in measured.iterrows()
    ]
    return markdown(names, rows)
