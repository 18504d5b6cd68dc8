"""MilliJan: the best split of a hand into units, its waits, its distance, its discards.

A hand is text, in every notation that the commands take: names, kana of either kind, Latin letters, full names or
numbers, with blanks or commas between the tiles, or nothing where the names are clear. A list of them is a hand too.

>>> import tablebases
>>> print(tablebases.millijan.score("春香 千早 美希"))
hand: 春香 千早 美希
all tiles in units, 4,000 points; 1 best split
<BLANKLINE>
split 1 of 1
<BLANKLINE>
unit               members         unit points
──────────────────────────────────────────────
Fate of the World  春香 千早 美希        4,000

These keywords say how hands are judged:

units      the list of units: `2019` or `2025`, which come with the package, or the path of a file
rules      the rule set: `seed`, `2019-10-08` or `v1.6`
main       the player's main idol; the rule set `seed` knows none
called     called units, each by its name, its number, or its members with + between them
seen       tiles seen elsewhere, which cannot be drawn; written like a hand
tiles      the path of another list of tiles

An unknown name, too many tiles and too many copies raise InputError. Missing and wrong files raise Error.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablebases import late_names

if TYPE_CHECKING:
    from tablebases.millijan.answers import *
    from tablebases.millijan.questions import *
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
    "Judgements",
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

__getattr__, __dir__ = late_names(__name__, __all__, ("units", "answers", "questions"))
