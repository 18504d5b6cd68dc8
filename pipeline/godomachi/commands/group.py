"""The group `tablebases godomachi`."""

from __future__ import annotations

import typer

from pipeline.godomachi.commands.cuts import cuts
from pipeline.godomachi.commands.list_shapes import list_shapes
from pipeline.godomachi.commands.pair import pair
from pipeline.godomachi.commands.play import play
from pipeline.godomachi.commands.puzzle import puzzle
from pipeline.godomachi.commands.solve import solve
from pipeline.godomachi.commands.summary import summary

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode="markdown",
    help="Godomachi: who wins two polyominoes.",
)
for command in (summary, solve, pair, cuts, puzzle, play):
    app.command()(command)
app.command("list")(list_shapes)
