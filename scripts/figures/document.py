"""docs/results.md, written from data/figures.csv and data/sequences.csv."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import fill

from scripts import ROOT
from scripts.figures.evaluated import Row
from tablebases.puzzles import PUZZLES

DOCUMENT = ROOT / "docs" / "results.md"
WIDTH = 120
HEAD = """# Results

The figures of the full run. `python -m scripts.figures` evaluates them on its artifacts, keeps them in
[figures.csv](../data/figures.csv) and [sequences.csv](../data/sequences.csv), and writes this page. `tablebases verify`
compares the figures with results that you computed or downloaded.

- **exact**: every case was looked at or counted.
- **proven**: a best value, with a proof that there is no better one.
- **found**: the best that is known; a better one may exist.
- **sampled**: of random cases; the value is within the limits with 95 % confidence.

A *check* is one of `python -m scripts.verify --level records`, or a file of tests. *Published* is what others have
published, and who; where it differs,
[their rules did](nine-tiles-panic.md#figures-and-what-the-published-ones-got-wrong)."""
SEQUENCES = """
## Integer sequences

In the form of an encyclopedia of sequences: what a(n) counts, the index of the first term, the terms, and how they were
computed. Those with a reference to it are in the [OEIS](https://oeis.org) already; whether the others are, we do not
know."""


def grouped(value: str) -> str:
    """A number as the document has it: whole ones with commas."""
    return f"{int(value):,}" if value.isdigit() else value


def value_text(row: Row) -> str:
    """The value of a figure, and how far it may be off."""
    return grouped(row["value"]) + (f" ± {row['error']}" if row["error"] else "")


def _table(rows: Iterable[Row]) -> Iterator[str]:
    yield "| | figure | how sure | stage | table | check | published |"
    yield "|---|---:|---|---|---|---|---|"
    for row in rows:
        check = f"[tests](../{row['check']})" if row["check"].startswith("tests/") else row["check"]
        published = f"{grouped(row['published'])} ({row['source']})" if row["published"] else ""
        table = f"`{row['table']}` in `{row['file']}`"
        cells = (row["en"], value_text(row), row["how"], f"`{row['stage']}`", table, check, published)
        yield f"| {' | '.join(cells)} |"


def _sequence(row: Row) -> Iterator[str]:
    yield f"\n### {row['key'].replace('_', ' ')}\n"
    yield "```text"
    facts = {
        "NAME": row["en"],
        "OFFSET": row["offset"],
        "DATA": row["terms"].replace(" ", ", "),
        "COMPUTED": row["computed"],
        "CHECK": row["check"],
    }
    for fact, text in facts.items():
        yield fill(f"{fact:9} {text}", WIDTH, subsequent_indent=" " * 10, break_on_hyphens=False)
    yield "```"


def document(figures: Iterable[Row], sequences: Iterable[Row]) -> str:
    """The text of docs/results.md."""
    figures = list(figures)
    lines = [HEAD]
    for puzzle in PUZZLES:
        lines += [f"\n## {puzzle.title}\n", *_table(row for row in figures if row["puzzle"] == puzzle.package)]
    lines.append(SEQUENCES)
    for row in sequences:
        lines += _sequence(row)
    return "\n".join(lines) + "\n"
