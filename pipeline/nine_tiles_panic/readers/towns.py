"""Town synonyms, and towns of success_pattern.db."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, text

from pipeline.core.csv_file import check_csv_artifact
from pipeline.core.errors import PipelineError
from pipeline.nine_tiles_panic.game.road_synonyms import ROAD_TABLES
from pipeline.nine_tiles_panic.game.roads import SHAPE_FIELDS
from pipeline.nine_tiles_panic.game.tiles import SIDES
from pipeline.nine_tiles_panic.tables import TOWN_SYNONYMS


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
    check_csv_artifact(path, "nine_tiles_panic_town_synonyms")
    columns = TOWN_SYNONYMS.columns.keys()
    patterns = np.loadtxt(path, dtype=str, delimiter=",", skiprows=1, usecols=0, ndmin=1)
    counts = np.loadtxt(path, dtype=np.int64, delimiter=",", skiprows=1, usecols=range(1, len(columns) - 1), ndmin=2)
    of = dict(zip(columns[2:], counts.T, strict=True))
    shape_counts = np.column_stack([of[column] for column in SHAPE_FIELDS])
    digits = patterns.view(np.uint32).reshape(len(patterns), -1) - ord("0")
    positions = digits.shape[1] // 2  # and a | before the turns
    shapes, turns = digits[:, :positions], digits[:, positions + 1 :]
    oriented = np.searchsorted(ROAD_TABLES.synonym * SIDES + ROAD_TABLES.turn, shapes * SIDES + turns)
    return TownSynonymList(oriented.astype(np.uint8), shape_counts, of["n_placements"], of["n_towns"])


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
