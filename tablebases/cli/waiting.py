"""What a terminal shows while an answer takes long."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread

from tablebases.languages import t

PATIENCE = 1.0
"""Seconds after which a command shows that it is still at work."""


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
