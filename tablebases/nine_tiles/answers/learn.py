"""The towns worth learning."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tablebases.answer import base
from tablebases.answer.text import Block, Table
from tablebases.arguments import checked
from tablebases.errors import InputError
from tablebases.languages import t
from tablebases.locations import Place
from tablebases.messages import percent
from tablebases.nine_tiles.answers.town import AnyPath, Town, find_database, read_tiles
from tablebases.nine_tiles.best_towns import BestTowns, read_best_towns
from tablebases.nine_tiles.rules.themes import THEMES_IN_A_SET
from tablebases.nine_tiles.tablebase import BEST_TOWNS, OPTIMAL, read_game


@dataclass(frozen=True)
class TownToLearn:
    """One of the towns to learn."""

    theme_synonym: int
    theme_sets: int
    """How many theme sets it is a best answer to."""
    adds: int
    """How many of these no town before it answers."""
    share: float
    """The share of all theme sets that it and the towns before it answer."""
    town: Town


LEARN_LEGEND = (
    "theme sets: those that the town answers. adds: those of them that no town above it answers. share: of all theme "
    "sets, those that it and the towns above it answer."
)


@dataclass(frozen=True)
class TownsToLearn(base.ListAnswer[TownToLearn]):
    """The towns that together are best answers to the most theme sets."""

    towns: tuple[TownToLearn, ...]
    answered: int
    """Theme sets that they answer together."""
    theme_sets: int
    """All theme sets."""
    source: Place

    lists = "towns"

    @property
    def title(self) -> str:
        """How many theme sets they answer."""
        return t(
            "The {n} towns to learn: best answers to {answered:,} of {theme_sets:,} theme sets ({share})",
            n=len(self.towns),
            answered=self.answered,
            theme_sets=self.theme_sets,
            share=percent(self.answered / self.theme_sets),
        )

    def blocks(self) -> Iterator[Block]:
        """The towns as a table, and what its columns mean."""
        items = [{**vars(each), "share": percent(each.share)} for each in self]
        yield Table(items, ("theme_synonym", "theme_sets", "adds", "share", "town"), self.title, {"town": "pattern"})
        yield t(LEARN_LEGEND)

    def svg(self) -> str:
        """The first town."""
        return self.towns[0].town.svg()


def _theme_sets_of(best: BestTowns, theme_synonym: int) -> set[str]:
    """The theme sets that a theme synonym is a best answer to, by its scores."""
    numbers = (f"{theme.no:02d}" for theme in best.themes)
    scores = dict(zip(numbers, best.towns[theme_synonym].scores, strict=True))
    return {
        cards
        for cards, answers in best.answers.items()
        if len(numbers_of := cards.split("_")) == THEMES_IN_A_SET
        and tuple(scores[number] for number in numbers_of) in {answer.scores for answer in answers}
    }


@checked
def learn(n: int, *, results: AnyPath = None, tiles: AnyPath = None) -> TownsToLearn:
    """Find the `n` towns that together are best answers to the most theme sets; no other `n` answer more.

    >>> from tablebases import nine_tiles
    >>> learned = nine_tiles.learn(3)
    >>> learned.answered, learned.theme_sets
    (244, 2600)
    >>> [(each.theme_sets, each.adds, each.town.pattern) for each in learned]
    [(90, 90, '036582714004421544'), (80, 79, '314826075022202700'), (76, 75, '582764310422502036')]
    """
    found = find_database(BEST_TOWNS, results)
    best = read_best_towns(found.path)
    choices = {chosen.k: chosen.theme_synonyms for chosen in best.learned if chosen.method == OPTIMAL}
    if n not in choices:
        raise InputError("the best choices of 1 to {most} towns are known, not of {n}", most=max(choices), n=n)
    answers = {id_: _theme_sets_of(best, id_) for id_ in choices[n]}
    total = sum(1 for cards in best.answers if len(cards.split("_")) == THEMES_IN_A_SET)
    board, all_tiles = read_game(found.path, BEST_TOWNS).board, read_tiles(tiles)
    answered: set[str] = set()
    learned = []
    while adds := max(len(theme_sets - answered) for theme_sets in answers.values()):
        id_ = next(id_ for id_, theme_sets in answers.items() if len(theme_sets - answered) == adds)
        answered |= answers[id_]
        town = Town(best.towns[id_].pattern, board, all_tiles)
        learned.append(TownToLearn(id_, len(answers[id_]), adds, len(answered) / total, town))
    return TownsToLearn(tuple(learned), len(answered), total, found.place)
