"""What every stage's command line shares."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import typer

from pipeline.errors import PipelineError
from pipeline.progress import say


def run_command(command: Callable[..., Any] | typer.Typer) -> None:
    """Run a command line; what goes wrong ends with one sentence and its exit status."""
    if isinstance(command, typer.Typer):
        app = command
    else:
        app = typer.Typer(
            add_completion=False, pretty_exceptions_enable=False, rich_markup_mode="markdown"
        )
        app.command()(command)
    try:
        app()
    except PipelineError as error:
        say(f"error: {error}")
        sys.exit(error.exit_status)
