"""Verify finished artifacts with separate programs: the oracles, plain NumPy, or SQL.

Example: python -m scripts.verify --level full
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from scripts.verify.checks import Level
from tablebases.cli.main import with_all_printed
from tablebases.cli.options import SETTINGS
from tablebases.cli.output import CsvOption, JsonOption, output_format
from tablebases.messages import run_command

app = typer.Typer(**SETTINGS)


@app.command()
def verify(
    puzzle: Annotated[str | None, typer.Argument(help="Verify this puzzle alone, such as godomachi.")] = None,
    level: Annotated[
        Level,
        typer.Option(
            help="quick: files, digests, and tables against each other; full: everything derived again; records: also "
            "long computations whose results are data files."
        ),
    ] = Level.QUICK,
    config: Annotated[
        list[Path] | None,
        typer.Option(help="A configuration file of the run, over config.yaml; may be repeated."),
    ] = None,
    leave_out: Annotated[str, typer.Option(help="Leave out checks with this text in their name.")] = "",
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
) -> None:
    """Verify finished artifacts, by their digests and by separate programs.

    docs/verification.md lists the checks. The results go to verification.json beside the artifacts. The exit status is
    1 if a check fails. `tablebases verify` checks downloaded results, without the oracles.

    Example: python -m scripts.verify

    Example: python -m scripts.verify arrow --level full

    Example: python -m scripts.verify arrow --level records

    Example: python -m scripts.verify --config mini.yaml --level full

    Example: python -m scripts.verify godomachi --csv
    """
    output = output_format(as_json, as_csv)
    from scripts.verify.run import verify_puzzles

    verify_puzzles(puzzle, level, config or [], leave_out, output)


if __name__ == "__main__":
    run_command(partial(with_all_printed, app))
