"""The hands of a day; `page/practice.js` deals the same ones."""

from __future__ import annotations

from tablebases.languages import t
from tablebases.millijan.questions import tile_name
from tablebases.millijan.units import COPIES, MAX_TILES
from tablebases.practice import Daily, Draws

KINDS = 54
"""Kinds of tiles in practice, those of the packaged list of tiles."""
HANDS_OF_A_DAY = 5


def practice_hand(draws: Draws) -> tuple[int, ...]:
    """13 kinds from a shuffled deck of all tiles, in ascending order."""
    deck = [kind for kind in range(KINDS) for _ in range(COPIES)]
    for i in range(MAX_TILES):
        other = i + draws.below(len(deck) - i)
        deck[i], deck[other] = deck[other], deck[i]
    return tuple(sorted(deck[:MAX_TILES]))


def daily_hands(day: str) -> list[tuple[int, ...]]:
    """The hands of a day, such as 2026-11-24."""
    draws = Draws(f"millijan {day}")
    return [practice_hand(draws) for _ in range(HANDS_OF_A_DAY)]


def daily(day: str) -> Daily:
    """The hands of a day, by the names of their tiles."""
    hands = [" ".join(tile_name(str(kind)) for kind in hand) for hand in daily_hands(day)]
    task = t("Discard one tile of each hand, so that it comes nearest to a win.")
    lines = [t("hand {number}: {tiles}", number=number, tiles=hand) for number, hand in enumerate(hands, start=1)]
    return Daily(task, "discard", hands, lines, t("hand {number}", number=1))
