"""Run one stage: `python -m pipeline nine_tiles_panic.towns`, with its options."""

from __future__ import annotations

import gc
from importlib import import_module
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from pipeline.stage import app_of, stage_module
from tablebases.cli.options import SETTINGS
from tablebases.messages import run_command

SHARED = ("atlas", "checksums")
"""Stages of no puzzle."""


class Stages(TyperGroup):
    """All stages; each is imported on use."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        files = sorted(Path(__file__).parent.glob("*/stages/[!_]*.py"))
        names = [*(f"{file.parts[-3]}.{file.stem}" for file in files), *SHARED]
        self.commands = dict.fromkeys(names, TyperGroup())  # names to suggest after a typing mistake

    def get_command(self, ctx: object, cmd_name: str) -> TyperCommand | None:  # noqa: ARG002
        """The stage of this name, if there is one."""
        if cmd_name not in self.commands:
            return None
        command = typer.main.get_command(app_of(import_module(stage_module(cmd_name)).main))
        assert isinstance(command, TyperCommand), "an app with one command is that command"
        command.name = cmd_name
        return command


app = typer.Typer(cls=Stages, no_args_is_help=True, subcommand_metavar="STAGE [OPTIONS]...", **SETTINGS)


@app.callback()
def _stages() -> None:
    """Run one stage of the workflow, such as `nine_tiles_panic.towns --help`. Snakemake runs all of them in order."""


if __name__ == "__main__":
    gc.disable()  # before the imports of a stage: the collector would visit their objects and all rows repeatedly
    run_command(app)
