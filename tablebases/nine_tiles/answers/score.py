"""The scores of a town, and the reasons for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from tablebases.answer import base
from tablebases.answer.fields import Cells, cells_of
from tablebases.answer.text import Block, Table
from tablebases.arguments import checked, texts_of
from tablebases.database import open_rows
from tablebases.errors import InputError
from tablebases.languages import t
from tablebases.locations import Place
from tablebases.messages import listed, percent
from tablebases.nine_tiles.answers.cards import Card, CardScore, card_scores, cards_in
from tablebases.nine_tiles.answers.town import AnyPath, AnyTown, ThemeScore, Town, find_database, read_themes_file
from tablebases.nine_tiles.rules.laid_town import LaidTown, rotations
from tablebases.nine_tiles.rules.measures import explanations_by_theme, scores_by_theme
from tablebases.nine_tiles.rules.themes import AnyCards, RuleSet, Theme, find_cards, find_theme
from tablebases.nine_tiles.tablebase import BEST_TOWNS, read_game, themes_in


@dataclass(frozen=True)
class Reason(ThemeScore):
    """What a town scores in a theme, and why."""

    why: str
    """The things that count, and where, in the current language."""
    best: int | None = None
    """The best score of a town; like the other fields below, None if no cards were named."""
    rank: int | None = None
    """1 for the best score that any town has; None for a score that none has."""
    ranks: int | None = None
    """How many different scores all towns have."""
    better_than: float | None = None
    """The share of towns that score less."""

    @property
    def place(self) -> str:
        """The place of the score among those of all towns, in words; empty if no cards were named."""
        if self.better_than is None:
            return ""
        if self.ranks == 1:
            return t("not decided by the town")
        rank = t("rank {rank} of {n}", rank=self.rank, n=self.ranks) if self.rank else t("occurs in no listed town")
        share = (
            t("better than {share} of towns", share=percent(self.better_than))
            if self.better_than
            else t("lowest possible")
        )
        return t(", ").join((t("maximum") if self.rank == 1 else rank, share))


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
    """What a town scores in every theme, or in the cards that were named."""

    town: Town
    reasons: tuple[Reason, ...]
    """In the order of the cards as they were named."""
    turned: tuple[TurnedScore, ...]
    """The scores that are others when the town is turned."""
    source: Place | None = None
    """Where the scores of all towns were found; None if no cards were named."""
    themes: tuple[Theme, ...] = field(default=(), repr=False)
    """All themes, by which `score[2]` or `score["Surrounded"]` finds a reason."""

    lists = "reasons"

    @property
    def title(self) -> str:
        """The town."""
        return t("Town {pattern}", pattern=self.town.pattern)

    @checked
    def __getitem__(self, card: int | str) -> Reason:
        """The score in a theme, by its number, its name, or a part of its name."""
        theme = find_theme(str(card), self.themes)
        for reason in self.reasons:
            if reason.number == theme.no:
                return reason
        scored = listed(reason.title for reason in self.reasons)
        raise InputError("{card} is not scored here, only {scored}", card=theme.title, scored=scored)

    def blocks(self) -> Iterator[Block]:
        """The scores as a table with the reasons or, of named cards, the places; those that are others when turned."""
        columns = ("number", "title", "score", *(("best", "place") if self.source else ("why",)))
        yield Table(self.reasons, columns, self.title, {"number": "no", "title": "card" if self.source else "theme"})
        if self.source:
            yield from (t("{card}: {why}", card=reason.title, why=reason.why) for reason in self.reasons)
        if self.town.free:
            yield t("These are the scores of the tiles laid so far. More tiles can raise or lower them.")
        yield from turned_in_words(self.town, self.turned)

    def rows(self) -> Iterator[Cells]:
        """A row for each theme, with places if cards were named."""
        for cells in map(cells_of, self.reasons):
            yield {name: cell for name, cell in cells.items() if self.source or cell is not None}

    def svg(self) -> str:
        """The town."""
        return self.town.svg()


def _placed(reason: Reason, among: CardScore) -> Reason:
    """A reason with the place of its score among those of all towns."""
    scores = among.card.towns_by_score
    rank = among.rank if among.score in scores else None
    return replace(reason, best=among.card.best, rank=rank, ranks=len(scores), better_than=among.better_than)


@checked
def score(
    town: AnyTown,
    *cards: AnyCards,
    rule_set: RuleSet = "published",
    results: AnyPath = None,
    tiles: AnyPath = None,
    themes: AnyPath = None,
    rows: int = 3,
    columns: int = 3,
) -> Score:
    """Score a town in every theme, or in one to three cards, and say what counts, and where.

    With cards, named as in `best`, the answer also has their best scores and the places of the town among all towns. A
    town with free places has the scores of its tiles so far.

    >>> from tablebases import nine_tiles
    >>> reason = nine_tiles.score("206745813361230035", 2, 5, 18)["longest road"]
    >>> reason.title, reason.score, reason.why
    ('The Longest Road', 6, 'road top, top left, left, centre, top, top right has length 6')
    >>> reason.best, reason.place
    (11, 'rank 6 of 10, better than 51.8 % of towns')

    `town` is a `Town`, its pattern as a text or number, lists of its digits, or pairs of a tile and its direction.
    `rule_set` is a reading of the card texts; `rows` and `columns` are those of the board. The results that know the
    cards must have the same board and rule set.
    """
    scored = town if isinstance(town, Town) else Town.parse(town, tiles=tiles, rows=rows, columns=columns)
    known = chosen = [*read_themes_file(themes)]
    of_cards: Sequence[Card] = ()
    source = None
    if texts_of(cards):
        found = find_database(BEST_TOWNS, results)
        game = read_game(found.path, BEST_TOWNS)
        if (game.board, game.rule_set) != (scored.board, rule_set):
            text = "the results rank towns of {rows} x {columns} tiles by {rule_set} rules; name others, or no cards"
            raise InputError(text, rows=game.board.rows, columns=game.board.columns, rule_set=game.rule_set)
        with open_rows(found.path, BEST_TOWNS) as database:
            known = themes_in(database)
            chosen = find_cards(cards, known, in_order=True)
            of_cards, source = cards_in(database, chosen), found.place
    reasons = [
        Reason(theme.no, theme.name_en, theme.name_ja, explanation.score, explanation.text)
        for theme, explanation in explanations_by_theme(scored.laid, chosen, rule_set)
    ]
    if of_cards:
        reasons = [*map(_placed, reasons, card_scores(of_cards, (reason.score for reason in reasons)))]
    return Score(scored, tuple(reasons), turned_scores(scored.laid, chosen, rule_set), source, tuple(known))
