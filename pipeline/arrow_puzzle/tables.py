"""The tables of the arrow puzzle.

Tiles are numbered from 0 in reading order. Vectors and matrices have a row for each entry, so that SQL alone can solve
boards. Let b be the shown number less 1, and m the number of directions:

- A board is solvable if and only if for every check_no the sum of value * b over `checks` is 0 modulo m.
- The taps at a tile are -(s / divisor) modulo m. Here s is the sum of value * b over `inverse`, modulo m * divisor.
- All solutions are one of them plus 0 .. multiples - 1 times every generator of `kernel`.

Numbers that may exceed 64 bits are decimal text.
"""

from __future__ import annotations

from pipeline.schemas import AnyColumn, Schema, integer, real, table, text, view
from tablebases.arrow import tablebase
from tablebases.arrow.tablebase import VERSION
from tablebases.puzzles import ARROW


def _level() -> AnyColumn:
    return text("level", "name of the level", key=True)


LEVELS = table(
    "levels",
    "The levels, with the algebra of each.",
    _level(),
    text("shape", "square or hexagon"),
    integer("side", "tiles along a side"),
    integer("directions", "directions of an arrow"),
    integer("tiles", "tiles of the board"),
    text("smith_normal_form", "diagonal of the tap matrix in Smith normal form, such as 1 x 32, 3, 0 x 4"),
    text("n_solutions", "solutions of every board that can be solved, as decimal text"),
    text("n_solvable_boards", "boards that can be solved, as decimal text"),
    integer("divisor", "the divisor of the taps that `inverse` gives"),
)
PRIMES = table(
    "primes",
    "The prime powers whose product is the number of directions.",
    _level(),
    integer("prime", "a prime factor of the number of directions", key=True),
    integer("power", "the highest power of it in that number"),
    integer("rank", "rank of the tap matrix over the field of this prime"),
    text("n_solutions", "solutions modulo the power, as decimal text"),
    rowid=False,
)
CELLS = table(
    "cells",
    "Where the tiles are.",
    _level(),
    integer("tile", "number of the tile, from 0 in reading order", key=True),
    integer("row", "its row, from 0"),
    integer("column", "its column, from 0; in a hexagon |column - row| < side"),
    rowid=False,
)
TAP_MATRIX = table(
    "tap_matrix",
    "Which tiles a tap turns: one row for each entry of the matrix that is 1.",
    _level(),
    integer("tapped", "the tile that is tapped", key=True),
    integer("turned", "a tile that it turns by one direction", key=True),
    rowid=False,
)
INVERSE = table(
    "inverse",
    "A matrix that gives taps for every board that can be solved.",
    _level(),
    integer("tapped", "the tile to tap", key=True),
    integer("tile", "the tile of the board", key=True),
    integer("value", "the entry, modulo directions * divisor"),
    rowid=False,
)
CHECKS = table(
    "checks",
    "Sums that are 0 modulo the directions for exactly the boards that can be solved.",
    _level(),
    integer("check_no", "number of the check, from 0", key=True),
    integer("tile", "the tile of the board", key=True),
    integer("value", "its weight in the sum"),
    rowid=False,
)
KERNEL = table(
    "kernel",
    "Generators of all taps that change nothing.",
    _level(),
    integer("generator", "number of the generator, from 0", key=True),
    integer("prime", "the prime that it belongs to"),
    integer("multiples", "number of its different multiples"),
    integer("tile", "the tile to tap", key=True),
    integer("value", "taps there, 0 to directions - 1"),
    rowid=False,
)
SOLUTIONS = table(
    "solutions",
    "The boards of the board file, each with its fewest taps or with likely typing mistakes.",
    integer("board_id", "place of the board in its file, from 1", key=True),
    text("level", "name of its level"),
    text("layout", "how it is read: rows, columns or lines"),
    text("board", "the number of each tile, 1 up, in the order of the layout"),
    integer("solvable", "1 if it can be solved, else 0"),
    text("n_solutions", "its solutions, as decimal text"),
    integer("min_taps", "fewest taps; empty if unsolvable or with too many solutions to examine", null=True),
    integer("n_min_solutions", "solutions with min_taps taps", null=True),
    integer("min_tiles", "fewest tiles that are tapped in a solution", null=True),
    text("solution", "taps of each tile in the lexicographically smallest solution with min_taps taps", null=True),
    text("single_tile_fixes", "for an unsolvable board, the changes of one tile that make it solvable"),
)
OPTIMAL_SOLUTIONS = table(
    "optimal_solutions",
    "All solutions with the fewest taps, if the configuration asks for them.",
    integer("board_id", "the board in `solutions`", key=True),
    integer("place", "place among the solutions in lexicographic order, from 1", key=True),
    text("solution", "taps of each tile"),
    rowid=False,
)
TAP_STATISTICS = table(
    "tap_statistics",
    "Statistics of the taps that the boards of a level need.",
    _level(),
    text("method", "exact: all solvable boards; sampled: a random sample"),
    integer("n_boards", "number of examined boards"),
    real("mean", "mean of the fewest taps"),
    real("mean_low", "lower end of its 95 % confidence interval; the mean itself if exact"),
    real("mean_high", "upper end of that interval"),
    integer("most", "the most taps that an examined board needs"),
    integer("proven_bound", "proven upper bound: no board of the level needs more taps"),
)
TAP_COUNTS = table(
    "tap_counts",
    "Number of boards by the taps that they need.",
    _level(),
    integer("taps", "fewest taps", key=True),
    integer("n_boards", "examined boards that need exactly this many taps"),
    real("share", "their share, 0 to 1"),
    real("share_low", "lower end of its 95 % confidence interval; the share itself if exact"),
    real("share_high", "upper end of that interval"),
    rowid=False,
)


