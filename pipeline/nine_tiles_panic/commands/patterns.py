"""The towns of theme synonyms, from success_pattern.db."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from sqlalchemy import bindparam, select

from pipeline.core.database import open_database
from pipeline.nine_tiles_panic.tables import SUCCESS_PATTERN

TOWNS = SUCCESS_PATTERN.tables[-1]
PATTERN = (TOWNS.c.position + TOWNS.c.direction).label("pattern")
QUERY = (
    select(PATTERN)
    .where(TOWNS.c.theme_synonym_id == bindparam("theme_synonym"))
    .order_by(PATTERN)
    .limit(bindparam("limit"))
)


def towns_of(results: Path, theme_synonyms: Iterable[int], limit: int) -> list[str]:
    """The patterns of the first towns of some theme synonyms, in their order.

    Raises:
        PipelineError: success_pattern.db is missing or damaged.
    """
    patterns: list[str] = []
    with open_database(results / "success_pattern.db", SUCCESS_PATTERN) as database:
        for id_ in theme_synonyms:
            left = limit - len(patterns)
            patterns += database.execute(QUERY, {"theme_synonym": id_, "limit": left}).scalars()
            if len(patterns) == limit:
                break
    return patterns
