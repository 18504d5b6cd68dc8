"""How a command ends whose output is lost: with a sentence instead of a traceback, and a status that says so."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

from pipeline.core.errors import PipelineError


def with_all_printed(command: Callable[[], object]) -> None:
    """Run a command, and make sure that what it prints arrives.

    Who closes a pipe, as `head` does, has seen enough: that ends the command without a word, with status 1.

    Raises:
        PipelineError: standard output is closed or full, or its encoding lacks a sign.
    """
    if sys.stdout is None:
        raise PipelineError("standard output is closed")
    try:
        try:
            command()
        finally:
            sys.stdout.flush()
    except UnicodeEncodeError as error:
        sign = error.object[error.start]
        raise PipelineError(
            f"standard output is in {error.encoding}, which has no {sign!a}; "
            "use a terminal in UTF-8, or set PYTHONIOENCODING=utf-8"
        ) from error
    except BrokenPipeError:
        _drop_output()
        sys.exit(1)
    except OSError as error:
        if error.filename is not None:  # of another file
            raise
        _drop_output()
        raise PipelineError(f"cannot write to standard output: {error.strerror}") from error


def _drop_output() -> None:
    """Let what is not yet written go nowhere, or Python would try once more at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
