"""Stages as programs: their command lines, and the options of their functions."""

from __future__ import annotations

import gc
import inspect
import re
from collections.abc import Callable
from functools import wraps
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Any, get_origin

from tablebases.messages import run_command

if TYPE_CHECKING:
    import typer

ARGUMENT = re.compile(r"^    (\w+): (.+(?:\n {8}.+)*)", re.MULTILINE)


def arguments(**settings: object) -> Callable[..., str]:
    """Return a function that fills the stage's command line.

    Every named input and output, every wildcard and every setting becomes an option: `max_n=9` is `--max-n 9`. A list
    repeats its option for each entry. A section of the configuration gives an option for each of its keys. Inputs
    without a name, such as the rerun trigger, are left out.
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

    Every parameter is an option of its name, unless its annotation says otherwise. The section `Args` of the docstring
    has the help texts.
    """
    import typer  # takes 0.2 s, which Snakemake should not spend at its start

    from tablebases.cli.options import SETTINGS

    app = typer.Typer(**SETTINGS)
    app.command()(_with_options(main))
    return app


def run_program(main: Callable[..., None]) -> None:
    """Run a function as a program, without the garbage collector: it would visit all rows repeatedly."""
    gc.disable()
    run_command(app_of(main))


def _with_options(main: Callable[..., None]) -> Callable[..., None]:
    import typer

    description, _, explained = inspect.cleandoc(main.__doc__ or "").partition("\nArgs:\n")
    help_texts = {name: text[0].upper() + " ".join(text[1:].split()) for name, text in ARGUMENT.findall(explained)}

    @wraps(main)
    def command(**values: object) -> None:
        main(**values)

    signature = inspect.signature(main, eval_str=True)
    parameters = [
        parameter
        if get_origin(parameter.annotation) is Annotated
        else parameter.replace(
            annotation=Annotated[parameter.annotation, typer.Option(help=help_texts.get(parameter.name))]
        )
        for parameter in signature.parameters.values()
    ]
    command.__doc__ = description
    command.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    command.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    return command
