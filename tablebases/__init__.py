"""Exact answers for four puzzles, from tablebases that were computed once.

    >>> import tablebases
    >>> tablebases.__version__
    '1.0.0'

A module for each puzzle answers: `nine_tiles`, `arrow`, `godomachi` and `millijan`. It is imported when it is first
used, so that `import tablebases` takes no time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from tablebases.errors import DamagedDataError, Error, InputError, MissingDataError

if TYPE_CHECKING:
    from tablebases import arrow, godomachi, millijan, nine_tiles

__version__ = "1.0.0"
__all__ = [
    "DamagedDataError",
    "Error",
    "InputError",
    "MissingDataError",
    "__version__",
    "arrow",
    "godomachi",
    "millijan",
    "nine_tiles",
]
GAMES = ("arrow", "godomachi", "millijan", "nine_tiles")


def late_names(
    package: str, names: Sequence[str], modules: Sequence[str]
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Make `__getattr__` and `__dir__` of a package that has the `names` of its `modules`.

    A module is imported when one of its names is first used; `judge` is looked for in a module `judge` first. So the
    stages of the workflow and compiled code, which use other modules of the package, do not depend on it.
    """

    def find(name: str) -> Any:
        if name not in names:
            raise AttributeError(f"module '{package}' has no attribute '{name}'")
        likely_first = sorted(modules, key=lambda module: module.rpartition(".")[2] not in name.lower())
        found = (import_module(f"{package}.{module}") for module in likely_first)
        return next(getattr(module, name) for module in found if hasattr(module, name))

    return find, lambda: sorted(names)


def __getattr__(name: str) -> Any:
    if name in GAMES:
        return import_module(f"tablebases.{name}")
    raise AttributeError(f"module 'tablebases' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted(__all__)
