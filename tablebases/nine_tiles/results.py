"""The full results: towns and theme synonyms looked up, as `tablebases.nine_tiles` offers it to programs."""

from __future__ import annotations

import difflib
import re
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tablebases.database import Kind, open_rows
from tablebases.errors import Error, InputError
from tablebases.locations import Place
from tablebases.messages import counted
from tablebases.nine_tiles.laid_town import parse_wanted
from tablebases.nine_tiles.tablebase import (
    BEST_TOWNS,
    SUCCESS_PATTERN,
    THEME_SYNONYMS,
    Game,
    find_town,
    packed_boxes,
    scores_in,
    themes_in,
)
from tablebases.nine_tiles.themes import Theme, find_theme
from tablebases.nine_tiles.town import (
    AnyPath,
    Town,
    better_than_in_words,
    find_database,
    game_of,
    read_tiles,
    share_below,
    text_lines,
    text_table,
    town_of,
)

if TYPE_CHECKING:
    import numpy as np

    from tablebases.arrays import Matrix, Vector
    from tablebases.nine_tiles.tablebase import PackedBoxes


@dataclass(frozen=True)
class ThemePlace:
    """The place of a town's score among the scores of all towns in a theme."""

    number: int
    """Of the theme."""
    name: str
    score: int
    rank: int
    """1 for the best score that any town has."""
    ranks: int
    """How many different scores there are."""
    better_than: float
    """The share of towns that score less."""

    @property
    def better_than_in_words(self) -> str:
        """The share of towns that score less, as people read it."""
        return better_than_in_words(self.better_than, self.ranks > 1)


@dataclass(frozen=True)
class Probe:
    """A town as the results list it."""

    town: Town
    listed: Town
    """The town that the results list: one of its rotations, with tiles in directions that look the same."""
    quarters: int
    """How many quarter turns to the left lead from the town to the listed one."""
    theme_synonym: int
    n_towns: int
    """Towns with the same scores."""
    places: tuple[ThemePlace, ...]
    """One for each theme."""
    differs: tuple[int, ...]
    """The themes in which the town scores differently as it lies, because its roads are read from other ends."""
    source: Place

    @property
    def title(self) -> str:
        """The town, its theme synonym, and how it is listed."""
        lines = [f"Town {self.town.pattern}: theme synonym {self.theme_synonym}, which has {self.n_towns:,} towns"]
        if self.listed.pattern != self.town.pattern:
            turned = f" turned left by {90 * self.quarters} degrees" if self.quarters else ""
            lines.append(f"It is listed as {self.listed.pattern}{turned}")
        if self.differs:
            numbers = ", ".join(map(str, self.differs))
            lines.append(f"As it lies its roads are read from other ends: themes {numbers} differ")
        return "\n".join(lines)

    def __str__(self) -> str:
        rows = [(of.number, of.name, of.score, of.rank, of.ranks, of.better_than_in_words) for of in self.places]
        table = text_table(("no", "theme", "score", "rank", "ranks", "better than"), rows)
        return f"{text_lines(*self.title.split(chr(10)))}\n\n{table}"

    def _repr_svg_(self) -> str:
        return self.town.svg()


@dataclass(frozen=True)
class ThemeSynonym:
    """All towns with the same scores."""

    id: int
    n_towns: int
    scores: tuple[int, ...]
    """In the themes of `ThemeSynonyms.themes`."""


@dataclass(frozen=True)
class ThemeSynonyms:
    """Theme synonyms that fulfil a condition."""

    condition: str
    found: int
    """How many fulfil it."""
    n_theme_synonyms: int
    """All theme synonyms."""
    n_towns: int
    """Towns of those that fulfil it."""
    themes: tuple[Theme, ...]
    """The themes of the order and of the condition."""
    first: tuple[ThemeSynonym, ...]
    """The first of them."""
    source: Place

    @property
    def title(self) -> str:
        """How many there are."""
        counts = f"{self.found:,} of {self.n_theme_synonyms:,} theme synonyms have {self.condition}"
        more = f"; the first {len(self.first):,}" if self.found > len(self.first) else ""
        return f"{counts}, {self.n_towns:,} towns{more}"

    def __iter__(self) -> Iterator[ThemeSynonym]:
        return iter(self.first)

    def __len__(self) -> int:
        return len(self.first)

    def __str__(self) -> str:
        columns = ("id", "n_towns", *(theme.title for theme in self.themes))
        return f"{text_lines(self.title)}\n\n{text_table(columns, [(of.id, of.n_towns, *of.scores) for of in self])}"


