"""Every argument of every public function is read, or refused in one sentence."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack
from inspect import signature
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tablebases
from tablebases import arrow
from tablebases.errors import LONGEST_MESSAGE, InputError, MissingDataError
from tablebases.puzzles import PUZZLES

Call = tuple[Callable[..., Any], Mapping[str, Any]]
"""A public function, and arguments that it takes."""
Folders = Callable[[str], Path]
"""Puzzle -> the folder of a small run."""

CALLS: Mapping[str, Callable[[ExitStack, Folders], Call]] = {
    "arrow.solve": lambda *_: (arrow.solve, {"board": "434131344", "least": "tiles"}),
    "arrow.generate": lambda *_: (arrow.generate, {"level": "easy"}),
    "arrow.Board.parse": lambda *_: (arrow.Board.parse, {"text": "434131344"}),
    "arrow.Board.after": lambda *_: (arrow.Board.parse("434131344").after, {"taps": "203302121"}),
}
"""Name of a public function -> how a user calls it."""


def public_functions() -> Iterator[str]:
    """The names of all public functions and methods that take an argument."""
    for package in (puzzle.library for puzzle in PUZZLES):
        module = getattr(tablebases, package)
        for name in module.__all__:
            member = getattr(module, name)
            methods = [each for each in dir(member) if inspect.isclass(member) and not each.startswith("_")]
            functions = {f"{package}.{name}.{each}": getattr(member, each) for each in methods}
            for title, function in ({f"{package}.{name}": member} if inspect.isfunction(member) else functions).items():
                is_ours = (getattr(function, "__module__", "") or "").startswith("tablebases.") and inspect.isroutine(
                    function
                )
                if is_ours and set(signature(function).parameters) - {"self"}:
                    yield title


NEVER = (b"434131344", 1.5, math.nan, object(), {"board": 1}, [[[[[[1]]]]]], [b"1"], [None], 10**5000, "1" * 100_001)
"""Values that are wrong for every argument."""
OFTEN = (
    None, "", "\0", " ", "x", "a\ud800", "9" * 5000, "/" * 3000, True, -1, 0, 5, 2**62, np.int64(2), [], (), [""],
    ["x", "y"], [3, 1], np.array([[1, 2], [3, 4]]), {1, 2}, range(3), lambda *_: None, Path("no/such/file"),
)  # fmt: skip
"""Values that are right for a few arguments, and wrong for the others."""


def call(function: Callable[..., Any], arguments: Mapping[str, Any]) -> None:
    """Call a function, enter the context that it returns, and take the first values of an iterator."""
    rest = next(
        (each.name for each in signature(function).parameters.values() if each.kind is each.VAR_POSITIONAL), None
    )
    answer = function(*arguments.get(rest, ()), **{name: value for name, value in arguments.items() if name != rest})
    if isinstance(answer, AbstractContextManager):
        with answer:
            pass
    elif isinstance(answer, Iterator):
        list(islice(answer, 3))


@pytest.mark.parametrize("name", public_functions())
def test_every_argument_is_read_or_refused(
    name: str, request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with ExitStack() as stack:
        function, arguments = CALLS[name](stack, lambda puzzle: request.getfixturevalue(f"{puzzle}_folder"))
        call(function, arguments)
        for parameter in signature(function).parameters.values():
            is_rest = parameter.kind is parameter.VAR_POSITIONAL
            for value in (*NEVER, *OFTEN):
                changed = {**arguments, parameter.name: (value,) if is_rest else value}
                try:
                    call(function, changed)
                except (InputError, MissingDataError) as error:
                    refusal = str(error)
                else:
                    refusal = ""
                    assert not any(value is never for never in NEVER), f"{parameter.name} takes {value!r:.60}"
                assert refusal == "" or (refusal.isprintable() and len(refusal) < LONGEST_MESSAGE + 100)


SAME: list[tuple[Call, Call]] = [
    ((arrow.solve, {"board": board}), (arrow.solve, {"board": "434131344"}))
    for board in (
        [4, 3, 4, 1, 3, 1, 3, 4, 4],
        [[4, 3, 4], [1, 3, 1], [3, 4, 4]],
        np.array([[4, 3, 4], [1, 3, 1], [3, 4, 4]]),
        434131344,
    )
]
"""Two calls with the same answer."""


@pytest.mark.parametrize(("given", "usual"), SAME)
def test_arguments_are_read_as_people_pass_them(given: Call, usual: Call) -> None:
    assert given[0](**given[1]) == usual[0](**usual[1])
