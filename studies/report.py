"""Tables of studies, and their figures compared with the known ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from scripts import ROOT, figures
from tablebases.database import open_rows
from tablebases.errors import Error
from tablebases.messages import say
from tablebases.nine_tiles.tablebase import ANSWERS
from tablebases.verification import known_digests

PUZZLE = "nine_tiles_panic"
DOCUMENT = ROOT / "docs" / "nine-tiles-panic.md"


def markdown(names: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table whose first column is text and whose other columns are numbers."""
    head, *body = (f"| {' | '.join(line)} |\n".replace("  ", " ") for line in (names, *rows))
    return "".join([head, "|---", "|---:" * (len(names) - 1), "|\n", *body])


def is_full_run(answers: Path) -> bool:
    """Whether an answers.db has the content that data/checksums.csv knows of the full run."""
    with open_rows(answers, ANSWERS) as database:
        (digest,) = database.execute("SELECT value FROM provenance WHERE key = 'content_digest'").fetchone()
    return bool(digest == known_digests(ROOT)[PUZZLE][ANSWERS.file])


def report(study: str, table: str, found: Mapping[str, int], answers: Path) -> None:
    """Print the table of a study of Nine Tiles Panic, and raise an Error if it or a figure is not the known one.

    `study` is its name in scripts/figures/nine_tiles_panic.yaml. `answers` is answers.db of the published rules; only
    that of the full run has known figures.
    """
    print(table, end="")
    if not is_full_run(answers):
        say(f"{study}: these are not the results of the full run, whose figures are known")
        return
    known = figures.known_values(PUZZLE, study)
    differing = [
        f"{key} is {found.get(key, 'missing')}, but {known.get(key, 'nothing')} is known"
        for key in sorted(found.keys() | known.keys())
        if str(found.get(key)) != str(known.get(key))
    ]
    if table not in DOCUMENT.read_text(encoding="utf-8"):
        differing.append(f"{DOCUMENT.name} shows another table")
    if differing:
        raise Error(f"{study}: {'; '.join(differing)}")
    say(f"{study}: agrees with {len(known)} known figures and with {DOCUMENT.name}")
