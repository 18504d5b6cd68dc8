"""The command `tablebases verify`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tablebases.cli.options import SETTINGS
from tablebases.cli.output import Printed, answers
from tablebases.errors import DamagedDataError
from tablebases.languages import t
from tablebases.locations import Place, mend
from tablebases.messages import counted, say

app = typer.Typer(**SETTINGS)


@answers(app)
def verify(
    folder: Annotated[
        Path | None,
        typer.Argument(
            metavar="[DIR]",
            help="The folder of all results, of one puzzle, or of a release; else the results here, the fetched ones, "
            "or those of the package.",
        ),
    ] = None,
) -> Printed:
    """Verify results: files by digests, databases by checksums, figures by SQL.

    Figures are of the full run. Results of another configuration are verified by digests and checksums alone. The exit
    status is 1 if something differs. In a checkout of the repository, `python -m scripts.verify --level full` derives
    all results again.

    Example: tablebases verify

    Example: tablebases verify results/godomachi

    Example: tablebases verify ~/Downloads/release --csv
    """
    from tablebases import verification

    found = verification.verify(folder, show_progress=True)
    if found.source is not Place.GIVEN:
        say(t("verified {folder}", folder=found.title))

    error = None
    if found.differences:
        error = DamagedDataError(
            "{checks} of {folder} found a difference, see above; {mend}",
            checks=counted(len(found.differences), "check"),
            folder=found.folder,
            mend=mend(found.folder, t("remove what differs")),
        )
    return Printed(found, error=error)
