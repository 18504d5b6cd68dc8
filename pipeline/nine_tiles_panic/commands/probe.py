"""`tablebases nine-tiles probe`: a town's id, and its place in every theme."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from pipeline.cli.options import ResultsOption
from pipeline.cli.output import CsvOption, JsonOption, OutputFormat, output_format, show
from pipeline.nine_tiles_panic.commands.options import RESULTS, TILES, TilesOption
from pipeline.nine_tiles_panic.commands.town_argument import PATTERN_HELP, typed_town
from pipeline.nine_tiles_panic.game.explanations import explain
from pipeline.nine_tiles_panic.game.listed_town import ListedTown, listed_town
from pipeline.nine_tiles_panic.game.themes import Theme
from pipeline.nine_tiles_panic.game_files import load_all_tiles

COLUMNS = ("no", "theme", "score", "rank", "ranks", "better_than")
OF_ALL_ROWS = ("theme_synonym_id", "towns", "pattern")


def _places(answers: Path, themes: Sequence[Theme], scores: Sequence[int]) -> list[dict[str, object]]:
    """The place of each score among those that towns have in its theme, a row each."""
    from sqlalchemy import select

    from pipeline.core.database import open_database
    from pipeline.nine_tiles_panic.tables import ANSWERS, THEME_SCORES

    with open_database(answers, ANSWERS) as database:
        known = database.execute(select(THEME_SCORES)).all()
    rows: list[dict[str, object]] = []
    for theme, score in zip(themes, scores, strict=True):
        of_theme = {row.score: row for row in known if row.theme == theme.no}
        below = sum(row.n_towns for row in of_theme.values() if row.score < score)
        share = below / sum(row.n_towns for row in of_theme.values())
        rows.append(
            {
                "no": theme.no,
                "theme": theme.name_en,
                "score": score,
                "rank": of_theme[score].dist + 1,
                "ranks": len(of_theme),
                "better_than": round(share, 6),
            }
        )
    return rows


def _title(pattern: str, listed: ListedTown, id_: int, n_towns: int, differs: Sequence[int]) -> str:
    lines = [f"Town {pattern}: theme synonym {id_}, which has {n_towns:,} towns"]
    if listed.town.pattern != pattern:
        turned = f" turned left by {90 * listed.quarters} degrees" if listed.quarters else ""
        lines.append(f"It is listed as {listed.town.pattern}{turned}")
    if differs:
        lines.append(f"As it lies its roads are read from other ends: themes {', '.join(map(str, differs))} differ")
    return "\n".join(lines)


def probe(
    pattern: Annotated[str, typer.Argument(help=PATTERN_HELP)],
    results: ResultsOption = RESULTS,
    tiles: TilesOption = TILES,
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
) -> None:
    """Look up a town in the results: its id, its scores, and their places among those of all towns.

    A rank of 1 is the best score that any town has in a theme; better_than is the share of towns
    that score less. The town may lie in any rotation, and its tiles in any direction that looks the
    same; it is found as the one that the results list.

    Examples:
    tablebases nine-tiles probe 036582714004421544

    tablebases nine-tiles probe "206 745 813 | 361 230 035" --csv
    """
    form = output_format(as_json, as_csv)
    from pipeline.core.database import open_database
    from pipeline.nine_tiles_panic.readers.answers import read_game, themes_in
    from pipeline.nine_tiles_panic.readers.probing import find_town
    from pipeline.nine_tiles_panic.tables import ANSWERS, SUCCESS_PATTERN

    answers = results / ANSWERS.file
    game = read_game(answers)
    town = typed_town(pattern, tiles, game.board)
    with open_database(answers, ANSWERS) as database:
        themes = themes_in(database)
    as_it_lies = explain(town, game.rule_set)
    listed = listed_town(town, load_all_tiles(tiles))
    explained = explain(listed.town, game.rule_set)
    scores = [explained[theme.key].score for theme in themes]
    found = find_town(results / SUCCESS_PATTERN.file, listed.town, [theme.column for theme in themes], scores)
    of_all = dict(zip(OF_ALL_ROWS, (found.theme_synonym_id, found.n_towns, listed.town.pattern), strict=True))
    rows = [of_all | row for row in _places(answers, themes, scores)]
    differs = [theme.no for theme in themes if as_it_lies[theme.key].score != explained[theme.key].score]
    columns = COLUMNS if form is OutputFormat.TABLE else OF_ALL_ROWS + COLUMNS
    show(rows, columns, form, _title(town.pattern, listed, *found, differs))
