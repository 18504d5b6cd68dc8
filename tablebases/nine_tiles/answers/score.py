"""The scores of a town, and the reasons for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tablebases.answer import base
from tablebases.answer.text import Block, Table
from tablebases.arguments import checked
from tablebases.languages import t
from tablebases.messages import listed
from tablebases.nine_tiles.answers.town import AnyPath, AnyTown, ThemeScore, Town, read_themes_file
from tablebases.nine_tiles.rules.laid_town import LaidTown, rotations
from tablebases.nine_tiles.rules.measures import explanations_by_theme, scores_by_theme
from tablebases.nine_tiles.rules.themes import RuleSet, Theme


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
