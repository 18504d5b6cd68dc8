"""The figures of the results, and towns and theme synonyms in the full results."""

from __future__ import annotations

import difflib
import re
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tablebases.answer.base import Answer, ListAnswer
from tablebases.answer.fields import Cells, cells_of
from tablebases.answer.text import Block, Table
from tablebases.arguments import checked
from tablebases.database import Kind, open_rows
from tablebases.errors import InputError, whole_number
from tablebases.languages import t
from tablebases.locations import Found, Place
from tablebases.messages import counted
from tablebases.nine_tiles.answers.cards import card_scores, cards_in
from tablebases.nine_tiles.answers.town import (
    AnyPath,
    AnyTown,
    ThemeScore,
    Town,
    better_than_in_words,
    find_database,
    game_of,
    read_tiles,
)
from tablebases.nine_tiles.packed_towns import find_town, packed_boxes
from tablebases.nine_tiles.rules.laid_town import parse_wanted
from tablebases.nine_tiles.rules.measures import check_town, scores_by_theme
from tablebases.nine_tiles.rules.themes import Theme, find_theme
from tablebases.nine_tiles.tablebase import BEST_TOWNS, SUCCESS_PATTERN, THEME_SYNONYMS, Game, themes_in

if TYPE_CHECKING:
    import numpy as np

    from tablebases.arrays import Matrix, Vector
    from tablebases.nine_tiles.packed_towns import PackedBoxes


@dataclass(frozen=True)
class ThemePlace(ThemeScore):
    """The rank of a town's score in a theme among the scores of all towns."""

    rank: int
    """1 for the best score that any town has."""
    ranks: int
    """How many different scores there are."""
    better_than: float
    """The share of towns that score less."""

    @property
    def better_than_in_words(self) -> str:
        """The share of towns that score less, in words."""
        return better_than_in_words(self.better_than, self.ranks > 1)


@dataclass(frozen=True)
class Probe(Answer):
    """A town as the results list it."""

    town: Town
    listed: Town
    """The town in the results: a rotation of `town`, with each tile in a direction that looks the same."""
    quarters: int
    """Quarter turns to the left from `town` to `listed`."""
    theme_synonym: int
    n_towns: int
    """Towns with the same scores."""
    places: tuple[ThemePlace, ...]
    """One for each theme."""
    differs: tuple[int, ...]
    """Themes in which `town` scores differently from `listed`, because its roads are read from other ends."""
    source: Place

    lists = "places"

    @property
    def title(self) -> str:
        """The town, its theme synonym, and the listed town."""
        values = {"pattern": self.town.pattern, "id": self.theme_synonym, "n": self.n_towns}
        lines = [t("Town {pattern}: theme synonym {id}, which has {n:,} towns", **values)]
        if self.quarters:
            text = "It is listed as {pattern}, turned left by {degrees} degrees"
            lines.append(t(text, pattern=self.listed.pattern, degrees=90 * self.quarters))
        elif self.listed.pattern != self.town.pattern:
            lines.append(t("It is listed as {pattern}", pattern=self.listed.pattern))
        if self.differs:
            text = (
                "The scores are those of the listed town. As it lies, the town has other scores on cards {themes}: see "
                "`tablebases nine-tiles score {pattern}`"
            )
            lines.append(t(text, themes=t(", ").join(map(str, self.differs)), pattern=self.town.pattern))
        return "\n".join(lines)

    def blocks(self) -> Iterator[Block]:
        """The town, and its scores as a table."""
        columns = ("number", "title", "score", "rank", "ranks", "better_than_in_words")
        headings = {"number": "no", "title": "theme", "better_than_in_words": "better than"}
        yield Table(self.places, columns, self.title, headings)

    def rows(self) -> Iterator[Cells]:
        """A row for each theme, which begins with the theme synonym and the listed town."""
        whole = {"theme_synonym": self.theme_synonym, "n_towns": self.n_towns, "listed": self.listed.cell}
        return (whole | cells_of(place) for place in self.places)

    def svg(self) -> str:
        """The town as it was given."""
        return self.town.svg()


