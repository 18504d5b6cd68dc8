"""The SQL queries that a Markdown file shows, to be run as they stand."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

QUERY_BLOCK = re.compile(
    r"^```sql\n-- (?P<database>\S+\.db): (?P<title>[^\n]+)\n(?P<sql>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)


class ReadmeQuery(NamedTuple):
    """A query, the file name of the database that it asks, and what it asks."""

    database: str
    title: str
    sql: str


def readme_queries(path: Path) -> list[ReadmeQuery]:
    """All blocks of SQL that begin with a comment `-- name.db: title`."""
    text = path.read_text(encoding="utf-8")
    return [ReadmeQuery(*match.groups()) for match in QUERY_BLOCK.finditer(text)]
