"""Run one stage: `python -m pipeline nine_tiles_panic.towns`, with its options."""

from __future__ import annotations

import gc
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperCommand

from pipeline.stage import app_of, stage_module
from tablebases.cli.options import SETTINGS, MadeOnUse, only_command
from tablebases.messages import run_command

SHARED = ("atlas", "checksums")
"""Stages of no puzzle."""


def _stage(name: str) -> TyperCommand:
    command = only_command(app_of(import_module(stage_module(name)).main))
    command.name = name
    return command


class Stages(MadeOnUse):
    """All stages."""

    def __init__(self, **settings: Any) -> None:
        files = sorted(Path(__file__).parent.glob("*/stages/[!_]*.py"))
        names = [*(f"{file.parts[-3]}.{file.stem}" for file in files), *SHARED]
        super().__init__({name: partial(_stage, name) for name in names}, **settings)


app = typer.Typer(cls=Stages, no_args_is_help=True, subcommand_metavar="STAGE [OPTIONS]...", **SETTINGS)


@app.callback()
def _stages() -> None:
    """Run one stage of the workflow, such as `nine_tiles_panic.towns --help`. Snakemake runs all of them in order."""


if __name__ == "__main__":
    gc.disable()  # before the imports of a stage: the collector would visit their objects and all rows repeatedly
    run_command(app)
