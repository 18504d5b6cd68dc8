"""The commands `tablebases nine-tiles`, which print the answers of `tablebases.nine_tiles`.

Modules that only a few commands need are imported inside functions.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tablebases.answer.share import Card
from tablebases.cli.options import (
    SETTINGS,
    LimitOption,
    PicturesOption,
    ResultsOption,
    ShareOption,
    artifact_path,
)
from tablebases.cli.output import Output, show, waiting_shown, write_shared
from tablebases.cli.output import answers as command
from tablebases.database import open_rows
from tablebases.errors import MOST, InputError, MissingDataError
from tablebases.languages import current_language, t
from tablebases.locations import data_file
from tablebases.messages import counted, percent, say
from tablebases.nine_tiles import PUZZLE, THEMES, TILES, answers
from tablebases.nine_tiles.answers import Answer, Best, CardScore, Mix, MixedAnswer
from tablebases.nine_tiles.game_files import load_all_tiles, load_themes
from tablebases.nine_tiles.laid_town import LaidTown, plain_pattern
from tablebases.nine_tiles.measures import explanations_by_theme
from tablebases.nine_tiles.tablebase import BEST_TOWNS, SUCCESS_PATTERN, THEME_SYNONYMS, themes_in
from tablebases.nine_tiles.text_drawing import tile_text, town_lines, town_text
from tablebases.nine_tiles.themes import RuleSet, find_theme
from tablebases.nine_tiles.tiles import Board, Tile
from tablebases.nine_tiles.town import Town, find_database
from tablebases.pictures import PNG_WIDTH, check_width, write_pictures

if TYPE_CHECKING:
    from tablebases.nine_tiles.judging import Player, Round
    from tablebases.nine_tiles.restricted import AnswerWith, BestWith
    from tablebases.nine_tiles.results import FoundTowns

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


def _rows(columns: Sequence[str], values: Iterable[Sequence[object]]) -> list[dict[str, object]]:
    """Rows by the names of their columns."""
    return [dict(zip(columns, row, strict=True)) for row in values]


def _best_towns_file(results: Path | None) -> Path:
    """best_towns.db; notes on standard error where it comes from, unless from the working folder."""
    return artifact_path(PUZZLE, BEST_TOWNS.file, results)


# The figures of the results, and the cards.

THREE_CARDS = [2, 5, 18]
SUMMARY_COLUMNS = ("found", "figure", "file")


def _best_next(cards: Sequence[int]) -> str:
    """The next step after an answer about the `cards` of the results."""
    numbers = THREE_CARDS if {*THREE_CARDS} <= {*cards} else cards[: len(THREE_CARDS)]
    text = "`tablebases nine-tiles best {cards}` shows the best town for three cards."
    return t(text, cards=" ".join(map(str, numbers)))


@command(app)
def summary(results: ResultsOption = None) -> Output:
    """Show the figures of the results, and their files.

    Example: tablebases nine-tiles summary
    """
    path = _best_towns_file(results)
    with open_rows(path, BEST_TOWNS) as database:
        found = database.execute("SELECT meaning, value, file FROM figures ORDER BY rowid").fetchall()
        numbers = [theme.no for theme in themes_in(database)]
    rows = [
        {"found": t(meaning), "figure": value, "file": file if (path.parent / file).is_file() else None}
        for meaning, value, file in found
    ]

    next_step = _best_next(numbers)
    if any(row["file"] is None for row in rows):
        text = "Figures without a file are those of the full run; their files come with the full results. {next_step}"
        next_step = t(text, next_step=next_step)
    title = t("Nine Tiles Panic: {folder}", folder=path.parent)
    return Output(SUMMARY_COLUMNS, rows, title, next_step=next_step)


CARDS_COLUMNS = ("no", "card", "counts", "best", "lowest", "towns_at_best", "name_ja")
CARDS_HEADINGS = {"name_ja": "Japanese name"}


@command(app)
def cards(results: ResultsOption = None) -> Output:
    """List the cards: what each counts, its best and lowest score, and how many towns have the best.

    Other commands take the number of a card, its English or Japanese name, or a part of a name that fits one card only.

    Example: tablebases nine-tiles cards
    """
    _best_towns_file(results)
    found = answers.cards(results=results)
    values = [
        (card.number, card.name, card.counts, card.best, card.lowest, card.towns_at_best, card.name_ja)
        for card in found
    ]
    rows = _rows(CARDS_COLUMNS, values)
    is_japanese = current_language() == "ja"

    def text() -> None:
        """A table in which a Japanese reader finds Japanese names only."""
        shown = [{**row, "card": row["name_ja"]} for row in rows] if is_japanese else rows
        columns = CARDS_COLUMNS[: -1 if is_japanese else None]
        show(shown, columns, title=t("The cards of Nine Tiles Panic"), headings=CARDS_HEADINGS)

    next_step = _best_next([card.number for card in found])
    return Output(CARDS_COLUMNS, rows, text=text, next_step=next_step)


# The best answers for one, two or three cards.

BEST_COLUMNS = ("wins", "losses", "ids", "towns", "id", "pattern")
WITH_HELP = "A tile of your town, such as 'tile 4 back' or 'tile 3 at centre'; may be given again."


def _scores_data(scores: Sequence[CardScore]) -> dict[str, Any]:
    """Scores as JSON has them."""
    return {
        **{f"t{score.card.number:02d}": score.score for score in scores},
        "scores": [score.score for score in scores],
        "best": [score.card.best for score in scores],
        "ranks": [score.rank for score in scores],
        "better_than": [score.better_than for score in scores],
    }


def _scores_by_name(scores: Sequence[CardScore]) -> dict[str, Any]:
    """Scores as CSV has them, in columns such as `t02` and `best_t02` for each card."""
    data = _scores_data(scores)
    return {
        f"{prefix}{score.card.number:02d}": value
        for prefix, name in (("t", "scores"), ("best_t", "best"), ("rank_t", "ranks"), ("better_than_t", "better_than"))
        for score, value in zip(scores, data[name], strict=True)
    }


def _best_data(answer: Answer) -> dict[str, Any]:
    """An answer as JSON has it."""
    return _scores_data(answer.scores) | {
        "wins": answer.wins,
        "losses": answer.losses,
        "ids": answer.n_theme_synonyms,
        "towns": answer.n_towns,
        "id": answer.theme_synonym,
        "pattern": [town.pattern for town in answer.towns],
    }


def _best_rows(answer: Answer) -> list[dict[str, Any]]:
    """An answer as CSV has it: a row for each town."""
    by_name, data = _scores_by_name(answer.scores), _best_data(answer)
    return [{**by_name, **{name: data[name] for name in BEST_COLUMNS}, "pattern": town} for town in data["pattern"]]


def _print_best(found: Best) -> None:
    """The answers as tables of their cards, and in words; then the first town."""
    print(found.title)
    for answer in found.answers:
        show(_rows(answers.CARD_SCORE_COLUMNS, answers.card_score_rows(answer.scores)), answers.CARD_SCORE_COLUMNS)
        print(answer.outcome, answer.reached, sep="\n")
        print(t("{sentence}:", sentence=answer.equally_good))
        print(*(town.pattern for town in answer.towns), sep="\n")
    print(*filter(None, [found.standing, found.second]), sep="\n")
    print()
    _print_town(found.answers[0].towns[0])
    if found.mix:
        _print_mix(found.mix)


def _print_mix(mix: Mix) -> None:
    """The answers of a mix as a table, in words, and as towns, without the key that stands below the first town."""
    print()
    print(t("{sentence}:", sentence=mix.title))
    show(_rows(answers.MIX_COLUMNS, mix.rows), answers.MIX_COLUMNS)
    print(mix.uniqueness)
    for (chance, scores, *_), answer in zip(mix.rows, mix.answers, strict=True):
        print()
        print(t("chance {chance}: scores {scores}", chance=chance, scores=scores))
        print(*town_lines(answer.town.laid), sep="\n")


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


def _mix_data(answer: MixedAnswer) -> dict[str, Any]:
    """An answer of a mix as JSON has it."""
    return {
        "numerator": answer.probability.numerator,
        "denominator": answer.probability.denominator,
        "scores": [score.score for score in answer.scores],
        "ranks": [score.rank for score in answer.scores],
        "lose_to": answer.loses_to,
        "which_lose_to": answer.which_lose_to,
        "id": answer.theme_synonym,
        "pattern": answer.town.pattern,
    }


def _print_town(town: Town) -> None:
    print(town_text(town.laid))


@command(app, draws=True)
def best(
    cards: Annotated[list[str], typer.Argument(help="One to three cards: 2 5 18, 02_05_18, or names.")],
    results: ResultsOption = None,
    tiles: TilesOption = TILES,
    towns: TownsOption = 1,
    with_: Annotated[list[str] | None, typer.Option("--with", help=WITH_HELP)] = None,
) -> Output:
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
        return _best_with(cards, with_, results, tiles)
    found = answers.best(*cards, limit=towns, results=results, tiles=tiles)
    rows = [row for answer in found.answers for row in _best_rows(answer)]
    mix = [_mix_data(answer) for answer in found.mix.answers] if found.mix else []
    first = found.answers[0].towns[0]
    place = _place("_".join(map(str, sorted(card.number for card in found.cards))), tiles)
    return Output(
        list(rows[0]),
        rows,
        text=lambda: _print_best(found),
        data=[_best_data(answer) | {"mix": mix, "runner_up": found.runner_up} for answer in found.answers],
        next_step=_lists_all(found, results),
        picture=found.mix.svg if found.mix else first.svg,
        card=lambda: answers.share_card(found.answers[0].scores, first, place),
    )


COLUMNS_WITH = ("wins", "losses", "ids", "id", "pattern")


def _data_with(answer: AnswerWith) -> dict[str, Any]:
    """The last columns of an answer with a condition."""
    values = (answer.wins, answer.losses, answer.n_theme_synonyms, answer.theme_synonym, answer.town.pattern)
    return dict(zip(COLUMNS_WITH, values, strict=True))


def _print_best_with(found: BestWith) -> None:
    """The answers with a condition as tables of their cards, and in words; then the first town."""
    from tablebases.nine_tiles.restricted import COLUMNS

    print(found.title)
    for answer in found.answers:
        show(_rows(COLUMNS, found.rows(answer)), COLUMNS)
        print(found.outcome(answer), found.cost(answer), answer.town.pattern, sep="\n")
    print()
    _print_town(found.answers[0].town)


def _best_with(cards: Sequence[str], conditions: Sequence[str], results: Path | None, tiles: Path) -> Output:
    """The best answers among the towns with given tiles."""
    from tablebases.nine_tiles.restricted import best_with

    found = best_with(cards, conditions, results=results, tiles=tiles)
    rows = [
        {
            **_scores_by_name(answer.scores),
            **{f"cost_t{card.number:02d}": cost for card, cost in zip(found.cards, answer.costs, strict=True)},
            **_data_with(answer),
        }
        for answer in found.answers
    ]
    data = [{**_scores_data(answer.scores), "costs": answer.costs, **_data_with(answer)} for answer in found.answers]
    first = found.answers[0]
    return Output(
        list(rows[0]),
        rows,
        text=lambda: _print_best_with(found),
        data=data,
        picture=first.town.svg,
        card=lambda: answers.share_card(first.scores, first.town, _place("", tiles)),
    )


def _place(question: str, tiles: Path, size: tuple[int, int] = (3, 3)) -> str:
    """The address of a question; that of the page alone if the page has other tiles or another board."""
    return "nine-tiles/" + f"#{question}" * (bool(question) and data_file(tiles) == data_file(TILES) and size == (3, 3))


# The towns worth learning.

HEADINGS = {"theme_synonym_id": "theme synonym", "id": "theme synonym", "n_towns": "towns"}
LEARN_COLUMNS = ("theme_synonym_id", "theme_sets", "adds", "share", "pattern")
LEARN_LEGEND = (
    "theme sets: those that the town answers. adds: those of them that no town above it answers. share: of all theme "
    "sets, those that it and the towns above it answer."
)


@command(app)
def learn(
    k: Annotated[int, typer.Argument(min=1, help="How many towns.")],
    results: ResultsOption = None,
) -> Output:
    """Show the K towns that together are best answers to the most theme sets.

    A solver has proved that no other K towns answer more. A legend explains the columns.

    Examples:
    tablebases nine-tiles learn 10

    tablebases nine-tiles learn 50 --csv
    """
    _best_towns_file(results)
    learned = answers.learn(k, results=results)
    values = [(town.theme_synonym, town.theme_sets, town.adds, town.share, town.town.pattern) for town in learned]
    rows = _rows(LEARN_COLUMNS, values)

    def text() -> None:
        in_words = [{**row, "share": percent(town.share)} for row, town in zip(rows, learned, strict=True)]
        show(in_words, LEARN_COLUMNS, title=learned.title, headings=HEADINGS)
        print(t(LEARN_LEGEND))

    return Output(LEARN_COLUMNS, rows, text=text, next_step=_draws_the_first(learned.towns[0].town))


def _draws_the_first(town: Town) -> str:
    """The next step after a list of towns."""
    words = town.pattern
    if town.board != Board(3, 3):
        words += f" --rows {town.board.rows} --columns {town.board.columns}"
    return t("`tablebases nine-tiles draw {pattern}` draws the first.", pattern=words)


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
    """Score a town in every theme and show what counts, and where.

    Places are top left, top, top right, left, centre and so on, or row 1 column 2 on a board that is not
    3x3; `left (2)` means two things there. A road is named by the places it leads through, from its start.
    The town scores as it lies. If it has other scores when it is turned, the command shows them too.
    If a town is not complete, the error names the wrong borders and roads.

    Example: tablebases nine-tiles score 206745813361230035

    Example: tablebases nine-tiles score "206 745 813 | 361 230 035"

    Example: tablebases nine-tiles score 206745813361230035 --lang ja --json
    """
    scored = answers.score(pattern, rule_set=rule_set, tiles=tiles, themes=themes, rows=rows, columns=columns)
    values = [(reason.number, reason.title, reason.score, reason.why) for reason in scored.reasons]
    found = _rows(SCORE_COLUMNS, values)

    def text() -> None:
        show(found, SCORE_COLUMNS, title=scored.title)
        for line in answers.turned_in_words(scored.town, scored.turned):
            print(line)

    return Output(SCORE_COLUMNS, found, text=text)


# A round of several players.

MOST_DIGITS_OF_CARDS = 6
"""Digits of three cards, such as 02_05_18; a word with more is a town."""
JUDGE_COLUMNS = ("total", "wins", "faults", "change", "changed_tiles", "changed_pattern", "pattern")


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


def _player_data(player: Player, judged: Round) -> dict[str, Any]:
    """A player as JSON has one."""
    change = player.change and {
        "way": player.change.way,
        "tiles": player.change.tiles,
        "places": player.change.places,
        "directions": player.change.directions,
        "scores": [score.score for score in player.change.scores],
        "pattern": player.change.town.pattern,
    }
    return {
        "player": player.number,
        "finished": judged.order.index(player.number) + 1 if player.number in judged.order else None,
        "pattern": player.town.pattern,
        **_scores_data(player.scores),
        "points": player.points,
        "total": player.total,
        "wins": player.number in judged.winners,
        "faults": t("; ").join(player.faults) or None,
        "change": change,
    }


def _player_row(player: Player, judged: Round) -> dict[str, Any]:
    """A player as CSV has one."""
    data = _player_data(player, judged)
    change = data["change"] or {"way": None, "tiles": None, "pattern": None}
    data |= {"change": change["way"], "changed_tiles": change["tiles"], "changed_pattern": change["pattern"]}
    return {
        "player": data["player"],
        "finished": data["finished"],
        **(dict.fromkeys(_scores_by_name(judged.best.scores)) | _scores_by_name(player.scores)),
        **{f"points_t{card.number:02d}": points for card, points in zip(judged.cards, player.points, strict=True)},
        **{name: data[name] for name in JUDGE_COLUMNS},
    }


def _print_round(judged: Round) -> None:
    """The points and scores of the players as tables; the rest in words."""
    from tablebases.nine_tiles.judging import SCORE_COLUMNS

    show(_rows(judged.point_columns, judged.point_rows), judged.point_columns, title=judged.title)
    print(judged.outcome, *judged.remarks, sep="\n")
    if judged.score_rows:
        show(_rows(SCORE_COLUMNS, judged.score_rows), SCORE_COLUMNS)
    print(t("{sentence}:", sentence=judged.best_in_words))
    _print_town(judged.best.towns[0])


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
) -> Output:
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
    from tablebases.nine_tiles.judging import judge as judged_round

    _best_towns_file(results)
    named, towns = _cards_and_towns(words)
    judged = judged_round(named, towns, order=None if order is None else _order(order), results=results, tiles=tiles)
    rows = [_player_row(player, judged) for player in judged.players]
    numbers = [card.number for card in judged.cards]
    command = "tablebases nine-tiles best " + " ".join(map(str, numbers))
    data = {
        "cards": numbers,
        "winner": judged.winner,
        "winners": judged.winners,
        "order_matters": judged.order_matters,
        "players": [_player_data(player, judged) for player in judged.players],
        "best": _best_data(judged.best),
    }
    next_step = t("`{command}` shows all best answers for these cards.", command=command)
    return Output(list(rows[0]), rows, text=lambda: _print_round(judged), data=data, next_step=next_step)


@app.command()
def practice(
    daily: Annotated[bool, typer.Option("--daily", help="The cards of today in UTC, the same for all.")] = False,
    seed: Annotated[int | None, typer.Option(min=0, help="The same seed gives the same cards, as in the page.")] = None,
    results: ResultsOption = None,
) -> None:
    """Practise on random cards: build a town for three of them, and compare it with the best town.

    Type the town as a pattern; ? shows more. The command then prints its scores, the share of towns that score less on
    each card, and the best town. With --daily it asks once, without it until you type quit. The cards leave out those
    on which all towns score the same.

    Examples:
    tablebases nine-tiles practice --seed 7

    tablebases nine-tiles practice --daily
    """
    from tablebases.nine_tiles.practice import daily_cards, practise, seeded_cards
    from tablebases.practice import random_seed, today

    if daily and seed is not None:
        raise InputError("--daily chooses the cards, so leave out --seed")
    _best_towns_file(results)
    if daily:
        day = today()
        practise([daily_cards(day, results=results)], day, results=results)
    else:
        practise(seeded_cards(random_seed() if seed is None else seed, results=results), results=results)


# A town's id, and its rank in every theme.

PROBE_COLUMNS = ("no", "theme", "score", "rank", "ranks", "better_than")
IN_ALL_ROWS = ("theme_synonym_id", "towns", "pattern")


@command(app)
def probe(
    pattern: PatternArgument,
    results: ResultsOption = None,
    tiles: TilesOption = TILES,
) -> Output:
    """Look up a town in the results: its id, its scores, and their ranks among those of all towns.

    Rank 1 is the best score of any town in a theme. The column `better than` has the share of towns that score
    less. The command finds any rotation of a town, and any directions of its tiles that look the same. Scores are
    those of the rotation in which the results list the town. `score` has those of the town as it lies.

    Examples:
    tablebases nine-tiles probe 036582714004421544

    tablebases nine-tiles probe "206 745 813 | 361 230 035" --csv
    """
    from tablebases.nine_tiles.results import open_results

    with open_results(results, tiles=tiles) as full:
        found = full.probe(pattern)
    in_all = (found.theme_synonym, found.n_towns, found.listed.pattern)
    values = [
        (*in_all, place.number, place.title, place.score, place.rank, place.ranks, place.better_than)
        for place in found.places
    ]
    rows = _rows(IN_ALL_ROWS + PROBE_COLUMNS, values)

    def text() -> None:
        in_words = [
            {**row, "better_than": place.better_than_in_words} for row, place in zip(rows, found.places, strict=True)
        ]
        show(in_words, PROBE_COLUMNS, title=found.title)

    next_step = t("`tablebases nine-tiles towns {id}` lists its towns.", id=found.theme_synonym)
    return Output(IN_ALL_ROWS + PROBE_COLUMNS, rows, text=text, next_step=next_step)


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

    A condition compares with = != < <= > >= and combines comparisons with and, or, not, between, and parentheses.
    Names of cards may stand for their columns. A table has at most 1,000 rows, --csv and --json any number.

    Examples:
    tablebases nine-tiles find "t01>=3 and t11=3" --order t05

    tablebases nine-tiles find "longest road >= 8 and capture >= 2" --order "t05 + t01 - t03"

    tablebases nine-tiles find "n_towns = 1 and (t05 >= 10 or t06 >= 10)" --limit 5 --json
    """
    from tablebases.nine_tiles.results import ROWS_AT_ONCE, open_results

    with open_results(results) as full:
        query = full.query(condition, order, ascending)

    def rows() -> Iterator[Mapping[str, object]]:
        with open_results(results) as full:
            yield from map(dict, full.rows(query, limit))

    def text() -> str | None:
        with open_results(results) as full, waiting_shown():
            found = full.find(condition, order, ascending=ascending, limit=min(limit, ROWS_AT_ONCE))
            without = {} if found.found else full.found_without(condition)
        if not found.found:
            print(t("{sentence}.", sentence=found.title))
            for left_out, count in without.items():
                print(t("Without {condition}: {n}.", condition=left_out, n=counted(count, "theme synonym")))
            return None
        headings = HEADINGS | {theme.column: theme.title for theme in found.themes}
        rows = _rows(query.columns, [(synonym.id, synonym.n_towns, *synonym.scores) for synonym in found])
        show(rows, query.columns, title=found.title, headings=headings)
        return t("`tablebases nine-tiles towns {id}` lists the towns of the first.", id=found.first[0].id)

    return Output(query.columns, rows(), text=text)


