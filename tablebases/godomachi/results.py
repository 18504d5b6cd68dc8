"""Answers from finished results: godomachi.db, with all pairs of polyominoes up to 10 cells.

>>> import tablebases
>>> with tablebases.godomachi.open_results() as results:
...     found = results.probe("###/#..", "####")
>>> found.winner, found.plies
('first', 1)
"""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import isqrt
from pathlib import Path
from random import Random
from typing import Any

from tablebases.answer.base import Answer
from tablebases.answer.fields import figure, names_of
from tablebases.answer.text import Block, Drawing, Table
from tablebases.arguments import Texts, checked
from tablebases.database import open_rows
from tablebases.errors import InputError, whole_number
from tablebases.godomachi.answers import Advance, Rule, Solution, solve
from tablebases.godomachi.drawing import draw_game, pair_text
from tablebases.godomachi.notation import MAX_CELLS, Shape, array_of, canonical_text, check_number, check_pair
from tablebases.godomachi.tablebase import KIND, MAX_CELLS_OF_CHARTS
from tablebases.godomachi.wording import pair_in_words, plies_in_words, winner_in_words, winner_of
from tablebases.languages import t
from tablebases.locations import Place, find_artifact
from tablebases.messages import counted
from tablebases.puzzles import GODOMACHI

SEEDS = 1_000_000
"""Puzzles without a seed take one below this."""


@dataclass(frozen=True)
class SizeSummary:
    """The figures of a size."""

    n: int
    """Cells of the polyominoes."""
    polyominoes: int
    pairs: int
    """Of different polyominoes."""
    first_wins: int
    """Pairs that the first player wins."""
    second_wins: int
    longest: int | None
    """Plies of the longest game; None if only winners were counted."""
    puzzles: int | None
    """Pairs with one kind of winning first move; None above 9 cells."""


SUMMARY_HEADINGS = {
    "n": "cells",
    "first_wins": "first player wins",
    "second_wins": "second player wins",
    "longest": "longest game",
}
RULES = {"any": "pieces of any size", "half": "pieces of at most half a shape"}


@dataclass(frozen=True)
class Summary(Answer):
    """The figures of all sizes; sizes above those of the run are records."""

    sizes: tuple[SizeSummary, ...]
    max_cut: str
    """The rule for pieces, `any` or `half`."""
    path: Path
    """The database."""
    source: Place

    lists = "sizes"

    @property
    def headline(self) -> str:
        """The rule and the path of the database."""
        return t("Godomachi, {rule}: {path}", rule=t(RULES[self.max_cut]), path=self.path)

    def blocks(self) -> Iterator[Block]:
        """The figures of each size."""
        yield Table(self.sizes, names_of(SizeSummary), self.headline, SUMMARY_HEADINGS)
        yield t("Empty places were not counted. The largest sizes are records, which a data file has.")


@dataclass(frozen=True)
class KnownMove:
    """A kind of first move of a pair; shapes by their numbers."""

    k: int
    """Cells of the piece."""
    piece: int
    """Among the polyominoes of `k` cells."""
    rest_a: int
    """The rest of the first shape, of n - k cells."""
    rest_b: int
    ways: int
    """How many moves are of this kind."""
    plies: int
    """Of the game under best play, from this move on; odd if the mover wins."""


@dataclass(frozen=True)
class KnownPair(Answer):
    """A pair in the results."""

    n: int
    """Cells of both shapes."""
    a: int
    """The number of the first shape."""
    b: int
    shape_a: Shape
    shape_b: Shape
    max_cut: str
    """The rule for pieces, `any` or `half`."""
    plies: int
    """Of the game under best play: odd if the first player wins, 0 if the shapes are congruent."""
    moves: tuple[KnownMove, ...]
    """All kinds of first moves, best first."""
    source: Place

    lists = "moves"
    columns = names_of(KnownMove)

    @figure
    def winner(self) -> str:
        """`first` or `second`."""
        return winner_of(self.plies)

    @figure
    def n_winning(self) -> int:
        """Kinds of first moves that win."""
        return sum(move.plies % 2 for move in self.moves)

    @figure
    def n_best(self) -> int:
        """Kinds of first moves that win as soon as possible, or else hold out as long as possible."""
        return sum(move.plies == self.plies for move in self.moves)

    @property
    def headline(self) -> str:
        """The pair, its winner and the plies."""
        return t("{pair}: {answer}", pair=pair_in_words(self.n, self.a, self.b), answer=winner_in_words(self.plies))

    def blocks(self) -> Iterator[Block]:
        """The winner, the shapes and the number of moves."""
        yield self.headline
        yield Drawing(pair_text((self.shape_a.text, self.shape_b.text)))
        values = {"kinds": counted(len(self.moves), "kind"), "best": self.n_best, "plies": plies_in_words(self.plies)}
        if self.n_winning:
            text = "{kinds} of first moves: {winning:,} win, {best:,} of them in {plies}"
            if self.n_best == self.n_winning:
                text = "{kinds} of first moves: {winning:,} win, all in {plies}"
            if self.n_winning == 1:
                text = "{kinds} of first moves: one wins, in {plies}"
            yield t(text, winning=self.n_winning, **values)
        elif self.plies:
            yield t("{kinds} of first moves: none wins, {best:,} hold out for {plies}", **values)

    @property
    def table(self) -> Table:
        """All kinds of first moves."""
        return Table(self.moves, names_of(KnownMove), headings={"k": "cells of piece"})

    def svg(self) -> str:
        """The shapes as SVG."""
        return draw_game((self.shape_a.text, self.shape_b.text), [], self.plies == 0, self.headline)


