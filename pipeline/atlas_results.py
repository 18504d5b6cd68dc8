"""The page of all figures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from pipeline.artifacts import ProvenanceNotes
from pipeline.pages import write_page
from tablebases.answer.share import ACCENT, Card, wrapped
from tablebases.atlas.pages import hand_written
from tablebases.errors import Error
from tablebases.files import open_csv
from tablebases.messages import percent
from tablebases.pictures import document, text
from tablebases.puzzles import PUZZLES, RESULTS

HEADLINES = ("cover_minimum", "hard_fewest_taps_max", "n13_longest_game", "win_chance_all")
"""Keys of the figures in the preview."""
SHOWN = ("key", "en", "ja", "value", "error", "unit", "how", "stage", "published", "source", "source_ja")
SHOWN_OF_SEQUENCES = ("key", "en", "ja", "offset", "terms", "computed", "computed_ja")


def read_rows(path: Path, columns: Iterable[str]) -> list[dict[str, str]]:
    """The rows of a data file. Raises an Error if it cannot be read or lacks one of `columns`."""
    with open_csv(path) as rows:
        missing = set(columns) - set(rows.fieldnames or [])
        if missing:
            raise Error(f"{path} has no column {min(missing)}; `python -m scripts.figures` writes it")
        return list(rows)


def page_data(figures: list[dict[str, str]], sequences: list[dict[str, str]]) -> dict[str, Any]:
    """Puzzles with their figures and sequences, ready for JSON; empty cells are left out."""

    def rows_of(rows: list[dict[str, str]], package: str, names: tuple[str, ...]) -> list[dict[str, str]]:
        return [{name: row[name] for name in names if row[name]} for row in rows if row["puzzle"] == package]

    return {
        "puzzles": [
            {
                "package": puzzle.package,
                "en": puzzle.title,
                "ja": puzzle.title_ja,
                "place": puzzle.page,
                "figures": rows_of(figures, puzzle.package, SHOWN),
                "sequences": rows_of(sequences, puzzle.package, SHOWN_OF_SEQUENCES),
            }
            for puzzle in PUZZLES
        ]
    }


def headlines(figures: Iterable[Mapping[str, str]]) -> str:
    """A drawing of the figures `HEADLINES`, below each other."""
    shown = [figure for key in HEADLINES for figure in figures if figure["key"] == key]
    content = []
    for i, figure in enumerate(shown):
        value = percent(float(figure["value"])) if figure["unit"] == "share" else f"{int(figure['value']):,}"
        content.append(text(30, 136 * i + 70, value, 56, fill=ACCENT))
        content += [text(30, 136 * i + 104 + 27 * j, line, 22) for j, line in enumerate(wrapped(figure["en"], 22, 580))]
    return document(640, 550, "Results", content)


def write_results_page(figures: Path, sequences: Path, about: Path, notes: Path) -> None:
    """Write the page of all figures and integer sequences of the full run."""
    provenance = ProvenanceNotes(__file__, [figures, sequences, *hand_written(RESULTS.package)], {})
    rows, more = read_rows(figures, ("puzzle", *SHOWN)), read_rows(sequences, ("puzzle", *SHOWN_OF_SEQUENCES))
    description = "Every figure that is known, and how sure it is"
    card = Card(RESULTS.package, description, (), f"{RESULTS.page}/", headlines(rows))
    write_page(about, RESULTS.package, description, page_data(rows, more), provenance, notes, preview=card)