@dataclass(frozen=True)
class ListedTown:
    """A town, and the theme synonym that it belongs to."""

    theme_synonym: int
    town: Town


@dataclass(frozen=True)
class FoundTowns:
    """The first towns of a theme synonym, or the first that have tiles in their places."""

    n_towns: int
    """All such towns."""
    n_theme_synonyms: int
    first: tuple[ListedTown, ...]
    source: Place

    @property
    def title(self) -> str:
        """How many there are, and how many are listed."""
        towns = f"{counted(self.n_towns, 'town')} of {counted(self.n_theme_synonyms, 'theme synonym')}"
        return towns if len(self.first) == self.n_towns else f"{towns}, the first {len(self.first):,} of them"

    def __iter__(self) -> Iterator[ListedTown]:
        return iter(self.first)

    def __len__(self) -> int:
        return len(self.first)

    def __str__(self) -> str:
        rows = [(of.theme_synonym, of.town.pattern) for of in self.first]
        return f"{text_lines(self.title)}\n\n{text_table(('theme synonym', 'town'), rows)}"

    def _repr_svg_(self) -> str | None:
        return self.first[0].town.svg() if self.first else None


# Conditions on theme synonyms, such as `t01>=3 and t11=3`, as SQL. They have no other tokens than columns, numbers,
# operators, parentheses and five words, so SQLite may run them.

OTHER_COLUMNS = ("id", "n_towns")
WORDS = ("and", "or", "not", "between", "in")
COLUMN = rf"(?:t[0-9]+|{'|'.join(OTHER_COLUMNS)})\b"
NAME = rf"(?!{COLUMN}|(?:{'|'.join(WORDS)})\b)\w+"
TOKEN = re.compile(
    rf"\s*(?:(?P<number>[0-9]+)(?!\w)|(?P<name>{COLUMN}|{NAME}(?:\s+{NAME})*)|(?P<word>\w+)"
    r"|(?P<sign><=|>=|!=|<>|==|[<>=()+*-]))",
    re.IGNORECASE,
)


def parse_column(text: str, columns: Sequence[str], themes: Sequence[Theme] = ()) -> str:
    """The name of the column that a text names; `t5` is t05, and so is `longest road` among the cards of the game."""
    word = text.strip().lower()
    match = re.fullmatch(r"t(\d{1,2})", word)
    name = f"t{int(match[1]):02d}" if match else word
    if name in columns:
        return name
    if themes and not match:
        return find_theme(text, themes).column
    nearest = difflib.get_close_matches(word, [*columns, *WORDS], n=3, cutoff=0.3)
    hint = f"; the nearest are {', '.join(nearest)}" if nearest else ""
    first, *_, last = (name for name in columns if name not in OTHER_COLUMNS)
    raise InputError(f"'{word}' is not a score: use {first} to {last}, {' or '.join(OTHER_COLUMNS)}{hint}")


def _tokens(text: str, columns: Sequence[str], themes: Sequence[Theme]) -> list[str]:
    """The columns, numbers, signs and words of a condition, in order."""
    tokens = []
    position = 0
    while position < len(text):
        match = TOKEN.match(text, position)
        if match is None:
            raise InputError(
                f"'{text[position:].split()[0]}' is not understood in '{text}'; a condition is such as t01>=3 and t11=3"
            )
        position = match.end()
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

    It has comparisons of columns, numbers, sums and products, joined by and/or/not, such as `t01>=3 and (t11=3 or
    n_towns>100)`. Operators and words mean what they mean in SQL. `columns` are those of theme synonyms: id, t01, t02,
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
            reason = "a list needs parentheses, as in t05 in (3)" if "no such table" in str(error) else str(error)
            raise InputError(f"'{text}' is not a condition such as t01>=3 and t11=3 ({reason})") from error
    return Condition(f"({sql})", named)


