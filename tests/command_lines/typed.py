"""Run command lines in this process, or in a fresh interpreter that reports the modules it has loaded."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from contextvars import copy_context
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from tablebases.cli.main import main

PROGRAM = """
import contextlib, importlib, io, json, sys

calls, modules, blocked = json.loads(sys.argv[1])

class Blocker:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name.partition(".")[0] in blocked:
            raise ModuleNotFoundError(f"{name} is blocked", name=name)

for name in [name for name in sys.modules if name.partition(".")[0] in blocked]:
    del sys.modules[name]
sys.meta_path.insert(0, Blocker)
for name in modules:
    importlib.import_module(name)
from tablebases.cli.main import main
for words in calls:
    sys.argv = ["tablebases", *words]
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        try:
            main()
            status = 0
        except SystemExit as error:
            status = error.code
    print(json.dumps([words, status, said.getvalue(), sorted(sys.modules)]))
"""


class Typed(NamedTuple):
    """How a command line ended, and what it printed."""

    status: int
    output: str
    errors: str

    @property
    def first_line(self) -> str:
        """The first line of the answer, or of the error if the command failed."""
        lines = (self.errors if self.status in (1, 2) else self.output).splitlines()
        return next((line.strip() for line in lines if line.strip()), "")


def run_typed(words: Sequence[str], stdin: str | bytes = "") -> Typed:
    """The result of `tablebases WORDS` in the current folder; an exception that is no error of ours is raised."""
    typed = stdin if isinstance(stdin, bytes) else stdin.encode()
    output, errors = io.StringIO(), io.StringIO()
    with (
        patch.object(sys, "argv", ["tablebases", *words]),
        patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed), encoding="utf-8")),
        redirect_stdout(output),
        redirect_stderr(errors),
    ):
        status: object = 0
        try:
            copy_context().run(main)  # the language that it sets ends with it
        except SystemExit as end:
            status = end.code
    assert isinstance(status, int | None), status
    return Typed(status or 0, output.getvalue(), errors.getvalue())


class Fresh(NamedTuple):
    """How a command line ended in a fresh interpreter, what it printed, and all modules loaded by then."""

    words: list[str]
    status: int
    said: str
    modules: list[str]


def run_fresh(
    *calls: Sequence[str],
    modules: Sequence[str] = (),
    blocked: Sequence[str] = (),
    python: str | Path = sys.executable,
    folder: Path = Path(__file__).parents[2],
    variables: Mapping[str, str] | None = None,
) -> list[Fresh]:
    """Run command lines one after another in one interpreter, after importing `modules` and without `blocked` ones."""
    command = [python, "-c", PROGRAM, json.dumps([calls, modules, blocked])]
    done = subprocess.run(command, cwd=folder, env=variables, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return [Fresh(*json.loads(line)) for line in done.stdout.splitlines()]