@dataclass(frozen=True)
class Puzzle(Solution):
    """A pair with one kind of winning first move. Which? `line` and `moves` are empty without its answer."""

    id_a: int
    """The number of the first shape."""
    id_b: int
    seed: int
    """The same seed, the same puzzle."""
    source: Place

    lists = ""
    columns = ("n", "id_a", "id_b", "seed", "a", "b", "max_cut", "plies", "winner", "source")

    @property
    def headline(self) -> str:
        """The task of the puzzle."""
        return t("{answer}, with one kind of move only", answer=super().headline)

    @property
    def title(self) -> str:
        """The pair and the task."""
        return t("{pair}: {answer}", pair=pair_in_words(self.n, self.id_a, self.id_b), answer=self.headline)

    @property
    def place(self) -> str:
        """The address in the atlas, where the moves are hidden until the puzzle is solved."""
        if self.is_over or self.n > MAX_CELLS_OF_CHARTS:
            return super().place
        return f"{GODOMACHI.page}/#{self.n}-{self.id_a}-{self.id_b}-puzzle"

    @checked
    def answer(self, *, advance: Advance | None = None) -> Solution:
        """Solve the puzzle."""
        rule: Rule = "half" if self.max_cut == "half" else "any"
        return solve(self.a, self.b, rule, advance=advance)


SUMMARY = """
SELECT n, sum(pairs) AS pairs, sum(pairs * winner) AS first_wins, sum(pairs * (1 - winner)) AS second_wins,
    max(plies) AS longest,
    CASE WHEN EXISTS (SELECT 1 FROM pairs WHERE pairs.n = winners.n)
        THEN (SELECT count(*) FROM puzzles WHERE puzzles.n = winners.n) END AS puzzles
FROM winners GROUP BY n ORDER BY n
"""
MOVES = """
SELECT k, piece, rest_a, rest_b, ways, plies FROM moves WHERE n = ? AND a = ? AND b = ?
ORDER BY plies % 2 DESC, CASE WHEN plies % 2 = 1 THEN plies ELSE -plies END, k, piece, rest_a, rest_b
"""