def _solved_board() -> tuple[AnyColumn, ...]:
    return (
        text("board", "the number of each tile, 1 up"),
        integer("min_taps", "fewest taps, proven"),
        integer("n_min_solutions", "solutions with min_taps taps"),
        text("solution", "taps of each tile, one of these solutions"),
    )


HARDEST_BOARDS = table(
    "hardest_boards",
    "Boards that need the most taps, one of each family. If min_taps is proven_bound in tap_statistics, none needs "
    "more.",
    _level(),
    integer("family", "number of the family, from 1", key=True),
    *_solved_board(),
    integer("orbit", "boards in its orbit: its images under turns and reflections, itself among them"),
    integer("n_boards", "boards in the orbits of all boards of the family, which need as many taps"),
    rowid=False,
)
HARDEST_PARTS = table(
    "hardest_parts",
    "The families of hardest boards. A row of each part, in any combination, gives a board of the family: modulo the "
    "number of directions, taps and steps are the sums of those of the parts.",
    _level(),
    integer("family", "the family in hardest_boards", key=True),
    integer("part", "1 to 3", key=True),
    text("taps", "taps of each tile, a digit each, 0 at the tiles of other parts", key=True),
    text("steps", "how far the arrow of each tile is from up, on the board that these taps solve, a digit each"),
    rowid=False,
)


def _sums(column: str, number: str) -> str:
    """SQL for the text of a board of a family: a digit for each tile, with ? for the sum over the parts."""
    digit = number.replace("?", " + ".join(f"substr({part}.{column}, tile + 1, 1)" for part in "abc"))
    ordered = f"SELECT {digit} AS digit FROM cells WHERE cells.level = f.level ORDER BY tile"  # noqa: S608
    return f"(SELECT group_concat(digit, '') FROM ({ordered}))"  # noqa: S608 - names of this module


HARDEST_ORBITS = view(
    "hardest_orbits",
    "All boards of the families of hardest boards, one of each orbit of the turns and reflections. Levels of more than "
    "9 directions are left out.",
    f"""
SELECT f.level, f.family, {_sums("steps", "1 + (?) % directions")} AS board, min_taps, n_min_solutions,
    {_sums("taps", "(?)")} AS solution, orbit
FROM hardest_boards AS f JOIN levels USING (level)
    JOIN hardest_parts AS a ON a.level = f.level AND a.family = f.family AND a.part = 1
    JOIN hardest_parts AS b ON b.level = f.level AND b.family = f.family AND b.part = 2
    JOIN hardest_parts AS c ON c.level = f.level AND c.family = f.family AND c.part = 3
""",  # noqa: S608
    _level(),
    integer("family", "its family in hardest_boards"),
    *_solved_board(),
    integer("orbit", "boards in its orbit"),
)

LEVEL_TABLES = (LEVELS, PRIMES, CELLS, TAP_MATRIX, INVERSE, CHECKS, KERNEL)
TAP_COUNTS_SCHEMA = Schema(
    ARROW.stage("tap_counts"), VERSION, tables=(TAP_STATISTICS, TAP_COUNTS, HARDEST_BOARDS, HARDEST_PARTS)
)
DATABASE = Schema(
    **vars(tablebase.KIND),
    tables=(*LEVEL_TABLES, SOLUTIONS, OPTIMAL_SOLUTIONS, *TAP_COUNTS_SCHEMA.tables, HARDEST_ORBITS),
    meaning="Everything about the arrow puzzle.",
    example="SELECT level, taps, n_boards FROM tap_counts ORDER BY level, taps LIMIT 10;",
)
DATABASES = (DATABASE,)
"""The databases that docs/tables.md describes."""
