"""The tables in docs/scaling.md."""

from __future__ import annotations

import re
from collections.abc import Sequence

from scripts import ROOT

DOCUMENT = ROOT / "docs" / "scaling.md"


def markdown(names: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table whose first column is text and whose others are numbers."""
    head, *body = (f"| {' | '.join(line)} |\n" for line in (names, *rows))
    return "".join([head, "|---", "|---:" * (len(names) - 1), "|\n", *body])


def with_table(text: str, name: str, table: str) -> str:
    """A document with another table below the line that names it."""
    marked = re.compile(rf"(<!-- {name}: .*-->\n\n)(?:\|.*\n)*")
    return marked.sub(lambda found: found[1] + table, text)
