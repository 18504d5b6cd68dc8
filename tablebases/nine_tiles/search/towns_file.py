"""All towns of success_pattern.db as arrays, box by box.

To read every town as a row of digits:

    with read_town_boxes(Path("results/nine_tiles_panic/success_pattern.db")) as towns:
        for theme_synonym_ids, boxes in towns.batches():
            digits = spell_towns(boxes, towns.turn_sets)
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import numpy as np

from tablebases.arrays import Matrix, Vector
from tablebases.compiled import njit
from tablebases.database import open_rows
from tablebases.errors import Error
from tablebases.nine_tiles.rules.laid_town import WantedTile
from tablebases.nine_tiles.search.boxes import (
    TurnSets,
    are_wanted,
    count_towns,
    spell_towns,
    turn_sets_of,
    ways_to_turn,
)
from tablebases.nine_tiles.tablebase import SUCCESS_PATTERN

BLOCKS_IN_A_BATCH = 10_000
BATCH = """
SELECT CAST(group_concat(boxes, '') AS BLOB), group_concat(theme_synonym_id), group_concat(length(boxes)), max(id)
FROM (SELECT id, theme_synonym_id, boxes FROM town_blocks WHERE id > ? ORDER BY id LIMIT ?)
"""
"""The blocks after an id in one row, because a tuple for each of millions takes most of the time of reading them.

