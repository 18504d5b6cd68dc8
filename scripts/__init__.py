"""Programs around a finished run, such as verification and release; they run in the folder of the project."""

from collections.abc import Iterable, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
"""The folder of the project."""


def markdown_table(head: Sequence[str], rows: Iterable[Sequence[str]], words: int = 1) -> str:
    """A Markdown table; the first `words` columns are words, the others are numbers."""
    first, *others = (f"| {' | '.join(row)} |\n".replace("  ", " ") for row in (head, *rows))
    return "".join([first, "|---" * words, "|---:" * (len(head) - words), "|\n", *others])
