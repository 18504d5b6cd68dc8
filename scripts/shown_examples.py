"""Run the SQL and Python examples of Markdown files.

Example: python -m scripts.shown_examples runs all of them on the full run.
"""

from __future__ import annotations

import contextlib
import io
import re
import time
from collections.abc import Mapping, Sized
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from pipeline.stage import run_program
from scripts import ROOT
from tablebases.files import connect_to_read
from tablebases.messages import say
from tablebases.puzzles import PUZZLES

SHOWING = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))

SQL_BLOCK = re.compile(
    r"^```sql\n-- (?P<database>\S+\.db): (?P<title>[^\n]+)\n(?P<sql>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
PYTHON_BLOCK = re.compile(
    r"^## (?P<title>[^\n]+)\n(?:(?!^## ).)*?^```python\n(?P<code>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)


class ShownQuery(NamedTuple):
    """A query, the file name of its database, and its title."""

    database: str
    title: str
    sql: str


class ShownProgram(NamedTuple):
    """A Python example below a heading; its result is the variable `answer`."""

    title: str
    code: str

    def run(self, folders: Mapping[str, Path]) -> Sized:
        """Run it silently in other `folders`, and return its answer."""
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
    """All blocks of Python, one below each heading."""
    text = path.read_text(encoding="utf-8")
    return [ShownProgram(*match.groups()) for match in PYTHON_BLOCK.finditer(text)]


def main() -> None:
    """Run all SQL and Python of the documents; print their times.

    Example: python -m scripts.shown_examples
    """
    config = yaml.safe_load((ROOT / "config.yaml").read_text(encoding="utf-8"))
    folders = [Path(config[puzzle.package]["output"]) for puzzle in PUZZLES]
    for document in SHOWING:
        for query in shown_queries(document):
            started = time.monotonic()
            (path,) = (f / query.database for f in folders if (f / query.database).exists())
            with contextlib.closing(connect_to_read(path)) as database:
                count = sum(1 for _ in database.execute(query.sql))
            _say_how_long(document, query.title, count, started)
        for program in shown_programs(document):
            started = time.monotonic()
            _say_how_long(document, program.title, len(program.run({})), started)


def _say_how_long(document: Path, title: str, count: int, started: float) -> None:
    say(f"{document.name}, {count:,} rows in {time.monotonic() - started:.2f} s: {title}")


if __name__ == "__main__":
    run_program(main)
