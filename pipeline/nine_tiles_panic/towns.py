"""Read the town synonyms and the shards of towns, for later stages.

Readers raise an Error if a file is missing, damaged, or of another kind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import select

from pipeline.artifacts import check_file
from pipeline.nine_tiles_panic.shard_tables import SHARD, SHARE, TURN_SETS
from pipeline.reading import open_array, open_database, read_array
from tablebases.arrays import Matrix
from tablebases.errors import Error
from tablebases.files import read_provenance
from tablebases.nine_tiles.rules.tiles import MAX_TILES, SIDES
from tablebases.nine_tiles.search.boxes import turn_sets_of
from tablebases.nine_tiles.search.road_synonyms import ROAD_TABLES
from tablebases.nine_tiles.search.town_synonyms import SHAPE_FIELDS
from tablebases.puzzles import NINE_TILES


class Shard:
    """The theme synonyms of a shard, by name, and their towns; arrays are read on access."""

    def __init__(self, path: Path) -> None:
        with open_database(path, SHARD) as database:
            self.shard, self.shards, self.positions = database.execute(select(SHARE)).one()
            in_order = select(TURN_SETS.c.tile, TURN_SETS.c.directions).order_by(TURN_SETS.c.number)
            self.turn_sets = turn_sets_of([(tile, directions) for tile, directions in database.execute(in_order)])
        self._path = path

    def _array(self, name: str) -> NDArray[Any]:
        with open_database(self._path, SHARD) as database:
            return read_array(database, name)

    @property
    def keys(self) -> NDArray[np.uint64]:
        """Name keys of the theme synonyms, uint64 (n, words)."""
        return self._array("keys")

    @property
    def n_towns(self) -> NDArray[np.int32]:
        """Number of towns of each theme synonym, int32 (n,)."""
        return self._array("n_towns")

    @property
    def n_boxes(self) -> NDArray[np.int32]:
        """Number of town boxes of each theme synonym, int32 (n,)."""
        return self._array("n_boxes")

    @contextmanager
    def open_boxes(self) -> Iterator[Callable[[int], Matrix[np.uint8]]]:
        """A function that reads the next town boxes, at most as many as asked: uint8 (boxes, positions).

        The boxes are in the order of the theme synonyms.
        """
        with open_database(self._path, SHARD) as database, ExitStack() as stack:
            names = [name for name, _ in box_arrays(int(self.n_boxes.sum()))]
            blobs = [stack.enter_context(open_array(database, name))[0] for name in names]

            def read(count: int) -> Matrix[np.uint8]:
                content = b""
                for blob in blobs:  # a blob that was read to its end gives nothing
                    content += blob.read(count * self.positions - len(content))
                return np.frombuffer(content, dtype=np.uint8).reshape(-1, self.positions)

            yield read


BOXES_IN_AN_ARRAY = 90_000_000
"""SQLite stores at most a billion bytes in a value, and a box of the largest board has ten."""


def box_arrays(n_boxes: int) -> list[tuple[str, int]]:
    """The names of the arrays with the `n_boxes` town boxes of a shard, and the first box of each."""
    return [(f"boxes{first or ''}", first) for first in range(0, max(n_boxes, 1), BOXES_IN_AN_ARRAY)]


def read_shards(paths: Sequence[Path]) -> list[Shard]:
    """Open all shards of the towns.

    Raises an Error if some are missing, or if they come from different runs.
    """
    again = f"run `snakemake -R {SHARD.stage}`"
    shards = [Shard(path) for path in paths]
    notes = [read_provenance(path) for path in paths]
    runs = {(note["sources"], note["parameters"], shard.shards) for note, shard in zip(notes, shards, strict=True)}
    if len(runs) != 1:
        raise Error(f"the shards come from different runs; {again}")
    found = sorted(shard.shard for shard in shards)
    if found != list(range(shards[0].shards)):
        raise Error(
            f"there are {shards[0].shards} shards, numbered from 0, but those given are "
            f"{', '.join(map(str, found))}; {again}"
        )
    return shards


# Town synonyms.


@dataclass(frozen=True)
class TownSynonymList:
    """Town synonyms in the order of their patterns."""

    oriented: NDArray[np.uint8]
    """uint8 (n, positions)."""
    shape_counts: NDArray[np.int64]
    """int64 (n, 5), columns longest_road to roads_of_one_length."""
    n_placements: NDArray[np.int64]
    """int64 (n,)."""
    n_towns: NDArray[np.int64]
    """int64 (n,)."""

    def __getitem__(self, chosen: slice | NDArray[np.int64]) -> TownSynonymList:
        return TownSynonymList(*(column[chosen] for column in vars(self).values()))


def read_town_synonyms(path: Path) -> TownSynonymList:
    """Read the artifact of the stage town_synonyms."""
    check_file(path, NINE_TILES.stage("town_synonyms"))
    with path.open(encoding="utf-8") as file:
        columns = next(file).rstrip().split(",")
    row = [("pattern", f"S{2 * MAX_TILES + 1}"), ("counts", np.int64, len(columns) - 1)]
    read = np.loadtxt(path, dtype=row, delimiter=",", skiprows=1, ndmin=1)
    counts_of = dict(zip(columns[1:], read["counts"].T, strict=True))
    shape_counts = np.column_stack([counts_of[column] for column in SHAPE_FIELDS])
    digits = np.ascontiguousarray(read["pattern"]).view(np.uint8).reshape(len(read), -1) - ord("0")
    positions = len(read["pattern"][0]) // 2  # before the turns is a |
    shapes, turns = digits[:, :positions], digits[:, positions + 1 : 2 * positions + 1]
    oriented = np.searchsorted(ROAD_TABLES.synonym * SIDES + ROAD_TABLES.turn, shapes * SIDES + turns)
    return TownSynonymList(oriented.astype(np.uint8), shape_counts, counts_of["n_placements"], counts_of["n_towns"])
