"""Read the theme synonyms and their towns, for later stages.

Readers raise an Error if a file is missing, damaged, or of another kind.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, text

from pipeline.artifacts import check_file
from tablebases.errors import Error
from tablebases.nine_tiles.rules.tiles import divided
from tablebases.puzzles import NINE_TILES

THEME_SYNONYMS_STAGE = NINE_TILES.stage("theme_synonyms")
N_TOWNS = "n_towns"


@dataclass(frozen=True)
class ThemeSynonyms:
    """Theme synonyms; place i belongs to id i + 1."""

    theme_numbers: list[int]
    """Numbers of the themes, ascending."""
    scores: NDArray[np.int8]
    """int8 (themes, n)."""
    n_towns: NDArray[np.int32]
    """int32 (n,), number of towns of each."""

    @cached_property
    def distances(self) -> NDArray[np.uint8]:
        """Distances from the best scores, uint8 (themes, n), not squared; computed on first access."""
        from tablebases.nine_tiles.rules.distances import distances  # with Numba, which not every stage needs

        return distances(self.scores)

    def towns_of_scores(self, theme: int) -> dict[int, int]:
        """Score -> number of towns, ascending. `theme` is a place in `theme_numbers`."""
        from tablebases.nine_tiles.rules.distances import towns_by_score

        return towns_by_score(self.scores[theme], self.n_towns)


def read_theme_synonyms(path: Path, themes: Sequence[int] | None = None) -> ThemeSynonyms:
    """Read the arrays of the stage theme_synonyms. `themes` are numbers of the themes to read, by default all."""
    if not path.is_file():
        raise Error(f"{path} does not exist; run `snakemake --cores 2` to build it, or `make` for everything")
    check_file(path, THEME_SYNONYMS_STAGE)
    try:
        with path.open("rb") as file, np.load(file) as arrays:
            numbers = [int(name[1:]) for name in arrays.files if name != N_TOWNS] if themes is None else list(themes)
            n_towns = arrays[N_TOWNS]
            scores = np.empty((len(numbers), len(n_towns)), dtype=np.int8)
            for row, number in enumerate(numbers):
                scores[row] = arrays[f"t{number:02d}"]
    except (OSError, ValueError, LookupError, EOFError, RuntimeError, zipfile.BadZipFile) as error:
        raise Error(f"{path} is damaged ({error}); run `snakemake -R {THEME_SYNONYMS_STAGE}` to rebuild it") from error
    return ThemeSynonyms(numbers, scores, n_towns)


def first_town(database: Connection, theme_synonym_id: int) -> dict[str, Any]:
    """The first town of a theme synonym, by `effort`: theme_synonym_id, pattern, and its scores t01, ..."""
    sql = text(
        "SELECT * FROM towns WHERE theme_synonym_id = :id "
        "ORDER BY length(replace(replace(direction, '0', ''), '4', '')), position, direction LIMIT 1"
    )
    town = database.execute(sql, {"id": theme_synonym_id}).mappings().one_or_none()
    if town is None:
        raise Error(f"theme synonym {theme_synonym_id} has no town in success_pattern.db")
    pattern = divided(town["position"] + town["direction"])
    scores = {str(name): score for name, score in town.items() if re.fullmatch(r"t\d+", str(name))}
    return {"theme_synonym_id": theme_synonym_id, "pattern": pattern, **scores}
