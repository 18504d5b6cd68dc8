"""Hand files: hands to judge, with called units and main idols."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from pipeline.core.csv_file import MORE_VALUES, open_csv
from pipeline.core.errors import InputError
from pipeline.millijan.game.names import Names, unit_named
from pipeline.millijan.game.units import MAX_TILES, Tile, Unit

COLUMNS = ("hand", "called", "main")


class Question(NamedTuple):
    """A hand of a file."""

    number: int
    """From 1."""
    hand: tuple[int, ...]
    """Kinds, without those of called units."""
    called: tuple[int, ...]
    """Numbers of called units."""
    main: int | None
    """The player's main idol, a kind."""


def read_questions(path: Path, tiles: Sequence[Tile], units: Sequence[Unit]) -> Iterator[Question]:
    """The hands of a file.

    Args:
        path: the file, with a column hand, and perhaps called and main.
        tiles: the kinds of tiles.
        units: the units of the game.

    Raises:
        PipelineError: the file is missing, has other columns, or has a hand with an unknown name, or with too many
            values, tiles or copies.
    """
    names = Names(tiles)
    with open_csv(path) as reader:
        columns = reader.fieldnames or []
        if "hand" not in columns or set(columns) - set(COLUMNS):
            raise InputError(
                f"hand file {path}: the columns must be hand, and perhaps called and main, but are {', '.join(columns)}"
            )
        for number, row in enumerate(reader, start=1):
            try:
                if "more" in row:
                    raise InputError(MORE_VALUES)
                words = [word.strip() for word in row.get("called", "").split(";")]
                called = tuple(unit_named(word, units, names) for word in words if word)
                main = names.kind(row["main"]) if row.get("main") else None
                hand = names.hand(row["hand"], range(1, MAX_TILES + 1), [units[unit] for unit in called])
            except InputError as error:
                raise InputError(f"hand file {path}, hand {number}: {error}") from error
            yield Question(number, hand, called, main)
