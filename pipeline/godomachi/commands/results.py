"""The database that commands ask."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

from sqlalchemy import Connection, case, func, select

from pipeline.core.database import open_database
from pipeline.core.errors import InputError
from pipeline.godomachi.commands.arguments import check_number
from pipeline.godomachi.tables import (
    DATABASE,
    MOVES,
    PACKED_PLIES,
    POLYOMINOES,
    PUZZLES,
    RULE,
)

Rows = list[dict[str, int]]


@dataclass(frozen=True)
class GodomachiDatabase:
    """Questions to the database."""

    connection: Connection

    @property
    def largest(self) -> int:
        """The cells of the largest polyominoes."""
        return int(self.connection.execute(select(func.max(POLYOMINOES.c.n))).scalar_one())

    @property
    def max_cut(self) -> str:
        """The rule for pieces."""
        return str(self.connection.execute(select(RULE.c.max_cut)).scalar_one())

    def shape(self, cells: int, number: int) -> str:
        """A polyomino by its number, row by row.

        Raises:
            InputError: there is none.
        """
        if not 1 <= cells <= self.largest:
            raise InputError(self._not_in_the_table(cells))
        of_size = select(POLYOMINOES.c.cells).where(POLYOMINOES.c.n == cells).order_by(POLYOMINOES.c.id)
        count = self.connection.execute(select(func.count()).select_from(of_size.subquery())).scalar_one()
        check_number(cells, number, count)
        return str(self.connection.execute(of_size.where(POLYOMINOES.c.id == number)).scalar_one())

    def number_of(self, text: str) -> int:
        """The number of a polyomino that is written in its canonical form, row by row.

        Raises:
            InputError: the table has none of its size.
        """
        found = self.connection.execute(select(POLYOMINOES.c.id).where(POLYOMINOES.c.cells == text)).scalar()
        if found is None:
            raise InputError(self._not_in_the_table(text.count("#")))
        return int(found)

    def _not_in_the_table(self, cells: int) -> str:
        return (
            f"the table has polyominoes of 1 to {self.largest} cells, not of {cells}; "
            "`tablebases godomachi solve` solves single pairs up to 18 cells"
        )

    def plies(self, cells: int, a: int, b: int) -> int:
        """The plies of a pair under best play."""
        if a == b:
            return 0
        digit = func.substr(func.hex(PACKED_PLIES.c.plies), abs(a - b), 1)
        query = select(digit).where(PACKED_PLIES.c.n == cells, PACKED_PLIES.c.a == min(a, b))
        return int(self.connection.execute(query).scalar_one(), base=16)

    def moves(self, cells: int, a: int, b: int) -> Rows:
        """All kinds of first moves of a pair, the best first: wins in few plies, then losses in many."""
        kind, plies = (MOVES.c.k, MOVES.c.piece, MOVES.c.rest_a, MOVES.c.rest_b), MOVES.c.plies
        best_first = (plies % 2).desc(), case((plies % 2 == 1, plies), else_=-plies)
        query = select(*kind, MOVES.c.ways, plies).where(MOVES.c.n == cells, MOVES.c.a == a, MOVES.c.b == b)
        return [dict(row) for row in self.connection.execute(query.order_by(*best_first, *kind)).mappings()]

    def choose_puzzle(self, plies: int | None, n: int | None, seed: int) -> tuple[int, int, int, int]:
        """(n, a, b, plies) of a puzzle; the same for the same seed.

        Args:
            plies: it takes so many; None: any.
            n: its shapes have so many cells; None: any.
            seed: from 0.

        Raises:
            InputError: there is none.
        """
        kind = PUZZLES.c.n, PUZZLES.c.plies
        known = self.connection.execute(select(*kind, func.count()).group_by(*kind).order_by(*kind)).all()
        if not known:
            raise InputError(f"the table has no puzzles: there are none of at most {self.largest} cells")
        count = sum(row[2] for row in known if n in (None, row.n) and plies in (None, row.plies))
        if not count:
            kinds = ", ".join(f"{row.plies} with {row.n} cells" for row in known)
            raise InputError(f"there is no such puzzle; there are puzzles in plies: {kinds}")
        asked = [column == value for column, value in zip(kind, (n, plies), strict=True) if value is not None]
        key = PUZZLES.c.n, PUZZLES.c.a, PUZZLES.c.b
        chosen = Random(seed).randrange(count)  # noqa: S311
        query = select(*key, PUZZLES.c.plies).where(*asked).order_by(*key).limit(1).offset(chosen)
        cells, a, b, value = self.connection.execute(query).one()
        return cells, a, b, value


@contextmanager
def godomachi_database(results: Path) -> Iterator[GodomachiDatabase]:
    """The database, as long as the block lasts.

    Raises:
        PipelineError: it is missing or damaged.
    """
    with open_database(results / DATABASE.file, DATABASE) as connection:
        yield GodomachiDatabase(connection)
