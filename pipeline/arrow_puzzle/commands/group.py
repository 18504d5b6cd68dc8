"""The group `tablebases arrow`."""

from __future__ import annotations

import typer

from pipeline.arrow_puzzle.commands.algebra import algebra
from pipeline.arrow_puzzle.commands.apply import apply
from pipeline.arrow_puzzle.commands.check import check
from pipeline.arrow_puzzle.commands.generate import generate
from pipeline.arrow_puzzle.commands.solve import solve
from pipeline.arrow_puzzle.commands.summary import summary

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode="markdown",
    help="The arrow puzzle of Exponential Idle.",
)
for command in (summary, solve, check, apply, generate, algebra):
    app.command()(command)