def _joined_by_and(tokens: Sequence[str]) -> list[str]:
    """The conditions that `and` joins outside parentheses; the whole condition if an `or` joins some, too."""
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
"""Rows that a search in order gives before it looks for all others."""


@dataclass(frozen=True)
class Query:
    """A search for theme synonyms as SQL; made by `Results.query`."""

    where: str
    select: str
    """With the order, which has no ties."""
    columns: tuple[str, ...]
    themes: tuple[Theme, ...]
    """Those of the columns."""


class Results:
    """The full results; made by `open_results`. Every database is verified when it is first read, and stays open."""

    def __init__(self, folder: AnyPath, stack: ExitStack, tiles: AnyPath = None) -> None:
        self._folder = folder
        self._stack = stack
        self._tile_file = tiles
        self._open: dict[str, sqlite3.Connection] = {}

    def _path(self, kind: Kind) -> Path:
        return find_database(kind, self._folder).path

    def _source(self, kind: Kind) -> Place:
        return find_database(kind, self._folder).place

    def _rows(self, kind: Kind) -> sqlite3.Connection:
        """An open database."""
        if kind.file not in self._open:
            self._open[kind.file] = self._stack.enter_context(open_rows(self._path(kind), kind))
        return self._open[kind.file]

    @cached_property
    def _boxes(self) -> PackedBoxes:
        return self._stack.enter_context(packed_boxes(self._path(SUCCESS_PATTERN)))

    @cached_property
    def _game(self) -> Game:
        return game_of(self._folder)

    def _listed(self, theme_synonyms: Sequence[tuple[int, str]]) -> tuple[ListedTown, ...]:
        """Towns from their theme synonyms and patterns."""
        of_file = read_tiles(self._tile_file)
        return tuple(ListedTown(id_, Town(pattern, self._game.board, of_file)) for id_, pattern in theme_synonyms)

    def probe(self, town: Town | str) -> Probe:
        """Look up a complete town: its theme synonym, and the places of its scores among those of all towns.

        The town may lie in any rotation, and its tiles in any direction that looks the same.
        """
        from tablebases.nine_tiles.laid_town import listed_town
        from tablebases.nine_tiles.measures import explanations_by_theme

        of_file = read_tiles(self._tile_file)
        game = self._game
        asked = town_of(town, self._tile_file, game.board)
        known = self._rows(BEST_TOWNS)
        themes = themes_in(known)
        listed = listed_town(asked.laid, of_file)
        as_it_lies, scores = (
            [explanation.score for _, explanation in explanations_by_theme(laid, themes, game.rule_set)]
            for laid in (asked.laid, listed.town)
        )
        found = find_town(self._boxes, listed.town, [theme.column for theme in themes], scores)
        towns = scores_in(known, themes)
        places = [
            ThemePlace(
                theme.no,
                theme.name_en,
                score,
                list(towns[theme.no]).index(score) + 1,
                len(towns[theme.no]),
                round(share_below(towns[theme.no], score), 6),
            )
            for theme, score in zip(themes, scores, strict=True)
        ]
        differs = [theme.no for theme, *two in zip(themes, as_it_lies, scores, strict=True) if len(set(two)) > 1]
        return Probe(
            asked,
            Town(listed.town.pattern, game.board, of_file),
            listed.quarters,
            found.theme_synonym_id,
            found.n_towns,
            tuple(places),
            tuple(differs),
            self._source(SUCCESS_PATTERN),
        )

    def _columns(self) -> tuple[list[Theme], list[str]]:
        """The themes of the theme synonyms, and all columns that a condition may name."""
        themes = themes_in(self._rows(THEME_SYNONYMS))
        return themes, ["id", *(theme.column for theme in themes), "n_towns"]

    def query(self, condition: str, order: str = "n_towns", ascending: bool = False) -> Query:
        """A search for theme synonyms; `find` describes the parameters."""
        themes, columns = self._columns()
        where, named = parse_condition(condition, columns, themes)
        by, ordered = parse_condition(order, columns, themes)
        names = tuple(dict.fromkeys(["id", "n_towns", *ordered, *named]))
        by_column = {theme.column: theme for theme in themes}
        select = (
            f"SELECT {', '.join(names)} FROM theme_synonyms WHERE {where} "  # noqa: S608 - checked by `parse_condition`
            f"ORDER BY {by} {'ASC' if ascending else 'DESC'}, id"
        )
        return Query(where, select, names, tuple(by_column[name] for name in names[2:]))

    def rows(self, query: Query, limit: int) -> Iterator[sqlite3.Row]:
        """The first rows of a search, one after another.

        SQLite finds the largest few in a second and sorts all in many seconds, so these come before the others.
        """
        database = self._rows(THEME_SYNONYMS)
        yield from database.execute(f"{query.select} LIMIT ?", (min(limit, ROWS_AT_ONCE),))
        if limit > ROWS_AT_ONCE:
            yield from database.execute(f"{query.select} LIMIT ? OFFSET ?", (limit - ROWS_AT_ONCE, ROWS_AT_ONCE))

    def find(
        self, condition: str, order: str = "n_towns", *, ascending: bool = False, limit: int = 20
    ) -> ThemeSynonyms:
        """Find theme synonyms by their scores t01 .. t26, their id, or their number of towns.

        A condition has comparisons with = != < <= > >=, joined by and, or, not, between, and parentheses. Cards may be
        named instead of their columns. `order` is a column or a sum such as t05+t11 or -t03; the largest come first,
        unless `ascending`. At most `limit` are listed.
        """
        query = self.query(condition, order, ascending)
        database = self._rows(THEME_SYNONYMS)
        counts = f"SELECT count(*), coalesce(sum(n_towns), 0) FROM theme_synonyms WHERE {query.where}"  # noqa: S608
        found, n_towns = database.execute(counts).fetchone()
        (of_all,) = database.execute("SELECT max(id) FROM theme_synonyms").fetchone()
        first = tuple(ThemeSynonym(id_, n, tuple(scores)) for id_, n, *scores in self.rows(query, limit))
        return ThemeSynonyms(condition, found, of_all, n_towns, query.themes, first, self._source(THEME_SYNONYMS))

    def found_without(self, condition: str) -> dict[str, int]:
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

    def towns(self, theme_synonym: int, limit: int = 20) -> FoundTowns:
        """The first towns of a theme synonym, all of which have the same scores."""
        boxes = self._boxes.of(theme_synonym)
        if not boxes:
            raise Error(
                f"there is no theme synonym {theme_synonym} in {self._boxes.path.parent}; "
                '`tablebases nine-tiles find "id > 0" --order id` shows the last one'
            )
        first = self._listed([(theme_synonym, pattern) for pattern in self._boxes.towns(boxes)[:limit]])
        return FoundTowns(self._boxes.count(boxes), 1, first, self._source(SUCCESS_PATTERN))

    def towns_with(self, *tiles: str, limit: int = 20) -> FoundTowns:
        """Count the towns that have tiles in their places, and list the first of them; this takes half a minute.

        Tiles are such as `tile 4 back at centre`, `tile 0 at top left` or `tile 2 direction 3 at row 1 column 2`.
        """
        wanted = [parse_wanted(tile, self._game.board) for tile in tiles]
        if not wanted:
            raise InputError("name a tile and its place, such as 'tile 4 back at centre'")
        from tablebases.nine_tiles.towns_file import towns_with

        n_towns, n_theme_synonyms, first = towns_with(self._path(SUCCESS_PATTERN), wanted, limit)
        return FoundTowns(n_towns, n_theme_synonyms, self._listed(first), self._source(SUCCESS_PATTERN))

    def all_towns(self) -> Iterator[tuple[Vector[np.int64], Matrix[np.uint8]]]:
        """All towns, about a million at a time: their theme synonyms, int64 (n,), and digits, uint8 (n, 2 positions).

        The digits of a town are the numbers of its tiles, row by row, then their directions.
        """
        from tablebases.nine_tiles.towns_file import all_towns

        yield from all_towns(self._path(SUCCESS_PATTERN))

    def all_towns_as_csv(self) -> Iterator[bytes]:
        """All towns as lines of a CSV file, without its header: theme synonym and pattern; half a billion lines."""
        from tablebases.nine_tiles.towns_file import csv_lines

        for ids, digits in self.all_towns():
            yield csv_lines(ids, digits)


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
