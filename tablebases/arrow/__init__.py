"""The arrow puzzle of Exponential Idle: fewest taps for every board, or a clear "unsolvable".

    >>> import tablebases
    >>> answer = tablebases.arrow.solve("434131344")
    >>> answer.board.level.name, answer.min_taps, answer.solutions
    ('easy', 14, ('203302121',))

All names are those of the module `answers`, which is imported when one of them is first used. So the stages of the
workflow, which use other modules of this package, do not depend on it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tablebases.arrow.answers import *
    from tablebases.arrow.boards import Layout, Least, Level, Shape

__all__ = [
    "Answer",
    "Board",
    "KernelVector",
    "Layout",
    "Least",
    "Level",
    "LevelAlgebra",
    "LevelFigures",
    "Levels",
    "PrimeFactor",
    "Shape",
    "TileFix",
    "algebra",
    "generate",
    "levels",
    "solve",
]


def __getattr__(name: str) -> Any:
    if name in __all__:
        return getattr(import_module("tablebases.arrow.answers"), name)
    raise AttributeError(f"module 'tablebases.arrow' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted(__all__)
