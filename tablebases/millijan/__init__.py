"""MilliJan: the best split of a hand into units, its waits, its distance, its discards."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tablebases.millijan.answers import (
        Call,
        Calls,
        DeckSummary,
        Discard,
        Discards,
        Distance,
        FoundUnits,
        Judgement,
        NearUnit,
        RankedDiscard,
        Score,
        ScoredUnit,
        Split,
        Summary,
        Wait,
        Waits,
    )
    from tablebases.millijan.questions import (
        chi,
        discards,
        distance,
        find_units,
        judge,
        judge_file,
        score,
        summary,
        waits,
    )
    from tablebases.millijan.units import NEVER, RuleSet

__all__ = [
    "NEVER",
    "Call",
    "Calls",
    "DeckSummary",
    "Discard",
    "Discards",
    "Distance",
    "FoundUnits",
    "Judgement",
    "NearUnit",
    "RankedDiscard",
    "RuleSet",
    "Score",
    "ScoredUnit",
    "Split",
    "Summary",
    "Wait",
    "Waits",
    "chi",
    "discards",
    "distance",
    "find_units",
    "judge",
    "judge_file",
    "score",
    "summary",
    "waits",
]


def __getattr__(name: str) -> Any:
    # An import statement here would make every stage and all compiled code of the game depend on these modules.
    if name in __all__:
        modules = (import_module(f"{__name__}.{module}") for module in ("units", "answers", "questions"))
        return next(getattr(module, name) for module in modules if hasattr(module, name))
    raise AttributeError(f"module '{__name__}' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted(__all__)
