"""Judge a round of Nine Tiles Panic: the points of the players, and the smallest change that would have won.

On each card the players are ranked by their scores, and of players with the same score the one who finished earlier
ranks higher. Among n players rank r gives n - r + 1 points, and the most points win. Where the order of finishing is
not known, equal scores share the better rank. A town that is not complete or has a tile twice is unranked: the player
has 0 points, and still counts in n.

Changes of a town, the smallest first: one tile turned, one tile flipped to its other face in any direction, two tiles
swapped as they lie. Towns score as they lie, as in `score`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Literal, NamedTuple

from tablebases.answer import base
from tablebases.answer.fields import Cells, cells_of, figure
from tablebases.answer.text import Block, Table
from tablebases.arguments import checked
from tablebases.errors import Error, InputError
from tablebases.files import LIST_SEPARATOR
from tablebases.languages import t
from tablebases.locations import Place
from tablebases.messages import listed
from tablebases.nine_tiles.answers.best import Answer, best
from tablebases.nine_tiles.answers.cards import (
    CARD_SCORE_COLUMNS,
    Card,
    CardScore,
    by_card,
    card_score_rows,
    card_scores,
    cells_of_scores,
    plain,
)
from tablebases.nine_tiles.answers.score import TurnedScore, turned_in_words, turned_scores
from tablebases.nine_tiles.answers.town import AnyPath, AnyTown, Town, game_of, pattern_of, read_tiles
from tablebases.nine_tiles.rules.laid_town import (
    TURNS,
    LaidTile,
    LaidTown,
    TownError,
    completeness_faults,
    place_in_words,
)
from tablebases.nine_tiles.rules.measures import scores_by_theme
from tablebases.nine_tiles.rules.themes import AnyCards
from tablebases.nine_tiles.rules.tiles import Board, Tile

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
        if self.directions[0] % TURNS == 0:
            turn, flip = "lay tile {tile} ({place}) unturned", "flip tile {tile} ({place}) and lay it unturned"
        return t(turn if self.way == "turn" else flip, tile=tile, place=place, new=self.directions[0])


# The points.


def points_of(scores: Sequence[Sequence[int]], order: Sequence[int] = ()) -> tuple[list[tuple[int, ...]], list[int]]:
    """The points of each player by card, and the number of equal scores of other players in unknown order.

    `scores` are those of each player, one for each card; none for an unranked player, who gets no points.
    `order` has players, counted from 1, as they finished; the others finished after them, in unknown order.
    """
    places = [order.index(player) if player in order else len(order) for player in range(1, len(scores) + 1)]
    keys = [[(-score, place) for score in of_player] for of_player, place in zip(scores, places, strict=True)]
    beside = list(zip(*filter(None, keys), strict=True))
    points = [tuple(len(keys) - sum(map(key.__gt__, beside[i])) for i, key in enumerate(own)) for own in keys]
    return points, [sum(beside[i].count(key) - 1 for i, key in enumerate(own)) for own in keys]


def winners_of(points: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """The players with the most points, counted from 1; empty if no player is ranked."""
    totals = list(map(sum, points))
    return tuple(player for player, total in enumerate(totals, 1) if total == max(totals) > 0)


def does_order_matter(points: Sequence[Sequence[int]], undecided: Sequence[int]) -> bool | None:
    """Whether some order of the players of unknown order gives other winners; None if no card is undecided.

    The points are those of a player who finished before the others of unknown order. One who finished after them has
    one point less for each undecided score. So one order is worst for a winner and best for another player: that player
    finished first, the winner last.
    """
    totals = list(map(sum, points))
    lowest = [max(totals) - undecided[winner - 1] for winner in winners_of(points) if undecided[winner - 1]]
    return any(sum(total >= low for total in totals) > 1 for low in lowest) if any(undecided) else None


# The round.


@dataclass(frozen=True)
class Player:
    """A player of a round, with a town."""

    number: int
    """From 1, in the order of the towns."""
    finished: int | None
    """From 1, in the order of finishing; None where that is unknown."""
    wins: bool
    """Whether no player has more points."""
    town: Town
    faults: tuple[str, ...]
    """Why the town is unranked; empty if it is ranked."""
    scores: tuple[CardScore, ...]
    """One for each card; none if the town is unranked."""
    points: tuple[int, ...]
    """One for each card."""
    change: Change | None
    """The smallest change that would have won; None for the winner, and if no single change would."""
    turned: tuple[TurnedScore, ...]
    """The scores that are others when the town is turned."""

    @figure
    def total(self) -> int:
        """The sum of the points."""
        return sum(self.points)


@dataclass(frozen=True)
class Round(base.Answer):
    """A judged round."""

    cards: tuple[Card, ...]
    players: tuple[Player, ...]
    order: tuple[int, ...]
    """Numbers of players as they finished, the first one first; the others finished later, in unknown order."""
    winners: tuple[int, ...]
    """Numbers of the players with the most points; empty if no town is ranked."""
    order_matters: bool | None
    """Whether an order of finishing could change the winners; None if it decides no card."""
    best: Answer
    """The best answer to the cards, the first of equally good ones."""
    source: Place

    lists = "players"

    @figure
    def winner(self) -> int | None:
        """The number of the player with the most points; None if several have as many, or no town is ranked."""
        return self.winners[0] if len(self.winners) == 1 else None

    @property
    def title(self) -> str:
        """The cards."""
        return t("A round with {cards}", cards=t(", ").join(card.title for card in self.cards))

    @property
    def outcome(self) -> str:
        """Who wins, in words."""
        if not self.winners:
            return t("No town is complete, so nobody wins.")
        text = "Players {players} tie with {points} points each."
        text = text if self.winner is None else "Player {players} wins with {points} points."
        points = max(player.total for player in self.players)
        return t(text, players=listed(map(str, self.winners)), points=points)

    @property
    def remarks(self) -> list[str]:
        """How points are counted, whether an order would matter, which towns are unranked, and what would have won.

        Last come the scores that are others when a town is turned.
        """
        text = "On each card the first of {n} players has {n} points, the next one point less, and so on."
        remarks = [t(text, n=len(self.players))]
        if self.order_matters is not None:
            remarks.append(t(ORDER_MATTERS if self.order_matters else ORDER_DOES_NOT_MATTER))
        for player in filter(lambda player: player.faults, self.players):
            text = "The town of player {n} does not count: {faults}."
            remarks.append(t(text, n=player.number, faults=t("; ").join(player.faults)))
        remarks += [_change_in_words(player) for player in self.players if player.number != self.winner]
        return remarks + [line for player in self.players for line in turned_in_words(player.town, player.turned)]

    @property
    def best_in_words(self) -> str:
        """The scores of the best town."""
        return t("Best possible: {scores}", scores=listed(map(str, plain(self.best.scores))))

    def blocks(self) -> Iterator[Block]:
        """The points as a table, the rest in words, the scores as a table, and the best town."""
        yield Table(self.point_rows, self.point_columns, self.title)
        yield from (self.outcome, *self.remarks)
        if self.score_rows:
            yield Table(self.score_rows, SCORE_COLUMNS)
        yield t("{sentence}:", sentence=self.best_in_words)
        yield from self.best.towns[0].blocks()

    def rows(self) -> Iterator[Cells]:
        """A row for each player, with scores and points in columns such as `t02` and `points_t02`."""
        for player in self.players:
            cells, change = cells_of(player), player.change
            yield {
                **{name: cells[name] for name in ("number", "finished", "wins", "total", "town")},
                "faults": t("; ").join(player.faults),
                **(dict.fromkeys(cells_of_scores(self.best.scores)) | cells_of_scores(player.scores)),
                **by_card("points_", self.cards, player.points),
                "change_way": change and change.way,
                "change_tiles": change and LIST_SEPARATOR.join(map(str, change.tiles)),
                "change_town": change and change.town.cell,
            }

    def svg(self) -> str:
        """The best town."""
        return self.best.towns[0].svg()

    @property
    def score_rows(self) -> list[tuple[object, ...]]:
        """A row for each card and player with a ranked town, in the columns `SCORE_COLUMNS`."""
        return [(player.number, *row) for player in self.players for row in card_score_rows(player.scores)]

    @property
    def point_columns(self) -> list[str]:
        """The columns of `point_rows`: the last ones are the points on each card, and their sum."""
        return ["player", "town", *(t("card {number}", number=card.number) for card in self.cards), "total points"]

    @property
    def point_rows(self) -> list[tuple[object, ...]]:
        """A row for each player, in the columns `point_columns`."""
        return [(player.number, player.town.pattern, *player.points, player.total) for player in self.players]


ORDER_MATTERS, ORDER_DOES_NOT_MATTER = (
    "Without a full order of finishing, equal scores share the better rank. An order could change who wins.",
    "Without a full order of finishing, equal scores share the better rank. No order would change who wins.",
)
SCORE_COLUMNS = ("player", *CARD_SCORE_COLUMNS)


def _change_in_words(player: Player) -> str:
    if player.change is None:
        text = "Player {n}: no tile turned or flipped and no two tiles swapped would have won."
        return t(text, n=player.number)
    return t(
        "Player {n} would have won with one change: {change}. The town {pattern} scores {scores}.",
        n=player.number,
        change=player.change.in_words,
        pattern=player.change.town.pattern,
        scores=listed(map(str, plain(player.change.scores))),
    )


def _checked_order(order: Sequence[int], n_players: int) -> tuple[int, ...]:
    """The order, if it names players of the round, each once."""
    if len({*order}) < len(order) or not {*order} <= {*range(1, n_players + 1)}:
        text = "the order must name players from 1 to {n}, each once, such as {example}, but it is {order}"
        raise InputError(text, n=n_players, example="2,1", order=",".join(map(str, order)))
    return tuple(order)


def _read_town(player: int, town: AnyTown, tiles: AnyPath, board: Board) -> tuple[Town, tuple[str, ...]]:
    """The town of a player, and why it is unranked; a text that is no town is an error."""
    try:
        read = Town.parse(town, tiles=tiles, rows=board.rows, columns=board.columns)
        return read, tuple(completeness_faults(read.laid))
    except TownError as error:
        return town if isinstance(town, Town) else Town(pattern_of(town, board), board), (str(error),)
    except Error as error:
        raise type(error)("player {n}: {error}", n=player, error=error) from error


@checked
def judge(
    cards: AnyCards,
    towns: Sequence[AnyTown],
    *,
    order: Sequence[int] | None = None,
    results: AnyPath = None,
    tiles: AnyPath = None,
) -> Round:
    """Judge a round of 2 to 10 players: the scores of the towns, the points of the players, and what would have won.

    `order` has the numbers of players, from 1, in the order in which they finished: all of them, or the first ones.

    >>> from tablebases import nine_tiles
    >>> towns = ["206745813361230035", "523064178274413330"]
    >>> judged = nine_tiles.judge([2, 5, 18], towns)
    >>> judged.winners, [(player.points, player.total) for player in judged.players]
    ((1, 2), [((2, 1, 2), 5), ((2, 2, 1), 5)])
    >>> judged.order_matters, nine_tiles.judge([2, 5, 18], towns, order=[1]).winner
    (True, 1)
    >>> judged.players[1].change.in_words
    'lay tile 4 (right) unturned'
    """
    if not 2 <= len(towns) <= 10:
        text = "a round has 2 to 10 towns, but there are {n}; name one town for each player"
        raise InputError(text, n=len(towns))
    finished = _checked_order(order or (), len(towns))
    found = best(cards, results=results, tiles=tiles)
    themes = [card.theme for card in found.cards]
    game = game_of(results)
    all_tiles = read_tiles(tiles)

    def scores_of(town: LaidTown) -> tuple[int, ...]:
        """The scores of a town; none if it is not complete."""
        return scores_by_theme(town, themes, game.rule_set) if town.is_complete else ()

    read = [_read_town(number, town, tiles, game.board) for number, town in enumerate(towns, 1)]
    scores = [() if faults else scores_of(town.laid) for town, faults in read]

    def winning_change(player: int) -> Change | None:
        """The smallest change that gives a player the most points."""
        try:
            laid = read[player][0].laid
        except InputError:
            return None  # A tile lies twice or is missing, and no change mends that.
        for way, positions, changed in () if laid.free else changes(laid, all_tiles):
            of_changed = scores_of(changed)
            if not of_changed:
                continue
            new_points, _ = points_of([*scores[:player], of_changed, *scores[player + 1 :]], finished)
            if winners_of(new_points) == (player + 1,):
                moved = {tile.number: tile.direction for tile in changed.tiles}
                numbers = tuple(laid.tiles[position].number for position in positions)
                directions = tuple(moved[number] for number in numbers)
                town = Town(changed.pattern, laid.board, all_tiles)
                return Change(way, positions, numbers, directions, town, card_scores(found.cards, of_changed))
        return None

    points, undecided = points_of(scores, finished)
    winners = winners_of(points)
    players = tuple(
        Player(
            player + 1,
            finished.index(player + 1) + 1 if player + 1 in finished else None,
            player + 1 in winners,
            *read[player],
            card_scores(found.cards, scores[player]) if scores[player] else (),
            points[player] or (0,) * len(themes),
            None if winners == (player + 1,) else winning_change(player),
            turned_scores(read[player][0].laid, themes, game.rule_set) if scores[player] else (),
        )
        for player in range(len(read))
    )
    matters = does_order_matter(points, undecided)
    return Round(found.cards, players, finished, winners, matters, found.answers[0], found.source)
