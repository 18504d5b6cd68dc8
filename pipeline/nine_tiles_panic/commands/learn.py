"""`tablebases nine-tiles learn`: the towns worth learning."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from sqlalchemy import func, select

from pipeline.cli.options import ResultsOption
from pipeline.cli.output import CsvOption, JsonOption, output_format, show
from pipeline.core.database import open_database
from pipeline.core.errors import PipelineError
from pipeline.nine_tiles_panic.commands.options import RESULTS
from pipeline.nine_tiles_panic.commands.patterns import towns_of
from pipeline.nine_tiles_panic.readers.answers import read_optimal
from pipeline.nine_tiles_panic.tables import ANSWERS, MATCH_SET_THEME_SETS, MATCH_SETS, THEME_SETS

COLUMNS = ("theme_synonym_id", "theme_sets", "adds", "share", "pattern")


def _theme_sets_of(answers: Path, theme_synonyms: Sequence[int]) -> tuple[dict[int, set[str]], int]:
    """Theme synonym -> the theme sets that it is a best answer to; and how many theme sets there are."""
    of, held = MATCH_SETS.c, MATCH_SET_THEME_SETS.c
    query = (
        select(of.theme_synonym_id, held.theme_set_id)
        .join_from(MATCH_SETS, MATCH_SET_THEME_SETS, of.match_set_id == held.match_set_id)
        .where(of.theme_synonym_id.in_(theme_synonyms))
    )
    found: dict[int, set[str]] = {id_: set() for id_ in theme_synonyms}
    with open_database(answers, ANSWERS) as database:
        for id_, theme_set in database.execute(query):
            found[id_].add(theme_set)
        return found, database.execute(select(func.count()).select_from(THEME_SETS)).scalar_one()


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
    choices = read_optimal(results / "answers.db")
    if k not in choices:
        raise PipelineError(f"learn.csv has the best choices of 1 to {max(choices)} towns, not {k}")
    answers, total = _theme_sets_of(results / "answers.db", choices[k].theme_synonyms)
    answered: set[str] = set()
    rows = []
    while adds := max(len(theme_sets - answered) for theme_sets in answers.values()):
        id_ = next(id_ for id_, theme_sets in answers.items() if len(theme_sets - answered) == adds)
        answered |= answers[id_]
        (pattern,) = towns_of(results, [id_], 1)
        share = round(len(answered) / total, 4)
        rows.append(dict(zip(COLUMNS, (id_, len(answers[id_]), adds, share, pattern), strict=True)))
    title = f"The {k} towns to learn: best answers to {len(answered):,} of {total:,} theme sets"
    show(rows, COLUMNS, form, f"{title} ({len(answered) / total:.1%})")
