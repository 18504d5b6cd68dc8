"""Verify finished artifacts with separate programs: the oracles of the tests, plain NumPy, or SQL.

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
            help="quick: files, digests, and tables against each other; full: all derived again; records: also what "
            "takes long, and is therefore in data files."
        ),
    ] = Level.QUICK,
    config: Annotated[
        list[Path] | None,
        typer.Option(help="What the run was given as --configfile, over config.yaml; may be given again."),
    ] = None,
    leave_out: Annotated[str, typer.Option(help="Leave out checks with this in what they check.")] = "",
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
) -> None:
    """Verify finished artifacts, by their digests and by separate programs.

    docs/verification.md lists what is checked. The results are written to verification.json and
    verification.html beside the artifacts. Exit status 1 if something is wrong. `tablebases verify` checks results
    that were downloaded, without the oracles.

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
