"""Nine Tiles Panic: every town, its scores, and the best towns for every theme set.

    >>> from tablebases import nine_tiles
    >>> answer = nine_tiles.best(2, 5, 18)
    >>> answer.town
    Town('135687420251014034')

Every answer is a frozen dataclass. `str(answer)` is text of at most 80 columns, and a notebook draws its town. `source`
says where the results of an answer were found. These keywords mean the same in all functions:

    results     the folder with the finished artifacts; None for the first that exists of the results in the working
                folder, fetched results, and those in the package
    tiles       another tile file
    themes      another theme file
    limit       how many towns are listed for each answer

Functions raise an `InputError` for bad input, a `MissingDataError` for missing results, and a `DamagedDataError` for
damaged ones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablebases import late_names

if TYPE_CHECKING:
    from tablebases.nine_tiles.answers.best import *
    from tablebases.nine_tiles.answers.best_with import *
    from tablebases.nine_tiles.answers.cards import *
    from tablebases.nine_tiles.answers.complete import *
    from tablebases.nine_tiles.answers.judge import *
    from tablebases.nine_tiles.answers.learn import *
    from tablebases.nine_tiles.answers.results import *
    from tablebases.nine_tiles.answers.score import *
    from tablebases.nine_tiles.answers.town import Town

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

MODULES = ("town", "cards", "best", "score", "complete", "learn", "judge", "best_with", "results")
__getattr__, __dir__ = late_names(__name__, __all__, [f"answers.{name}" for name in MODULES])
