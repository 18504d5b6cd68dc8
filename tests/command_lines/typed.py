"""Run a command line in this process, as the program does after its start."""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from typing import NamedTuple
from unittest.mock import patch

from tablebases.cli.main import main


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
            main()
        except SystemExit as end:
            status = end.code
    assert isinstance(status, int | None), status
    return Typed(status or 0, output.getvalue(), errors.getvalue())
