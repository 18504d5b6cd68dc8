"""The command `tablebases`, with a group of commands per puzzle, imported on use.

A puzzle's module `commands` has them in `app`, a `typer.Typer`.
"""

from __future__ import annotations

import errno
import io
import os
import re
import sys
from ast import literal_eval
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, get_args

import typer
from typer.core import TyperCommand, TyperGroup, TyperOption
from typer.main import get_command_name
from typer.models import CommandInfo

from tablebases import __version__
from tablebases.cli.options import SETTINGS, MadeOnUse, only_command, quoted
from tablebases.errors import Error, InputError, system_reason
from tablebases.languages import Language, asked_language, t, use_language
from tablebases.messages import run_command
from tablebases.puzzles import PUZZLES, Puzzle

SHARED = ("atlas", "fetch", "today", "verify")
"""Commands about all puzzles, each in a module of its name in this package."""
PROGRAM = "puzzle-tablebases"
IS_WINDOWS = os.name == "nt"
INTERRUPTED = 130
"""The exit status after Ctrl-C, as in shells."""
UsageError: type[Exception] = typer.BadParameter.__mro__[1]
"""Typer's error for a wrong command line; Typer does not export the class."""


def _check_language(_context: object, _option: object, value: str | None) -> None:
    """Refuse a language that there are no texts in; `main` has chosen the others before the command line was parsed."""
    if value not in (None, *get_args(Language)):
        raise InputError("--lang takes en or ja, not {value}", value=value)


def _with_language(command: TyperCommand | TyperGroup) -> TyperCommand | TyperGroup:
    """A command or a group, after adding the option --lang to it, and help in the language chosen."""
    option = TyperOption(
        param_decls=["--lang"],
        type=str,
        metavar="[en|ja]",
        callback=_check_language,
        expose_value=False,
        help="Language of answers, help and errors; else that of the environment variable LANG.",
    )
    command.params.append(option)
    command.format_help = partial(_print_help, command)  # type: ignore[method-assign]
    return command


def _print_help(command: TyperCommand | TyperGroup, context: object, formatter: object) -> None:
    from tablebases.cli.help_texts import print_help  # no answer needs it

    print_help(command, context, formatter)


def _command(registered: CommandInfo) -> TyperCommand | TyperGroup:
    """One command of an app: Typer would make all of them, which takes 10 ms."""
    app = typer.Typer(**SETTINGS)
    app.registered_commands = [registered]
    return _with_language(only_command(app))


def _group(puzzle: Puzzle) -> TyperCommand | TyperGroup:
    """The commands of a puzzle."""
    package = import_module(f"tablebases.{puzzle.library}")
    commands = import_module(f"{package.__name__}.commands").app.registered_commands
    makers = {each.name or get_command_name(each.callback.__name__): partial(_command, each) for each in commands}
    summary, markup = (package.__doc__ or "").partition("\n")[0], SETTINGS["rich_markup_mode"]
    group = MadeOnUse(makers, name=puzzle.command, help=summary, no_args_is_help=True, rich_markup_mode=markup)
    return _with_language(group)


def _shared_command(name: str) -> TyperCommand | TyperGroup:
    """A command about all puzzles: a function of the name of its module, or the only command of `app` there."""
    module = import_module(f"tablebases.cli.{name}")
    app: typer.Typer | None = getattr(module, "app", None)
    if app is None:
        app = typer.Typer(**SETTINGS)
        app.command(name)(getattr(module, name))
    return _with_language(only_command(app))


class Puzzles(MadeOnUse):
    """The groups of all puzzles, and the commands about all of them."""

    def __init__(self, **settings: Any) -> None:
        groups = {puzzle.command: partial(_group, puzzle) for puzzle in PUZZLES}
        super().__init__({**groups, **{name: partial(_shared_command, name) for name in SHARED}}, **settings)
        _with_language(self)


app = typer.Typer(
    cls=Puzzles,
    no_args_is_help=True,
    context_settings={"help_option_names": ["--help", "-h"]},
    **SETTINGS | {"add_completion": True},
)


def _print_version(is_wanted: bool) -> None:
    if is_wanted:
        print(PROGRAM, __version__)
        raise typer.Exit


@app.callback()
def _tablebases(
    _: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_print_version, help="Print the version and exit.")
    ] = False,
) -> None:
    """Exact answers for four puzzles, computed once."""