@dataclass(frozen=True)
class ThemeSynonym:
    """All towns with the same scores."""

    id: int
    n_towns: int
    scores: tuple[int, ...]
    """In the themes of `ThemeSynonyms.themes`."""


@dataclass(frozen=True)
class ThemeSynonyms(ListAnswer[ThemeSynonym]):
    """Theme synonyms that fulfil a condition."""

    condition: str
    found: int
    """Number of those that fulfil it."""
    n_theme_synonyms: int
    """All theme synonyms."""
    n_towns: int
    """Towns of those that fulfil it."""
    themes: tuple[Theme, ...]
    """The themes of the order and of the condition."""
    first: tuple[ThemeSynonym, ...]
    """The first of them, in the order of the search."""
    without: Mapping[str, int]
    """If there are none: each of the conditions joined by `and` -> how many fulfil the others."""
    source: Place

    lists = "first"

    @property
    def title(self) -> str:
        """How many fulfil the condition, and how many of them are listed."""
        values = {
            "found": self.found,
            "all": self.n_theme_synonyms,
            "condition": self.condition,
            "towns": self.n_towns,
            "first": len(self.first),
        }
        if self.found > len(self.first):
            text = "{found:,} of {all:,} theme synonyms have {condition}, {towns:,} towns; the first {first:,}"
            return t(text, **values)
        return t("{found:,} of {all:,} theme synonyms have {condition}, {towns:,} towns", **values)

    def blocks(self) -> Iterator[Block]:
        """The theme synonyms as a table; if there are none, the conditions that exclude them."""
        if self.found:
            columns = ("theme synonym", "towns", *(theme.title for theme in self.themes))
            yield Table([(each.id, each.n_towns, *each.scores) for each in self], columns, self.title)
            return
        yield t("{sentence}.", sentence=self.title)
        for condition, n in self.without.items():
            yield t("Without {condition}: {n}.", condition=condition, n=counted(n, "theme synonym"))

    @property
    def columns(self) -> list[str]:
        """The id, the number of towns, and the scores in columns such as `t02`."""
        return ["id", "n_towns", *(theme.column for theme in self.themes)]

    def rows(self) -> Iterator[Cells]:
        """A row for each theme synonym."""
        columns = self.columns
        return (dict(zip(columns, (each.id, each.n_towns, *each.scores), strict=True)) for each in self)


@dataclass(frozen=True)
class ListedTown:
    """A town, and the theme synonym that it belongs to."""

    theme_synonym: int
    town: Town


@dataclass(frozen=True)
class FoundTowns(ListAnswer[ListedTown]):
    """The first towns of a theme synonym, or the first that have tiles in their places."""

    n_towns: int
    """All such towns."""
    n_theme_synonyms: int
    first: tuple[ListedTown, ...]
    source: Place

    lists = "first"
    columns = ("theme_synonym", "town")

    @property
    def title(self) -> str:
        """Number of towns, and of those listed."""
        towns, synonyms = counted(self.n_towns, "town"), counted(self.n_theme_synonyms, "theme synonym")
        if len(self.first) == self.n_towns:
            return t("{towns} of {synonyms}", towns=towns, synonyms=synonyms)
        text = "{towns} of {synonyms}, the first {first:,} of them"
        return t(text, towns=towns, synonyms=synonyms, first=len(self.first))

    def blocks(self) -> Iterator[Block]:
        """The towns as a table."""
        title = self.title
        if self.n_theme_synonyms == 1 and self.first:
            text = "Towns of theme synonym {id}: {towns}"
            title = t(text, id=self.first[0].theme_synonym, towns=title)
        yield Table(self.first, self.columns, title, {"town": "pattern"})

    def svg(self) -> str | None:
        """The first town."""
        return self.first[0].town.svg() if self.first else None


