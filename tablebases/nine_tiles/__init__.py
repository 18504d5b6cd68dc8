"""Nine Tiles Panic: every town, its scores, and the best towns for every theme set."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

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
]

PUZZLE = "nine_tiles_panic"
"""The name of the puzzle's folder of results."""
TILES, THEMES = Path("data/nine_tiles_panic/tiles.csv"), Path("data/nine_tiles_panic/themes.csv")
"""The puzzle's data files, in a checkout and in the folder `packaged`."""

if not TYPE_CHECKING:
    # Names are looked up late, so that stages that import one module do not depend on all others.
    _IN_RESULTS = ("FoundTowns", "ListedTown", "Probe", "Results", "ThemePlace", "ThemeSynonym", "ThemeSynonyms")
    _MODULES = {
        **dict.fromkeys((*_IN_RESULTS, "open_results"), "results"),
        **dict.fromkeys(("Change", "Player", "Round", "judge"), "judging"),
        **dict.fromkeys(("AnswerWith", "BestWith", "best_with"), "restricted"),
        "Town": "town",
    }

    def __getattr__(name):
        if name not in __all__:
            raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
        return getattr(import_module(f"{__name__}.{_MODULES.get(name, 'answers')}"), name)

    def __dir__():
        return sorted(__all__)
