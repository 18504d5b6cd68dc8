"""The best towns for one, two or three cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tablebases.answer import base, share
from tablebases.answer.fields import Cells, cells_of
from tablebases.answer.text import Block, Drawing, Table
from tablebases.arguments import checked
from tablebases.database import open_rows
from tablebases.errors import InputError, whole_number
from tablebases.languages import t
from tablebases.locations import Place
from tablebases.messages import counted, listed
from tablebases.nine_tiles.answers.cards import (
    CARD_SCORE_COLUMNS,
    Card,
    CardScore,
    card_score_rows,
    card_scores,
    cards_in,
    cells_of_scores,
    lost_and_gained,
    plain,
)
from tablebases.nine_tiles.answers.town import (
    AnyPath,
    Town,
    find_database,
    place_of,
    read_tiles,
    spaced,
    towns_of_patterns,
)
from tablebases.nine_tiles.best_towns import BestAnswer, MixedTriple, answer_to, answers_for, outcomes_in, towns_in
from tablebases.nine_tiles.packed_towns import packed_boxes, towns_of
from tablebases.nine_tiles.rules.themes import THEMES_IN_A_SET, AnyCards, Theme, find_cards, theme_set_id
from tablebases.nine_tiles.tablebase import (
    BEST_TOWNS,
    SUCCESS_PATTERN,
    THEME_SYNONYMS,
    UNBEATEN,
    WINNER,
    board_in,
    themes_in,
    with_scores,
)
from tablebases.nine_tiles.text_drawing import town_lines
from tablebases.puzzles import NINE_TILES


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
    """The first of the towns, the easiest to lay first."""

    @property
    def town(self) -> Town:
        """The first town."""
        return self.towns[0]

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
        if self.n_towns == 1:
            return t("the only town with these scores")
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
        return (cells | {"town": town.cell} for town in self.towns)

    def svg(self) -> str:
        """The first town."""
        return self.town.svg()


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
    def town(self) -> Town:
        """The first town of the first answer."""
        return self.answers[0].town

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
        yield from self.town.blocks()
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
        return share_card(self.answers[0].scores, self.town, place_of(self.town, question))


def _patterns_of_answer(
    results: AnyPath, themes: Sequence[Theme], answer: BestAnswer, first: str, limit: int
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
    return share.Card(NINE_TILES.package, t("Best town"), lines, place, town.svg())
