"""The three cards of a day; `page/practice.js` draws the same ones."""

from __future__ import annotations

from tablebases.errors import Error
from tablebases.languages import t
from tablebases.nine_tiles.answers.cards import Card, cards
from tablebases.nine_tiles.rules.themes import THEMES_IN_A_SET
from tablebases.practice import Daily, Draws

LAST_CARD = 26
"""The last card of the game: daily puzzles never have one that was added later."""


def practised_cards() -> list[Card]:
    """The cards of the game on which towns differ."""
    found = [card for card in cards() if card.number <= LAST_CARD and card.best > card.lowest]
    if len(found) < THEMES_IN_A_SET:
        raise Error("practice needs three cards on which towns differ, but these results have {n}", n=len(found))
    return found


def drawn_cards(left: list[Card], draws: Draws) -> list[Card]:
    """Three cards, drawn and removed from `left`, in ascending order."""
    return sorted((left.pop(draws.below(len(left))) for _ in range(THEMES_IN_A_SET)), key=lambda card: card.number)


def daily(day: str) -> Daily:
    """The cards of a day, such as 2026-11-24, with what they count."""
    drawn = drawn_cards(practised_cards(), Draws(f"nine-tiles {day}"))
    numbers = " ".join(str(card.number) for card in drawn)
    lines = [t(": ").join([card.title, card.counts]) for card in drawn]
    return Daily(t("Build the best town for these three cards."), "best", [numbers], lines)
