"""`tablebases nine-tiles best`: the best answers for three cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from sqlalchemy import select

from pipeline.cli.options import MOST, ResultsOption
from pipeline.cli.output import CsvOption, JsonOption, OutputFormat, output_format, show
from pipeline.cli.pictures import write_pictures
from pipeline.core.database import open_database
from pipeline.nine_tiles_panic.commands.options import RESULTS, TILES, TilesOption, find_theme_set
from pipeline.nine_tiles_panic.commands.patterns import towns_of
from pipeline.nine_tiles_panic.drawing.text_drawing import town_text
from pipeline.nine_tiles_panic.game.laid_town import lay_town
from pipeline.nine_tiles_panic.game.themes import Theme, theme_set_id
from pipeline.nine_tiles_panic.readers.answers import read_board, read_themes
from pipeline.nine_tiles_panic.tables import ANSWERS, ANSWERS_VIEW, THEME_SCORES

COLUMNS = ("scores", "best", "ranks", "wins", "losses", "ids", "towns", "pattern")


def _answers(results: Path, themes: Sequence[Theme], towns: int) -> Iterator[dict[str, Any]]:
    """The best answers to a theme set, all equally good, with so many of the towns of each.

    Raises:
        PipelineError: an artifact is missing or damaged.
    """
    import numpy as np

    from pipeline.nine_tiles_panic.readers.scores import read_theme_synonyms

    numbers = [theme.no for theme in themes]
    of = ANSWERS_VIEW.c
    best_scores = select(THEME_SCORES.c.score).where(THEME_SCORES.c.dist == 0, THEME_SCORES.c.theme.in_(numbers))
    kept = select(ANSWERS_VIEW).where(of.theme_set_id == theme_set_id(numbers))
    with open_database(results / "answers.db", ANSWERS) as database:
        best = list(database.execute(best_scores.order_by(THEME_SCORES.c.theme)).scalars())
        answers = database.execute(kept.order_by(of.dist_1, of.dist_2, of.dist_3)).all()
    synonyms = read_theme_synonyms(results / "theme_synonyms.npz", numbers)
    for answer in answers:
        scores = [answer.score_1, answer.score_2, answer.score_3]
        places = np.flatnonzero((synonyms.scores == np.array(scores)[:, np.newaxis]).all(axis=0))
        yield {
            "scores": scores,
            "best": best,
            "ranks": [distance + 1 for distance in (answer.dist_1, answer.dist_2, answer.dist_3)],
            "wins": answer.wins,
            "losses": answer.losses,
            "ids": len(places),
            "towns": int(synonyms.n_towns[places].sum()),
            "pattern": towns_of(results, (places + 1).tolist(), towns),
        }


def best(
    cards: Annotated[list[str], typer.Argument(help="Three cards, by number or by name.")],
    results: ResultsOption = RESULTS,
    tiles: TilesOption = TILES,
    towns: Annotated[int, typer.Option(min=1, max=MOST, help="Towns to list for each answer.")] = 1,
    output: Annotated[
        list[Path] | None, typer.Option("--output", "-o", help="Draw the first town: .svg or .png.")
    ] = None,
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
) -> None:
    """Show the best answers for three cards: their scores and ranks, how they won, and towns.

    All answers listed are equally good. A rank of 1 is the best score that any town has in this
    theme; wins and losses are those against all other triples of scores that towns have.

    Examples:
    tablebases nine-tiles best 2 5 18

    tablebases nine-tiles best surrounded "longest road" abduction -o best.png

    tablebases nine-tiles best 宇宙人をつかまえた数が多い 道が長い 犬の数が多い --json
    """
    form = output_format(as_json, as_csv)
    themes = find_theme_set(cards, read_themes(results / "answers.db", ANSWERS))
    from pipeline.nine_tiles_panic.drawing.town_drawing import draw_town  # both load NumPy, for known cards alone
    from pipeline.nine_tiles_panic.game_files import load_all_tiles

    rows = list(_answers(results, themes, towns))
    show(rows, COLUMNS, form, "Best answers for " + ", ".join(f"{theme.no} {theme.name_en}" for theme in themes))
    town = lay_town(rows[0]["pattern"][0], load_all_tiles(tiles), read_board(results / "answers.db"))
    write_pictures(draw_town(town), output)
    if form is OutputFormat.TABLE:
        print(town_text(town))