# Conditions on theme synonyms, such as `t01>=3 and t11=3`, as SQL. Their only tokens are columns, numbers, operators,
# parentheses and five words, so it is safe to run them in SQLite.

OTHER_COLUMNS = ("id", "n_towns")
WORDS = ("and", "or", "not", "between", "in")
COLUMN = rf"(?:t[0-9]+|{'|'.join(OTHER_COLUMNS)})\b"
NAME = rf"(?!{COLUMN}|(?:{'|'.join(WORDS)})\b)\w+"
TOKEN = re.compile(
    rf"\s*(?:(?P<number>[0-9]+)(?!\w)|(?P<name>{COLUMN}|{NAME}(?:\s+{NAME})*)|(?P<word>\w+)"
    r"|(?P<sign><=|>=|!=|<>|==|[<>=()+*-])|(?P<wrong>\S+))",
    re.IGNORECASE,
)


def parse_column(text: str, columns: Sequence[str], themes: Sequence[Theme] = ()) -> str:
    """The name of the column of `text`; `t5` is t05, and so is `longest road` among the cards of the game."""
    word = text.strip().lower()
    match = re.fullmatch(r"t(\d{1,2})", word)
    name = f"t{int(match[1]):02d}" if match else word
    if name in columns:
        return name
    if themes and not match:
        return find_theme(text, themes).column
    nearest = difflib.get_close_matches(word, [*columns, *WORDS], n=3, cutoff=0.3)
    first, *_, last = (name for name in columns if name not in OTHER_COLUMNS)
    values = {"word": word, "first": first, "last": last, "nearest": t(", ").join(nearest)}
    if nearest:
        raise InputError(
            "'{word}' is not a score: use {first} to {last}, id or n_towns; the nearest are {nearest}", **values
        )
    raise InputError("'{word}' is not a score: use {first} to {last}, id or n_towns", **values)


def _tokens(text: str, columns: Sequence[str], themes: Sequence[Theme]) -> list[str]:
    """The columns, numbers, signs and words of a condition, in order."""
    tokens = []
    for match in TOKEN.finditer(text):
        if match["wrong"]:
            words = "'{word}' is not understood in '{text}'; a condition is such as t01>=3 and t11=3"
            raise InputError(words, word=match["wrong"], text=text)
        token = match[0].strip().lower()
        tokens.append(parse_column(token, columns, themes) if match["name"] else token)
    return tokens


class Condition(NamedTuple):
    """A condition on theme synonyms."""

    sql: str
    """An SQL expression."""
    columns: list[str]
    """The columns that it names, in order."""


def parse_condition(text: str, columns: Sequence[str], themes: Sequence[Theme] = ()) -> Condition:
    """Parse a condition, or a sum such as `t05 + t11`.

    A condition compares columns, numbers, sums and products, joined by and/or/not, such as `t01>=3 and (t11=3 or
    n_towns>100)`. Operators and words have their meaning in SQL. `columns` are those of theme synonyms: id, t01, t02,
    ..., n_towns; names of `themes` may stand for them.
    """
    tokens = _tokens(text.strip(), columns, themes)
    named = [token for token in dict.fromkeys(tokens) if token in columns]
    if not named:
        raise InputError("a condition names at least one score, such as t01>=3 and t11=3")
    sql = " ".join(tokens)
    with closing(sqlite3.connect(":memory:")) as database:
        database.execute(f"CREATE TABLE theme_synonyms ({', '.join(columns)})")
        try:
            database.execute(f"SELECT 1 FROM theme_synonyms WHERE {sql}")  # noqa: S608 - of the tokens above
        except sqlite3.Error as error:
            reason = str(error)
            if "no such table" in reason:
                reason = t("a list needs parentheses, as in t05 in (3)")
            elif near := re.match('near "(.+)": syntax error', reason):
                reason = t("wrong at '{word}'", word=near[1])
            elif reason == "incomplete input":
                reason = t("it ends too early")
            raise InputError(
                "'{text}' is not a condition such as t01>=3 and t11=3 ({reason})", text=text, reason=reason
            ) from error
    return Condition(f"({sql})", named)


