"""`tablebases nine-tiles cards`: the cards of the game, and what they count."""

from __future__ import annotations

from pipeline.cli.options import AnswersOption
from pipeline.cli.output import CsvOption, JsonOption, output_format, show
from pipeline.nine_tiles_panic.commands.options import best_towns_file

COLUMNS = ("no", "card", "counts", "best", "lowest", "towns at best", "ja")


def cards(results: AnswersOption = None, as_json: JsonOption = False, as_csv: CsvOption = False) -> None:
    """List the cards: what each counts, its best and lowest score, and how many towns have the best.

    Other commands take the number of a card, its English or Japanese name (ja), or a part of it.

    Example: tablebases nine-tiles cards
    """
    form = output_format(as_json, as_csv)
    from pipeline.core.database import open_database
    from pipeline.nine_tiles_panic.readers.answers import themes_in
    from pipeline.nine_tiles_panic.readers.best_towns import scores_in
    from pipeline.nine_tiles_panic.tables import BEST_TOWNS

    with open_database(best_towns_file(results), BEST_TOWNS) as database:
        themes = themes_in(database)
        scores = scores_in(database, themes)
    rows = []
    for theme in themes:
        towns = scores[theme.no]
        best = max(towns)
        values = (theme.no, theme.name_en, theme.counts, best, min(towns), towns[best], theme.name_ja)
        rows.append(dict(zip(COLUMNS, values, strict=True)))
    show(rows, COLUMNS, form, "The cards of Nine Tiles Panic")
