"""`tablebases millijan summary`: what the pipeline has found."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Select, func, literal_column, select

from pipeline.cli.options import AnswersOption
from pipeline.cli.output import CsvOption, JsonOption, OutputFormat, output_format, show
from pipeline.core.database import open_database
from pipeline.core.packaged import answers_file
from pipeline.millijan.tables import DATABASE, SIMULATED_DECKS, SIMULATED_DISTANCES, WINNING_DEALS

ROUNDED: Mapping[str, tuple[str, int | None, int]] = {
    "win %": ("win_chance", 4, 100),
    "± win": ("win_chance_error", 4, 100),
    "exactly": ("exact_win_chance", 6, 100),
    "tenpai %": ("tenpai_share", 3, 100),
    "score": ("mean_winning_score", None, 1),
    "± score": ("mean_winning_score_error", None, 1),
    "distance": ("mean_distance", 2, 1),
}
"""Column of the printed table -> column of the data, digits, and a factor."""


def _statistics() -> Select[Any]:
    """Of each deck what was simulated, with its exact chance and mean distance."""
    decks, distances, deals = SIMULATED_DECKS.c, SIMULATED_DISTANCES.c, WINNING_DEALS.c
    chance = select(func.sum(deals.share)).where(deals.deck == decks.deck)
    distance = select(func.sum(distances.distance * distances.share)).where(distances.deck == decks.deck)
    return select(
        *(decks.deck, decks.n_kinds, decks.n_hands, decks.win_chance, decks.win_chance_error),
        chance.scalar_subquery().label("exact_win_chance"),
        *(decks.tenpai_share, decks.tenpai_share_error, decks.mean_winning_score, decks.mean_winning_score_error),
        distance.scalar_subquery().label("mean_distance"),
    ).order_by(literal_column("rowid"))


def _rounded(row: Mapping[Any, Any]) -> dict[str, float | None]:
    """A deck for the table: percentages, and numbers without needless digits."""
    return {
        name: None if row[key] is None else round(factor * row[key], digits)
        for name, (key, digits, factor) in ROUNDED.items()
    }


def summary(
    results: AnswersOption = None,
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
) -> None:
    """Show what random hands are worth, deck by deck, with standard errors (±).

    win: of 13 tiles; exactly: by counting all deals. score: of those that win.
    tenpai, distance: of 12 tiles.

    Example: tablebases millijan summary
    """
    output = output_format(as_json, as_csv)
    path = answers_file(results, "millijan", DATABASE.file)
    with open_database(path, DATABASE) as database:
        found = database.execute(_statistics()).mappings()
        rows: list[dict[str, Any]] = [dict(row) for row in found]
    if output is OutputFormat.TABLE:
        decks = [{"deck": row["deck"], **_rounded(row)} for row in rows]
        show(decks, ("deck", *ROUNDED), title=f"MilliJan: {path}")
    else:
        show(rows, list(found.keys()), output)