def _joined_by_and(tokens: Sequence[str]) -> list[str]:
    """Split a condition at each `and` outside parentheses; not at all if there is an `or` outside them."""
    parts: list[list[str]] = [[]]
    depth = 0
    in_between = False
    for word in tokens:
        depth += (word == "(") - (word == ")")
        if depth == 0 and word == "or":
            return [" ".join(tokens)]
        if depth == 0 and word == "and" and not in_between:
            parts.append([])
            continue
        in_between = word == "between" or (in_between and word != "and")
        parts[-1].append(word)
    return [" ".join(part) for part in parts]


# The results as a whole.

ROWS_AT_ONCE = 1000
"""Rows that a search finds before it sorts all others."""


class Results:
    """The full results, made by `open_results`. Each database is verified when it is first read, and stays open."""

    def __init__(self, folder: AnyPath, stack: ExitStack, tiles: AnyPath = None) -> None:
        self._folder = folder
        self._stack = stack
        self._tile_file = tiles
        self._open: dict[str, sqlite3.Connection] = {}

    def _found(self, kind: Kind) -> Found:
        return find_database(kind, self._folder)

    def _rows(self, kind: Kind) -> sqlite3.Connection:
        """An open database."""
        if kind.file not in self._open:
            self._open[kind.file] = self._stack.enter_context(open_rows(self._found(kind).path, kind))
        return self._open[kind.file]

    @cached_property
    def _boxes(self) -> PackedBoxes:
        return self._stack.enter_context(packed_boxes(self._found(SUCCESS_PATTERN).path, self._found(BEST_TOWNS).path))

    @cached_property
    def _game(self) -> Game:
        return game_of(self._folder)

    def _listed(self, theme_synonyms: Sequence[tuple[int, str]]) -> tuple[ListedTown, ...]:
        """Towns from their theme synonyms and patterns."""
        tiles = read_tiles(self._tile_file)
        return tuple(ListedTown(id_, Town(pattern, self._game.board, tiles)) for id_, pattern in theme_synonyms)

    @checked
    def probe(self, town: AnyTown) -> Probe:
        """Look up a complete town: its theme synonym, and the ranks of its scores among those of all towns.

        The town may lie in any rotation, and its tiles in any direction that looks the same.
        """
        from tablebases.nine_tiles.search.listed_town import listed_town

        tiles = read_tiles(self._tile_file)
        game = self._game
        parsed = Town.parse(town, tiles=self._tile_file, rows=game.board.rows, columns=game.board.columns)
        check_town(parsed.laid, is_complete=True)
        themes = themes_in(self._rows(BEST_TOWNS))
        listed = listed_town(parsed.laid, tiles)
        as_it_lies, scores = (scores_by_theme(laid, themes, game.rule_set) for laid in (parsed.laid, listed.town))
        theme_synonym, n_towns = find_town(self._boxes, listed.town, [theme.column for theme in themes], scores)
        places = [
            ThemePlace(
                each.card.number,
                each.card.name,
                each.card.name_ja,
                each.score,
                each.rank,
                len(each.card.towns_by_score),
                each.better_than,
            )
            for each in card_scores(cards_in(self._rows(BEST_TOWNS), themes), scores)
        ]
        differs = [theme.no for theme, *two in zip(themes, as_it_lies, scores, strict=True) if len(set(two)) > 1]
        return Probe(
            parsed,
            Town(listed.town.pattern, game.board, tiles),
            listed.quarters,
            theme_synonym,
            n_towns,
            tuple(places),
            tuple(differs),
            self._found(SUCCESS_PATTERN).place,
        )

    def _columns(self) -> tuple[list[Theme], list[str]]:
        """The themes of the theme synonyms, and all columns that a condition may name."""
        themes = themes_in(self._rows(THEME_SYNONYMS))
        return themes, ["id", *(theme.column for theme in themes), "n_towns"]

    def _query(self, condition: str, order: str, ascending: bool) -> tuple[str, str, list[Theme]]:
        """A search as SQL, its condition and the whole statement, and the themes of its columns; no order has ties."""
        themes, columns = self._columns()
        where, named = parse_condition(condition, columns, themes)
        by, ordered = parse_condition(order, columns, themes)
        names = [*dict.fromkeys(["id", "n_towns", *ordered, *named])]
        by_column = {theme.column: theme for theme in themes}
        select = (
            f"SELECT {', '.join(names)} FROM theme_synonyms WHERE {where} "  # noqa: S608 - checked by `parse_condition`
            f"ORDER BY {by} {'ASC' if ascending else 'DESC'}, id"
        )
        return where, select, [by_column[name] for name in names[2:]]

    @checked
    def theme_synonyms(
        self, condition: str, order: str = "n_towns", *, ascending: bool = False, limit: int = 20
    ) -> Iterator[ThemeSynonym]:
        """The theme synonyms of `find`, one after the other: any number of them needs little memory.

        SQLite finds the largest few in a second but takes many seconds to sort all, so those few are found first.
        """
        limit, (_, select, _) = whole_number("limit", limit), self._query(condition, order, ascending)
        for first, end in ((0, min(limit, ROWS_AT_ONCE)), (ROWS_AT_ONCE, limit)):
            if first < end:
                rows = self._rows(THEME_SYNONYMS).execute(f"{select} LIMIT ? OFFSET ?", (end - first, first))
                yield from (ThemeSynonym(id_, n, tuple(scores)) for id_, n, *scores in rows)

    @checked
    def find(
        self, condition: str, order: str = "n_towns", *, ascending: bool = False, limit: int = 20
    ) -> ThemeSynonyms:
        """Find theme synonyms by their scores t01 .. t26, their id, or their number of towns.

        A condition compares with = != < <= > >= and combines comparisons with and, or, not, between, and parentheses.
        Names of cards may stand for their columns. `order` is a column or a sum such as t05+t11 or -t03; the largest
        come first, unless `ascending`. At most `limit` are listed.
        """
        where, _, named = self._query(condition, order, ascending)
        database = self._rows(THEME_SYNONYMS)
        counts = f"SELECT count(*), coalesce(sum(n_towns), 0) FROM theme_synonyms WHERE {where}"  # noqa: S608
        found, n_towns = database.execute(counts).fetchone()
        (n_all,) = database.execute("SELECT max(id) FROM theme_synonyms").fetchone()
        first = tuple(self.theme_synonyms(condition, order, ascending=ascending, limit=limit))
        without = {} if found else self._found_without(condition)
        source = self._found(THEME_SYNONYMS).place
        return ThemeSynonyms(condition, found, n_all, n_towns, tuple(named), first, without, source)

    def _found_without(self, condition: str) -> dict[str, int]:
        """Count the theme synonyms that fulfil all but one of the conditions that `and` joins.

        Each of these conditions -> the count without it; empty if there is only one.
        """
        themes, columns = self._columns()
        parts = _joined_by_and(_tokens(condition.strip(), columns, themes))
        counts = {}
        for part in parts if len(parts) > 1 else ():
            where = " AND ".join(f"({other})" for other in parts if other is not part)
            sql = f"SELECT count(*) FROM theme_synonyms WHERE {where}"  # noqa: S608 - of tokens
            (counts[part],) = self._rows(THEME_SYNONYMS).execute(sql).fetchone()
        return counts

    @checked
    def towns(self, theme_synonym: int, limit: int = 20) -> FoundTowns:
        """The first towns of a theme synonym, all of which have the same scores."""
        limit, id_ = whole_number("limit", limit), whole_number("theme_synonym", theme_synonym)
        if not (boxes := self._boxes.boxes_of(id_)):
            raise InputError(
                "there is no theme synonym {id} in {folder}; "
                '`tablebases nine-tiles find "id > 0" --order id` shows the last one',
                id=theme_synonym,
                folder=self._boxes.path.parent,
            )
        first = self._listed([(theme_synonym, pattern) for pattern in self._boxes.towns(boxes)[:limit]])
        return FoundTowns(self._boxes.count(boxes), 1, first, self._found(SUCCESS_PATTERN).place)

    @checked
    def towns_with(self, *tiles: str, limit: int = 20) -> FoundTowns:
        """Count the towns that have tiles in their places, and list the first of them; this takes some seconds.

        Tiles are such as `tile 4 back at centre`, `tile 0 at top left` or `tile 2 direction 3 at row 1 column 2`.
        """
        wanted = [parse_wanted(tile, self._game.board) for tile in tiles]
        if not wanted:
            raise InputError("name a tile and its place, such as 'tile 4 back at centre'")
        from tablebases.nine_tiles.search.towns_file import towns_with

        found = self._found(SUCCESS_PATTERN)
        n_towns, n_theme_synonyms, first = towns_with(found.path, wanted, whole_number("limit", limit))
        return FoundTowns(n_towns, n_theme_synonyms, self._listed(first), found.place)

    def all_towns(self) -> Iterator[tuple[Vector[np.int64], Matrix[np.uint8]]]:
        """All towns, about a million at a time: their theme synonyms, int64 (n,), and digits, uint8 (n, 2 positions).

        The digits of a town are the numbers of its tiles, row by row, then their directions.
        """
        from tablebases.nine_tiles.search.towns_file import all_towns

        yield from all_towns(self._found(SUCCESS_PATTERN).path)

    def all_towns_as_csv(self) -> Iterator[bytes]:
        """All towns as lines `theme_synonym,town` of a CSV file, without a header; half a billion lines."""
        from tablebases.nine_tiles.search.towns_file import csv_lines

        for ids, digits in self.all_towns():
            yield csv_lines(ids, digits)


