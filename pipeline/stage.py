"""A stage as a program: the command line that its rule fills, and the options that its function takes."""

from __future__ import annotations

import gc
import inspect
import re
from collections.abc import Callable
from functools import wraps
from shlex import quote
from typing import Annotated, Any, get_origin

from tablebases.messages import run_command

ARGUMENT = re.compile(r"^    (\w+): (.+(?:\n {8}.+)*)", re.MULTILINE)


def arguments(**settings: object) -> Callable[..., str]:
    """Fill the command line of a stage, as a function for the `params` of its rule.

    Every named input and output, every wildcard and every setting becomes an option: `max_n=9` is `--max-n 9`, a list
    gives its option once for each entry, and a section of the configuration an option for each of its keys. Inputs
    without a name, such as the file of digests, are left out.
    """
    sections = [value.model_dump() if hasattr(value, "model_dump") else {key: value} for key, value in settings.items()]

    def fill(wildcards: Any, input: Any, output: Any) -> str:  # noqa: A002 -- the names that Snakemake passes
        options: list[str] = []
        for name, value in [of for values in (input, wildcards, *sections, output) for of in values.items()]:
            for entry in value if isinstance(value, list | tuple) else [value]:
                options += [f"--{name.replace('_', '-')}", quote(str(entry))]
        return " ".join(options)

    return fill


def run_stage(main: Callable[..., None]) -> None:
    """Run the function of a stage as a program.

    Every parameter is an option named after it, unless it is annotated otherwise; the section `Args` of the docstring
    describes them.
    """
    import typer  # takes 0.2 s, which the start of Snakemake need not wait for

    gc.disable()  # a stage leaves next to nothing in cycles, and its rows would be looked through again and again
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode="markdown")
    app.command()(_with_options(main))
    run_command(app)


def _with_options(main: Callable[..., None]) -> Callable[..., None]:
    import typer

    description, _, explained = inspect.cleandoc(main.__doc__ or "").partition("\nArgs:\n")
    help_texts = {name: text[0].upper() + " ".join(text[1:].split()) for name, text in ARGUMENT.findall(explained)}

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
