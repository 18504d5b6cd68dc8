"""`tablebases millijan summary`: what the pipeline has found."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Annotated, Any

import typer

from pipeline.artifact.database import open_database
from pipeline.millijan.tables import SCHEMA_VERSION
from pipeline.output import CsvOption, JsonOption, OutputFormat, output_format, show

RESULTS = Path("results/millijan")
COLUMNS = (
    "deck", "n_kinds", "n_hands", "win_chance", "win_chance_error", "exact_win_chance",
    "tenpai_share", "tenpai_share_error", "mean_winning_score", "mean_winning_score_error",
    "mean_distance",
)  # fmt: skip
SQL = """
SELECT deck, n_kinds, n_hands, win_chance, win_chance_error,
    (SELECT sum(share) FROM winning_deals AS w WHERE w.deck = s.deck),
    tenpai_share, tenpai_share_error, mean_winning_score, mean_winning_score_error,
    (SELECT sum(distance * share) FROM simulated_distances AS d WHERE d.deck = s.deck)
FROM simulated_decks AS s ORDER BY s.rowid
"""
TABLE_COLUMNS = ("deck", "win %", "± win", "exactly", "tenpai %", "score", "± score", "distance")


def _in_words(row: Mapping[str, Any]) -> dict[str, object]:
    """A deck for the table: percentages, and numbers without needless digits."""

    def rounded(key: str, digits: int | None = None, factor: int = 1) -> float | None:
        return None if row[key] is None else round(factor * row[key], digits)

    return {
        "deck": row["deck"],
        "win %": rounded("win_chance", 4, 100),
        "± win": rounded("win_chance_error", 4, 100),
        "exactly": rounded("exact_win_chance", 6, 100),
        "tenpai %": rounded("tenpai_share", 3, 100),
        "score": rounded("mean_winning_score"),
        "± score": rounded("mean_winning_score_error"),
        "distance": rounded("mean_distance", 2),
    }


def summary(
    results: Annotated[
        Path, typer.Option("--results", help="The folder with the finished artifacts.")
    ] = RESULTS,
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
) -> None:
    """Show what random hands are worth, deck by deck, with standard errors (±).

    win: of 13 tiles; exactly: by counting all deals. score: of those that win.
    tenpai, distance: of 12 tiles.

    Example: tablebases millijan summary
    """
    output = output_format(as_json, as_csv)
    path = results / "millijan.db"
    with closing(open_database(path, "millijan_database", SCHEMA_VERSION)) as connection:
        rows = [dict(zip(COLUMNS, row, strict=True)) for row in connection.execute(SQL)]
    if output is OutputFormat.TABLE:
        show([_in_words(row) for row in rows], TABLE_COLUMNS, title=f"MilliJan: {path}")
    else:
        show(rows, COLUMNS, output)
