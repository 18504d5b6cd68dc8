"""Run checks of finished artifacts, and write their results."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, Generic, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from tablebases import __version__
from tablebases.errors import Error
from tablebases.files import file_digest, renamed_when_complete
from tablebases.messages import say
from tablebases.verification import Outcome

T = TypeVar("T")

Figures = dict[str, Any]
"""Key -> value."""
FAULTS = (Error, SQLAlchemyError, ValueError, LookupError, TypeError, ArithmeticError, AssertionError)
"""Exceptions that wrong artifacts may cause in a check."""


class Level(StrEnum):
    """The extent of a verification."""

    QUICK = "quick"
    """Files, digests, tables against each other: seconds."""
    FULL = "full"
    """Everything, derived again: minutes."""
    RECORDS = "records"
    """Also long computations whose results are data files: many minutes."""

    def includes(self, other: Level) -> bool:
        """Whether this level has all checks of `other`."""
        every = list(Level)
        return every.index(other) <= every.index(self)


@dataclass(frozen=True)
class Check(Generic[T]):
    """A check of the artifacts of a puzzle."""

    run: Callable[[T], Figures | None]
    """It raises an Error if something is wrong and a LeftOutError if it cannot run. It may return figures of the full
    run, to be compared with known values."""
    level: Level
    of_full_run: bool = False
    """Whether it needs the full run."""
    title: str = ""
    """The name of the check, if `run` has no docstring."""

    @property
    def name(self) -> str:
        """What is checked, in a line."""
        return self.title or (inspect.getdoc(self.run) or "").partition("\n")[0].removesuffix(".")


class Checks(list[Check[T]]):
    """Checks of a puzzle, in the order in which they were added."""

    def add(self, level: Level, *, of_full_run: bool = False) -> Callable[[Callable[[T], Figures | None]], Any]:
        """Decorate a function to add it as a check."""

        def added(function: Callable[[T], Figures | None]) -> Callable[[T], Figures | None]:
            self.append(Check(function, level, of_full_run))
            return function

        return added


@dataclass(frozen=True)
class Result:
    """The result of a check."""

    check: str
    level: Level
    outcome: Outcome
    found: str = ""


class LeftOutError(Exception):
    """A check cannot run here; nothing is wrong with the artifacts."""


def require(holds: bool, fault: str) -> None:
    """Raise an Error with `fault` unless `holds`."""
    if not holds:
        raise Error(fault)


def ask(check: Check[T], artifacts: T, compare: Callable[[str, Figures], Iterable[str]] | None = None) -> Result:
    """Run a check; an exception becomes its result.

    `compare` describes the wrong figures of a check, from its name and the figures that it computed.
    """
    say(f"checking: {check.name}")
    try:
        figures = check.run(artifacts) or {}
        faults = "; ".join(compare(check.name, figures)) if compare else ""
        require(not faults, faults)
    except LeftOutError as error:
        say(f"LEFT OUT {error}")
        return Result(check.name, check.level, Outcome.LEFT_OUT, str(error))
    except FAULTS as error:
        reason = str(error) if isinstance(error, Error) else f"cannot be checked: {error!r}"
        say(f"DIFFERS {reason}")
        return Result(check.name, check.level, Outcome.DIFFERS, reason)
    return Result(check.name, check.level, Outcome.AGREES)


def write_results(folder: Path, puzzle: str, level: Level, results: Sequence[Result]) -> None:
    """Write verification.json, with the digest of SHA256SUMS to identify the artifacts; equal runs give equal files."""
    sums = folder / "SHA256SUMS"
    content = {
        "puzzle": puzzle,
        "level": level.value,
        "program": f"puzzle-tablebases {__version__}",
        "artifacts": file_digest(sums) if sums.is_file() else None,
        "outcome": (Outcome.DIFFERS if is_wrong(results) else Outcome.AGREES).value,
        "checks": list(map(asdict, results)),
    }
    with renamed_when_complete(folder / "verification.json") as partial:
        partial.write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n", "utf-8")


def is_wrong(results: Iterable[Result]) -> bool:
    """Whether a check found something wrong."""
    return any(result.outcome is Outcome.DIFFERS for result in results)
