"""Judge a round of Nine Tiles Panic: the meetings of the towns, and the smallest change that would have won.

Two towns meet as in the round robin of `best`: the one that is better on more of the cards wins. If the order in which
the players finished is known, the one who finished earlier is better on a card on which both score the same.

Changes of a town, the smallest first: one tile turned, one tile flipped to its other face in any direction, two tiles
swapped as they lie. Towns score as they lie, as in `score`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import combinations
from operator import eq, gt, lt
from typing import Literal, NamedTuple

from tablebases.database import open_rows
from tablebases.errors import Error, InputError
from tablebases.languages import t
from tablebases.locations import Place
from tablebases.messages import listed
from tablebases.nine_tiles.answers import Answer, Card, CardScore, best, card_scores
from tablebases.nine_tiles.laid_town import TURNS, LaidTile, LaidTown, completeness_faults, place_in_words
from tablebases.nine_tiles.measures import explanations_by_theme
from tablebases.nine_tiles.tablebase import BEST_TOWNS, scores_in, themes_in
from tablebases.nine_tiles.themes import AnyCards, Theme
from tablebases.nine_tiles.tiles import Tile
from tablebases.nine_tiles.town import (
    AnyPath,
    Town,
    find_database,
    game_of,
    read_tiles,
    text_lines,
    text_table,
    town_of,
)

# Changes of a town.

Way = Literal["turn", "flip", "swap"]


class ChangedTiles(NamedTuple):
    """A town with one change."""

    way: Way
    positions: tuple[int, ...]
    """The positions of the tile, or of both."""
    town: LaidTown


def changes(town: LaidTown, tiles: Sequence[Tile]) -> Iterator[ChangedTiles]:
    """All towns with one change, the smallest changes first; they need not be complete.

    Tiles of a kind of change are in the order of positions, and directions ascend.
    """
    faces = {tile.number: tile.faces for tile in tiles}

    def changed(way: Way, new: dict[int, LaidTile]) -> ChangedTiles:
        laid = tuple(new.get(position, tile) for position, tile in enumerate(town.tiles))
        return ChangedTiles(way, tuple(new), replace(town, tiles=laid))

    for position, tile in enumerate(town.tiles):
        for turns in range(TURNS):
            if turns != tile.turns:
                yield changed("turn", {position: replace(tile, turns=turns)})
    for position, tile in enumerate(town.tiles):
        side = 1 - tile.side
        for turns in range(TURNS):
            yield changed("flip", {position: LaidTile(tile.number, side, turns, faces[tile.number][side])})
    for (a, one), (b, other) in combinations(enumerate(town.tiles), 2):
        yield changed("swap", {a: other, b: one})


@dataclass(frozen=True)
class Change:
    """A change of a player's town that would have won the round."""

    way: Way
    """turn: a tile is turned. flip: it shows its other face, in any direction. swap: two change places as they lie."""
    positions: tuple[int, ...]
    """The position of the tile before the change, or of both."""
    tiles: tuple[int, ...]
    """Their numbers."""
    directions: tuple[int, ...]
    """Their directions after a turn or flip, or before and after a swap."""
    town: Town
    """The changed town."""
    scores: tuple[CardScore, ...]
    """Its scores, one for each card."""

    @property
    def places(self) -> tuple[str, ...]:
        """The places of the tile, or of both, in the current language."""
        return tuple(place_in_words(position, self.town.board) for position in self.positions)

    @property
    def in_words(self) -> str:
        """What to do with which tiles."""
        tile, place = self.tiles[0], self.places[0]
        if self.way == "swap":
            values = {"other": self.tiles[1], "other_place": self.places[1]}
            return t("swap tile {tile} ({place}) and tile {other} ({other_place})", tile=tile, place=place, **values)
        turn, flip = "turn tile {tile} ({place}) to direction {new}", "flip tile {tile} ({place}) to direction {new}"
        return t(turn if self.way == "turn" else flip, tile=tile, place=place, new=self.directions[0])


# The round.


@dataclass(frozen=True)
class Player:
    """A player of a round, with a town."""

    number: int
    """From 1, in the order of the towns."""
    town: Town
    scores: tuple[CardScore, ...]
    """One for each card."""
    beats: tuple[int, ...]
    """Numbers of the players who lose to this one."""
    loses_to: tuple[int, ...]
    draws_with: tuple[int, ...]
    change: Change | None
    """The smallest change that would have won; None for the winner, and if no single change would."""


