"""`tablebases nine-tiles best`: the best answers for one, two or three cards."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pipeline.cli.options import MOST, AnswersOption, PicturesOption
from pipeline.cli.output import CsvOption, JsonOption, OutputFormat, output_format, show
from pipeline.cli.pictures import write_pictures
from pipeline.core.words import counted
from pipeline.nine_tiles_panic.commands.options import RESULTS, TILES, TilesOption, best_towns_file, find_cards
from pipeline.nine_tiles_panic.drawing.text_drawing import town_text
from pipeline.nine_tiles_panic.game.laid_town import lay_town
from pipeline.nine_tiles_panic.game.themes import Theme, theme_set_id

if TYPE_CHECKING:  # loaded when something is asked, so that help and errors come at once
    from pipeline.nine_tiles_panic.readers.best_towns import BestAnswer

COLUMNS = ("scores", "best", "ranks", "better_than", "wins", "losses", "ids", "towns", "id", "pattern")
OF_CARDS = ("card", "score", "best", "rank", "better than")


def _share_below(towns: Mapping[int, int], score: int) -> float:
    """Which share of all towns has a lower score. towns: score -> towns that have it."""
    return sum(count for other, count in towns.items() if other < score) / sum(towns.values())


def _in_percent(share: float) -> str:
    """A share as people read it, never more than it is."""
    return f"{math.floor(share * 1e4) / 1e2:.2f} % of towns"


def _row(answer: BestAnswer, themes: Sequence[Theme], towns: Sequence[Mapping[int, int]]) -> dict[str, Any]:
    """An answer as data, without its towns. towns: score -> towns that have it, of each theme."""
    return {
        **{theme.column: score for theme, score in zip(themes, answer.scores, strict=True)},
        "scores": list(answer.scores),
        "best": [max(of_theme) for of_theme in towns],
        "ranks": [distance + 1 for distance in answer.distances],
        "better_than": [_share_below(*of) for of in zip(towns, answer.scores, strict=True)],
        "wins": answer.wins,
        "losses": answer.losses,
        "ids": answer.n_theme_synonyms,
        "towns": answer.n_towns,
        "id": answer.theme_synonym,
    }


def _print_answer(row: Mapping[str, Any], themes: Sequence[Theme]) -> None:
    """An answer as a table of its cards, and in words."""
    names = [theme.title for theme in themes]
    values = zip(names, row["scores"], row["best"], row["ranks"], map(_in_percent, row["better_than"]), strict=True)
    show([dict(zip(OF_CARDS, of_card, strict=True)) for of_card in values], OF_CARDS)
    print(f"wins {row['wins']:,}, losses {row['losses']:,} against all other scores in these cards")
    equal = f"{counted(row['towns'], 'town')} of {counted(row['ids'], 'theme synonym')}, all equally good"
    if row["towns"] > len(row["pattern"]):
        numbers = " ".join(str(theme.no) for theme in themes)
        equal += f"; `tablebases nine-tiles best {numbers} --towns {row['towns']}` lists them"
    print(f"{equal}:", *row["pattern"], sep="\n")


def best(
    cards: Annotated[list[str], typer.Argument(help="One to three cards: 2 5 18, 02_05_18, or names.")],
    results: AnswersOption = None,
    tiles: TilesOption = TILES,
    towns: Annotated[int, typer.Option(min=1, max=MOST, help="Towns to list for each answer.")] = 1,
    output: PicturesOption = None,
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
) -> None:
    """Show the best answers for three cards, or fewer: their scores and ranks, how they won, and a town.

    All answers listed are equally good. A rank of 1 is the best score that any town has in this
    theme. All scores that occur in the cards have met each other, and the one that is closer to the best in
    more of the cards has won: wins and losses. With `--towns` more towns are listed, which takes the full results.

    Examples:
    tablebases nine-tiles best 2 5 18

    tablebases nine-tiles best surrounded "longest road" abduction -o best.png

    tablebases nine-tiles best 宇宙人をつかまえた数が多い 道が長い 犬の数が多い --json
    """
    form = output_format(as_json, as_csv)
    from pipeline.core.database import open_database
    from pipeline.nine_tiles_panic.commands.patterns import towns_of_answer
    from pipeline.nine_tiles_panic.readers.answers import board_in, themes_in
    from pipeline.nine_tiles_panic.readers.best_towns import answers_for, scores_in, towns_in
    from pipeline.nine_tiles_panic.tables import BEST_TOWNS

    with open_database(best_towns_file(results), BEST_TOWNS) as database:
        all_themes, board = themes_in(database), board_in(database)
        themes = find_cards(cards, all_themes)
        answers = answers_for(database, theme_set_id(theme.no for theme in themes))
        scores = list(scores_in(database, themes).values())
        named = towns_in(database, all_themes, [answer.theme_synonym for answer in answers])
    rows = [_row(answer, themes, scores) for answer in answers]
    for row, answer in zip(rows, answers, strict=True):
        row["pattern"] = towns_of_answer(results or RESULTS, themes, answer, named[answer.theme_synonym].pattern, towns)
    from pipeline.nine_tiles_panic.game_files import load_all_tiles  # loads NumPy, for known cards alone

    town = lay_town(rows[0]["pattern"][0], load_all_tiles(tiles), board)
    if output:
        from pipeline.nine_tiles_panic.drawing.town_drawing import draw_town

        write_pictures(draw_town(town), output)
    if form is not OutputFormat.TABLE:
        show(rows, (*(theme.column for theme in themes), *COLUMNS), form)
        return
    print("Best for " + ", ".join(theme.title for theme in themes))
    for row in rows:
        print()
        _print_answer(row, themes)
    print()
    print(town_text(town))