@checked
@contextmanager
def open_results(folder: AnyPath = None, *, tiles: AnyPath = None) -> Iterator[Results]:
    """Open the full results, to look up towns and theme synonyms.

        with nine_tiles.open_results() as results:
            print(results.probe("036582714004421544"))
            print(results.find("longest road >= 8 and capture >= 2", order="t05 + t01"))
            print(results.towns(2004525, limit=5))

    `folder` has the finished artifacts; None for the results in the working folder or what was fetched. `tiles` is
    another tile file.
    """
    with ExitStack() as stack:
        yield Results(folder, stack, tiles)


# The figures of the results.


@dataclass(frozen=True)
class Figure:
    """A figure of the results."""

    found: str
    """Its meaning, in the current language."""
    figure: int
    file: str | None
    """The file that has it; None if the results lack the file."""


@dataclass(frozen=True)
class Summary(Answer):
    """The figures of the results, and their files."""

    folder: Path
    figures: tuple[Figure, ...]
    source: Place

    lists = "figures"

    def blocks(self) -> Iterator[Block]:
        """The figures as a table."""
        title = t("Nine Tiles Panic: {folder}", folder=self.folder)
        yield Table(self.figures, ("found", "figure", "file"), title)
        if not all(each.file for each in self.figures):
            yield t("Figures without a file are those of the full run; their files come with the full results.")


@checked
def summary(*, results: AnyPath = None) -> Summary:
    """List the figures of the results.

    >>> from tablebases import nine_tiles
    >>> [each.figure for each in nine_tiles.summary().figures if each.found == "theme synonyms"]
    [6702635]
    """
    found = find_database(BEST_TOWNS, results)
    with open_rows(found.path, BEST_TOWNS) as database:
        rows = database.execute("SELECT meaning, value, file FROM figures ORDER BY rowid").fetchall()
    folder = found.path.parent
    figures = (Figure(t(meaning), value, file if (folder / file).is_file() else None) for meaning, value, file in rows)
    return Summary(folder, tuple(figures), found.place)
