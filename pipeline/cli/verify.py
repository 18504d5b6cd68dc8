"""The command `tablebases verify`. Oracles and known answers lie in the folder of the project, so it works there."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from pipeline.cli.output import CsvOption, JsonOption, output_format
from pipeline.core.errors import PipelineError

CHECKOUT = Path(__file__).resolve().parents[2]


class Level(StrEnum):
    """How much is verified."""

    QUICK = "quick"
    """Files, digests, tables against each other: seconds."""
    FULL = "full"
    """Everything, derived again: minutes."""
    RECORDS = "records"
    """Also what is kept in data files because it takes long: many minutes."""

    def includes(self, other: Level) -> bool:
        """Whether this is as much as another level, or more."""
        every = list(Level)
        return every.index(other) <= every.index(self)


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

    What is checked, and what is not: docs/verification.md. The results go to verification.json and verification.html,
    beside the artifacts. Exit status 1 if something is wrong.

    Example: tablebases verify

    Example: tablebases verify arrow --level full

    Example: tablebases verify arrow --level records

    Example: tablebases verify --config mini.yaml --level full

    Example: tablebases verify godomachi --csv
    """
    output = output_format(as_json, as_csv)
    if not (CHECKOUT / "scripts" / "verify").is_dir():
        raise PipelineError(
            "oracles and known answers lie in the folder of the project; install it from there, "
            "with `make setup` or `pip install --editable .`"
        )
    sys.path.insert(0, str(CHECKOUT))
    from scripts.verify.run import verify_puzzles

    verify_puzzles(puzzle, level, config or [], leave_out, output)
