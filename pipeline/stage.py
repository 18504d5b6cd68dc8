"""Stages as programs: their command lines, and the options of their functions."""

from __future__ import annotations

import gc
from collections.abc import Callable
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Any, get_origin, get_type_hints

from tablebases.messages import run_command

if TYPE_CHECKING:
    import typer


def arguments(**settings: object) -> Callable[..., str]:
    """Return a function that fills the stage's command line.

    Every named input and output, every wildcard and every setting becomes an option: `max_n=9` is `--max-n 9`. A list
    repeats its option for each entry. A section of the configuration gives an option for each of its keys. Inputs
    without a name, such as the provenance of another one, are left out.
    """
    sections = [value.model_dump() if hasattr(value, "model_dump") else {key: value} for key, value in settings.items()]

    def fill(wildcards: Any, input: Any, output: Any) -> str:  # noqa: A002 -- the names that Snakemake passes
        options: list[str] = []
        for name, value in [item for values in (input, wildcards, *sections, output) for item in values.items()]:
            for entry in value if isinstance(value, list | tuple) else [value]:
                options += [f"--{name.replace('_', '-')}", quote(str(entry))]
        return " ".join(options)

    return fill


def stage_module(stage: str) -> str:
    """The module of a stage, such as `nine_tiles_panic.towns`, or `atlas`, which belongs to no puzzle."""
    puzzle, _, name = stage.rpartition(".")
    return f"pipeline.{puzzle}.stages.{name}" if puzzle else f"pipeline.{name}"


def app_of(main: Callable[..., None]) -> typer.Typer:
    """The command line of a function.

    Every parameter is an option of its name, unless its annotation says otherwise.
    """
    import typer  # takes 0.2 s, which Snakemake should not spend at its start

    from tablebases.cli.options import SETTINGS

    hints = get_type_hints(main, include_extras=True)
    main.__annotations__ = {
        name: hint if name == "return" or get_origin(hint) is Annotated else Annotated[hint, typer.Option()]
        for name, hint in hints.items()
    }
    app = typer.Typer(**SETTINGS)
    app.command()(main)
    return app


def run_program(main: Callable[..., None]) -> None:
    """Run a function as a program, without the garbage collector: it would visit all rows repeatedly."""
    gc.disable()
    run_command(app_of(main))
