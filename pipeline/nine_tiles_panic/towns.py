"""Stage towns: all towns of a share ("shard") of the town synonyms, scored and grouped."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from numpy.typing import NDArray

from pipeline.artifact.database import bytes_of, create_database, open_database, read_array
from pipeline.artifact.provenance import ProvenanceNotes, read_provenance
from pipeline.errors import PipelineError
from pipeline.nine_tiles_panic.game.board import Board
from pipeline.nine_tiles_panic.game.patterns import towns_in_groups
from pipeline.nine_tiles_panic.game.road_objects import RULE_SETS
from pipeline.nine_tiles_panic.game.score_vectors import distinct_keys, name_keys
from pipeline.nine_tiles_panic.game.themes import score_vectors
from pipeline.nine_tiles_panic.game.town_tables import (
    face_tables,
    most_objects_on_a_road,
    outcome_table,
)
from pipeline.nine_tiles_panic.game.towns import TownRuns, TownSearch
from pipeline.nine_tiles_panic.game_files import (
    ColumnsOption,
    OutOption,
    RowsOption,
    ThemesOption,
    TileNumbersOption,
    TilesOption,
    game_parameters,
    load_themes,
    load_tiles,
)
from pipeline.nine_tiles_panic.town_synonyms import TownSynonymList, read_town_synonyms
from pipeline.progress import Progress, say
from pipeline.stage import run_command

SCHEMA_VERSION = 1
TOWNS_IN_A_BATCH = 500_000
TOWNS_IN_A_CHUNK = 1 << 18
"""Towns in one row of the table `towns`; the reader needs room for a few rows at a time."""


class Shard:
    """A shard as read back: its theme synonyms in the order of their names, and their towns.

    keys: uint64 (n, words), name keys. n_towns: int32 (n,). positions: of the board.

    Raises:
        PipelineError: the file is missing, damaged or of another kind.
    """

    def __init__(self, path: Path) -> None:
        with closing(open_database(path, "towns", SCHEMA_VERSION)) as connection:
            self.keys: NDArray[np.uint64] = read_array(connection, "keys")
            self.n_towns: NDArray[np.int32] = read_array(connection, "n_towns")
            self.positions = int(read_array(connection, "positions")[0])
        self._path = path

    def patterns(self) -> Iterator[NDArray[np.uint8]]:
        """All towns in the order of the theme synonyms: parts of shape (towns, positions)."""
        with closing(open_database(self._path, "towns", SCHEMA_VERSION)) as connection:
            try:
                for (patterns,) in connection.execute("SELECT patterns FROM towns ORDER BY chunk"):
                    yield np.frombuffer(patterns, dtype=np.uint8).reshape(-1, self.positions)
            except sqlite3.Error as error:
                raise PipelineError(
                    f"{self._path} is damaged ({error}); run `snakemake -R towns`"
                ) from error


def read_shards(paths: Sequence[Path]) -> list[Shard]:
    """All shards of the towns.

    Raises:
        PipelineError: some are missing, or they are not of the same towns.
    """
    notes = [read_provenance(path) for path in paths]
    shards = [Shard(path) for path in paths]
    if len({(note["recipe"], note["shards"]) for note in notes}) != 1:
        raise PipelineError("the shards were not made alike; run `snakemake -R towns`")
    found = sorted(int(note["shard"]) for note in notes)
    if found != list(range(int(notes[0]["shards"]))):
        raise PipelineError(
            f"there are {notes[0]['shards']} shards, numbered from 0, but those given are "
            f"{', '.join(map(str, found))}; run `snakemake -R towns`"
        )
    return shards


def _shard_of_each(town_synonyms: TownSynonymList, shards: int) -> NDArray[np.int64]:
    """Deal town synonyms to shards of about the same number of towns; int64 (n,).

    Those that score the same by their shape stay together, so that a theme synonym has all its
    towns in one shard. The largest such groups are dealt first, each to the emptiest shard.
    """
    _, group = np.unique(town_synonyms.shape_counts, axis=0, return_inverse=True)
    sizes = np.bincount(group, weights=town_synonyms.n_towns)
    loads = np.zeros(shards)
    shard_of_group = np.zeros(len(sizes), dtype=np.int64)
    for largest in np.argsort(-sizes, kind="stable"):
        shard_of_group[largest] = loads.argmin()
        loads[loads.argmin()] += sizes[largest]
    return shard_of_group[group]


def _share(town_synonyms: TownSynonymList, shard: int, shards: int) -> TownSynonymList:
    """The fillable town synonyms of one shard, by shape scores, then in their order.

    Neighbours score alike, so the search finds what it looks up still in the processor's caches.
    """
    mine = (_shard_of_each(town_synonyms, shards) == shard) & (town_synonyms.n_towns > 0)
    share = town_synonyms[np.flatnonzero(mine)]
    return share[np.lexsort(share.shape_counts.T)]


def _batches(n_towns: NDArray[np.int64]) -> Iterator[slice]:
    """Consecutive town synonyms with about `TOWNS_IN_A_BATCH` towns."""
    ends = np.cumsum(n_towns)
    first = 0
    while first < len(ends):
        before = ends[first] - n_towns[first]
        end = int(np.searchsorted(ends, before + TOWNS_IN_A_BATCH, side="right"))
        end = max(end, first + 1)
        yield slice(first, end)
        first = end


def _search(search: TownSearch, share: TownSynonymList, progress: Progress) -> list[TownRuns]:
    runs = []
    for batch in _batches(share.n_towns):
        part = share[batch]
        n_towns = int(part.n_towns.sum())
        runs.append(search.towns(part.oriented, int(part.n_placements.sum()), n_towns))
        progress.advance(n_towns)
    progress.finish()
    return runs


def _chunks(patterns: NDArray[np.uint8]) -> Iterator[tuple[int, Any]]:
    for number, first in enumerate(range(0, len(patterns), TOWNS_IN_A_CHUNK)):
        yield number, bytes_of(patterns[first : first + TOWNS_IN_A_CHUNK])


def main(
    tiles: TilesOption,
    tile_numbers: TileNumbersOption,
    themes: ThemesOption,
    rows: RowsOption,
    columns: ColumnsOption,
    town_synonyms: Annotated[Path, typer.Option(help="Artifact of the stage town_synonyms.")],
    shard: Annotated[int, typer.Option(min=0, help="Which share of the towns, from 0.")],
    shards: Annotated[int, typer.Option(min=1, help="How many shares there are.")],
    out: OutOption,
    rule_set: Annotated[str, typer.Option(help="Reading of the card texts.")] = "published",
) -> None:
    """Find and score all towns of a share of the town synonyms, grouped by score vector.

    Example: python -m pipeline.nine_tiles_panic.towns
    --tiles data/nine_tiles_panic/tiles.csv --tile-numbers 0,1,2,3,4,5,6,7,8
    --themes data/nine_tiles_panic/themes.csv --rows 3 --columns 3
    --town-synonyms results/nine_tiles_panic/town_synonyms.csv --shard 0 --shards 8 --out 00.db
    """
    if rule_set not in RULE_SETS:
        raise PipelineError(
            f"rule set '{rule_set}' is not known; choose one of {', '.join(RULE_SETS)}"
        )
    if shard >= shards:
        raise PipelineError(f"--shard must be smaller than --shards ({shards}), but is {shard}")
    board = Board(rows, columns)
    chosen = load_tiles(tiles, tile_numbers, board)
    scored_themes = load_themes(themes)
    game = game_parameters(board, chosen)
    provenance = ProvenanceNotes(
        __file__, [tiles, themes, town_synonyms], {**game, "rule_set": rule_set}
    )
    provenance.notes.update(shard=str(shard), shards=str(shards))
    if json.loads(read_provenance(town_synonyms)["parameters"]) != game:
        raise PipelineError(
            f"{town_synonyms} is about another board or other tiles; run "
            "`snakemake -R town_synonyms`"
        )
    share = _share(read_town_synonyms(town_synonyms), shard, shards)
    outcomes = outcome_table(RULE_SETS[rule_set], most_objects_on_a_road(chosen, board))
    search = TownSearch(board, face_tables(chosen), outcomes)
    label = f"shard {shard + 1} of {shards}"
    runs = _search(search, share, Progress(label, int(share.n_towns.sum()), "towns"))
    keys, place = distinct_keys(name_keys(score_vectors(search.town_counts(), scored_themes)))
    n_towns, patterns = towns_in_groups(runs, place, board.positions)
    say(f"{label}: writing {len(patterns):,} towns of {len(keys):,} theme synonyms")
    with create_database(out, SCHEMA_VERSION, provenance) as writer:
        writer.insert_array("keys", keys)
        writer.insert_array("n_towns", n_towns.astype(np.int32))
        writer.insert_array("positions", np.array([board.positions]))
        writer.execute(
            "CREATE TABLE towns (chunk INTEGER PRIMARY KEY, patterns BLOB NOT NULL) STRICT"
        )
        writer.insert_rows("towns", _chunks(patterns), bytes_of(patterns))
        writer.note_rows("theme_synonyms", len(keys))
        writer.note_rows("towns", len(patterns))


if __name__ == "__main__":
    run_command(main)
