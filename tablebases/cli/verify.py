"""The command `tablebases verify`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tablebases.cli.options import SETTINGS
from tablebases.cli.output import Output, answers, show
from tablebases.errors import DamagedDataError
from tablebases.locations import Place, mend
from tablebases.messages import counted, say

COLUMNS = ("puzzle", "outcome", "check", "found")
app = typer.Typer(**SETTINGS)


@answers(app)
def verify(
    folder: Annotated[
        Path | None,
        typer.Argument(
            metavar="[DIR]",
            help="The folder of all results, of one puzzle, or of a release; else results here, what was fetched, or "
            "what comes with the package.",
        ),
    ] = None,
) -> Output:
    """Verify results: files by their digests, databases by their checksums, known figures by SQL.

    Figures are of the full run. Results of another configuration are verified by digests and checksums alone. Exit
    status 1 if something differs. In a checkout of the repository, `python -m scripts.verify --level full` derives
    all results again.

    Example: tablebases verify

    Example: tablebases verify results/godomachi

    Example: tablebases verify ~/Downloads/release --csv
    """
    from tablebases import verification

    found = verification.verify(folder, show_progress=True)
    if found.source is not Place.GIVEN:
        say(f"verified {found.title}")

    def show_table() -> None:
        show(found.rows(), verification.COLUMNS, title=found.title)
        print(found.summary)

    error = None
    if found.differences:
        what = f"{counted(len(found.differences), 'check')} of {found.folder} found a difference, see above"
        error = DamagedDataError(f"{what}; {mend(found.folder, 'remove what differs')}")
    rows = ({**vars(result), "outcome": result.outcome.value} for result in found.results)
    return Output(COLUMNS, rows, text=show_table, error=error)