@dataclass(frozen=True)
class Round:
    """A judged round."""

    cards: tuple[Card, ...]
    players: tuple[Player, ...]
    order: tuple[int, ...] | None
    """Numbers of the players, who finished first comes first; None if it is not known."""
    winner: int | None
    """The player who beats all others; None if there is no such player."""
    best: Answer
    """The best answer to the cards, the first of equally good ones."""
    best_beats: tuple[int, ...]
    """Players that its town beats; equal scores on a card stay equal."""
    source: Place

    @property
    def title(self) -> str:
        """The cards."""
        return t("A round with {cards}", cards=t(", ").join(card.title for card in self.cards))

    @property
    def outcome(self) -> str:
        """Who wins, in words."""
        if self.winner is None:
            return t("No player beats all others.")
        return t("Player {n} wins: this town beats all others.", n=self.winner)

    @property
    def best_in_words(self) -> str:
        """The scores of the best town, and the players that it beats."""
        values = {"scores": _spoken(self.best.scores)}
        if not self.best_beats:
            return t("The best town there was scores {scores}, and would have beaten no player", **values)
        text = "The best town there was scores {scores}, and would have beaten {players}"
        return t(text, players=listed(t("player {n}", n=number) for number in self.best_beats), **values)

    @property
    def changes_in_words(self) -> list[str]:
        """For each player who did not win, the smallest change that would have won."""
        return [_change_in_words(player) for player in self.players if player.number != self.winner]

    def __str__(self) -> str:
        return "\n\n".join(
            [
                text_lines(self.title),
                text_table(SCORE_COLUMNS, self.score_rows),
                text_table(MEETING_COLUMNS, self.meeting_rows),
                text_lines(self.outcome, *self.changes_in_words),
                text_lines(t("{sentence}:", sentence=self.best_in_words)) + f"\n{self.best.towns[0]}",
            ]
        )

    def _repr_svg_(self) -> str:
        return self.best.towns[0].svg()

    @property
    def score_rows(self) -> list[tuple[object, ...]]:
        """A row for each player and card, in the columns `SCORE_COLUMNS`."""
        return [
            (player.number, each.card.title, each.score, each.card.best, each.rank, each.better_than_in_words)
            for player in self.players
            for each in player.scores
        ]

    @property
    def meeting_rows(self) -> list[tuple[object, ...]]:
        """A row for each player, in the columns `MEETING_COLUMNS`."""
        return [
            (player.number, player.town.pattern, *map(_joined, (player.beats, player.loses_to, player.draws_with)))
            for player in self.players
        ]


SCORE_COLUMNS = ("player", "card", "score", "best", "rank", "better than")
MEETING_COLUMNS = ("player", "town", "beats", "loses to", "draws with")


def _joined(numbers: Sequence[int]) -> str:
    return t(", ").join(map(str, numbers))


def _spoken(scores: Sequence[CardScore]) -> str:
    return " ".join(str(score.score) for score in scores)


def _change_in_words(player: Player) -> str:
    if player.change is None:
        text = "Player {n}: no tile turned or flipped and no two tiles swapped would have won."
        return t(text, n=player.number)
    return t(
        "Player {n} would have won with one change: {change}. The town {pattern} scores {scores}.",
        n=player.number,
        change=player.change.in_words,
        pattern=player.change.town.pattern,
        scores=_spoken(player.change.scores),
    )


@dataclass(frozen=True)
class _Rules:
    """What decides a meeting: the cards, the reading of their texts, and the order in which players finished."""

    themes: Sequence[Theme]
    rule_set: str
    finished: Sequence[int]
    """For each player, the place in the order; the same for all if it is not known."""

    def scores(self, town: LaidTown) -> tuple[int, ...]:
        """The scores of a complete town."""
        return tuple(explanation.score for _, explanation in explanations_by_theme(town, self.themes, self.rule_set))

    def balance(self, scores: Sequence[Sequence[int]], one: int, other: int) -> int:
        """On how many more cards player `one` is better than `other`; players are counted from 0."""
        ahead, behind = (self.finished[one] < self.finished[other], self.finished[one] > self.finished[other])
        pairs = [((a, ahead), (b, behind)) for a, b in zip(scores[one], scores[other], strict=True)]
        return sum((a > b) - (a < b) for a, b in pairs)

    def wins(self, scores: Sequence[Sequence[int]], one: int) -> bool:
        """Whether a player beats all others."""
        return all(self.balance(scores, one, other) > 0 for other in range(len(scores)) if other != one)


