"""The different match sets, for the choice of theme synonyms that cover theme sets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy import sparse
from sqlalchemy import select

from pipeline.core.database import open_database
from pipeline.core.tables import Schema
from pipeline.nine_tiles_panic.tables import MATCH_SET_THEME_SETS, MATCH_SETS, MATCHES


@dataclass(frozen=True)
class MatchTable:
    """The different match sets: which theme sets each holds, and a theme synonym that has it."""

    sets: sparse.csr_array
    """int32 (match sets, theme sets), 1 where a theme set is in a match set."""
    theme_synonym: list[int]
    """The lowest id of each match set."""
    theme_sets: list[str]
    """Their ids, ascending."""

    def rows(self, cover: Iterable[tuple[int, Sequence[int]]]) -> list[tuple[int, list[str]]]:
        """(theme synonym, ids of theme sets) for (match set, theme sets) of a cover."""
        return [
            (self.theme_synonym[match_set], [self.theme_sets[e] for e in sorted(elements)])
            for match_set, elements in cover
        ]


def read_match_table(path: Path, schema: Schema = MATCHES) -> MatchTable:
    """Read the match sets of match_sets.db, or of answers.db with the schema `ANSWERS`.

    Raises:
        PipelineError: the file is missing, damaged, or of another kind.
    """
    with open_database(path, schema) as database:
        synonyms = database.execute(select(MATCH_SETS.c.theme_synonym_id).order_by(MATCH_SETS.c.match_set_id))
        theme_synonym = list(synonyms.scalars())
        held = database.execute(select(MATCH_SET_THEME_SETS).order_by(*MATCH_SET_THEME_SETS.primary_key)).all()
    theme_sets, columns = np.unique([theme_set for theme_set, _ in held], return_inverse=True)
    rows = np.array([match_set - 1 for _, match_set in held], dtype=np.int32)
    shape = (len(theme_synonym), len(theme_sets))
    sets = sparse.csr_array((np.ones(len(held), dtype=np.int32), (rows, columns)), shape=shape)
    sets.sort_indices()
    return MatchTable(sets, theme_synonym, theme_sets.tolist())
