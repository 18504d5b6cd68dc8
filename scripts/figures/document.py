"""Write docs/results.md, data/figures.csv and data/sequences.csv from the list of figures."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from textwrap import fill

from scripts import ROOT
from scripts.figures import Figure, Sequence, all_sequences, shown_figures
from tablebases.files import LIST_SEPARATOR, renamed_when_complete
from tablebases.messages import figure_text
from tablebases.puzzles import PUZZLES

DOCUMENT = ROOT / "docs" / "results.md"
FIGURES = ROOT / "data" / "figures.csv"
SEQUENCES = ROOT / "data" / "sequences.csv"
TABLE = re.compile(r"\bFROM (\w+)")
WIDTH = 120
HEAD = """# Results

The figures of the full run. `scripts/figures/*.yaml` declares them and their known values.
`python -m scripts.figures` compares them with the artifacts and then writes this page,
[figures.csv](../data/figures.csv) and [sequences.csv](../data/sequences.csv). `tablebases verify` compares the figures
with results that you computed or downloaded. A study is a program that computes figures beside the full run.

- **exact**: every case was searched or counted.
- **proven**: a best value, with a proof that no better one exists.
- **found**: the best known value; a better one may exist.
- **sampled**: from random cases; the value is within the limits with 95 % confidence.

A *check* is one of `python -m scripts.verify --level records`, or a file of tests. *Published* is the value that others
have published, with its source. Differences come from
[different rules](nine-tiles-panic.md#figures-and-what-the-published-ones-got-wrong). Shares are cut, not rounded, as
`tablebases` shows them; figures.csv has all their digits, from 0 to 1. A *town synonym* is all towns with the same road
shapes, a *theme synonym* all with the same 26 scores."""
HEAD_OF_SEQUENCES = """
## Integer sequences

Each entry has what a(n) counts, the index of the first term, the terms, and how they were computed. Sequences with a
reference to the [OEIS](https://oeis.org) are in it already. We do not know whether the others are."""

Row = Mapping[str, str]


def _row(figure: Figure) -> Row:
    """The row of a figure in data/figures.csv."""
    table = TABLE.search(figure.sql.replace("FROM (", ""))
    return {
        **{name: getattr(figure, name) for name in ("puzzle", "key", "en", "ja")},
        "value": figure.known,
        **{name: getattr(figure, name) for name in ("error", "unit", "how")},
        "stage": f"studies.{figure.study}" if figure.study else figure.stage,
        "file": figure.file,
        "table": table[1] if table else "",
        **{name: getattr(figure, name) for name in ("check", "published", "source", "source_ja")},
    }


def _row_of_sequence(sequence: Sequence) -> Row:
    """The row of a sequence in data/sequences.csv."""
    names = ("puzzle", "key", "en", "ja", "offset", "terms", "computed", "computed_ja", "file", "check")
    row = {name: str(getattr(sequence, name)) for name in names}
    return row | {"terms": LIST_SEPARATOR.join(sequence.terms.split())}


def data_files() -> dict[Path, list[Row]]:
    """Data file -> its rows."""
    return {FIGURES: list(map(_row, shown_figures())), SEQUENCES: list(map(_row_of_sequence, all_sequences()))}


def value_text(row: Row) -> str:
    """The value of a figure for people."""
    return figure_text(row["value"], row["error"], row["unit"])


def _table(rows: list[Row]) -> Iterator[str]:
    yield "| | figure | how sure | stage | table | check | published |"
    yield "|---|---:|---|---|---|---|---|"
    for row in rows:
        check = f"[tests](../{row['check']})" if row["check"].startswith("tests/") else row["check"]
        published = f"{figure_text(row['published'], unit=row['unit'])} ({row['source']})" if row["published"] else ""
        stage = f"`python -m {row['stage']}`" if row["stage"].startswith("studies.") else f"`{row['stage']}`"
        table = f"`{row['table']}` in `{row['file']}`" if row["table"] else ""
        yield f"| {' | '.join((row['en'], value_text(row), row['how'], stage, table, check, published))} |"


def _sequence(row: Row) -> Iterator[str]:
    yield f"\n### {row['key'].replace('_', ' ')}\n"
    yield "```text"
    facts = {
        "NAME": row["en"],
        "OFFSET": row["offset"],
        "DATA": row["terms"],
        "COMPUTED": row["computed"],
        "CHECK": row["check"],
    }
    for fact, text in facts.items():
        yield fill(f"{fact:9} {text}", WIDTH, subsequent_indent=" " * 10, break_on_hyphens=False)
    yield "```"


def document() -> str:
    """The text of docs/results.md."""
    figures, sequences = data_files().values()
    lines = [HEAD]
    for puzzle in PUZZLES:
        lines += [f"\n## {puzzle.title}\n", *_table([row for row in figures if row["puzzle"] == puzzle.package])]
    lines.append(HEAD_OF_SEQUENCES)
    for row in sequences:
        lines += _sequence(row)
    return "\n".join(lines) + "\n"


def write_all() -> None:
    """Write the document and the data files."""
    for path, rows in data_files().items():
        with renamed_when_complete(path) as partial, partial.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
    DOCUMENT.write_text(document(), encoding="utf-8")
