"""The SQL and Python that Markdown files show, to be run as they stand."""

from __future__ import annotations

import contextlib
import io
import re
from collections.abc import Mapping, Sized
from pathlib import Path
from typing import Any, NamedTuple

SQL_BLOCK = re.compile(
    r"^```sql\n-- (?P<database>\S+\.db): (?P<title>[^\n]+)\n(?P<sql>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
PYTHON_BLOCK = re.compile(
    r"^## (?P<title>[^\n]+)\n(?:(?!^## ).)*?^```python\n(?P<code>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)


class ShownQuery(NamedTuple):
    """A query, the file name of the database that it asks, and what it asks."""

    database: str
    title: str
    sql: str


class ShownProgram(NamedTuple):
    """A Python example below a heading; it leaves what it finds in `answer`."""

    title: str
    code: str

    def run(self, folders: Mapping[str, Path]) -> Sized:
        """Run it without what it prints; returns its answer.

        Args:
            folders: folders with artifacts that it names -> those that it shall read instead.
        """
        code = self.code
        for shown, folder in folders.items():
            code = code.replace(shown, str(folder))
        names: dict[str, Any] = {}
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(code, self.title, "exec"), names)  # noqa: S102 - it is our own text
        answer: Sized = names["answer"]
        return answer


def shown_queries(path: Path) -> list[ShownQuery]:
    """All blocks of SQL that begin with a comment `-- name.db: title`."""
    text = path.read_text(encoding="utf-8")
    return [ShownQuery(*match.groups()) for match in SQL_BLOCK.finditer(text)]


def shown_programs(path: Path) -> list[ShownProgram]:
    """All blocks of Python, one a heading."""
    text = path.read_text(encoding="utf-8")
    return [ShownProgram(*match.groups()) for match in PYTHON_BLOCK.finditer(text)]
