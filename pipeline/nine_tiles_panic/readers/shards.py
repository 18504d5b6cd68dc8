"""The towns of shards, as the stage towns has left them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, select

from pipeline.core.database import open_database, read_array
from pipeline.core.errors import PipelineError
from pipeline.core.provenance import read_provenance
from pipeline.nine_tiles_panic.game.town_boxes import TurnSets, turn_sets_of
from pipeline.nine_tiles_panic.packed_towns import SHARD, SHARE, TURN_SETS


def read_turn_sets(database: Connection) -> TurnSets:
    """The turn sets of a shard or of success_pattern.db."""
    rows = database.execute(select(TURN_SETS).order_by(TURN_SETS.c.number))
    return turn_sets_of([(tile, directions) for _, tile, directions in rows])


class Shard:
    """A shard: its theme synonyms in the order of their names, and their towns. Arrays are read when asked for.

    Raises:
        PipelineError: the file is missing, damaged or of another kind.
    """

    def __init__(self, path: Path) -> None:
        with open_database(path, SHARD) as database:
            self.shard, self.shards, self.positions = database.execute(select(SHARE)).one()
            self.turn_sets = read_turn_sets(database)
        self._path = path

    def _array(self, name: str) -> NDArray[Any]:
        with open_database(self._path, SHARD) as database:
            return read_array(database, name)

    @property
    def keys(self) -> NDArray[np.uint64]:
        """uint64 (n, words), name keys of the theme synonyms."""
        return self._array("keys")

    @property
    def n_towns(self) -> NDArray[np.int32]:
        """int32 (n,), the towns of each."""
        return self._array("n_towns")

    @property
    def n_boxes(self) -> NDArray[np.int32]:
        """int32 (n,), the town boxes of each."""
        return self._array("n_boxes")

    @property
    def boxes(self) -> NDArray[np.uint8]:
        """uint8 (boxes, positions), the town boxes of all, in the order of the theme synonyms."""
        return self._array("boxes")


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