class Results:
    """Finished results, made by `open_results`; `path` is the database, `source` where it was found."""

    def __init__(self, connection: sqlite3.Connection, path: Path, source: Place) -> None:
        """Answer from an open database."""
        self.path = path
        self.source = source
        self._connection = connection

    def _value(self, sql: str, *values: object) -> Any:
        """The first value of an answer, None without rows."""
        row = self._connection.execute(sql, values).fetchone()
        return None if row is None else row[0]

    @property
    def largest(self) -> int:
        """Cells of the largest polyominoes."""
        return int(self._value("SELECT max(n) FROM polyominoes"))

    @property
    def max_cut(self) -> str:
        """The rule for pieces, `any` or `half`."""
        return str(self._value("SELECT max_cut FROM rule"))

    def summary(self) -> Summary:
        """Sum up what there is of each size.

        >>> import tablebases
        >>> with tablebases.godomachi.open_results() as results:
        ...     size = results.summary().sizes[3]
        >>> size.n, size.polyominoes, size.pairs, size.first_wins, size.second_wins
        (6, 35, 595, 526, 69)
        """
        sizes = tuple(
            # Of f polyominoes there are f (f - 1) / 2 pairs.
            SizeSummary(polyominoes=(1 + isqrt(1 + 8 * row["pairs"])) // 2, **row)
            for row in map(dict, self._connection.execute(SUMMARY))
        )
        return Summary(sizes, self.max_cut, self.path, self.source)

    @checked
    def shape(self, n: int, number: int) -> Shape:
        """A polyomino by its number; an InputError if there is none."""
        if n not in range(1, self.largest + 1):
            raise self._missing_size(n)
        check_number(n, number, self._value("SELECT count(*) FROM polyominoes WHERE n = ?", n))
        return Shape(str(self._value("SELECT cells FROM polyominoes WHERE n = ? AND id = ?", n, number)), number)

    @checked
    def pair(self, n: int, a: int, b: int) -> KnownPair:
        """Look up a pair of `n` cells by its numbers.

        >>> import tablebases
        >>> with tablebases.godomachi.open_results() as results:
        ...     print(results.pair(5, 0, 4))
        5 cells, 0 and 4: the second player wins in 2 plies
        <BLANKLINE>
        ██
        ██
        ██    ████
        ██    ██
        ██    ████
        <BLANKLINE>
        2 kinds of first moves: none wins, 2 hold out for 2 plies

        An InputError says that there is no polyomino with one of the numbers.
        """
        shapes = self.shape(n, a), self.shape(n, b)
        moves = () if a == b else tuple(KnownMove(*row) for row in self._connection.execute(MOVES, (n, a, b)))
        return KnownPair(n, a, b, *shapes, self.max_cut, self._plies(n, a, b), moves, self.source)

    @checked
    def probe(self, a: Shape | Texts, b: Shape | Texts) -> KnownPair:
        """Look up a pair of shapes in any notation and orientation.

        >>> import tablebases
        >>> with tablebases.godomachi.open_results() as results:
        ...     found = results.probe("##/.##/..#", "#####")
        >>> found.n, found.a, found.b, found.winner, found.moves[0]
        (5, 9, 0, 'second', KnownMove(k=1, piece=0, rest_a=4, rest_b=0, ways=4, plies=2))

        An InputError names a wrong shape, or says that the sizes differ or are larger than those in the results.
        """
        forms = [canonical_text(array_of(shape)) for shape in check_pair(a, b)]
        return self.pair(forms[0].count("#"), *map(self._number_of, forms))

    @checked
    def puzzle(self, *, plies: int | None = None, n: int | None = None, seed: int | None = None) -> Puzzle:
        """Choose a puzzle: a pair with one kind of winning first move.

        >>> import tablebases
        >>> with tablebases.godomachi.open_results() as results:
        ...     puzzle = results.puzzle(n=6, seed=1)
        >>> print(puzzle)
        6 cells, 0 and 25: the first player wins in 3 plies, with one kind of move only
        <BLANKLINE>
        ██
        ██
        ██    ██
        ██    ██████
        ██      ██
        ██      ██
        >>> [move.wins for move in puzzle.answer().moves].count(True)
        1

        `plies` says in how many the first player wins, `n` how many cells both shapes have; None is any. The same
        `seed`, from 0, gives the same puzzle. An InputError says that there is none.
        """
        chosen_seed = secrets.randbelow(SEEDS) if seed is None else whole_number("seed", seed, 0, 2**63 - 1)
        cells, a, b, value = self._choose_puzzle(plies, n, chosen_seed)
        shapes = self.shape(cells, a), self.shape(cells, b)
        return Puzzle(*shapes, self.max_cut, value, (), (), a, b, chosen_seed, self.source)

    def _number_of(self, form: str) -> int:
        """The number of a polyomino in its canonical form."""
        found = self._value("SELECT id FROM polyominoes WHERE cells = ?", form)
        if found is None:
            raise self._missing_size(form.count("#"))
        return int(found)

    def _missing_size(self, cells: int) -> InputError:
        return InputError(
            "the table has polyominoes of 1 to {largest} cells, not of {cells}; "
            "`tablebases godomachi solve` solves single pairs up to {most} cells",
            largest=self.largest,
            cells=cells,
            most=MAX_CELLS,
        )

    def _plies(self, n: int, a: int, b: int) -> int:
        """The plies of a pair under best play."""
        if a == b:
            return 0
        sql = "SELECT substr(hex(plies), ?, 1) FROM packed_plies WHERE n = ? AND a = ?"
        return int(self._value(sql, abs(a - b), n, min(a, b)), base=16)

    def _choose_puzzle(self, plies: int | None, n: int | None, seed: int) -> tuple[int, int, int, int]:
        """(n, a, b, plies) of a puzzle."""
        counts = "SELECT n, plies, count(*) FROM puzzles GROUP BY n, plies ORDER BY n, plies"
        known = self._connection.execute(counts).fetchall()
        if not known:
            raise InputError(
                "the table has no puzzles: there are none of at most {largest} cells", largest=self.largest
            )
        count = sum(ways for cells, length, ways in known if n in (None, cells) and plies in (None, length))
        if not count:
            listed = t(", ").join(
                t("{plies} with {cells} cells", plies=length, cells=cells) for cells, length, _ in known
            )
            raise InputError("there is no such puzzle; choose a number of plies and cells: {puzzles}", puzzles=listed)
        chosen = Random(seed).randrange(count)  # noqa: S311
        sql = "SELECT n, a, b, plies FROM puzzles WHERE n = coalesce(?, n) AND plies = coalesce(?, plies) "
        found = self._connection.execute(f"{sql} ORDER BY n, a, b LIMIT 1 OFFSET ?", (n, plies, chosen))
        cells, a, b, value = found.fetchone()
        return cells, a, b, value


@checked
@contextmanager
def open_results(folder: Path | str | None = None) -> Iterator[Results]:
    """Open finished results.

    >>> import tablebases
    >>> with tablebases.godomachi.open_results() as results:
    ...     results.source, results.max_cut
    (<Place.HERE: 'the working folder'>, 'any')

    `folder` has the results, or a release. Without it, the working folder, the fetched results and the package are
    searched. An InputError says that there is no such folder, a MissingDataError that there are no results of this
    puzzle, a DamagedDataError that they are damaged, foreign, or of another version.
    """
    found = find_artifact(GODOMACHI, KIND.file, folder)
    with open_rows(found.path, KIND) as connection:
        yield Results(connection, found.path, found.place)