def _winning_change(
    player: int, town: LaidTown, tiles: Sequence[Tile], scores: Sequence[Sequence[int]], rules: _Rules
) -> tuple[ChangedTiles, tuple[int, ...]] | None:
    """The smallest change of a player's town that beats all others, and the scores after it."""
    for change in changes(town, tiles):
        if completeness_faults(change.town):
            continue
        changed = rules.scores(change.town)
        if rules.wins([*scores[:player], changed, *scores[player + 1 :]], player):
            return change, changed
    return None


@contextmanager
def _named(player: int) -> Iterator[None]:
    """Name a player, counted from 0, in errors of the block."""
    try:
        yield
    except Error as error:
        raise type(error)("player {n}: {error}", n=player + 1, error=error) from error


def _finished(order: Sequence[int] | None, n_players: int) -> list[int]:
    """For each player, the place in the order in which they finished; the same for all if it is not known."""
    if order is None:
        return [0] * n_players
    players = list(range(1, n_players + 1))
    if sorted(order) != players:
        text = "the order must name each player from 1 to {n} once, such as {example}, but it is {order}"
        example = ",".join(map(str, reversed(players)))
        raise InputError(text, n=n_players, example=example, order=",".join(map(str, order)))
    return [list(order).index(player) for player in players]


def judge(
    cards: AnyCards,
    towns: Sequence[Town | str],
    *,
    order: Sequence[int] | None = None,
    results: AnyPath = None,
    tiles: AnyPath = None,
) -> Round:
    """Judge a round: the scores of the towns, the meetings that each wins, and what would have won.

    `order` has the numbers of the players, from 1, in the order in which they finished. The earlier player is better
    on a card on which two towns score the same.

    >>> from tablebases import nine_tiles
    >>> judged = nine_tiles.judge([2, 5, 18], ["206745813361230035", "523064178274413330"])
    >>> judged.winner, [[each.score for each in player.scores] for player in judged.players]
    (None, [[0, 6, 1], [0, 10, 0]])
    >>> judged.players[1].change.in_words
    'turn tile 4 (right) to direction 0'
    """
    if len(towns) < 2:
        raise InputError("a round has two or more towns, but there are {n}; name each player's town", n=len(towns))
    finished = _finished(order, len(towns))
    found = best(cards, results=results, tiles=tiles)
    with open_rows(find_database(BEST_TOWNS, results).path, BEST_TOWNS) as database:
        by_number = {theme.no: theme for theme in themes_in(database)}
        themes = [by_number[card.number] for card in found.cards]
        n_towns = list(scores_in(database, themes).values())
    game = game_of(results)
    rules = _Rules(themes, game.rule_set, finished)
    all_tiles = read_tiles(tiles)
    parsed, scores = [], []
    for player, town in enumerate(towns):
        with _named(player):
            parsed.append(town_of(town, tiles, game.board))
            scores.append(rules.scores(parsed[player].laid))

    def among_all(of_town: Sequence[int]) -> tuple[CardScore, ...]:
        distances = [sum(other > score for other in of_all) for score, of_all in zip(of_town, n_towns, strict=True)]
        return card_scores(found.cards, of_town, distances, n_towns)

    def winning_change(player: int) -> Change | None:
        laid = parsed[player].laid
        winning = _winning_change(player, laid, all_tiles, scores, rules)
        if winning is None:
            return None
        (way, positions, changed), new_scores = winning
        moved = {tile.number: TURNS * tile.side + tile.turns for tile in changed.tiles}
        numbers = tuple(laid.tiles[position].number for position in positions)
        directions = tuple(moved[number] for number in numbers)
        town = Town(changed.pattern, laid.board, all_tiles)
        return Change(way, positions, numbers, directions, town, among_all(new_scores))

    players = range(len(parsed))
    winner = next((player for player in players if rules.wins(scores, player)), None)
    judged = []
    for player in players:
        balance = {other + 1: rules.balance(scores, player, other) for other in players if other != player}
        beats, loses_to, draws_with = (
            tuple(n for n, cards_ahead in balance.items() if is_so(cards_ahead, 0)) for is_so in (gt, lt, eq)
        )
        change = None if player == winner else winning_change(player)
        own = among_all(scores[player])
        judged.append(Player(player + 1, parsed[player], own, beats, loses_to, draws_with, change))
    of_best = [each.score for each in found.answers[0].scores]
    untied = replace(rules, finished=[0, 0])
    beaten = tuple(player + 1 for player in players if untied.balance([of_best, scores[player]], 0, 1) > 0)
    return Round(
        found.cards,
        tuple(judged),
        None if order is None else tuple(order),
        None if winner is None else winner + 1,
        found.answers[0],
        beaten,
        found.source,
    )
