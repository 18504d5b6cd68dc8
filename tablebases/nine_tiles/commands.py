"""The commands `tablebases nine-tiles`: they ask `tablebases.nine_tiles.answers` and print what it says."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tablebases.cli.options import MOST, SETTINGS, LimitOption, PicturesOption, ResultsOption, artifact_path
from tablebases.cli.output import Output, show
from tablebases.cli.output import answers as command
from tablebases.database import open_rows
from tablebases.errors import InputError
from tablebases.languages import current_language
from tablebases.locations import data_file
from tablebases.messages import counted, percent, say
from tablebases.nine_tiles import PUZZLE, THEMES, TILES
from tablebases.nine_tiles.themes import RuleSet
from tablebases.pictures import PNG_WIDTH, check_width, write_picture

if TYPE_CHECKING:
    from tablebases.nine_tiles.answers import Answer, Best
    from tablebases.nine_tiles.laid_town import LaidTown
    from tablebases.nine_tiles.results import FoundTowns
    from tablebases.nine_tiles.tiles import Board, Tile
    from tablebases.nine_tiles.town import Town

app = typer.Typer(**SETTINGS)

TilesOption = Annotated[Path, typer.Option("--tiles", help="Tile file, one row a tile face.", callback=data_file)]
ThemesOption = Annotated[Path, typer.Option("--themes", help="Theme file, one row a theme.", callback=data_file)]
RuleSetOption = Annotated[RuleSet, typer.Option("--rule-set", help="How the card texts are read.")]
RowsOption = Annotated[int, typer.Option("--rows", min=1, help="Rows of the board.")]
ColumnsOption = Annotated[int, typer.Option("--columns", min=1, help="Columns of the board.")]
TownsOption = Annotated[int, typer.Option("--towns", min=1, max=MOST, help="Towns to list for each answer.")]
PatternArgument = Annotated[
    str, typer.Argument(help="Tile numbers row by row, then their directions (0-7); blanks and | may stand between.")
]


def _rows(columns: Sequence[str], values: Iterable[Sequence[object]]) -> list[dict[str, object]]:
    """Rows by the names of their columns."""
    return [dict(zip(columns, row, strict=True)) for row in values]


def _best_towns_file(results: Path | None) -> Path:
    """best_towns.db, with a note to the user where it is not the one of the results here."""
    from tablebases.nine_tiles.tablebase import BEST_TOWNS

    return artifact_path(PUZZLE, BEST_TOWNS.file, results)


# What there is: the figures of the results, and the cards.

BEST_NEXT = "`tablebases nine-tiles best 2 5 18` shows the best town for three cards."
SUMMARY_COLUMNS = ("found", "figure", "file")


@command(app)
def summary(results: ResultsOption = None) -> Output:
    """Show what the pipeline has found, and where it is.

    Example: tablebases nine-tiles summary
    """
    from tablebases.nine_tiles.tablebase import BEST_TOWNS

    path = _best_towns_file(results)
    with open_rows(path, BEST_TOWNS) as database:
        found = database.execute("SELECT meaning, value, file FROM figures ORDER BY rowid").fetchall()
    rows = [
        {"found": meaning, "figure": value, "file": file if (path.parent / file).is_file() else None}
        for meaning, value, file in found
    ]

    next_step = BEST_NEXT
    if any(row["file"] is None for row in rows):
        next_step = (
            f"Figures without a file are those of the full run; their files come with the full results. {next_step}"
        )
    return Output(SUMMARY_COLUMNS, rows, f"Nine Tiles Panic: {path.parent}", next_step=next_step)


CARDS_COLUMNS = ("no", "card", "counts", "best", "lowest", "towns at best", "ja")


@command(app)
def cards(results: ResultsOption = None) -> Output:
    """List the cards: what each counts, its best and lowest score, and how many towns have the best.

    Other commands take the number of a card, its English or Japanese name (ja), or a part of it.

    Example: tablebases nine-tiles cards
    """
    from tablebases.nine_tiles import answers

    _best_towns_file(results)
    values = [
        (card.number, card.name, card.counts, card.best, card.lowest, card.towns_at_best, card.name_ja)
        for card in answers.cards(results=results)
    ]
    return Output(CARDS_COLUMNS, _rows(CARDS_COLUMNS, values), "The cards of Nine Tiles Panic", next_step=BEST_NEXT)


# The best answers for one, two or three cards.

BEST_COLUMNS = ("scores", "best", "ranks", "better_than", "wins", "losses", "ids", "towns", "id", "pattern")
OF_CARDS = ("card", "score", "best", "rank", "better than")


def _best_row(answer: Answer) -> dict[str, Any]:
    """An answer as data."""
    return {
        **{f"t{of.card.number:02d}": of.score for of in answer.scores},
        "scores": [of.score for of in answer.scores],
        "best": [of.card.best for of in answer.scores],
        "ranks": [of.rank for of in answer.scores],
        "better_than": [of.better_than for of in answer.scores],
        "wins": answer.wins,
        "losses": answer.losses,
        "ids": answer.n_theme_synonyms,
        "towns": answer.n_towns,
        "id": answer.theme_synonym,
        "pattern": [town.pattern for town in answer.towns],
    }


def _print_best(found: Best) -> None:
    """The answers as tables of their cards, and in words; then the first town."""
    print("Best for " + ", ".join(card.title for card in found.cards))
    numbers = " ".join(str(card.number) for card in found.cards)
    for answer in found.answers:
        print()
        values = [(of.card.title, of.score, of.card.best, of.rank, of.better_than_in_words) for of in answer.scores]
        show(_rows(OF_CARDS, values), OF_CARDS)
        print(f"wins {answer.wins:,}, losses {answer.losses:,} against all other scores in these cards")
        equal = f"{counted(answer.n_towns, 'town')} of {counted(answer.n_theme_synonyms, 'theme synonym')}"
        equal += ", all equally good"
        if answer.n_towns > len(answer.towns):
            equal += f"; `tablebases nine-tiles best {numbers} --towns {answer.n_towns}` lists them"
        print(f"{equal}:", *(town.pattern for town in answer.towns), sep="\n")
    print()
    _print_town(found.answers[0].towns[0])


def _print_town(town: Town) -> None:
    from tablebases.nine_tiles.text_drawing import town_text

    print(town_text(town.laid))


@command(app, draws=True)
def best(
    cards: Annotated[list[str], typer.Argument(help="One to three cards: 2 5 18, 02_05_18, or names.")],
    results: ResultsOption = None,
    tiles: TilesOption = TILES,
    towns: TownsOption = 1,
) -> Output:
    """Show the best answers for three cards, or fewer: their scores and ranks, how they won, and a town.

    All answers listed are equally good. A rank of 1 is the best score that any town has in this
    theme. All scores that occur in the cards have met each other, and the one that is closer to the best in
    more of the cards has won: wins and losses. With `--towns` more towns are listed, which takes the full results.

    Examples:
    tablebases nine-tiles best 2 5 18

    tablebases nine-tiles best surrounded "longest road" abduction -o best.png

    tablebases nine-tiles best 宇宙人をつかまえた数が多い 道が長い 犬の数が多い --json
    """
    from tablebases.nine_tiles import answers

    _best_towns_file(results)
    found = answers.best(*cards, limit=towns, results=results, tiles=tiles)
    rows = map(_best_row, found.answers)
    columns = [f"t{card.number:02d}" for card in found.cards]
    first = found.answers[0].towns[0]
    return Output([*columns, *BEST_COLUMNS], rows, text=lambda: _print_best(found), picture=first.svg)


# The towns worth learning.

HEADINGS = {"theme_synonym_id": "theme synonym", "id": "theme synonym", "n_towns": "towns"}
LEARN_COLUMNS = ("theme_synonym_id", "theme_sets", "adds", "share", "pattern")


@command(app)
def learn(
    k: Annotated[int, typer.Argument(min=1, help="How many towns.")],
    results: ResultsOption = None,
) -> Output:
    """Show the K towns that together are best answers to the most theme sets.

    No other K do better, as a solver has proved. `theme sets` counts those that a town answers,
    `adds` those of them that no town above it answers. `share` is the share of all theme sets that it and the
    towns above it answer.

    Examples:
    tablebases nine-tiles learn 10

    tablebases nine-tiles learn 50 --csv
    """
    from tablebases.nine_tiles import answers

    _best_towns_file(results)
    learned = answers.learn(k, results=results)
    values = [(of.theme_synonym, of.theme_sets, of.adds, of.share, of.town.pattern) for of in learned]
    rows = _rows(LEARN_COLUMNS, values)

    def text() -> None:
        in_words = [{**row, "share": percent(of.share)} for row, of in zip(rows, learned, strict=True)]
        show(in_words, LEARN_COLUMNS, title=learned.title, headings=HEADINGS)

    first = learned.towns[0].town.pattern
    return Output(LEARN_COLUMNS, rows, text=text, next_step=f"`tablebases nine-tiles draw {first}` draws the first.")


# What a town scores in every theme, and why.

SCORE_COLUMNS = ("no", "theme", "score", "why")


@command(app)
def score(
    pattern: PatternArgument,
    tiles: TilesOption = TILES,
    themes: ThemesOption = THEMES,
    rows: RowsOption = 3,
    columns: ColumnsOption = 3,
    rule_set: RuleSetOption = "published",
) -> Output:
    """Score a town in every theme and say what counts, and where.

    Positions are numbered from 0, row by row; `3 (2)` means two of them at position 3. A road is
    named by the positions it leads through, such as 0-1-4. A pattern that is not a complete town is
    refused with the borders and the roads that are wrong.

    Example: tablebases nine-tiles score 206745813361230035

    Example: tablebases nine-tiles score "206 745 813 | 361 230 035"

    Example: tablebases nine-tiles score 206745813361230035 --lang ja --json
    """
    from tablebases.nine_tiles import answers

    scored = answers.score(pattern, rule_set=rule_set, tiles=tiles, themes=themes, rows=rows, columns=columns)
    scores = [
        {
            "no": of.number,
            "theme": of.name_ja if current_language() == "ja" else of.name,
            "score": of.score,
            "why": of.why,
        }
        for of in scored.reasons
    ]
    return Output(SCORE_COLUMNS, scores, f"Town {scored.town.pattern}")


# A town's id, and its place in every theme.

PROBE_COLUMNS = ("no", "theme", "score", "rank", "ranks", "better_than")
OF_ALL_ROWS = ("theme_synonym_id", "towns", "pattern")


@command(app)
def probe(
    pattern: PatternArgument,
    results: ResultsOption = None,
    tiles: TilesOption = TILES,
) -> Output:
    """Look up a town in the results: its id, its scores, and their places among those of all towns.

    A rank of 1 is the best score that any town has in a theme; better_than is the share of towns
    that score less. The town may lie in any rotation, and its tiles in any direction that looks the
    same; it is found as the one that the results list.

    Examples:
    tablebases nine-tiles probe 036582714004421544

    tablebases nine-tiles probe "206 745 813 | 361 230 035" --csv
    """
    from tablebases.nine_tiles.results import open_results

    with open_results(results, tiles=tiles) as opened:
        found = opened.probe(pattern)
    of_all = (found.theme_synonym, found.n_towns, found.listed.pattern)
    values = [(*of_all, of.number, of.name, of.score, of.rank, of.ranks, of.better_than) for of in found.places]
    rows = _rows(OF_ALL_ROWS + PROBE_COLUMNS, values)

    def text() -> None:
        in_words = [{**row, "better_than": of.better_than_in_words} for row, of in zip(rows, found.places, strict=True)]
        show(in_words, PROBE_COLUMNS, title=found.title)

    next_step = f"`tablebases nine-tiles towns {found.theme_synonym}` lists its towns."
    return Output(OF_ALL_ROWS + PROBE_COLUMNS, rows, text=text, next_step=next_step)


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
) -> Output:
    """Find theme synonyms by their scores t01 .. t26, their id, or their number of towns.

    A condition compares with = != < <= > >=, joined by and, or, not, between, and parentheses. Cards
    may be named instead of their columns. A table has at most 1,000 rows, --csv and --json any number.

    Examples:
    tablebases nine-tiles find "t01>=3 and t11=3" --order t05

    tablebases nine-tiles find "longest road >= 8 and capture >= 2" --order "t05 + t01 - t03"

    tablebases nine-tiles find "n_towns = 1 and (t05 >= 10 or t06 >= 10)" --limit 5 --json
    """
    from tablebases.nine_tiles.results import ROWS_AT_ONCE, open_results

    with open_results(results) as opened:
        query = opened.query(condition, order, ascending)

    def rows() -> Iterator[Mapping[str, object]]:
        with open_results(results) as opened:
            yield from map(dict, opened.rows(query, limit))

    def text() -> None:
        with open_results(results) as opened:
            found = opened.find(condition, order, ascending=ascending, limit=min(limit, ROWS_AT_ONCE))
            without = {} if found.found else opened.found_without(condition)
        if not found.found:
            print(f"{found.title}.")
            for part, count in without.items():
                print(f"Without {part}: {counted(count, 'theme synonym')}.")
            return
        headings = HEADINGS | {theme.column: theme.title for theme in found.themes}
        rows = _rows(query.columns, [(of.id, of.n_towns, *of.scores) for of in found])
        show(rows, query.columns, title=found.title, headings=headings)
        print(f"`tablebases nine-tiles towns {found.first[0].id}` lists the towns of the first.")

    return Output(query.columns, rows(), text=text)


# The towns of a theme synonym, all towns, or those with some tiles in their places.

TOWNS_COLUMNS = ("theme_synonym_id", "pattern")


@command(app)
def towns(
    theme_synonym: Annotated[int | None, typer.Argument(min=1, max=MOST, help="The id of the theme synonym.")] = None,
    with_: Annotated[
        list[str] | None,
        typer.Option("--with", help="A tile in its place, such as 'tile 4 back at centre'; may be given again."),
    ] = None,
    all_: Annotated[bool, typer.Option("--all", help="Print all towns as CSV, half a billion lines.")] = False,
    results: ResultsOption = None,
    limit: LimitOption = 20,
) -> Output:
    """List the towns of a theme synonym, all of which have the same 26 scores; or all towns, or those with given tiles.

    Places for --with are top left, top, top right, left, centre, right, bottom left, bottom and bottom right, or those
    of any board as `row 1 column 2`; behind the tile may stand front, back, or a direction (0-7).

    Examples:
    tablebases nine-tiles towns 2004525

    tablebases nine-tiles towns 1547940 --limit 1000 --csv

    tablebases nine-tiles towns --with "tile 4 back at centre" --with "tile 0 at top left"

    tablebases nine-tiles towns --all > towns.csv
    """
    if (theme_synonym is not None) + bool(with_) + all_ != 1:
        raise InputError("name a theme synonym, or what the towns are made of (--with), or --all: one of them")
    from tablebases.nine_tiles.results import open_results

    with open_results(results) as opened:
        if theme_synonym is not None:
            found = opened.towns(theme_synonym, limit)
            return _list_of_towns(found, f"Towns of theme synonym {theme_synonym}: {found.title}")
        if with_:
            found = opened.towns_with(*with_, limit=limit)
            return _list_of_towns(found, found.title)
        out = sys.stdout.buffer
        out.write(f"{','.join(TOWNS_COLUMNS)}\n".encode())
        out.writelines(opened.all_towns_as_csv())
    raise typer.Exit


def _list_of_towns(found: FoundTowns, title: str) -> Output:
    rows = _rows(TOWNS_COLUMNS, [(of.theme_synonym, of.town.pattern) for of in found])
    next_step = f"`tablebases nine-tiles draw {found.first[0].town.pattern}` draws the first." if found.first else None
    return Output(TOWNS_COLUMNS, rows, title, headings=HEADINGS, next_step=next_step)


# The best ways to finish a town.

COMPLETE_COLUMNS = ("towns", "pattern")


@command(app, draws=True)
def complete(
    pattern: Annotated[
        str,
        typer.Argument(help="Signs of the tiles, a bar, signs of their directions; a dot for what is open."),
    ],
    cards: Annotated[list[str] | None, typer.Argument(help="Up to three cards, by number or by name.")] = None,
    results: ResultsOption = None,
    tiles: TilesOption = TILES,
    themes: ThemesOption = THEMES,
    towns: TownsOption = 1,
) -> Output:
    """Find the best ways to finish a town of which some tiles are placed.

    A position that is free and a direction that is open are a dot, an underscore, a question mark or
    a blank; `f` and `b` are a front and a back turned any way. Digits missing at the end are open.

    Best is what wins the round robin that `best` plays, among the results that can still be reached:
    of every two, the one that is better in more of the cards wins. With one card it is the best
    score; without cards it is the smallest sum of squared ranks in all themes. Towns score as the
    results list them, which for few of them differs from how they lie. Four placed tiles take about
    a second, one alone up to a minute; of an empty board the answer is that of `best`, at once.

    Examples:
    tablebases nine-tiles complete "0365.....|0044....." 2 5 18

    tablebases nine-tiles complete "0365|0?bf" abduction "longest road" --towns 5

    tablebases nine-tiles complete ". . . . 5 . 7 1 4 | . . . . 2 . 5 4 4" 21 -o town.svg
    """
    from tablebases.nine_tiles import answers

    found = answers.complete(pattern, *cards or (), limit=towns, results=results, tiles=tiles, themes=themes)
    values = [(*of.scores[: len(found.cards)], of.n_towns, [town.pattern for town in of.towns]) for of in found.answers]
    first = found.answers[0].towns[0]
    columns, heads = (
        [*names, *COMPLETE_COLUMNS]
        for names in ([card.column for card in found.cards], [card.title for card in found.cards])
    )

    def text() -> None:
        show(_rows(heads, values), heads, title=found.title)
        _print_town(first)

    return Output(columns, _rows(columns, values), text=text, picture=first.svg)


# Pictures of towns, town synonyms and tiles.

SYNONYM = "synonym:"
TILE = "tile:"


def _drawn(pattern: str, tiles: Path, board: Board) -> Tile | LaidTown:
    """What a PATTERN asks for."""
    if pattern.startswith(SYNONYM):
        from tablebases.nine_tiles.drawing import synonym_town

        return synonym_town(pattern.removeprefix(SYNONYM), board)
    if not pattern.startswith(TILE):
        from tablebases.nine_tiles.town import Town

        return Town.parse(pattern, tiles=tiles, rows=board.rows, columns=board.columns).laid
    from tablebases.nine_tiles.game_files import load_all_tiles

    all_tiles = load_all_tiles(tiles)
    number = pattern.removeprefix(TILE)
    by_number = {str(tile.number): tile for tile in all_tiles}
    if number not in by_number:
        raise InputError(f"there is no tile '{number}' in {tiles}; the tiles are {', '.join(by_number)}")
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
    width: Annotated[int, typer.Option(help="Width of a PNG in pixels.")] = PNG_WIDTH,
    numbers: Annotated[bool, typer.Option("--numbers", help="Show the positions and the edge numbers.")] = False,
    legend: Annotated[bool, typer.Option("--legend", help="Say what is what.")] = False,
    monochrome: Annotated[bool, typer.Option("--monochrome", help="Use greys only.")] = False,
    text: Annotated[bool, typer.Option("--text", help="Print it in the terminal, beside files of -o too.")] = False,
    theme: Annotated[str | None, typer.Option(help="Point at what a theme counts, by its number or name.")] = None,
    tiles: TilesOption = TILES,
    themes: ThemesOption = THEMES,
    rows: RowsOption = 3,
    columns: ColumnsOption = 3,
    rule_set: RuleSetOption = "published",
) -> None:
    """Draw a town as SVG or PNG, or print it; a town that is not complete has its faults marked.

    Without -o it is printed in the terminal.

    Examples:
    tablebases nine-tiles draw 206745813361230035 -o town.png

    tablebases nine-tiles draw 206745813361230035 --theme 5 --legend -o longest.svg -o longest.png

    tablebases nine-tiles draw 036582714006421564 --text

    tablebases nine-tiles draw synonym:224221113000100031 --numbers -o roads.svg

    tablebases nine-tiles draw tile:4 -o tile.png --width 600
    """
    from tablebases.nine_tiles.drawing import DrawingOptions, draw_tile, draw_town
    from tablebases.nine_tiles.laid_town import plain_pattern
    from tablebases.nine_tiles.tiles import Board, Tile

    check_width(width)
    pattern = plain_pattern(pattern)
    drawn = _drawn(pattern, tiles, Board(rows, columns))
    options = DrawingOptions(numbers, legend, monochrome=monochrome)
    if theme is not None:
        if isinstance(drawn, Tile) or pattern.startswith(SYNONYM):
            raise InputError("--theme needs a town: only there it is known what a theme counts")
        from tablebases.nine_tiles.game_files import load_themes
        from tablebases.nine_tiles.measures import explanations_by_theme
        from tablebases.nine_tiles.themes import find_theme

        wanted = find_theme(theme, load_themes(themes))
        ((_, explanation),) = explanations_by_theme(drawn, [wanted], rule_set)
        say(f"{wanted.name_en}: {explanation.score}: {explanation.text}")
        options = replace(options, highlight=explanation.highlight)
    if text or not output:
        from tablebases.nine_tiles.text_drawing import tile_text, town_text

        print(tile_text(drawn) if isinstance(drawn, Tile) else town_text(drawn))
    if isinstance(drawn, Tile):
        svg = draw_tile(drawn, options)
    else:
        svg = draw_town(drawn, options, f"town {pattern}".replace(":", " "))
    for file in output or ():
        write_picture(svg, file, width)
        say(f"wrote {file}")
