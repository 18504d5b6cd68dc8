"""Town synonyms, the towns of shards, and the towns of success_pattern.db."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, select, text

from pipeline.core.csv_file import open_csv_artifact
from pipeline.core.database import open_database, read_array
from pipeline.core.errors import PipelineError
from pipeline.core.provenance import read_provenance
from pipeline.nine_tiles_panic.game.road_synonyms import parse_oriented
from pipeline.nine_tiles_panic.packed_towns import SHARD, SHARE, TOWNS
from pipeline.nine_tiles_panic.tables import TOWN_SYNONYMS

SHAPE_COLUMNS = [column.name for column in TOWN_SYNONYMS.columns][3:8]


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
        return TownSynonymList(
            self.oriented[chosen], self.shape_counts[chosen], self.n_placements[chosen], self.n_towns[chosen]
        )


def read_town_synonyms(path: Path) -> TownSynonymList:
    """Read the artifact of the stage town_synonyms.

    Raises:
        PipelineError: it is missing, or not of this form.
    """
    with open_csv_artifact(path, "nine_tiles_panic_town_synonyms") as reader:
        rows = [
            (
                parse_oriented(row["position"], row["direction"]),
                [int(row[column]) for column in SHAPE_COLUMNS],
                int(row["n_placements"]),
                int(row["n_towns"]),
            )
            for row in reader
        ]
    oriented, shapes, placements, towns = zip(*rows, strict=True)
    return TownSynonymList(np.array(oriented, dtype=np.uint8), np.array(shapes), np.array(placements), np.array(towns))


class Shard:
    """A shard: its theme synonyms in the order of their names, and their towns.

    Raises:
        PipelineError: the file is missing, damaged or of another kind.
    """

    keys: NDArray[np.uint64]
    """uint64 (n, words), name keys."""
    n_towns: NDArray[np.int32]
    """int32 (n,)."""

    def __init__(self, path: Path) -> None:
        with open_database(path, SHARD) as database:
            self.keys = read_array(database, "keys")
            self.n_towns = read_array(database, "n_towns")
            self.shard, self.shards, self.positions = database.execute(select(SHARE)).one()
        self._path = path

    def patterns(self) -> Generator[NDArray[np.uint8], None, None]:
        """All towns in the order of the theme synonyms: parts of shape (towns, positions)."""
        with open_database(self._path, SHARD) as database:
            for patterns in database.execute(select(TOWNS.c.patterns).order_by(TOWNS.c.chunk)).scalars():
                yield np.frombuffer(patterns, dtype=np.uint8).reshape(-1, self.positions)


def read_shards(paths: Sequence[Path]) -> list[Shard]:
    """All shards of the towns.

    Raises:
        PipelineError: some are missing, or they are not of the same towns.
    """
    again = f"run `snakemake -R {SHARD.stage}`"
    shards = [Shard(path) for path in paths]
    notes = [read_provenance(path) for path in paths]
    kinds = {(note["sources"], note["parameters"], shard.shards) for note, shard in zip(notes, shards, strict=True)}
    if len(kinds) != 1:
        raise PipelineError(f"the shards come from different runs; {again}")
    found = sorted(shard.shard for shard in shards)
    if found != list(range(shards[0].shards)):
        raise PipelineError(
            f"there are {shards[0].shards} shards, numbered from 0, but those given are "
            f"{', '.join(map(str, found))}; {again}"
        )
    return shards


def first_town(database: Connection, theme_synonym_id: int) -> dict[str, Any]:
    """The first town of a theme synonym, from success_pattern.db: theme_synonym_id, pattern, and its scores t01, ...

    Raises:
        PipelineError: there is no such theme synonym.
    """
    sql = text("SELECT * FROM towns WHERE theme_synonym_id = :id LIMIT 1")
    town = database.execute(sql, {"id": theme_synonym_id}).mappings().one_or_none()
    if town is None:
        raise PipelineError(f"theme synonym {theme_synonym_id} has no town in success_pattern.db")
    pattern = town["position"] + town["direction"]
    scores = {str(name): score for name, score in list(town.items())[3:]}
    return {"theme_synonym_id": theme_synonym_id, "pattern": pattern, **scores}
