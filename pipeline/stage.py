"""What the command lines of all stages share."""

from __future__ import annotations

import gc
import inspect
import re
from collections.abc import Callable
from functools import wraps
from typing import Annotated, get_origin

import typer

from tablebases.messages import run_command

ARGUMENT = re.compile(r"^    (\w+): (.+(?:\n {8}.+)*)", re.MULTILINE)


def run_stage(main: Callable[..., None]) -> None:
    """Run the function of a stage as a program.

    Every parameter is an option named after it, unless it is annotated otherwise; the section `Args` of the docstring
    describes them.
    """
    gc.disable()  # a stage leaves next to nothing in cycles, and its rows would be looked through again and again
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode="markdown")
    app.command()(_with_options(main))
    run_command(app)


def _with_options(main: Callable[..., None]) -> Callable[..., None]:
    description, _, arguments = inspect.cleandoc(main.__doc__ or "").partition("\nArgs:\n")
    help_texts = {name: text[0].upper() + " ".join(text[1:].split()) for name, text in ARGUMENT.findall(arguments)}

    @wraps(main)
    def command(**values: object) -> None:
        main(**values)

    signature = inspect.signature(main, eval_str=True)
    parameters = [
        of
        if get_origin(of.annotation) is Annotated
        else of.replace(annotation=Annotated[of.annotation, typer.Option(help=help_texts.get(of.name))])
        for of in signature.parameters.values()
    ]
    command.__doc__ = description
    command.__annotations__ = {of.name: of.annotation for of in parameters}
    command.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    return command
