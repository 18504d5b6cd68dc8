"""Nine Tiles Panic: every town, its scores, and the best towns for every theme set."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tablebases import late_names

if TYPE_CHECKING:
    from tablebases.nine_tiles.answers import *
    from tablebases.nine_tiles.judging import *
    from tablebases.nine_tiles.restricted import *
    from tablebases.nine_tiles.results import *
    from tablebases.nine_tiles.town import Town

__all__ = [
    "Answer",
    "AnswerWith",
    "Best",
    "BestWith",
    "Card",
    "CardScore",
    "Cards",
    "Change",
    "Completion",
    "Completions",
    "Figure",
    "FoundTowns",
    "ListedTown",
    "Mix",
    "MixedAnswer",
    "Player",
    "Probe",
    "Reason",
    "Results",
    "Round",
    "Score",
    "Summary",
    "ThemePlace",
    "ThemeSynonym",
    "ThemeSynonyms",
    "Town",
    "TownToLearn",
    "TownsToLearn",
    "TurnedScore",
    "best",
    "best_with",
    "cards",
    "complete",
    "judge",
    "learn",
    "open_results",
    "score",
    "summary",
]

PUZZLE = "nine_tiles_panic"
"""The name of the puzzle's folder of results."""
TILES, THEMES = Path("data/nine_tiles_panic/tiles.csv"), Path("data/nine_tiles_panic/themes.csv")
"""The puzzle's data files, in a checkout and in the folder `packaged`."""

__getattr__, __dir__ = late_names(__name__, __all__, ("town", "answers", "judging", "restricted", "results"))