def with_all_printed(command: Callable[[], object]) -> None:
    """Run a command, and write all its output.

    A closed pipe (`| head`) ends the command silently with status 1. Raises an Error if standard output is closed or
    full, or its encoding lacks a character.
    """
    if sys.stdout is None:
        raise Error("standard output is closed")
    if IS_WINDOWS:
        _print_utf_8()
    try:
        try:
            command()
        finally:
            sys.stdout.flush()
    except UnicodeEncodeError as error:
        raise Error(
            "standard output is in {encoding}, which has no {character!a}; use a terminal in UTF-8, or set "
            "PYTHONIOENCODING=utf-8",
            encoding=error.encoding,
            character=error.object[error.start],
        ) from error
    except BrokenPipeError:
        _discard_output()
        sys.exit(1)
    except OSError as error:
        if error.filename is not None:  # it is about another file, such as one whose name is too long
            raise Error("cannot use {path}: {reason}", path=error.filename, reason=system_reason(error)) from error
        _discard_output()
        if IS_WINDOWS and error.errno == errno.EINVAL:  # a closed pipe, on Windows
            sys.exit(1)
        raise Error("cannot write to standard output: {reason}", reason=system_reason(error)) from error


def _print_utf_8() -> None:
    """Print the same bytes to files and pipes as on other systems, unless PYTHONIOENCODING is set."""
    if isinstance(sys.stdout, io.TextIOWrapper) and not sys.stdout.isatty():
        encoding = None if os.environ.get("PYTHONIOENCODING") else "utf-8"
        sys.stdout.reconfigure(encoding=encoding, newline="\n")


def _discard_output() -> None:
    """Discard unwritten output, because Python would try to write it again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _wrong_value(kind: Any, message: str) -> str:
    """Why a value is not of the type `kind`; only `message` has the value, as Python writes it, before " is not "."""
    choices = getattr(kind, "choices", None)
    if not choices and not kind.name.startswith("int"):
        return message[:1].lower() + message[1:].rstrip(".")
    value = literal_eval(message.rpartition(" is not ")[0])
    if choices:
        return t("'{value}' is not one of {choices}", value=value, choices=quoted(choices))
    if isinstance(value, str):
        return t("'{value}' is not a whole number", value=value)
    if kind.max is None:
        return t("{value:,} is less than {least:,}", value=value, least=kind.min)
    return t("{value:,} is not in the range {least:,} to {most:,}", value=value, least=kind.min, most=kind.max)


def _fault(error: Exception) -> str:
    """What is wrong with a command line, from the fields of Typer's error."""
    match vars(error):
        case {"option_name": option, "possibilities": [_, *_] as options}:
            text = "there is no option {option}, did you mean {options}?"
            return t(text, option=option, options=t(", ").join(sorted(options)))
        case {"option_name": option, "possibilities": _}:
            return t("there is no option {option}", option=option)
        case {"option_name": option, "message": message} if "does not take" in message:
            return t("option '{option}' does not take a value", option=option)
        case {"option_name": option}:
            return t("option '{option}' requires an argument", option=option)
        case {"param": param, "message": message, **others}:
            from tablebases.cli.help_texts import argument_name

            is_option = param.param_type_name == "option"
            name = quoted(param.opts if is_option else [argument_name(param)], " / ")
            if "param_type" not in others:
                return t("invalid value for {name}: {fault}", name=name, fault=_wrong_value(param.type, message))
            return t("missing option {name}", name=name) if is_option else t("missing argument {name}", name=name)
    words = str(error).partition(" (")[2].removesuffix(")")
    return t("got unexpected extra arguments ({words})", words=words)


def _usage_sentence(error: Any) -> str:
    """The fault of a command line, then an example of the command's help, one with the wrong option if there is."""
    fault = _fault(error)
    if error.ctx is None or getattr(error, "possibilities", None):
        return fault
    if examples := re.findall(r"^ *(?:Examples?: )?(tablebases .+)$", error.ctx.command.help or "", re.MULTILINE):
        options = {*getattr(getattr(error, "param", None), "opts", ())}
        example = next((line for line in examples if options & {*line.split()}), examples[0])
        return t("{fault}; for example `{example}`", fault=fault, example=example)
    return t("{fault}; `{command} --help` lists the commands", fault=fault, command=error.ctx.command_path)


def _run_app() -> None:
    """Run the command that the words of the command line name; an InputError if they are wrong."""
    try:
        status = app(prog_name="tablebases", standalone_mode=False)
    except UsageError as error:
        if not str(error):  # no words: the help is printed
            sys.exit(2)
        if str(error) == "Missing command.":  # only options, such as --lang ja
            print(vars(error)["ctx"].get_help())
            sys.exit(2)
        raise InputError(_usage_sentence(error)) from error
    except typer.Abort:
        sys.exit(INTERRUPTED)
    if isinstance(status, int) and status:
        sys.exit(status)


def _open_closed_streams() -> None:
    """Open empty streams for a closed standard input or standard error."""
    if sys.stdin is None:
        sys.stdin = Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115 - until the program ends
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8", newline="")  # noqa: SIM115


def main() -> None:
    """Run the command line."""
    _open_closed_streams()
    # Words typed in UTF-8 are read so in the locale C, too.
    sys.argv = [os.fsencode(word).decode(errors="surrogateescape") for word in sys.argv]
    use_language(asked_language(sys.argv[1:], os.environ))
    run_command(partial(with_all_printed, _run_app))


if __name__ == "__main__":
    main()
