"""The scores of all theme synonyms as arrays, from theme_synonyms.npz.

Readers raise an Error if the file is missing, damaged, or of another kind.
"""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tablebases.errors import Error
from tablebases.files import content_digest, read_provenance
from tablebases.nine_tiles.round_robin import distances, towns_by_score

STAGE = "nine_tiles_panic_theme_synonyms"
N_TOWNS = "n_towns"


@dataclass(frozen=True)
class ThemeSynonyms:
    """Theme synonyms; place i belongs to id i + 1."""

    theme_numbers: list[int]
    """Ascending."""
    scores: NDArray[np.int8]
    """int8 (themes, n)."""
    n_towns: NDArray[np.int32]
    """int32 (n,), the towns of each."""

    @cached_property
    def distances(self) -> NDArray[np.uint8]:
        """Distances from the best scores, uint8 (themes, n), not squared; found when first asked for."""
        return distances(self.scores)

    def towns_of_scores(self, theme: int) -> dict[int, int]:
        """Score -> towns that have it in a theme, given by its place among them; ascending."""
        return towns_by_score(self.scores[theme], self.n_towns)


def read_theme_synonyms(path: Path, themes: Sequence[int] | None = None) -> ThemeSynonyms:
    """Read the arrays of the stage theme_synonyms, of all themes or, which is faster, of some numbers."""
    again = f"run `snakemake -R {STAGE}` to make it again"
    if not path.is_file():
        raise Error(f"{path} does not exist; run `snakemake` to make it, or `make` for everything")
    content_digest(path)
    if read_provenance(path)["stage"] != STAGE:
        raise Error(f"{path} was not written by the stage {STAGE}; {again}")
    try:
        with path.open("rb") as opened, np.load(opened) as file:
            numbers = [int(name[1:]) for name in file.files if name != N_TOWNS] if themes is None else list(themes)
            n_towns = file[N_TOWNS]
            scores = np.empty((len(numbers), len(n_towns)), dtype=np.int8)
            for row, number in enumerate(numbers):
                scores[row] = file[f"t{number:02d}"]
    except (OSError, ValueError, LookupError, EOFError, RuntimeError, zipfile.BadZipFile) as error:
        raise Error(f"{path} is damaged ({error}); {again}") from error
    return ThemeSynonyms(numbers, scores, n_towns)