# The towns of a theme synonym, all towns, or those with given tiles in their places.

TOWNS_COLUMNS = ("theme_synonym_id", "pattern")


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
) -> Output:
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
    from tablebases.nine_tiles.results import open_results

    with open_results(results) as full:
        if theme_synonym is not None:
            found = full.towns(theme_synonym, limit)
            title = t("Towns of theme synonym {id}: {towns}", id=theme_synonym, towns=found.title)
            return _list_of_towns(found, title)
        if with_:
            found = full.towns_with(*with_, limit=limit)
            return _list_of_towns(found, found.title)
        out = sys.stdout.buffer
        out.write(f"{','.join(TOWNS_COLUMNS)}\n".encode())
        out.writelines(full.all_towns_as_csv())
    raise typer.Exit


ONE_ROTATION = (
    "Results list each town in one of its four rotations; turn your town, and name the places in which tiles then lie."
)


def _list_of_towns(found: FoundTowns, title: str) -> Output:
    rows = _rows(TOWNS_COLUMNS, [(listed.theme_synonym, listed.town.pattern) for listed in found])
    next_step = _draws_the_first(found.first[0].town) if found.first else t(ONE_ROTATION)
    return Output(TOWNS_COLUMNS, rows, title, headings=HEADINGS, next_step=next_step)


