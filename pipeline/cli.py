"""The `tablebases` command: one group a puzzle, of which only the one that is used is loaded."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup

from pipeline.stage import run_command

GROUPS = {
    "nine-tiles": "pipeline.nine_tiles_panic.commands.group",
    "arrow": "pipeline.arrow_puzzle.commands.group",
    "godomachi": "pipeline.godomachi.commands.group",
    "millijan": "pipeline.millijan.commands.group",
}
"""Puzzle -> the module whose `app` has its commands."""


class PuzzleGroups(TyperGroup):
    """Imports the commands of a puzzle when one of them is called."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002
        """The puzzles."""
        return list(GROUPS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002
        """The commands of a puzzle, if there is such a puzzle."""
        if cmd_name not in GROUPS:
            return None
        command = typer.main.get_command(import_module(GROUPS[cmd_name]).app)
        command.name = cmd_name
        return command


app = typer.Typer(
    cls=PuzzleGroups,
    add_completion=False,
    pretty_exceptions_enable=False,
    no_args_is_help=True,
    rich_markup_mode="markdown",
    help="Every answer of a puzzle, computed once and kept in SQLite files that anyone can probe.",
)


@app.callback()
def _tablebases() -> None:
    """Every answer of a puzzle, computed once and kept in SQLite files that anyone can probe."""


def main() -> None:
    """Run the command line."""
    run_command(app)


if __name__ == "__main__":
    main()
