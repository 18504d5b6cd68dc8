"""`tablebases nine-tiles learn`: the towns worth learning."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

import typer

from pipeline.errors import PipelineError
from pipeline.nine_tiles_panic.answers import towns_of
from pipeline.nine_tiles_panic.commands.results import RESULTS, ResultsOption
from pipeline.nine_tiles_panic.cover import MatchTable, read_match_table
from pipeline.nine_tiles_panic.game.set_cover import greedy_cover
from pipeline.nine_tiles_panic.learn import read_optimal
from pipeline.output import CsvOption, JsonOption, output_format, show

COLUMNS = ("theme_synonym_id", "theme_sets", "adds", "share", "pattern")


def _in_order(table: MatchTable, ids: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """(theme synonym, theme sets it answers, those not answered before), most new ones first."""
    match_sets = [table.theme_synonym.index(id_) for id_ in ids]
    chosen = table.sets[match_sets]
    chosen = chosen[:, chosen.sum(axis=0) > 0]
    answers = chosen.sum(axis=1).tolist()
    for place, added in greedy_cover(chosen):
        yield ids[place], answers[place], len(added)


def learn(
    k: Annotated[int, typer.Argument(min=1, help="How many towns.")],
    results: ResultsOption = RESULTS,
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
) -> None:
    """Show the K towns that together are best answers to the most theme sets.

    No other K do better, as a solver has proved. Columns: theme_sets, how many each of them
    answers; adds, how many of these none above it answers; share, of all theme sets, by it and
    those above it; pattern, one of its towns.

    Examples:
    tablebases nine-tiles learn 10

    tablebases nine-tiles learn 50 --csv
    """
    form = output_format(as_json, as_csv)
    choices = read_optimal(results / "learn.csv")
    if k not in choices:
        raise PipelineError(f"learn.csv has the best choices of 1 to {max(choices)} towns, not {k}")
    table = read_match_table(results / "most_win_match.csv")
    total = len(table.theme_sets)
    answered = 0
    rows = []
    for id_, answers, adds in _in_order(table, choices[k][1]):
        answered += adds
        rows.append({
            "theme_synonym_id": id_,
            "theme_sets": answers,
            "adds": adds,
            "share": round(answered / total, 4),
            "pattern": next(pattern for _, pattern in towns_of(results, [id_], 1)),
        })  # fmt: skip
    title = f"The {k} towns to learn: best answers to {answered:,} of {total:,} theme sets"
    show(rows, COLUMNS, form, f"{title} ({answered / total:.1%})")
