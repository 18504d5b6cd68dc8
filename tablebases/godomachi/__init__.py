"""Godomachi: who wins every pair of polyominoes, and in how many plies.

Two players cut congruent pieces off both shapes in turn. The player who makes the two shapes congruent wins.

    >>> import tablebases
    >>> tablebases.godomachi.solve("#####", "##/.##/..#").headline
    'the second player wins in 2 plies'

solve(a, b)     winner of a pair, plies, and a best line
cuts(a)         all kinds of cuts of a shape; with `b`, all first moves of a pair
shapes(n)       all polyominoes of `n` cells
play(a, b)      a game with all its positions solved
open_results()  look up pairs in finished results, and choose puzzles

Shapes are text in any notation, `##/#.` or `5:3` or a drawing, or a `Shape`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablebases import late_names

if TYPE_CHECKING:
    from tablebases.godomachi.answers import *
    from tablebases.godomachi.notation import Shape
    from tablebases.godomachi.results import *

__all__ = [
    "AnsweredMove",
    "Cut",
    "Cuts",
    "Game",
    "KnownMove",
    "KnownPair",
    "Move",
    "Polyominoes",
    "Puzzle",
    "Results",
    "Shape",
    "SizeSummary",
    "Solution",
    "Summary",
    "cuts",
    "open_results",
    "play",
    "shapes",
    "solve",
]

__getattr__, __dir__ = late_names(__name__, __all__, ("notation", "answers", "results"))
