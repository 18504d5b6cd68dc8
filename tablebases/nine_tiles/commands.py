"""The commands `tablebases nine-tiles`, which print the answers of `tablebases.nine_tiles`.

Modules that only a few commands need are imported inside functions.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tablebases import nine_tiles
from tablebases.answer.base import Answer
from tablebases.answer.share import Card
from tablebases.cli.options import (
    SETTINGS,
    LimitOption,
    PicturesOption,
    ResultsOption,
    ShareOption,
    artifact_path,
)
from tablebases.cli.output import Printed, write_card
from tablebases.cli.output import answers as command
from tablebases.errors import MOST, InputError, MissingDataError
from tablebases.languages import t
from tablebases.locations import data_file
from tablebases.messages import say
from tablebases.nine_tiles.answers.town import Town, find_database, place_of
from tablebases.nine_tiles.rules.game_files import THEMES, TILES, load_all_tiles
from tablebases.nine_tiles.rules.laid_town import Highlight, LaidTown, plain_pattern
from tablebases.nine_tiles.rules.themes import RuleSet
from tablebases.nine_tiles.rules.tiles import Board, Tile
from tablebases.nine_tiles.tablebase import BEST_TOWNS, SUCCESS_PATTERN, THEME_SYNONYMS, read_themes
from tablebases.nine_tiles.text_drawing import tile_text, town_text
from tablebases.pictures import PNG_WIDTH, check_width, write_pictures
from tablebases.puzzles import NINE_TILES

if TYPE_CHECKING:
    from tablebases.nine_tiles import Best, FoundTowns, ThemeSynonym

app = typer.Typer(**SETTINGS)

TilesOption = Annotated[Path, typer.Option("--tiles", help="Tile file, one row a tile face.", callback=data_file)]
ThemesOption = Annotated[Path, typer.Option("--themes", help="Theme file, one row a theme.", callback=data_file)]
RuleSetOption = Annotated[RuleSet, typer.Option("--rule-set", help="How the card texts are read.")]
RowsOption = Annotated[int, typer.Option("--rows", min=1, help="Rows of the board.")]
ColumnsOption = Annotated[int, typer.Option("--columns", min=1, help="Columns of the board.")]
MOST_TOWNS = 1_000_000
"""Towns that a list may have; more need too much memory."""
TownsOption = Annotated[int, typer.Option("--towns", min=1, max=MOST_TOWNS, help="Towns to list for each answer.")]
PatternArgument = Annotated[
    str,
    typer.Argument(
        help="Tile numbers row by row, then their directions (0-7), with or without blanks and | between them."
    ),
]


def _best_towns_file(results: Path | None) -> Path:
    """best_towns.db; notes on standard error where it comes from, unless from the working folder."""
    return artifact_path(NINE_TILES, BEST_TOWNS.file, results)


# The figures of the results, and the cards.

THREE_CARDS = [2, 5, 18]


def _best_next(cards: Sequence[int]) -> str:
    """The next step after an answer about the `cards` of the results."""
    numbers = THREE_CARDS if {*THREE_CARDS} <= {*cards} else cards[: len(THREE_CARDS)]
    text = "`tablebases nine-tiles best {cards}` shows the best town for three cards."
    return t(text, cards=" ".join(map(str, numbers)))


@command(app)
def summary(results: ResultsOption = None) -> Printed:
    """Show the figures of the results, and their files.

    Example: tablebases nine-tiles summary
    """
    numbers = [theme.no for theme in read_themes(_best_towns_file(results), BEST_TOWNS)]
    return Printed(nine_tiles.summary(results=results), next_step=_best_next(numbers))


@command(app)
def cards(results: ResultsOption = None) -> Printed:
    """List the cards: what each counts, its best and lowest score, and how many towns have the best.

    Other commands take the number of a card, its English or Japanese name, or a part of a name that fits one card only.

    Example: tablebases nine-tiles cards
    """
    _best_towns_file(results)
    found = nine_tiles.cards(results=results)
    return Printed(found, next_step=_best_next([card.number for card in found]))


# The best answers for one, two or three cards.

WITH_HELP = "A tile of your town, such as 'tile 4 back' or 'tile 3 at centre'; may be given again."


def _lists_all(found: Best, results: Path | None) -> str | None:
    """The next step after answers of which not all towns are listed, else None."""
    most = max(answer.n_towns for answer in found.answers)
    if most == max(len(answer.towns) for answer in found.answers):
        return None
    can_list = most <= MOST_TOWNS
    try:
        for kind in (SUCCESS_PATTERN, THEME_SYNONYMS):
            find_database(kind, results)
    except MissingDataError:
        can_list = False
    if not can_list:
        return t("The full results list all these towns.")
    numbers = " ".join(str(card.number) for card in found.cards)
    return t("`tablebases nine-tiles best {numbers} --towns {n}` lists all these towns.", numbers=numbers, n=most)


@command(app, draws=True)
def best(
    cards: Annotated[list[str], typer.Argument(help="One to three cards: 2 5 18, 02_05_18, or names.")],
    results: ResultsOption = None,
    tiles: TilesOption = TILES,
    towns: TownsOption = 1,
    with_: Annotated[list[str] | None, typer.Option("--with", help=WITH_HELP)] = None,
) -> Answer | Printed:
    """Show the best answers for one to three cards: their scores and ranks, their wins, and a town.

    All answers listed are equally good. Rank 1 is the best score of any town on this card. Every two combinations
    of scores that some town reaches meet, and the one that is better on more of the cards wins. The answer has
    the wins and losses of its combination. `--towns` lists more towns and needs the full results.

    If every combination loses to another one, the command also shows a mix: several combinations, each with a
    town and the probability to choose it. Each loses to others, which lose to another one of the mix. `-o` then
    draws the towns of the mix.

    `--with` shows the best answers among the towns with given tiles, and what this condition costs on each card. It
    restricts your town only, which scores as it lies: the wins and losses are against all combinations of scores that
    some listed town reaches. It needs the full results and takes ten to twenty seconds.

    Examples:
    tablebases nine-tiles best 2 5 18

    tablebases nine-tiles best 1 6 14 -o mix.svg

    tablebases nine-tiles best surrounded "longest road" abduction -o best.png

    tablebases nine-tiles best 2 5 18 --with "tile 4 back" --with "tile 3 at centre"

    tablebases nine-tiles best 宇宙人をつかまえた数が多い 道が長い 犬の数が多い --json
    """
    _best_towns_file(results)
    if with_:
        if towns > 1:
            raise InputError("--with shows one town for each answer; leave out --towns")
        return nine_tiles.best_with(cards, with_, results=results, tiles=tiles)
    found = nine_tiles.best(*cards, limit=towns, results=results, tiles=tiles)
    return Printed(found, next_step=_lists_all(found, results))


# The towns worth learning.


@command(app)
def learn(
    k: Annotated[int, typer.Argument(min=1, help="How many towns.")],
    results: ResultsOption = None,
) -> Printed:
    """Show the K towns that together are best answers to the most theme sets.

    A solver has proved that no other K towns answer more. A legend explains the columns.

    Examples:
    tablebases nine-tiles learn 10

    tablebases nine-tiles learn 50 --csv
    """
    _best_towns_file(results)
    learned = nine_tiles.learn(k, results=results)
    return Printed(learned, next_step=_draws_the_first(learned.towns[0].town))


def _draws_the_first(town: Town) -> str:
    """The next step after a list of towns."""
    words = town.pattern
    if town.board != Board(3, 3):
        words += f" --rows {town.board.rows} --columns {town.board.columns}"
    return t("`tablebases nine-tiles draw {pattern}` draws the first.", pattern=words)


# What a town scores in every theme, and why.


@command(app)
def score(
    pattern: PatternArgument,
    cards: Annotated[list[str] | None, typer.Argument(help="Up to three cards, by number or by name.")] = None,
    results: ResultsOption = None,
    tiles: TilesOption = TILES,
    themes: ThemesOption = THEMES,
    rows: RowsOption = 3,
    columns: ColumnsOption = 3,
    rule_set: RuleSetOption = "published",
) -> Printed:
    """Score a town in every theme, or in your cards, and show what counts, and where.

    With cards the command also shows the best score of any town, and the place among all towns: the rank of the score
    among the different scores, and the share of towns that score less. A dot for a tile and for its direction is a free
    position. Then the scores are those of the tiles laid so far.

    Places are top left, top, top right, left, centre and so on, or row 1 column 2 on a board that is not
    3x3; `left (2)` means two things there. A road is named by the places it leads through, from its start.
    The town scores as it lies. If it has other scores when it is turned, the command shows them too.
    If roads do not meet, the error names the wrong borders and roads.

    Examples:
    tablebases nine-tiles score 206745813361230035

    tablebases nine-tiles score "206 745 813 | 361 230 035" 2 5 18

    tablebases nine-tiles score "0365.....|0044....." surrounded "longest road" abduction

    tablebases nine-tiles score 206745813361230035 --lang ja --json
    """
    if cards:
        _best_towns_file(results)
    found = nine_tiles.score(
        pattern,
        *cards or (),
        rule_set=rule_set,
        results=results,
        tiles=tiles,
        themes=themes,
        rows=rows,
        columns=columns,
    )
    return Printed(found, next_step=_all_best([each.number for each in found.reasons]) if cards else None)


def _all_best(cards: Sequence[int]) -> str:
    """The next step after an answer about chosen cards."""
    command = "tablebases nine-tiles best " + " ".join(map(str, cards))
    return t("`{command}` shows all best answers for these cards.", command=command)


# A round of several players.

MOST_DIGITS_OF_CARDS = 6
"""Digits of three cards, such as 02_05_18; a word with more is a town."""


def _cards_and_towns(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """Divide words into cards and the towns after them."""
    is_town = [sum(map(str.isdigit, word)) + word.count(".") > MOST_DIGITS_OF_CARDS for word in words]
    n_cards = is_town.index(True) if True in is_town else len(words)
    for word, is_one in zip(words[n_cards:], is_town[n_cards:], strict=True):
        if not is_one:
            raise InputError(
                "'{word}' is no town, but stands after one; write the cards, then the towns, and an order in one word, "
                "such as --order 2,1,3",
                word=word,
            )
    return list(words[:n_cards]), list(words[n_cards:])


def _order(text: str) -> list[int]:
    """The numbers of an order, such as `2,1,3` or `2 1 3`."""
    words = re.split(r"[\s,、]+", unicodedata.normalize("NFKC", text).strip())
    if not all(word.isdecimal() and len(word) < MOST_DIGITS_OF_CARDS for word in words):
        raise InputError("'{order}' is not an order of players, such as --order 2,1,3", order=text)
    return list(map(int, words))


@command(app)
def judge(
    words: Annotated[
        list[str], typer.Argument(metavar="CARDS... TOWNS...", help="One to three cards, then a town for each player.")
    ],
    order: Annotated[
        str | None,
        typer.Option(help="The players as they finished, such as 2,1,3, or the first of them; decides ties."),
    ] = None,
    results: ResultsOption = None,
    tiles: TilesOption = TILES,
) -> Printed:
    """Judge a round: the points of each player, who wins, and what would have won.

    On each card the players are ranked. Among four players rank 1 gives 4 points, rank 2 gives 3, and so on, and the
    most points win. Of equal scores, that of the player who finished earlier ranks higher. Players whom --order does
    not name finished later. Where the order is unknown, equal scores share the better rank, and the answer says whether
    an order could change who wins. A town that is not complete or has a tile twice has no points; write a dot for an
    open tile or direction. For each player who does not win alone, the command tries every change of one tile turned,
    one tile flipped to its other face in any direction, and two tiles swapped as they lie, in this order. It shows the
    first change that would have won. Towns score as they lie.

    Examples:
    tablebases nine-tiles judge 2 5 18 206745813361230035 523064178274413330

    tablebases nine-tiles judge 4 10 15 "206 745 813 | 361 230 035" 036582714004421544 --order 2,1
    """
    _best_towns_file(results)
    named, towns = _cards_and_towns(words)
    judged = nine_tiles.judge(
        named, towns, order=None if order is None else _order(order), results=results, tiles=tiles
    )
    return Printed(judged, next_step=_all_best([card.number for card in judged.cards]))


# A town's id, and its rank in every theme.


@command(app)
def probe(
    pattern: PatternArgument,
    results: ResultsOption = None,
    tiles: TilesOption = TILES,
) -> Printed:
    """Look up a town in the results: its id, its scores, and their ranks among those of all towns.

    Rank 1 is the best score of any town in a theme. The column `better than` has the share of towns that score
    less. The command finds any rotation of a town, and any directions of its tiles that look the same. Scores are
    those of the rotation in which the results list the town. `score` has those of the town as it lies.

    Examples:
    tablebases nine-tiles probe 036582714004421544

    tablebases nine-tiles probe "206 745 813 | 361 230 035" --csv
    """
    with nine_tiles.open_results(results, tiles=tiles) as full:
        found = full.probe(pattern)
    next_step = t("`tablebases nine-tiles towns {id}` lists its towns.", id=found.theme_synonym)
    return Printed(found, next_step=next_step)


# Theme synonyms with given scores.


@command(app)
def find(
    condition: Annotated[str, typer.Argument(help='Such as "t01>=3 and t11=3", or "capture>=3 and no roads=3".')],
    results: ResultsOption = None,
    order: Annotated[
        str, typer.Option(help="What to order by, the largest first: a column, or a sum such as t05+t11 or -t03.")
    ] = "n_towns",
    ascending: Annotated[bool, typer.Option("--ascending", help="The smallest first.")] = False,
    limit: LimitOption = 20,
) -> Printed:
    """Find theme synonyms by their scores t01 .. t26, their id, or their number of towns.

    A condition compares with = != < <= > >= and combines comparisons with and, or, not, between, and parentheses.
    Names of cards may stand for their columns. A table has at most 1,000 rows, --csv and --json any number.

    Examples:
    tablebases nine-tiles find "t01>=3 and t11=3" --order t05

    tablebases nine-tiles find "longest road >= 8 and capture >= 2" --order "t05 + t01 - t03"

    tablebases nine-tiles find "n_towns = 1 and (t05 >= 10 or t06 >= 10)" --limit 5 --json
    """
    from tablebases.nine_tiles.answers.results import ROWS_AT_ONCE

    def every() -> Iterator[ThemeSynonym]:
        with nine_tiles.open_results(results) as full:
            yield from full.theme_synonyms(condition, order, ascending=ascending, limit=limit)

    with nine_tiles.open_results(results) as full:
        found = full.find(condition, order, ascending=ascending, limit=min(limit, ROWS_AT_ONCE))
    text = "`tablebases nine-tiles towns {id}` lists the towns of the first."
    next_step = t(text, id=found.first[0].id) if found.found else None
    if limit <= ROWS_AT_ONCE:
        return Printed(found, next_step=next_step)
    return Printed(replace(found, first=every()), found.blocks(), next_step)  # type: ignore[arg-type]


# The towns of a theme synonym, all towns, or those with given tiles in their places.


@command(app)
def towns(
    theme_synonym: Annotated[int | None, typer.Argument(min=1, max=MOST, help="The id of the theme synonym.")] = None,
    with_: Annotated[
        list[str] | None,
        typer.Option("--with", help="A tile, such as 'tile 4 back at centre' or 'tile 4 back'; may be given again."),
    ] = None,
    all_: Annotated[bool, typer.Option("--all", help="Print all towns as CSV, half a billion lines.")] = False,
    results: ResultsOption = None,
    limit: Annotated[int, typer.Option("--limit", min=1, max=MOST_TOWNS, help="Show at most this many rows.")] = 20,
) -> Printed:
    """List the towns of a theme synonym, all towns, or those with given tiles.

    All towns of a theme synonym have the same 26 scores. Places for --with are top left, top, top right, left, centre,
    right, bottom left, bottom and bottom right, or on any board row 1 column 2 and so on. After the tile you may write
    front, back, or a direction (0-7). Without a place the tile may lie anywhere. Results list each town in one of its
    four rotations.

    Examples:
    tablebases nine-tiles towns 2004525

    tablebases nine-tiles towns 1547940 --limit 1000 --csv

    tablebases nine-tiles towns --with "tile 4 back at centre" --with "tile 0 at top left"

    tablebases nine-tiles towns --all > towns.csv
    """
    if (theme_synonym is not None) + bool(with_) + all_ != 1:
        raise InputError("name one of these: the id of a theme synonym, such as 2004525, tiles with --with, or --all")
    with nine_tiles.open_results(results) as full:
        if theme_synonym is not None:
            return _list_of_towns(full.towns(theme_synonym, limit))
        if with_:
            return _list_of_towns(full.towns_with(*with_, limit=limit))
        out = sys.stdout.buffer
        out.write(b"theme_synonym,town\n")
        out.writelines(full.all_towns_as_csv())
    raise typer.Exit


ONE_ROTATION = (
    "Results list each town in one of its four rotations; turn your town, and name the places in which tiles then lie."
)


def _list_of_towns(found: FoundTowns) -> Printed:
    return Printed(found, next_step=_draws_the_first(found.first[0].town) if found.first else t(ONE_ROTATION))


# The best ways to complete a town.


@command(app, draws=True)
def complete(
    pattern: Annotated[
        str,
        typer.Argument(
            help="A character for each tile, a bar, and a character for each direction; a dot is an open one."
        ),
    ],
    cards: Annotated[list[str] | None, typer.Argument(help="Up to three cards, by number or by name.")] = None,
    results: ResultsOption = None,
    tiles: TilesOption = TILES,
    themes: ThemesOption = THEMES,
    towns: TownsOption = 1,
) -> Answer:
    """Find the best ways to complete a town that you have begun.

    A dot, an underscore, a question mark or a blank is a free position or an open direction; `f` and `b`
    are a front and a back turned any way. Digits missing at the end are open.

    The best are the winners of the round robin of `best`, played among the results that can still be reached.
    Of every two, the one that is better on more of the cards wins. With one card this is the best score.
    Without cards it is the smallest sum of squared ranks in all themes. Towns score as they lie, as in `score`.
    Two placed tiles take about a second, one alone up to ten seconds. For an empty board the command looks up the
    answer of `best`, whose towns score as the results list them.

    Examples:
    tablebases nine-tiles complete "0365.....|0044....." 2 5 18

    tablebases nine-tiles complete "0365|0?bf" abduction "longest road" --towns 5

    tablebases nine-tiles complete ". . . . 5 . 7 1 4 | . . . . 2 . 5 4 4" 21 -o town.svg
    """
    return nine_tiles.complete(pattern, *cards or (), limit=towns, results=results, tiles=tiles, themes=themes)


# Pictures of towns, town synonyms and tiles.

SYNONYM = "synonym:"
TILE = "tile:"


def _drawn(pattern: str, tiles: Path, board: Board) -> Tile | LaidTown | Town:
    """The tile, town or town synonym that `pattern` names."""
    if (plain := plain_pattern(pattern)).startswith(SYNONYM):
        from tablebases.nine_tiles.drawing import synonym_town

        return synonym_town(plain.removeprefix(SYNONYM), board)
    if not plain.startswith(TILE):
        return Town.parse(pattern, tiles=tiles, rows=board.rows, columns=board.columns)
    all_tiles = load_all_tiles(tiles)
    number = plain.removeprefix(TILE)
    by_number = {str(tile.number): tile for tile in all_tiles}
    if number not in by_number:
        known = t(", ").join(by_number)
        raise InputError(
            "there is no tile '{number}' in {file}; the tiles are {tiles}", number=number, file=tiles, tiles=known
        )
    return by_number[number]


@app.command()
def draw(
    pattern: Annotated[
        str,
        typer.Argument(
            help="A town's tile numbers row by row and their directions (0-7); or "
            "synonym:PATTERN for roads only; or tile:NUMBER for both faces of a tile."
        ),
    ],
    output: PicturesOption = None,
    share: ShareOption = None,
    width: Annotated[int, typer.Option(help="Width of a PNG in pixels.")] = PNG_WIDTH,
    numbers: Annotated[
        bool,
        typer.Option(
            "--numbers", help="Show row and column of each tile, counted from 1, and the numbers of the edges."
        ),
    ] = False,
    legend: Annotated[bool, typer.Option("--legend", help="Add a legend.")] = False,
    monochrome: Annotated[bool, typer.Option("--monochrome", help="Use greys only.")] = False,
    text: Annotated[bool, typer.Option("--text", help="Print it in the terminal, also with -o.")] = False,
    theme: Annotated[str | None, typer.Option(help="Mark what this theme counts; its number or name.")] = None,
    tiles: TilesOption = TILES,
    themes: ThemesOption = THEMES,
    rows: RowsOption = 3,
    columns: ColumnsOption = 3,
    rule_set: RuleSetOption = "published",
) -> None:
    """Draw a town as SVG or PNG, or print it in the terminal.

    Without -o and --share it is printed. Faults of an incomplete town are marked.

    Examples:
    tablebases nine-tiles draw 206745813361230035 -o town.png

    tablebases nine-tiles draw 206745813361230035 --theme 5 --legend -o longest.svg -o longest.png

    tablebases nine-tiles draw 036582714006421564 --text

    tablebases nine-tiles draw synonym:224221113000100031 --numbers -o roads.svg

    tablebases nine-tiles draw tile:4 -o tile.png --width 600
    """
    from tablebases.nine_tiles.drawing import DrawingOptions, draw_tile, draw_town

    check_width(width)
    drawn = _drawn(pattern, tiles, Board(rows, columns))
    highlight, place = Highlight(), f"{NINE_TILES.page}/"
    if theme is not None:
        if not isinstance(drawn, Town):
            raise InputError("--theme needs a town, such as `--theme 5` with 206745813361230035")
        wanted, explanation = drawn.explained(theme, rule_set, themes)
        highlight = explanation.highlight
        say(t("{theme}, score {score}: {why}", theme=wanted.title, score=explanation.score, why=explanation.text))
    options = DrawingOptions(numbers, legend, highlight, monochrome)
    if isinstance(drawn, Tile):
        title = t("tile {number}, front and back", number=drawn.number)
        in_text, svg = tile_text(drawn), draw_tile(drawn, options)
    else:
        title = t("town {pattern}", pattern=plain_pattern(pattern).replace(":", " "))
        laid = drawn.laid if isinstance(drawn, Town) else drawn
        in_text, svg = town_text(laid), draw_town(laid, options, title)
    if isinstance(drawn, Town):
        place = place_of(drawn, f"town_{drawn.pattern}")
    if text or not (output or share):
        print(in_text)
    write_pictures(svg, output, width)
    write_card(Card(NINE_TILES.package, title, (), place, svg), share)
