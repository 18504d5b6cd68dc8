"""Hand files: hands to judge, with called units and main idols."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pipeline.artifact.csv_file import MORE_VALUES, open_csv
from pipeline.errors import InputError
from pipeline.millijan.game.names import Names, unit_named
from pipeline.millijan.game.table import Table
from pipeline.millijan.game.units import MOST_TILES

COLUMNS = ("hand", "called", "main")


@dataclass(frozen=True)
class Question:
    """A hand of a file, with the table at which it is judged.

    number: from 1. hand: kinds. called: units that lie apart.
    """

    number: int
    table: Table
    hand: tuple[int, ...]
    called: tuple[int, ...]

    @property
    def hand_in_words(self) -> str:
        """The names of the tiles, with blanks between them."""
        return " ".join(self.table.tiles[kind].name for kind in self.hand)

    @property
    def called_in_words(self) -> str:
        """The names of the called units, with ; between them."""
        return "; ".join(self.table.units[unit].name for unit in self.called)

    @property
    def main_in_words(self) -> str | None:
        """The name of the main idol, if there is one."""
        return None if self.table.main is None else self.table.tiles[self.table.main].name


def _question(number: int, row: dict[str, str], tables: dict[int | None, Table]) -> Question:
    """A hand as a row of a file has it.

    Args:
        number: of the hand.
        row: column -> text.
        tables: main idol -> table, with that of no main idol; others are added.

    Raises:
        InputError: a name is unknown, or there are too many values, tiles or copies.
    """
    if "more" in row:
        raise InputError(MORE_VALUES)
    table = tables[None]
    names = Names(table.tiles)
    words = [word.strip() for word in (row.get("called") or "").split(";")]
    called = tuple(unit_named(word, table.units, names) for word in words if word)
    main = names.kind(row["main"]) if row.get("main") else None
    if main not in tables:
        tables[main] = Table(table.tiles, table.units, table.rules, main)
    units = [table.units[unit] for unit in called]
    hand = names.hand(row["hand"] or "", range(1, MOST_TILES + 1), units)
    return Question(number, tables[main], hand, called)


def read_questions(path: Path, table: Table) -> Iterator[Question]:
    """The hands of a file.

    Args:
        path: the file, with a column hand, and perhaps called and main.
        table: the game and its rules, without a main idol.

    Raises:
        PipelineError: the file is missing, has other columns, or has a hand that is none.
    """
    tables: dict[int | None, Table] = {None: table}
    with open_csv(path) as reader:
        columns = reader.fieldnames or []
        if "hand" not in columns or set(columns) - set(COLUMNS):
            raise InputError(
                f"hand file {path}: the columns must be hand, and perhaps called and main, but are "
                f"{', '.join(columns)}"
            )
        for number, row in enumerate(reader, start=1):
            try:
                yield _question(number, row, tables)
            except InputError as error:
                raise InputError(f"hand file {path}, hand {number}: {error}") from error
