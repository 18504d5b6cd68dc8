"""The group `tablebases millijan`."""

from __future__ import annotations

import typer

from pipeline.millijan.commands.batch import batch
from pipeline.millijan.commands.chi import chi
from pipeline.millijan.commands.distance import discard, distance
from pipeline.millijan.commands.score import score
from pipeline.millijan.commands.summary import summary
from pipeline.millijan.commands.units import units
from pipeline.millijan.commands.waits import waits

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode="markdown",
    help="MilliJan: the best split of a hand into units.",
)
for command in (summary, score, waits, distance, discard, chi, units, batch):
    app.command()(command)
