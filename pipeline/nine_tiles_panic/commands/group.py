"""The group `tablebases nine-tiles`."""

from __future__ import annotations

import typer

from pipeline.nine_tiles_panic.commands.best import best
from pipeline.nine_tiles_panic.commands.draw import draw
from pipeline.nine_tiles_panic.commands.find import find
from pipeline.nine_tiles_panic.commands.learn import learn
from pipeline.nine_tiles_panic.commands.results import RESULTS, ResultsOption
from pipeline.nine_tiles_panic.commands.score import score
from pipeline.nine_tiles_panic.commands.towns import towns
from pipeline.nine_tiles_panic.summary import print_summary

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode="markdown",
    help="Nine Tiles Panic.",
)


@app.command()
def summary(results: ResultsOption = RESULTS) -> None:
    """Show what the pipeline has found, and where it is.

    Example: tablebases nine-tiles summary
    """
    print_summary(results)


for command in (score, draw, best, find, towns, learn):
    app.command()(command)
