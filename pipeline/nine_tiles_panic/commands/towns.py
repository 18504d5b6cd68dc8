"""`tablebases nine-tiles towns`: the towns of a theme synonym."""

from __future__ import annotations

from typing import Annotated

import typer

from pipeline.cli.options import LimitOption, ResultsOption
from pipeline.cli.output import CsvOption, JsonOption, output_format, show
from pipeline.core.errors import PipelineError
from pipeline.nine_tiles_panic.commands.options import RESULTS
from pipeline.nine_tiles_panic.commands.patterns import towns_of


def towns(
    theme_synonym: Annotated[int, typer.Argument(min=1, help="The id of the theme synonym.")],
    results: ResultsOption = RESULTS,
    limit: LimitOption = 20,
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
) -> None:
    """List the towns of a theme synonym, all of which have the same 26 scores.

    Examples:
    tablebases nine-tiles towns 2004525

    tablebases nine-tiles towns 1547940 --limit 1000 --csv
    """
    form = output_format(as_json, as_csv)
    patterns = towns_of(results, [theme_synonym], limit)
    if not patterns:
        raise PipelineError(
            f"there is no theme synonym {theme_synonym} in {results}; "
            '`tablebases nine-tiles find "id > 0" --order id` shows the last one'
        )
    rows = [{"theme_synonym_id": theme_synonym, "pattern": pattern} for pattern in patterns]
    show(rows, ("theme_synonym_id", "pattern"), form, f"Towns of theme synonym {theme_synonym}")
