"""Answers about Nine Tiles Panic, the API of `tablebases.nine_tiles`.

    >>> from tablebases import nine_tiles
    >>> answer = nine_tiles.best(2, 5, 18)
    >>> answer.answers[0].towns[0]
    Town('135687420251014034')

Every answer is a frozen dataclass. `str(answer)` is text of at most 80 columns, and a notebook draws its town. `source`
says where the results of an answer were found. These keywords mean the same in all functions:

    results     the folder with the finished artifacts; None for the first that exists of the results in the working
                folder, fetched results, and those in the package
    tiles       another tile file
    themes      another theme file
    limit       how many towns are listed for each answer

Functions raise an `InputError` for bad input, a `MissingDataError` for missing results, and a `DamagedDataError` for
damaged ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from tablebases.answer import base, share
from tablebases.answer.fields import Cells, cells_of
from tablebases.answer.text import Block, Drawing, Table
from tablebases.arguments import checked
from tablebases.database import open_rows
from tablebases.errors import Error, InputError, MissingDataError, whole_number
from tablebases.languages import current_language, name_of, t
from tablebases.locations import Place
from tablebases.messages import counted, listed, percent
from tablebases.nine_tiles import PUZZLE
from tablebases.nine_tiles.laid_town import ALL_DIRECTIONS, LaidTown, PartialTile, parse_partial_town, rotations
from tablebases.nine_tiles.measures import explanations_by_theme, measure_of, scores_by_theme
from tablebases.nine_tiles.tablebase import (
    BEST_TOWNS,
    DISTANCES,
    OPTIMAL,
    SUCCESS_PATTERN,
    THEME_SYNONYMS,
    UNBEATEN,
    WINNER,
    BestTowns,
    Game,
    MixedTriple,
    answer_to,
    answers_for,
    board_in,
    nearest_in,
    outcomes_in,
    packed_boxes,
    read_best_towns,
    read_game,
    scores_in,
    themes_in,
    towns_in,
    towns_of,
    with_scores,
)
from tablebases.nine_tiles.text_drawing import town_lines
from tablebases.nine_tiles.themes import THEMES_IN_A_SET, AnyCards, RuleSet, Theme, find_cards, theme_set_id
from tablebases.nine_tiles.tiles import Tile
from tablebases.nine_tiles.town import (
    AnyPath,
    AnyTown,
    ThemeScore,
    Town,
    better_than_in_words,
    find_database,
    game_of,
    place_of,
    read_themes_file,
    read_tiles,
    spaced,
    towns_of_patterns,
)

if TYPE_CHECKING:
    import sqlite3

    from tablebases.nine_tiles import tablebase


# The cards of the game.


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


# The figures of the results.


@dataclass(frozen=True)
class Figure:
    """A figure of the results."""

    found: str
    """Its meaning, in the current language."""
    figure: int
    file: str | None
    """The file that has it; None if the results lack the file."""


@dataclass(frozen=True)
class Summary(base.Answer):
    """The figures of the results, and their files."""

    folder: Path
    figures: tuple[Figure, ...]
    source: Place

    lists = "figures"

    def blocks(self) -> Iterator[Block]:
        """The figures as a table."""
        title = t("Nine Tiles Panic: {folder}", folder=self.folder)
        yield Table(self.figures, ("found", "figure", "file"), title)
        if not all(each.file for each in self.figures):
            yield t("Figures without a file are those of the full run; their files come with the full results.")


@checked
def summary(*, results: AnyPath = None) -> Summary:
    """List the figures of the results.

    >>> from tablebases import nine_tiles
    >>> [each.figure for each in nine_tiles.summary().figures if each.found == "theme synonyms"]
    [6702635]
    """
    found = find_database(BEST_TOWNS, results)
    with open_rows(found.path, BEST_TOWNS) as database:
        rows = database.execute("SELECT meaning, value, file FROM figures ORDER BY rowid").fetchall()
    folder = found.path.parent
    figures = (Figure(t(meaning), value, file if (folder / file).is_file() else None) for meaning, value, file in rows)
    return Summary(folder, tuple(figures), found.place)


# The best towns for one, two or three cards.


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


@dataclass(frozen=True)
class Answer(base.Answer):
    """The towns that share one of the equally good best answers."""

    scores: tuple[CardScore, ...]
    """One for each card."""
    wins: int
    """Other scores in these cards that lose against these."""
    losses: int
    n_theme_synonyms: int
    n_towns: int
    """Towns with these scores."""
    theme_synonym: int
    """The theme synonym that is listed first."""
    towns: tuple[Town, ...]
    """The first of the towns."""

    @property
    def outcome(self) -> str:
        """Its wins and losses in words."""
        text = "{wins:,} wins and {losses:,} losses against all other scores on these cards"
        return t(text, wins=self.wins, losses=self.losses)

    @property
    def reached(self) -> str:
        """The cards on which no town scores more, in words."""
        decided = [each for each in self.scores if each.card.best > each.card.lowest]
        at_best = [each.card.title for each in decided if each.score == each.card.best]
        if not decided:
            return t("All towns score the same on these cards.")
        if not at_best and len(decided) == len(self.scores):
            return t("On each of these cards some town scores more.")
        if not at_best:
            return t("Some town scores more on {cards}.", cards=listed(each.card.title for each in decided))
        if len(at_best) == len(decided):
            return t("No town scores more on any of these cards.")
        return t("No town scores more on {cards}.", cards=listed(at_best))

    @property
    def equally_good(self) -> str:
        """How many towns share it, in words."""
        towns, synonyms = counted(self.n_towns, "town"), counted(self.n_theme_synonyms, "theme synonym")
        return t("{towns} of {synonyms}, all equally good", towns=towns, synonyms=synonyms)

    def blocks(self) -> Iterator[Block]:
        """Its scores as a table, and how good they are in words; then its towns."""
        yield Table(card_score_rows(self.scores), CARD_SCORE_COLUMNS)
        yield from (self.outcome, self.reached, t("{sentence}:", sentence=self.equally_good))
        yield from (town.pattern for town in self.towns)

    def rows(self) -> Iterator[Cells]:
        """A row for each town."""
        cells = {**cells_of_scores(self.scores), **cells_of(self)}
        del cells["towns"]
        return (cells | {"town": town.pattern} for town in self.towns)

    def svg(self) -> str:
        """The first town."""
        return self.towns[0].svg()


@dataclass(frozen=True)
class MixedAnswer:
    """A combination of scores that a mix chooses with a probability, and the combinations that beat one another."""

    probability: Fraction
    scores: tuple[CardScore, ...]
    """One for each card."""
    loses_to: tuple[int, ...]
    """The scores with the most wins that beat it."""
    which_lose_to: tuple[int, ...]
    """Scores of the mix that beat those."""
    theme_synonym: int
    """The first theme synonym with these scores."""
    town: Town
    """A town with these scores."""


@dataclass(frozen=True)
class Mix(base.Answer):
    """An optimal mix: chosen with these probabilities, the answers win at least as often as they lose."""

    answers: tuple[MixedAnswer, ...]
    is_only: bool
    """Whether no other mix is optimal."""

    @property
    def title(self) -> str:
        """The use of the mix."""
        text = "Choose among these by chance, and you win at least as often as you lose, whatever the others do"
        return t(text)

    @property
    def uniqueness(self) -> str:
        """Whether other mixes are optimal, in words."""
        return t("No other mix does so.") if self.is_only else t("Other mixes do so too.")

    @property
    def table(self) -> list[tuple[str, ...]]:
        """A row of texts for each answer, in the columns `MIX_COLUMNS`."""
        return [
            (
                str(each.probability),
                *map(spaced, (plain(each.scores), each.loses_to, each.which_lose_to)),
                each.town.pattern,
            )
            for each in self.answers
        ]

    def blocks(self) -> Iterator[Block]:
        """The answers as a table, in words, and as towns, without a key."""
        yield t("{sentence}:", sentence=self.title)
        yield Table(self.table, MIX_COLUMNS)
        yield self.uniqueness
        for (chance, scores, *_), answer in zip(self.table, self.answers, strict=True):
            head = t("chance {chance}: scores {scores}", chance=chance, scores=scores)
            yield Drawing("\n".join([head, *town_lines(answer.town.laid)]))

    def svg(self) -> str:
        """Its towns side by side, each above its chance and scores, and above the scores that beat one another."""
        from tablebases.nine_tiles.drawing import draw_sheet

        cells = [
            (
                each.town.svg(),
                [
                    t("chance {chance}: scores {scores}", chance=chance, scores=scores),
                    t(", ").join((f"{t('lose to')} {others}", f"{t('which lose to')} {last}")),
                ],
            )
            for each, (chance, scores, others, last, _) in zip(self.answers, self.table, strict=True)
        ]
        return draw_sheet(self.title, cells, min(len(cells), MIX_IN_A_ROW))


MIX_IN_A_ROW = 3
"""Towns of a mix in a row of a picture."""
MIX_COLUMNS = ("chance", "scores", "lose to", "which lose to", "town")


@dataclass(frozen=True)
class Best(base.Answer):
    """The best answers for one, two or three cards; all of them are equally good."""

    cards: tuple[Card, ...]
    answers: tuple[Answer, ...]
    source: Place
    mix: Mix | None = None
    """How to choose scores if every combination of scores loses to another one."""
    beats_all: bool = False
    """Whether the scores of the answer beat all others."""
    runner_up: tuple[int, ...] | None = None
    """Of the other scores, those with the fewest losses and, of these, the most wins; None if there are none."""

    lists = "answers"

    @property
    def title(self) -> str:
        """The cards that the answers are best for."""
        return t("Best for {cards}", cards=t(", ").join(card.title for card in self.cards))

    @property
    def standing(self) -> str:
        """Whether other scores beat those of the answers, in words."""
        if self.mix:
            return t("No town is unbeaten: any scores lose to others.")
        return t("These scores beat all others.") if self.beats_all else t("No other scores beat these.")

    @property
    def second(self) -> str:
        """The loss of the runner-up against the first answer, in words; empty without a runner-up."""
        if self.runner_up is None:
            return ""
        best = plain(self.answers[0].scores)
        differences = [score - other for score, other in zip(best, self.runner_up, strict=True)]
        lost, gained = lost_and_gained(self.cards, differences)
        values = {"scores": spaced(self.runner_up), "lost": lost}
        if gained:
            return t("The runner-up scores {scores}: it gives up {lost}, and gains {gained}.", gained=gained, **values)
        return t("The runner-up scores {scores}: it gives up {lost}.", **values)

    def blocks(self) -> Iterator[Block]:
        """The answers, how they stand, the first town, and the mix if there is one."""
        yield self.title
        for answer in self.answers:
            yield from answer.blocks()
        yield from filter(None, [self.standing, self.second])
        yield from self.answers[0].towns[0].blocks()
        if self.mix:
            yield ""
            yield from self.mix.blocks()

    def rows(self) -> Iterator[Cells]:
        """A row for each town of each answer."""
        return (row for answer in self.answers for row in answer.rows())

    def svg(self) -> str:
        """The towns of the mix, else the first town."""
        return (self.mix or self.answers[0]).svg()

    def card(self) -> share.Card:
        """The first town to share."""
        question = "_".join(map(str, sorted(card.number for card in self.cards)))
        first = self.answers[0]
        return share_card(first.scores, first.towns[0], place_of(first.towns[0], question))


def lost_and_gained(cards: Sequence[Card], differences: Sequence[int]) -> tuple[str, str]:
    """How much scores lose and gain on which cards, in words; empty if nothing. `differences` of losses are above 0."""
    parts: tuple[list[str], list[str]] = ([], [])
    for card, difference in zip(cards, differences, strict=True):
        if difference:
            parts[difference < 0].append(t("{n} on {card}", n=abs(difference), card=card.title))
    lost, gained = (listed(each) if each else "" for each in parts)
    return lost, gained


def _patterns_of_answer(
    results: AnyPath, themes: Sequence[Theme], answer: tablebase.BestAnswer, first: str, limit: int
) -> list[str]:
    """The patterns of at most `limit` towns with the scores of an answer, those of its theme synonym first.

    `first` is the pattern of its first town; more than that need the full results.
    """
    if limit == 1:
        return [first]

    def theme_synonyms() -> Iterator[int]:
        yield answer.theme_synonym
        if answer.n_theme_synonyms > 1:
            path = find_database(THEME_SYNONYMS, results).path
            with open_rows(path, THEME_SYNONYMS) as database:
                others = with_scores(database, themes, answer.scores)
            yield from (id_ for id_ in others if id_ != answer.theme_synonym)

    with packed_boxes(*(find_database(kind, results).path for kind in (SUCCESS_PATTERN, BEST_TOWNS))) as packed:
        more = towns_of(packed, theme_synonyms(), limit)
    return list(dict.fromkeys([first, *more]))[:limit]


def card_scores(cards: Iterable[Card], scores: Iterable[int]) -> tuple[CardScore, ...]:
    """Scores in cards among those of all towns."""
    found = []
    for card, score in zip(cards, scores, strict=True):
        towns = card.towns_by_score
        less = sum(count for other, count in towns.items() if other < score)
        found.append(CardScore(card, score, 1 + sum(other > score for other in towns), less / sum(towns.values())))
    return tuple(found)


def _scores_of(cards: Iterable[Card], distances: Iterable[int]) -> tuple[int, ...]:
    """The scores at these distances from the best ones."""
    return tuple(list(card.towns_by_score)[distance] for card, distance in zip(cards, distances, strict=True))


def _mix(rows: Sequence[MixedTriple], is_only: bool, cards: Sequence[Card], towns: Sequence[Town]) -> Mix:
    """A mix of best_towns.db."""
    answers = [
        MixedAnswer(
            Fraction(row.numerator, row.denominator),
            card_scores(cards, _scores_of(cards, row.distances)),
            _scores_of(cards, row.beaten_by),
            _scores_of(cards, answer_to(row.beaten_by, rows)),
            row.theme_synonym,
            town,
        )
        for row, town in zip(rows, towns, strict=True)
    ]
    return Mix(tuple(answers), is_only)


@checked
def best(*cards: AnyCards, limit: int = 1, results: AnyPath = None, tiles: AnyPath = None) -> Best:
    """Find the best answers for one to three cards: their scores and ranks, their wins, and towns.

    If every combination of scores loses to another one, `mix` is an optimal mix of several. A `limit` above
    1 needs the full results.

    >>> from tablebases import nine_tiles
    >>> best = nine_tiles.best("surrounded", "longest road", 18)
    >>> [card.title for card in best.cards]
    ['2 Surrounded', '5 The Longest Road', '18 Abduction']
    >>> [(answer.wins, answer.losses, answer.n_towns) for answer in best.answers]
    [(110, 0, 196)]
    >>> print(best.answers[0])
    card                score  best  rank  better than
    ─────────────────────────────────────────────────────────
    2 Surrounded            4     4     1  99.9997 % of towns
    5 The Longest Road     11    11     1  99.3 % of towns
    18 Abduction            4     4     1  99.995 % of towns
    <BLANKLINE>
    110 wins and 0 losses against all other scores on these cards
    No town scores more on any of these cards.
    196 towns of 49 theme synonyms, all equally good:
    135687420251014034
    """
    limit, found = whole_number("limit", limit), find_database(BEST_TOWNS, results)
    with open_rows(found.path, BEST_TOWNS) as database:
        themes = find_cards(cards, themes_in(database))
        if not themes:
            raise InputError("give one to {most} cards, such as `2 5 18`", most=THEMES_IN_A_SET)
        chosen = cards_in(database, themes)
        id_, board, all_tiles = theme_set_id(theme.no for theme in themes), board_in(database), read_tiles(tiles)
        listed = answers_for(database, id_)
        named = towns_in(database, themes_in(database), [each.theme_synonym for each in listed])
        outcome, n_mixes, rows = (
            outcomes_in(database, id_)[id_] if len(themes) == THEMES_IN_A_SET else (UNBEATEN, 0, [])
        )
    answers = []
    for each in listed:
        numbers = (each.wins, each.losses, each.n_theme_synonyms, each.n_towns, each.theme_synonym)
        patterns = _patterns_of_answer(results, themes, each, named[each.theme_synonym].pattern, limit)
        towns = towns_of_patterns(patterns, board, all_tiles)
        answers.append(Answer(card_scores(chosen, each.scores), *numbers, towns))
    towns_of_mix = towns_of_patterns([row.pattern for row in rows], board, all_tiles)
    mix = _mix(rows, n_mixes == 1, chosen, towns_of_mix) if rows else None
    distances = listed[0].runner_up
    runner_up = _scores_of(chosen, distances) if distances else None
    return Best(chosen, tuple(answers), found.place, mix, outcome == WINNER, runner_up)


def share_card(scores: Iterable[CardScore], town: Town, place: str) -> share.Card:
    """A best town to share; `place` is the address of the answer in the atlas."""
    lines = [
        t("{card}: {score} of {best}", card=each.card.title, score=each.score, best=each.card.best) for each in scores
    ]
    return share.Card(PUZZLE, t("Best town"), lines, place, town.svg())


# The towns worth learning.


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
    [(90, 90, '036582714006421564'), (80, 79, '314826075022202700'), (76, 75, '582764310422532036')]
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


# The scores of a town.


@dataclass(frozen=True)
class Reason(ThemeScore):
    """What a town scores in a theme, and why."""

    why: str
    """The things that count, and where, in the current language."""


@dataclass(frozen=True)
class TurnedScore:
    """A score of a town that is another one when the town is turned."""

    card: Theme
    score: int
    """As the town lies."""
    turned: Mapping[int, int]
    """Degrees to the left -> the score of the turned town, where it is another one."""

    @property
    def in_words(self) -> str:
        """Both scores, and the rotation."""
        others = [
            t(
                "{score} turned left by {degrees} degrees",
                score=other,
                degrees=t(" or ").join(str(degrees) for degrees, score in self.turned.items() if score == other),
            )
            for other in dict.fromkeys(self.turned.values())
        ]
        return t("{card}: {score} as it lies, {others}", card=self.card.title, score=self.score, others=listed(others))


def turned_scores(town: LaidTown, themes: Sequence[Theme], rule_set: str) -> tuple[TurnedScore, ...]:
    """The scores of a complete town in `themes` that are others when the town is turned."""
    scores = {90 * quarters: scores_by_theme(turned, themes, rule_set) for turned, quarters in rotations(town)}
    found = []
    for place, theme in enumerate(themes):
        as_it_lies = scores[0][place]
        others = {degrees: each[place] for degrees, each in scores.items() if each[place] != as_it_lies}
        if others:
            found.append(TurnedScore(theme, as_it_lies, others))
    return tuple(found)


def turned_in_words(town: Town, turned: Sequence[TurnedScore]) -> list[str]:
    """Lines about the scores of a town that depend on how it lies; none if no score does."""
    text = "Turned, {pattern} has other scores, because its roads are then read from other ends:"
    return [t(text, pattern=town.pattern), *(each.in_words for each in turned)] if turned else []


@dataclass(frozen=True)
class Score(base.Answer):
    """What a town scores in every theme."""

    town: Town
    reasons: tuple[Reason, ...]
    turned: tuple[TurnedScore, ...]
    """The scores that are others when the town is turned."""

    lists = "reasons"

    @property
    def title(self) -> str:
        """The town."""
        return t("Town {pattern}", pattern=self.town.pattern)

    def __getitem__(self, number: int) -> Reason:
        """The score in the theme with this number."""
        for reason in self.reasons:
            if reason.number == number:
                return reason
        raise KeyError(number)

    def blocks(self) -> Iterator[Block]:
        """The scores as a table, and those that are others when the town is turned."""
        yield Table(self.reasons, ("number", "title", "score", "why"), self.title, {"number": "no", "title": "theme"})
        yield from turned_in_words(self.town, self.turned)

    def svg(self) -> str:
        """The town."""
        return self.town.svg()


@checked
def score(
    town: AnyTown,
    *,
    rule_set: RuleSet = "published",
    tiles: AnyPath = None,
    themes: AnyPath = None,
    rows: int = 3,
    columns: int = 3,
) -> Score:
    """Score a complete town in every theme and say what counts, and where.

    >>> from tablebases import nine_tiles
    >>> reason = nine_tiles.score("206745813361230035")[5]
    >>> reason.title, reason.score, reason.why
    ('The Longest Road', 6, 'road top, top left, left, centre, top, top right has length 6')

    `town` is a `Town`, its pattern as a text or number, lists of its digits, or pairs of a tile and its direction.
    `rule_set` is a reading of the card texts; `rows` and `columns` are those of the board.
    """
    scored = town if isinstance(town, Town) else Town.parse(town, tiles=tiles, rows=rows, columns=columns)
    all_themes = read_themes_file(themes)
    reasons = [
        Reason(theme.no, theme.name_en, theme.name_ja, explanation.score, explanation.text)
        for theme, explanation in explanations_by_theme(scored.laid, all_themes, rule_set)
    ]
    return Score(scored, tuple(reasons), turned_scores(scored.laid, all_themes, rule_set))


# The best ways to complete a town.

EVERYTHING_OPEN = PartialTile(None, ALL_DIRECTIONS)
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
    """Ascending; none for all themes together."""
    n_towns: int
    """All ways to complete it, good and bad."""
    answers: tuple[Completion, ...]
    source: Place | None
    """Where the answer for an empty board was found; None after a search."""

    lists = "answers"

    @property
    def title(self) -> str:
        """The number of ways, and the cards."""
        cards = t(", ").join(card.title for card in self.cards) or t("all themes together")
        ways = counted(self.n_towns, "way")
        return t("The best of {ways} to complete the town, for {cards}", ways=ways, cards=cards)

    def blocks(self) -> Iterator[Block]:
        """The answers as a table, which of their scores depend on how the town lies, and the first town."""
        columns = [*(card.title for card in self.cards), "towns", "pattern"]
        rows = [
            (*answer.scores[: len(self.cards)], answer.n_towns, [town.pattern for town in answer.towns])
            for answer in self.answers
        ]
        yield Table(rows, columns, self.title)
        yield from self.turned_in_words
        yield from self.answers[0].towns[0].blocks()

    def rows(self) -> Iterator[Cells]:
        """A row for each town of each answer, with its scores in columns such as `t02`."""
        for answer in self.answers:
            scores = dict(zip((card.column for card in self.cards), answer.scores, strict=False))
            yield from ({**scores, "n_towns": answer.n_towns, "town": town.pattern} for town in answer.towns)

    @property
    def turned_in_words(self) -> list[str]:
        """Lines about the first town of each answer, if its scores depend on how it lies."""
        return [line for each in self.answers for line in turned_in_words(each.towns[0], each.turned)]

    def svg(self) -> str:
        """The first town."""
        return self.answers[0].towns[0].svg()

    def card(self) -> share.Card:
        """The first town to share."""
        return self.answers[0].towns[0].card()


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
    from tablebases.nine_tiles.completion import CompletionSearch
    from tablebases.nine_tiles.road_objects import RULE_SETS
    from tablebases.nine_tiles.round_robin import best_results, nearest_results

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
    """Look up the number of all towns, and the best of them in all themes together, in the full results."""
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
    if set(known) != {EVERYTHING_OPEN}:
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