SQLite joins them in the order of the rows, with bytes that are 0 (https://sqlite.org/nulinstr.html).
"""
ASCII_ZERO, COMMA, BAR, NEWLINE = b"0,|\n"


@dataclass(frozen=True)
class TownBoxes:
    """The town boxes of an open success_pattern.db."""

    database: sqlite3.Connection
    positions: int
    turn_sets: TurnSets

    def batches(self) -> Iterator[tuple[Vector[np.int64], Matrix[np.uint8]]]:
        """The theme synonym of each town box, ascending, (n,), and the boxes, (n, positions)."""
        last = -1
        while True:
            boxes, ids, sizes, last = self.database.execute(BATCH, (last, BLOCKS_IN_A_BATCH)).fetchone()
            if last is None:
                return
            ids, sizes = (np.fromstring(numbers, np.int64, sep=",") for numbers in (ids, sizes))
            boxes = np.frombuffer(boxes, np.uint8).reshape(-1, self.positions)
            if boxes.max(initial=0) >= len(self.turn_sets.tile):
                raise Error("success_pattern.db is damaged (a town box has a number that is no turn set)")
            yield np.repeat(ids, sizes // self.positions), boxes


@contextmanager
def read_town_boxes(path: Path) -> Iterator[TownBoxes]:
    """Open the town boxes of success_pattern.db."""
    with open_rows(path, SUCCESS_PATTERN) as database:
        (position,) = database.execute("SELECT position FROM town_synonyms LIMIT 1").fetchone()
        turn_sets = database.execute("SELECT tile, directions FROM turn_sets ORDER BY number")
        yield TownBoxes(database, len(position), turn_sets_of([(tile, directions) for tile, directions in turn_sets]))


def all_towns(path: Path) -> Iterator[tuple[Vector[np.int64], Matrix[np.uint8]]]:
    """All towns, by theme synonym: their theme synonyms, int64 (n,), and digits, uint8 (n, 2 positions).

    The digits of a town are its tile numbers, row by row, then their directions. A batch has about a million towns.
    """
    with read_town_boxes(path) as towns:
        ways = towns.turn_sets.ways(towns.positions)
        for ids, boxes in towns.batches():
            yield np.repeat(ids, count_towns(boxes, ways)), spell_towns(boxes, towns.turn_sets)


def towns_with(path: Path, wanted: Sequence[WantedTile], limit: int) -> tuple[int, int, list[tuple[int, str]]]:
    """Find the towns with wanted tiles.

    Returns the number of towns and of their theme synonyms, and (theme synonym, pattern) of the first `limit` towns.
    """
    n_towns = n_theme_synonyms = last = 0
    first: list[tuple[int, str]] = []
    with read_town_boxes(path) as towns:
        ways = ways_to_turn(wanted, towns.turn_sets, towns.positions)
        for ids, boxes, fits in boxes_with(towns, [wanted]):
            ids, boxes = ids[fits], boxes[fits]
            n_towns += int(count_towns(boxes, ways).sum())
            n_theme_synonyms += int(np.count_nonzero(np.diff(ids, prepend=last)))
            last = int(ids[-1]) if len(ids) else last
            for box in range(min(len(ids), limit - len(first))):
                digits = spell_towns(boxes[box : box + 1], towns.turn_sets)
                fitting = digits[are_wanted(digits, wanted)].tolist()
                first += [(int(ids[box]), "".join(map(str, town))) for town in fitting]
    return n_towns, n_theme_synonyms, first[:limit]


@njit(cache=True)
def _mark_fitting(
    boxes: Matrix[np.uint8], allowed: Matrix[np.int64], has: Vector[np.int64], needed: int, fits: Vector[np.bool_]
) -> None:
    """Overwrite `fits` (boxes,): whether a box has a fitting town.

    `allowed` (positions, turn sets) has a bit for each condition that a direction of the turn set fulfils at the
    position. `has` (turn sets,) is the bit of its tile, 1 << number. The tiles of a town need all bits of `needed`.
    """
    for box in range(len(boxes)):
        fulfilled, found = -1, 0
        for position in range(boxes.shape[1]):
            fulfilled &= allowed[position, boxes[box, position]]
            found |= has[boxes[box, position]]
        fits[box] = fulfilled != 0 and found & needed == needed


def boxes_with(
    towns: TownBoxes, conditions: Sequence[Sequence[WantedTile]]
) -> Iterator[tuple[Vector[np.int64], Matrix[np.uint8], Vector[np.bool_]]]:
    """Boxes, and whether a town of each fulfils one of the conditions: (n,). The others are those of `batches`.

    The conditions are about the same tiles, in the same order.
    """
    allowed = np.array([ways_to_turn(wanted, towns.turn_sets, towns.positions) > 0 for wanted in conditions])
    fulfilled = np.tensordot(np.left_shift(1, np.arange(len(allowed))), allowed, axes=1)
    has = np.left_shift(1, towns.turn_sets.tile)
    needed = sum(1 << tile for tile in {want.tile for want in conditions[0]})
    for theme_synonyms, boxes in towns.batches():
        fits = np.empty(len(boxes), dtype=np.bool_)
        _mark_fitting(boxes, fulfilled, has, needed, fits)
        yield theme_synonyms, boxes, fits


LEVELS = 256  # a byte
"""More than there are scores, which are -128 to 127."""


def read_scores(path: Path, columns: Sequence[str]) -> Matrix[np.int8]:
    """The scores of all theme synonyms of success_pattern.db, by id: (columns, n).

    `columns` are one to seven, such as t05, or SQL of numbers from -128 to 127.
    """
    key = columns[0]
    for column in columns[1:]:
        key = f"({key}) * {LEVELS} + {column}"
    with open_rows(path, SUCCESS_PATTERN) as database:
        cursor = database.cursor()
        cursor.row_factory = None  # faster for millions of rows
        rows = cursor.execute(f"SELECT {key} FROM theme_synonyms ORDER BY id")  # noqa: S608 - columns of themes
        keys = np.fromiter(chain.from_iterable(rows), dtype=np.int64)
    keys += sum(LEVELS // 2 * LEVELS**power for power in range(len(columns)))
    shifted = keys.astype("<i8", copy=False).view(np.uint8).reshape(-1, keys.itemsize)[:, len(columns) - 1 :: -1]
    return np.subtract(shifted.T, LEVELS // 2, order="C", dtype=np.uint8).view(np.int8)


@njit(cache=True)
def _write_lines(ids: Vector[np.int64], towns: Matrix[np.uint8], lines: Vector[np.uint8]) -> int:
    """Write lines such as `1,0365|0044` in ascending order of ids; returns the number of bytes."""
    positions = towns.shape[1] // 2
    end = 0
    n_digits, too_large = 1, 10
    for town in range(len(ids)):
        while ids[town] >= too_large:
            n_digits, too_large = n_digits + 1, too_large * 10
        rest = ids[town]
        for place in range(n_digits - 1, -1, -1):
            lines[end + place] = ASCII_ZERO + rest % 10
            rest //= 10
        end += n_digits
        lines[end] = COMMA
        for place in range(positions):
            lines[end + 1 + place] = ASCII_ZERO + towns[town, place]
            lines[end + 2 + positions + place] = ASCII_ZERO + towns[town, positions + place]
        lines[end + 1 + positions] = BAR
        end += 3 + 2 * positions
        lines[end - 1] = NEWLINE
    return end


def csv_lines(ids: Vector[np.int64], towns: Matrix[np.uint8]) -> bytes:
    """Lines of a CSV file with towns, as `all_towns` yields them."""
    lines = np.empty(len(ids) * (len(str(ids.max(initial=0))) + 3 + towns.shape[1]), dtype=np.uint8)
    return lines[: _write_lines(ids, towns, lines)].tobytes()
