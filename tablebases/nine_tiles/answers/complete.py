"""The best ways to complete a town."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from tablebases.answer import base, share
from tablebases.answer.fields import Cells
from tablebases.answer.text import Block, Table
from tablebases.arguments import checked
from tablebases.database import open_rows
from tablebases.errors import Error, InputError, MissingDataError, whole_number
from tablebases.languages import t
from tablebases.locations import Place
from tablebases.messages import counted
from tablebases.nine_tiles.answers.best import best
from tablebases.nine_tiles.answers.cards import cards, plain
from tablebases.nine_tiles.answers.score import TurnedScore, turned_in_words, turned_scores
from tablebases.nine_tiles.answers.town import (
    AnyPath,
    Town,
    find_database,
    game_of,
    read_themes_file,
    read_tiles,
    towns_of_patterns,
)
from tablebases.nine_tiles.packed_towns import packed_boxes
from tablebases.nine_tiles.rules.laid_town import FREE_POSITION, PartialTile, parse_partial_town
from tablebases.nine_tiles.rules.measures import scores_by_theme
from tablebases.nine_tiles.rules.themes import THEMES_IN_A_SET, AnyCards, Theme, find_cards
from tablebases.nine_tiles.rules.tiles import Tile
from tablebases.nine_tiles.tablebase import DISTANCES, SUCCESS_PATTERN, Game, nearest_in

Completed = tuple[tuple[int, ...], int, tuple[Town, ...]]
"""The fields of a `Completion` before `turned`."""


@dataclass(frozen=True)
class Completion:
    """The completed towns with the same scores."""

    scores: tuple[int, ...]
    """In the cards; without cards in all themes."""
    n_towns: int
    towns: tuple[Town, ...]
    """The first of them."""
    turned: tuple[TurnedScore, ...]
    """The scores of the first town that are others when it is turned."""


@dataclass(frozen=True)
class Completions(base.Answer):
    """The best ways to complete a town; all of them are equally good."""

    cards: tuple[Theme, ...]
    """Ascending; none for all cards together."""
    n_towns: int
    """All ways to complete it, good and bad."""
    answers: tuple[Completion, ...]
    source: Place | None
    """Where the answer for an empty board was found; None after a search."""

    lists = "answers"

    @property
    def town(self) -> Town:
        """The first town of the first answer."""
        return self.answers[0].towns[0]

    @property
    def title(self) -> str:
        """The number of ways, and the cards."""
        cards = t(", ").join(card.title for card in self.cards) or t("all cards together")
        ways = counted(self.n_towns, "way")
        return t("The best of {ways} to complete the town, for {cards}", ways=ways, cards=cards)

    def blocks(self) -> Iterator[Block]:
        """The answers as a table, which of their scores depend on how the town lies, and the first town."""
        columns = [*(t("score on card {number}", number=card.no) for card in self.cards), "towns", "pattern"]
        rows = [
            (*answer.scores[: len(self.cards)], answer.n_towns, [town.pattern for town in answer.towns])
            for answer in self.answers
        ]
        yield Table(rows, columns, self.title)
        yield from self.turned_in_words
        yield from self.town.blocks()

    def rows(self) -> Iterator[Cells]:
        """A row for each town of each answer, with its scores in columns such as `t02`."""
        for answer in self.answers:
            scores = dict(zip((card.column for card in self.cards), answer.scores, strict=False))
            yield from ({**scores, "n_towns": answer.n_towns, "town": town.cell} for town in answer.towns)

    @property
    def turned_in_words(self) -> list[str]:
        """Lines about the first town of each answer, if its scores depend on how it lies."""
        return [line for each in self.answers for line in turned_in_words(each.towns[0], each.turned)]

    def svg(self) -> str:
        """The first town."""
        return self.town.svg()

    def card(self) -> share.Card:
        """The first town to share."""
        return self.town.card()


def tiles_of(game: Game, all_tiles: Sequence[Tile], wanted: Iterable[int]) -> list[Tile]:
    """The tiles of a game; an InputError if a number in `wanted` is none of theirs."""
    used = [tile for tile in all_tiles if game.tiles is None or tile.number in game.tiles]
    numbers = [tile.number for tile in used]
    for number in wanted:
        if number not in numbers:
            tiles = t(", ").join(map(str, numbers))
            raise InputError("there is no tile {number}; the tiles are {tiles}", number=number, tiles=tiles)
    return used


def _searched(
    known: Sequence[PartialTile], game: Game, all_tiles: tuple[Tile, ...], themes: Sequence[Theme], limit: int
) -> tuple[int, list[Completed]]:
    """Search for the number of ways to complete a town, and the best of them."""
    from tablebases.nine_tiles.rules.road_objects import RULE_SETS
    from tablebases.nine_tiles.rules.round_robin import best_results, nearest_results
    from tablebases.nine_tiles.search.completion import CompletionSearch

    used = tiles_of(game, all_tiles, [tile.tile for tile in known if tile.tile is not None])
    search = CompletionSearch(known, game.board, used, RULE_SETS[game.rule_set])
    reached = search.reached(themes)
    if not len(reached.classes):
        raise Error("no town can be completed from this: no choice of the other tiles makes all roads meet")
    places = (best_results if len(themes) <= THEMES_IN_A_SET else nearest_results)(reached.scores)
    patterns = search.patterns([reached.classes[place].tolist() for place in places], limit)
    answers = [
        (
            tuple(reached.scores[:, place[0]].tolist()),
            int(reached.n_towns[place].sum()),
            towns_of_patterns(found, game.board, all_tiles),
        )
        for place, found in zip(places, patterns, strict=True)
    ]
    return int(reached.n_towns.sum()), answers


def _of_the_empty_board(
    results: AnyPath, game: Game, themes: Sequence[Theme], all_tiles: tuple[Tile, ...], limit: int
) -> tuple[int, list[Completed], Place]:
    """Look up the number of all towns, and the best of them in all cards together, in the full results."""
    try:
        found = find_database(DISTANCES, results)
        towns_file = find_database(SUCCESS_PATTERN, results).path
    except MissingDataError as error:
        raise MissingDataError(
            "completing an empty board without cards needs the full results; name a card or place a tile, or: {error}",
            error=error,
        ) from error
    with open_rows(found.path, DISTANCES) as database:
        nearest = nearest_in(database, themes)
    n_towns = sum(cards(results=results)[0].towns_by_score.values())
    completed: list[Completed] = []
    with packed_boxes(towns_file, found.path) as packed:
        for id_ in nearest:
            boxes = packed.boxes_of(id_)
            towns = towns_of_patterns(packed.towns(boxes)[:limit], game.board, all_tiles)
            completed.append((scores_by_theme(towns[0].laid, themes, game.rule_set), packed.count(boxes), towns))
    return n_towns, completed, found.place


@checked
def complete(
    town: Town | str,
    *cards: AnyCards,
    limit: int = 1,
    results: AnyPath = None,
    tiles: AnyPath = None,
    themes: AnyPath = None,
) -> Completions:
    """Find the best ways to complete a partial town.

    A dot is a free position or an open direction; `f` and `b` are a front and a back turned any way. Missing digits at
    the end are open. Towns score as they lie, as in `score`. Without cards the best has the smallest sum of squared
    ranks in all themes. Two placed tiles take about a second, one alone up to ten seconds. For an empty board the
    answer of `best` is looked up, whose towns score as the results list them.

    >>> from tablebases import nine_tiles
    >>> found = nine_tiles.complete("", 2, 5, 18)
    >>> found.n_towns, found.answers[0].scores, found.answers[0].towns
    (526070976, (4, 11, 4), (Town('135687420251014034'),))
    """
    limit, game = whole_number("limit", limit), game_of(results)
    all_themes = read_themes_file(themes)
    chosen = find_cards(cards, all_themes)
    if isinstance(town, Town):
        town = str(Town.parse(town, tiles=tiles, rows=game.board.rows, columns=game.board.columns).pattern)
    known = parse_partial_town(town, game.board.positions)
    all_tiles = read_tiles(tiles)
    source: Place | None = None
    if set(known) != {FREE_POSITION}:
        n_towns, completed = _searched(known, game, all_tiles, chosen or all_themes, limit)
    elif chosen:
        found = best([card.no for card in chosen], limit=limit, results=results, tiles=tiles)
        n_towns, source = sum(found.cards[0].towns_by_score.values()), found.source
        completed = [(plain(each.scores), each.n_towns, each.towns) for each in found.answers]
    else:
        n_towns, completed, source = _of_the_empty_board(results, game, all_themes, all_tiles, limit)
    answers = []
    for scores, n, towns in completed:
        answers.append(Completion(scores, n, towns, turned_scores(towns[0].laid, chosen or all_themes, game.rule_set)))
    return Completions(tuple(chosen), n_towns, tuple(answers), source)
