"""The cards, and scores in them among those of all towns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tablebases.answer import base
from tablebases.answer.text import Block, Table
from tablebases.arguments import checked
from tablebases.database import open_rows
from tablebases.languages import current_language, name_of, t
from tablebases.locations import Place
from tablebases.messages import listed
from tablebases.nine_tiles.answers.town import AnyPath, better_than_in_words, find_database
from tablebases.nine_tiles.best_towns import scores_in
from tablebases.nine_tiles.rules.measures import measure_of
from tablebases.nine_tiles.rules.themes import Theme
from tablebases.nine_tiles.tablebase import BEST_TOWNS, themes_in

if TYPE_CHECKING:
    import sqlite3


@dataclass(frozen=True)
class Card:
    """A card of the game, and the scores that towns have in it."""

    number: int
    name: str
    name_ja: str
    counts: str
    """The things that it counts, in the current language."""
    best: int
    """The best score of a town."""
    lowest: int
    towns_at_best: int
    """How many towns have the best score."""
    theme: Theme = field(repr=False)
    towns_by_score: Mapping[int, int] = field(repr=False, hash=False)
    """Score -> towns that have it, the best score first."""

    @property
    def title(self) -> str:
        """Its number and name in the current language: 2 Surrounded."""
        return t("{number} {name}", number=self.number, name=name_of(self.name, self.name_ja))


@dataclass(frozen=True)
class Cards(base.ListAnswer[Card]):
    """The cards of the game."""

    cards: tuple[Card, ...]
    source: Place

    lists = "cards"

    def blocks(self) -> Iterator[Block]:
        """The cards as a table, in which a Japanese reader finds Japanese names only."""
        columns = ["number", "name", "counts", "best", "lowest", "towns_at_best", "name_ja"]
        headings = {"number": "no", "name": "card", "name_ja": "Japanese name"}
        if current_language() == "ja":
            columns[1] = columns.pop()
            headings["name_ja"] = "card"
        yield Table(self.cards, columns, t("The cards of Nine Tiles Panic"), headings)


def cards_in(database: sqlite3.Connection, themes: Sequence[Theme]) -> tuple[Card, ...]:
    """The cards `themes`, from best_towns.db."""
    found = []
    for theme, towns in zip(themes, scores_in(database, themes).values(), strict=True):
        best, counts = max(towns), t(measure_of(theme.key).counts)
        names = (theme.no, theme.name_en, theme.name_ja)
        found.append(Card(*names, counts, best, min(towns), towns[best], theme, towns))
    return tuple(found)


@checked
def cards(*, results: AnyPath = None) -> Cards:
    """List the cards: what each counts, its best and lowest score, and how many towns have the best.

    >>> from tablebases import nine_tiles
    >>> cards = nine_tiles.cards()
    >>> len(cards), cards[4].name, cards[4].best, cards[4].towns_at_best
    (26, 'The Longest Road', 11, 3557376)
    """
    found = find_database(BEST_TOWNS, results)
    with open_rows(found.path, BEST_TOWNS) as database:
        return Cards(cards_in(database, themes_in(database)), found.place)


# Scores in cards.


@dataclass(frozen=True)
class CardScore:
    """A score in a card, among the scores of all towns."""

    card: Card
    score: int
    rank: int
    """1 for the best score that any town has."""
    better_than: float
    """The share of towns that score less."""

    @property
    def better_than_in_words(self) -> str:
        """The share of towns that score less, in words."""
        return better_than_in_words(self.better_than, self.card.best > self.card.lowest)


def plain(scores: Iterable[CardScore]) -> tuple[int, ...]:
    """The scores without their cards."""
    return tuple(each.score for each in scores)


CARD_SCORE_COLUMNS = ("card", "score", "best", "rank", "better than")


def by_card(name: str, cards: Iterable[Card], values: Iterable[object]) -> dict[str, object]:
    """Cells of CSV with a value for each card, in columns such as `rank_t02`."""
    return {f"{name}t{card.number:02d}": value for card, value in zip(cards, values, strict=True)}


def cells_of_scores(scores: Sequence[CardScore]) -> dict[str, object]:
    """Cells of CSV with scores, in columns such as `t02`, `best_t02`, `rank_t02` and `better_than_t02`."""
    cards = [each.card for each in scores]
    return {
        **by_card("", cards, plain(scores)),
        **by_card("best_", cards, [card.best for card in cards]),
        **by_card("rank_", cards, [each.rank for each in scores]),
        **by_card("better_than_", cards, [each.better_than for each in scores]),
    }


def card_score_rows(scores: Iterable[CardScore]) -> list[tuple[object, ...]]:
    """A row for each score, in the columns `CARD_SCORE_COLUMNS`."""
    return [(each.card.title, each.score, each.card.best, each.rank, each.better_than_in_words) for each in scores]


def card_scores(cards: Iterable[Card], scores: Iterable[int]) -> tuple[CardScore, ...]:
    """Scores in cards among those of all towns."""
    found = []
    for card, score in zip(cards, scores, strict=True):
        towns = card.towns_by_score
        less = sum(count for other, count in towns.items() if other < score)
        found.append(CardScore(card, score, 1 + sum(other > score for other in towns), less / sum(towns.values())))
    return tuple(found)


def lost_and_gained(cards: Sequence[Card], differences: Sequence[int]) -> tuple[str, str]:
    """How much scores lose and gain on which cards, in words; empty if nothing. `differences` of losses are above 0."""
    parts: tuple[list[str], list[str]] = ([], [])
    for card, difference in zip(cards, differences, strict=True):
        if difference:
            parts[difference < 0].append(t("{n} on {card}", n=abs(difference), card=card.title))
    lost, gained = (listed(each) if each else "" for each in parts)
    return lost, gained
