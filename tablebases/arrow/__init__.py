"""The arrow puzzle of Exponential Idle: fewest taps for every board, or a clear "unsolvable".

>>> import tablebases
>>> answer = tablebases.arrow.solve("434131344")
>>> answer.board.level.name, answer.min_taps, answer.solutions
('easy', 14, ('203302121',))
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablebases import late_names

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
    "TappedBoard",
    "TileFix",
    "algebra",
    "generate",
    "levels",
    "solve",
]

__getattr__, __dir__ = late_names(__name__, __all__, ("boards", "answers"))
