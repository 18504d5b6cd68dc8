"""`tablebases millijan summary`: what the pipeline has found."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pipeline.cli.options import AnswersOption
from pipeline.cli.output import CsvOption, JsonOption, OutputFormat, output_format, show
from pipeline.core.opened import open_rows
from pipeline.core.packaged import answers_file
from pipeline.millijan.kind import FILE, KIND

STATISTICS = """
SELECT deck, n_kinds, n_hands, win_chance, win_chance_error,
    (SELECT sum(share) FROM winning_deals AS deals WHERE deals.deck = decks.deck) AS exact_win_chance,
    tenpai_share, tenpai_share_error, mean_winning_score, mean_winning_score_error,
    (SELECT share FROM waiting_deals AS deals WHERE deals.deck = decks.deck AND n_tiles = 12) AS exact_tenpai_share,
    (SELECT share FROM waiting_deals AS deals WHERE deals.deck = decks.deck AND n_tiles = 13)
        AS exact_tenpai_share_of_13,
    (SELECT mean_draws FROM simulated_games AS games WHERE games.deck = decks.deck) AS mean_draws,
    (SELECT mean_draws_error FROM simulated_games AS games WHERE games.deck = decks.deck) AS mean_draws_error,
    (SELECT sum(distance * share) FROM simulated_distances AS distances WHERE distances.deck = decks.deck)
        AS mean_distance
FROM simulated_decks AS decks ORDER BY rowid
"""
ROUNDED: Mapping[str, tuple[str, int | None, int]] = {
    "win %": ("win_chance", 4, 100),
    "± win": ("win_chance_error", 4, 100),
    "exactly": ("exact_win_chance", 6, 100),
    "tenpai %": ("tenpai_share", 3, 100),
    "score": ("mean_winning_score", None, 1),
    "± score": ("mean_winning_score_error", None, 1),
    "of 12 exactly": ("exact_tenpai_share", 6, 100),
    "of 13": ("exact_tenpai_share_of_13", 6, 100),
    "draws": ("mean_draws", 1, 1),
    "± draws": ("mean_draws_error", 1, 1),
    "distance": ("mean_distance", 2, 1),
}
"""Column of the printed table -> column of the data, digits, and a factor."""


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
    tenpai, distance: of 12 tiles; of 12 exactly, of 13: percent that wait for a win,
    of 13 without some tile, by counting all deals. draws: to a win from 12 tiles.

    Example: tablebases millijan summary
    """
    output = output_format(as_json, as_csv)
    path = answers_file(results, "millijan", FILE)
    with open_rows(path, KIND) as database:
        found = database.execute(STATISTICS)
        columns = [name for name, *_ in found.description]
        rows = [dict(row) for row in found]
    if output is OutputFormat.TABLE:
        decks = [{"deck": row["deck"], **_rounded(row)} for row in rows]
        show(decks, ("deck", *ROUNDED), title=f"MilliJan: {path}")
    else:
        show(rows, columns, output)