# The best ways to complete a town.

COMPLETE_COLUMNS = ("towns", "pattern")


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
) -> Output:
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
    found = answers.complete(pattern, *cards or (), limit=towns, results=results, tiles=tiles, themes=themes)
    n_cards = len(found.cards)
    values = [(*each.scores[:n_cards], each.n_towns, [town.pattern for town in each.towns]) for each in found.answers]
    columns, heads = (
        [*names, *COMPLETE_COLUMNS]
        for names in ([card.column for card in found.cards], [card.title for card in found.cards])
    )
    data = _rows(columns, values)
    rows = [
        row | {"pattern": town.pattern} for row, each in zip(data, found.answers, strict=True) for town in each.towns
    ]
    first = found.answers[0].towns[0]

    def text() -> None:
        show(_rows(heads, values), heads, title=found.title)
        if found.turned_in_words:
            print(*found.turned_in_words, "", sep="\n")
        _print_town(first)

    def card() -> Card:
        place = _place(f"town_{first.pattern}", tiles)
        return Card(PUZZLE, t("town {pattern}", pattern=first.pattern), (), place, first.svg())

    return Output(columns, rows, text=text, data=data, picture=first.svg, card=card)


# Pictures of towns, town synonyms and tiles.

SYNONYM = "synonym:"
TILE = "tile:"


