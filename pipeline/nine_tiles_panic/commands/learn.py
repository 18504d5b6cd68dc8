"""`tablebases nine-tiles learn`: the towns worth learning."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pipeline.cli.options import AnswersOption
from pipeline.cli.output import CsvOption, JsonOption, output_format, show
from pipeline.core.errors import InputError
from pipeline.nine_tiles_panic.commands.options import best_towns_file
from pipeline.nine_tiles_panic.game.themes import THEMES_IN_A_SET

if TYPE_CHECKING:  # loaded when something is asked, so that help and errors come at once
    from pipeline.nine_tiles_panic.readers.best_towns import BestTowns

COLUMNS = ("theme_synonym_id", "theme_sets", "adds", "share", "pattern")


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


def learn(
    k: Annotated[int, typer.Argument(min=1, help="How many towns.")],
    results: AnswersOption = None,
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
) -> None:
    """Show the K towns that together are best answers to the most theme sets.

    No other K do better, as a solver has proved. Columns: theme_sets, how many each of them
    answers; adds, how many of these none above it answers; share, of all theme sets, by it and
    those above it; pattern, one of its towns.

    Examples:
    tablebases nine-tiles learn 10

    tablebases nine-tiles learn 50 --csv
    """
    form = output_format(as_json, as_csv)
    from pipeline.nine_tiles_panic.readers.best_towns import read_best_towns
    from pipeline.nine_tiles_panic.tables import OPTIMAL

    best = read_best_towns(best_towns_file(results))
    choices = {of.k: of.theme_synonyms for of in best.learned if of.method == OPTIMAL}
    if k not in choices:
        raise InputError(f"the best choices of 1 to {max(choices)} towns are known, not of {k}")
    answers = {id_: _theme_sets_of(best, id_) for id_ in choices[k]}
    total = sum(1 for cards in best.answers if len(cards.split("_")) == THEMES_IN_A_SET)
    answered: set[str] = set()
    rows = []
    while adds := max(len(theme_sets - answered) for theme_sets in answers.values()):
        id_ = next(id_ for id_, theme_sets in answers.items() if len(theme_sets - answered) == adds)
        answered |= answers[id_]
        share = round(len(answered) / total, 4)
        values = (id_, len(answers[id_]), adds, share, best.towns[id_].pattern)
        rows.append(dict(zip(COLUMNS, values, strict=True)))
    title = f"The {k} towns to learn: best answers to {len(answered):,} of {total:,} theme sets"
    show(rows, COLUMNS, form, f"{title} ({len(answered) / total:.1%})")
