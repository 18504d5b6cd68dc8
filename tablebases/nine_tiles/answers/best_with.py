"""The best towns with given tiles, such as those with the back of tile 4, in the full results.

The condition restricts the towns of one player only: all combinations of scores that some listed town reaches are still
the opponents. A condition names places as a player sees the town. Results list each town in one of its four rotations,
so the condition is turned instead: a listed town fits if it fulfils one of the four turned conditions. Turned back, so
that its tiles are in the wanted places, it scores as it lies.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tablebases.answer import base, share
from tablebases.answer.fields import Cells, cells_of
from tablebases.answer.text import Block, Table
from tablebases.arguments import checked
from tablebases.errors import Error, InputError
from tablebases.languages import t
from tablebases.locations import Place
from tablebases.nine_tiles.answers.best import Answer, best, share_card
from tablebases.nine_tiles.answers.cards import (
    Card,
    CardScore,
    by_card,
    card_scores,
    cells_of_scores,
    lost_and_gained,
    plain,
)
from tablebases.nine_tiles.answers.complete import tiles_of
from tablebases.nine_tiles.answers.town import AnyPath, Town, find_database, game_of, read_tiles, spaced
from tablebases.nine_tiles.packed_towns import PackedBoxes, packed_boxes
from tablebases.nine_tiles.rules.laid_town import ALL_DIRECTIONS, WantedTile, effort, parse_wanted, turned_direction
from tablebases.nine_tiles.rules.themes import AnyCards
from tablebases.nine_tiles.rules.tiles import Board
from tablebases.nine_tiles.tablebase import BEST_TOWNS, SUCCESS_PATTERN, read_themes
from tablebases.puzzles import NINE_TILES


@dataclass(frozen=True)
class AnswerWith:
    """The towns with the given tiles that share one of the equally good best answers."""

    scores: tuple[CardScore, ...]
    """One for each card."""
    costs: tuple[int, ...]
    """How much the condition costs on each card: the score of the best town without it, minus that of this town."""
    wins: int
    """Other scores in these cards, of any listed town, that lose against these."""
    losses: int
    n_theme_synonyms: int
    """Theme synonyms with a town that has the tiles and, as it lies, these scores."""
    theme_synonym: int
    """The first of them."""
    town: Town
    """One of its towns, turned so that its tiles are in the given places."""


@dataclass(frozen=True)
class BestWith(base.Answer):
    """The best answers for one, two or three cards with given tiles; all of them are equally good."""

    cards: tuple[Card, ...]
    conditions: tuple[str, ...]
    answers: tuple[AnswerWith, ...]
    without: Answer
    """The best answer without the condition, which the costs compare with: one of `answers`, if it is equally good."""
    source: Place

    lists = "answers"

    @property
    def town(self) -> Town:
        """The town of the first answer."""
        return self.answers[0].town

    @property
    def title(self) -> str:
        """The cards and the conditions."""
        cards, conditions = (t(", ").join(each) for each in ([card.title for card in self.cards], self.conditions))
        return t("Best for {cards}, with {conditions}", cards=cards, conditions=conditions)

    @checked
    def outcome(self, answer: AnswerWith) -> str:
        """The wins and losses of an answer, in words."""
        text = "{wins:,} wins and {losses:,} losses against all other scores on these cards"
        return t(text, wins=answer.wins, losses=answer.losses)

    @checked
    def cost(self, answer: AnswerWith) -> str:
        """What the condition costs on each card, in words."""
        lost, gained = lost_and_gained(self.cards, answer.costs)
        scores = spaced(plain(self.without.scores))
        if not lost:
            return t("The condition costs nothing: the best scores without it are {scores} too.", scores=scores)
        values = {"scores": scores, "wins": self.without.wins, "losses": self.without.losses, "lost": lost}
        if gained:
            text = (
                "The best scores without the condition are {scores} ({wins:,} wins, {losses:,} losses). It costs "
                "{lost}, and gains {gained}."
            )
            return t(text, gained=gained, **values)
        text = "The best scores without the condition are {scores} ({wins:,} wins, {losses:,} losses). It costs {lost}."
        return t(text, **values)

    @checked
    def table(self, answer: AnswerWith) -> list[tuple[object, ...]]:
        """A row for each card, in the columns `COLUMNS`."""
        return [
            (each.card.title, each.score, each.score + cost, each.card.best, each.rank, each.better_than_in_words)
            for each, cost in zip(answer.scores, answer.costs, strict=True)
        ]

    def blocks(self) -> Iterator[Block]:
        """The answers as tables of their cards, and in words; then the first town."""
        yield self.title
        for answer in self.answers:
            yield Table(self.table(answer), COLUMNS)
            yield from (self.outcome(answer), self.cost(answer), answer.town.pattern)
        yield from self.town.blocks()

    def rows(self) -> Iterator[Cells]:
        """A row for each answer, with scores and costs in columns such as `t02` and `cost_t02`."""
        for answer in self.answers:
            yield {
                **cells_of_scores(answer.scores),
                **by_card("cost_", self.cards, answer.costs),
                **{name: cell for name, cell in cells_of(answer).items() if name != "costs"},
            }

    def svg(self) -> str:
        """The first town."""
        return self.town.svg()

    def card(self) -> share.Card:
        """The first town to share; the page does not know the condition."""
        return share_card(self.answers[0].scores, self.town, f"{NINE_TILES.page}/")


COLUMNS = ("card", "score", "without the condition", "best", "rank", "better than")


# The conditions, as the rotations of the board see them.


class _Frame(NamedTuple):
    """A rotation of the board, and the conditions turned with it."""

    quarters: int
    """Quarter turns to the left."""
    sources: tuple[int, ...]
    """For each position, the position of its tile before the rotation."""
    wanted: list[WantedTile]
    """With all directions that look like a wanted one."""


Looks = dict[int, tuple[int, ...]]
"""Tile number -> for each direction the smallest direction that looks the same."""


def _turned(want: WantedTile, quarters: int, sources: Sequence[int], looks: Looks) -> WantedTile:
    """A condition after a rotation of the board."""
    look = looks[want.tile]
    shown = {look[turned_direction(direction, quarters)] for direction in want.directions}
    position = None if want.position is None else sources.index(want.position)
    return WantedTile(position, want.tile, tuple(d for d in ALL_DIRECTIONS if look[d] in shown))


def _frames(wanted: Sequence[WantedTile], board: Board, looks: Looks) -> list[_Frame]:
    return [
        _Frame(quarters, sources, [_turned(want, quarters, sources, looks) for want in wanted])
        for quarters, sources in board.rotations
    ]


def _as_wanted(pattern: str, frame: _Frame, wanted: Sequence[WantedTile], looks: Looks) -> str | None:
    """A listed town turned back from a frame; None if it does not have the wanted tiles."""
    half = len(frame.sources)
    tiles, directions = [0] * half, [0] * half
    for position, source in enumerate(frame.sources):
        tiles[source] = int(pattern[position])
        directions[source] = turned_direction(int(pattern[half + position]), -frame.quarters)
    for want in wanted:
        if want.tile not in tiles or want.position not in (None, tiles.index(want.tile)):
            return None
        position = tiles.index(want.tile)
        look = looks[want.tile]
        same = [d for d in want.directions if look[d] == look[directions[position]]]
        if not same:
            return None
        if directions[position] not in same:
            directions[position] = same[0]
    return "".join(map(str, [*tiles, *directions]))


# The search.


def _towns_of(
    packed: PackedBoxes, theme_synonym: int, frames: Sequence[_Frame], wanted: Sequence[WantedTile], looks: Looks
) -> list[str]:
    """The towns of a theme synonym, turned so that the wanted tiles are in their places; the easiest first."""
    listed = packed.towns(packed.boxes_of(theme_synonym))
    turned = (_as_wanted(pattern, frame, wanted, looks) for pattern in listed for frame in frames)
    return sorted(filter(None, turned), key=effort)


@checked
def best_with(
    cards: AnyCards, conditions: str | Sequence[str], *, results: AnyPath = None, tiles: AnyPath = None
) -> BestWith:
    """Find the best answers for one to three cards among towns with given tiles, in ten to twenty seconds.

        nine_tiles.best_with([2, 5, 18], ["tile 4 back", "tile 0 at top left"])

    A condition is such as `tile 4 back`, `tile 4 back at centre` or `tile 2 direction 3 at row 1 column 2`. The
    towns fulfil all of them, and score as they lie. Opponents have any towns: an answer has the wins and losses of its
    scores against all other scores that some listed town reaches. The search needs the full results.
    """
    import numpy as np

    from tablebases.nine_tiles.rules.measures import scores_by_theme
    from tablebases.nine_tiles.rules.road_objects import RULE_SETS
    from tablebases.nine_tiles.rules.round_robin import best_among
    from tablebases.nine_tiles.search.completion import looks_of
    from tablebases.nine_tiles.search.turned_towns import results_with, road_reader

    game, all_tiles = game_of(results), read_tiles(tiles)
    conditions = [conditions] if isinstance(conditions, str) else conditions
    if not conditions:
        raise InputError("name a tile, such as 'tile 4 back' or 'tile 4 back at centre'")
    wanted = [parse_wanted(condition, game.board) for condition in conditions]
    used = tiles_of(game, all_tiles, [want.tile for want in wanted])
    unrestricted = best(cards, results=results, tiles=tiles)
    best_towns = find_database(BEST_TOWNS, results).path
    towns_file = find_database(SUCCESS_PATTERN, results)
    all_themes = read_themes(best_towns, BEST_TOWNS)
    themes = [card.theme for card in unrestricted.cards]
    looks = looks_of(all_tiles)
    frames = _frames(wanted, game.board, looks)
    with packed_boxes(towns_file.path, best_towns) as packed:
        reader = road_reader(game.board, used, RULE_SETS[game.rule_set])
        found = results_with(towns_file.path, reader, frames, themes, all_themes)
        if not found.is_own.any():
            text = "no town has {conditions}; change a condition or leave it out"
            raise Error(text, conditions=t(", ").join(conditions))
        winners = best_among(found.scores, found.is_own, found.n_listed)
        ids_of = [np.unique(found.theme_synonyms[winner.places]).tolist() for winner in winners]
        scores_of = [tuple(found.scores[:, winner.places[0]].tolist()) for winner in winners]
        towns = [
            next(
                town
                for pattern in _towns_of(packed, ids[0], frames, wanted, looks)
                for town in [Town(pattern, game.board, all_tiles)]
                if scores_by_theme(town.laid, themes, game.rule_set) == of_cards
            )
            for ids, of_cards in zip(ids_of, scores_of, strict=True)
        ]
    without = next((each for each in unrestricted.answers if plain(each.scores) in scores_of), unrestricted.answers[0])
    answers = []
    for winner, ids, of_cards, town in zip(winners, ids_of, scores_of, towns, strict=True):
        answers.append(
            AnswerWith(
                card_scores(unrestricted.cards, of_cards),
                tuple(other - score for other, score in zip(plain(without.scores), of_cards, strict=True)),
                winner.wins,
                winner.losses,
                len(ids),
                ids[0],
                town,
            )
        )
    return BestWith(unrestricted.cards, tuple(conditions), tuple(answers), without, towns_file.place)