def _drawn(pattern: str, tiles: Path, board: Board) -> Tile | LaidTown:
    """The tile, town or town synonym that `pattern` names."""
    if (plain := plain_pattern(pattern)).startswith(SYNONYM):
        from tablebases.nine_tiles.drawing import synonym_town

        return synonym_town(plain.removeprefix(SYNONYM), board)
    if not plain.startswith(TILE):
        return Town.parse(pattern, tiles=tiles, rows=board.rows, columns=board.columns).laid
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
    pattern = plain_pattern(pattern)
    options = DrawingOptions(numbers, legend, monochrome=monochrome)
    if theme is not None:
        if isinstance(drawn, Tile) or pattern.startswith(SYNONYM):
            raise InputError("--theme needs a town, such as `--theme 5` with 206745813361230035")
        wanted = find_theme(theme, load_themes(themes))
        ((_, explanation),) = explanations_by_theme(drawn, [wanted], rule_set)
        say(t("{theme}, score {score}: {why}", theme=wanted.title, score=explanation.score, why=explanation.text))
        options = replace(options, highlight=explanation.highlight)
    if text or not (output or share):
        print(tile_text(drawn) if isinstance(drawn, Tile) else town_text(drawn))
    if isinstance(drawn, Tile):
        title = t("tile {number}, front and back", number=drawn.number)
        svg = draw_tile(drawn, options)
    else:
        title = t("town {pattern}", pattern=pattern.replace(":", " "))
        svg = draw_town(drawn, options, title)
    write_pictures(svg, output, width)
    place = _place(f"town_{pattern}" if pattern.isdecimal() else "", tiles, (rows, columns))
    write_shared(lambda: Card(PUZZLE, title, (), place, svg), share)
