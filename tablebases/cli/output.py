"""How commands print answers, and the decorator that makes a function a command."""

from __future__ import annotations

import inspect
import re
import shlex
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from functools import partial, wraps
from itertools import chain
from pathlib import Path
from threading import Event, Thread
from typing import Annotated, Any

import typer

from tablebases.answer.base import Answer
from tablebases.answer.output import json_lines, write_csv
from tablebases.answer.share import WIDTH, Card, configured_address, share_picture
from tablebases.answer.text import NO_TERMINAL, RULE, Block, has_colours, text_lines
from tablebases.cli.options import PicturesOption, ShareOption
from tablebases.errors import Error, InputError
from tablebases.languages import t
from tablebases.pictures import write_pictures

JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]
CsvOption = Annotated[bool, typer.Option("--csv", help="Print CSV with a header.")]


class OutputFormat(Enum):
    """How a command prints its rows."""

    TABLE = "table"
    JSON = "json"
    CSV = "csv"


def output_format(as_json: bool, as_csv: bool) -> OutputFormat:
    """The format for the two flags; an InputError if both are given."""
    if as_json and as_csv:
        raise InputError("--json and --csv cannot be used together: choose one of them")
    if as_json:
        return OutputFormat.JSON
    return OutputFormat.CSV if as_csv else OutputFormat.TABLE


def terminal_width() -> int:
    """The columns of the terminal; without a terminal there is no limit."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else NO_TERMINAL


def _rule() -> str:
    """The character of lines, if the terminal can show it, else a hyphen."""
    try:
        RULE.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return "-"
    return RULE


# What a terminal shows while an answer takes long.

PATIENCE = 1.0
"""Seconds until a command shows that it is still at work."""


@contextmanager
def waiting_shown() -> Iterator[None]:
    """Show on a terminal how long the block has taken, as soon as that is more than a second."""
    if not sys.stderr.isatty():
        yield
        return
    is_done = Event()
    clock = Thread(target=_show_clock, args=(is_done, t("computing")), daemon=True)
    clock.start()
    try:
        yield
    finally:
        is_done.set()
        clock.join()


def _show_clock(is_done: Event, label: str) -> None:
    """Show a label and the seconds on standard error, from `PATIENCE` on until `is_done`."""
    if is_done.wait(PATIENCE):
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn(label), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, redirect_stdout=False) as clock:
        clock.add_task("")
        is_done.wait()


# The decorator of commands.


@dataclass(frozen=True)
class Printed:
    """The answer of a command, and what belongs to the command alone."""

    answer: Answer
    blocks: Iterable[Block] | None = None
    """The text, where it is another one than that of the answer."""
    next_step: str | None = None
    """A sentence with the next command to try, below the text."""
    exit_status: int = 0
    """The exit status; not 0 where the answer is a no."""
    error: Error | None = None
    """The command ends with this error after it has printed the answer."""


SOURCES = ("results", "config", "tiles", "units")
"""Options that say where answers come from."""
COMMAND = re.compile("`tablebases \\S+ ([a-z]+)[^`]*")
"""A command in a sentence, from its backtick on."""


def with_sources(sentence: str, context: typer.Context) -> str:
    """Add to the command in a sentence, of the same game, the options of `SOURCES` that this one was given."""
    match = COMMAND.search(sentence)
    group = context.parent
    if not match or not group:
        return sentence
    sources = {name: context.get_parameter_source(name) for name in SOURCES}
    given = [name for name, source in sources.items() if source and source.name == "COMMANDLINE"]
    command = group.command.get_command(group, match[1])  # type: ignore[attr-defined]
    known = {option.name for option in command.params}
    options = [f" --{name} {shlex.quote(str(context.params[name]))}" for name in given if name in known]
    return sentence[: match.end()] + "".join(options) + sentence[match.end() :]


def print_answer(printed: Printed, form: OutputFormat, context: typer.Context | None = None) -> None:
    """Print an answer to standard output; only people read the next step."""
    if form is OutputFormat.JSON:
        sys.stdout.writelines(json_lines(printed.answer))
    elif form is OutputFormat.CSV:
        write_csv(printed.answer, sys.stdout)
    else:
        blocks = printed.answer.blocks() if printed.blocks is None else printed.blocks
        next_step = [with_sources(printed.next_step, context)] if printed.next_step and context else []
        print_blocks(chain(blocks, next_step))


def print_blocks(blocks: Iterable[Block]) -> None:
    """Print sentences, tables and drawings in the width of the terminal."""
    rule = _rule()
    for line in text_lines(blocks, terminal_width(), in_colour=has_colours()):
        print(line.replace(RULE, rule))


def write_card(card: Card, paths: Iterable[Path] | None) -> None:
    """Write the picture of a card to every path, if there are any, and report it."""
    if paths:
        write_pictures(share_picture(card, configured_address()), paths, WIDTH)


Command = Callable[..., Answer | Printed]
PICTURES = {"output": PicturesOption, "share": ShareOption}
"""Options of commands that draw."""


def answers(app: typer.Typer, name: str | None = None, *, draws: bool = False) -> Callable[[Command], Command]:
    """Make a function a command that prints its answer, with the options --json and --csv.

        @answers(app)
        def cuts(a: ShapeArgument, b: ShapeArgument) -> Answer | Printed:

    The function itself does not change. The command has the function's name unless `name` is given. If it `draws`, it
    has the options -o and --share, which write the pictures `Answer.svg` and `Answer.card`.
    """

    def decorated(function: Command) -> Command:
        @wraps(function)
        def command(*, context: typer.Context, as_json: bool, as_csv: bool, **values: Any) -> None:
            form = output_format(as_json, as_csv)
            pictures, shared = values.pop("output", None), values.pop("share", None)
            with waiting_shown():
                found = function(**values)
            printed = found if isinstance(found, Printed) else Printed(found)
            if pictures and (svg := printed.answer.svg()):
                write_pictures(svg, pictures)
            if shared and (card := printed.answer.card()):
                write_card(card, shared)
            print_answer(printed, form, context)
            if printed.exit_status:
                raise typer.Exit(printed.exit_status)
            if printed.error:
                raise printed.error

        signature = inspect.signature(function, eval_str=True)
        option = partial(inspect.Parameter, kind=inspect.Parameter.KEYWORD_ONLY)
        parameters = [
            inspect.Parameter("context", inspect.Parameter.KEYWORD_ONLY, annotation=typer.Context),
            *(each.replace(kind=inspect.Parameter.KEYWORD_ONLY) for each in signature.parameters.values()),
            *(option(name, default=None, annotation=pictures) for name, pictures in PICTURES.items() if draws),
            option("as_json", default=False, annotation=JsonOption),
            option("as_csv", default=False, annotation=CsvOption),
        ]
        command.__signature__ = signature.replace(  # type: ignore[attr-defined]
            parameters=parameters, return_annotation=None
        )
        command.__annotations__ = {each.name: each.annotation for each in parameters}
        app.command(name)(command)
        return function

    return decorated
