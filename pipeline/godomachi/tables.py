"""The tables of Godomachi.

Polyominoes of n cells are numbered from 0, in the order of their canonical forms. A pair has two different polyominoes
a < b of the same size. The first player wins it if its number of plies under best play is odd, else the second.

`packed_plies` has the plies of all sizes in the least space: in hexadecimal, digit number b - a of `plies`, counted
from 1, is the plies of the pair (a, b), so `substr(hex(plies), b - a, 1)` reads it.
"""

from __future__ import annotations

from pipeline.schemas import AnyColumn, Schema, blob, integer, table, text, view
from tablebases.godomachi import tablebase
from tablebases.godomachi.tablebase import VERSION
from tablebases.puzzles import GODOMACHI


def _n(meaning: str = "cells of both polyominoes", *, key: bool = True) -> AnyColumn:
    return integer("n", meaning, key=key)


def _pair() -> tuple[AnyColumn, AnyColumn]:
    return (
        integer("a", "number of one polyomino, from 0", key=True),
        integer("b", "number of the other, larger than a", key=True),
    )


def _piece(*, key: bool = False) -> tuple[AnyColumn, AnyColumn]:
    return (
        integer("k", "cells of the piece that is cut off, 1 to n - 1", key=key),
        integer("piece", "number of the piece among the polyominoes of k cells", key=key),
    )


def _rests() -> tuple[AnyColumn, AnyColumn]:
    return (
        integer("rest_a", "what remains of a, its number among the polyominoes of n - k cells"),
        integer("rest_b", "what remains of b, its number among the polyominoes of n - k cells"),
    )


POLYOMINOES = table(
    "polyominoes",
    "All free polyominoes up to the size of the run.",
    _n("number of cells"),
    integer("id", "its number among those of n cells, from 0 in the order of canonical forms", key=True),
    text("cells", "its canonical form row by row, # a cell, . a gap, / between rows"),
    integer("width", "cells across"),
    integer("height", "cells down"),
    integer("holes", "regions that the outside does not reach across edges"),
    integer("symmetry", "number of its 8 turned and mirrored images that equal it: 1, 2, 4 or 8"),
    rowid=False,
)
RULE = table(
    "rule", "The rule of this run, one row.", text("max_cut", "the largest piece that may be cut: any or half")
)
CUTS = table(
    "cuts",
    "All kinds of cuts: pieces that may be cut off each polyomino, and what remains.",
    _n("cells of the polyomino, from 2"),
    integer("id", "number of the polyomino among those of n cells", key=True),
    *_piece(key=True),
    integer("rest", "what remains, its number among the polyominoes of n - k cells", key=True),
    integer("ways", "number of cuts of this kind, from 1"),
    rowid=False,
)
PACKED_PLIES = table(
    "packed_plies",
    "Plies of the pairs of every size, four bits each.",
    _n(),
    integer("a", "number of the first polyomino of the pairs, from 0", key=True),
    blob("plies", "hexadecimal; digit b - a, counted from 1, is the plies of the pair (a, b); a final 0 may follow"),
    rowid=False,
)
HISTOGRAM = table(
    "histogram",
    "Number of pairs of different polyominoes by plies.",
    text("rule", "the largest piece that may be cut: any or half", key=True),
    _n(),
    integer("plies", "plies under best play, 1 to 15; odd: the first player wins", key=True),
    integer("count", "pairs a < b that take this many plies"),
    rowid=False,
)
RECORDS = table(
    "records",
    "Number of pairs of larger polyominoes that each player wins, from a data file because counting takes long.",
    text("rule", "the largest piece that may be cut: any or half"),
    _n(key=False),
    integer("winner", "who wins: 1 the first player, 0 the second"),
    integer("plies", "plies under best play; NULL where only winners were counted", null=True),
    integer("pairs", "pairs a < b of different polyominoes that the winner wins in this many plies"),
)
PUZZLES = table(
    "puzzles",
    "Pairs of at most 9 cells with exactly one kind of winning first move, and that move.",
    _n(),
    *_pair(),
    integer("plies", "plies under best play: 3, 5, ..."),
    *_piece(),
    *_rests(),
    rowid=False,
)
PAIRS = table(
    "pairs",
    "All pairs of different polyominoes of at most 9 cells. The plies of larger ones are digit b - a of hex(plies) in "
    "packed_plies.",
    _n(),
    *_pair(),
    integer("plies", "plies under best play, from 1"),
    integer("winner", "who wins: 1 the first player, 0 the second", null=True, computed="plies % 2"),
    rowid=False,
)
# DuckDB computes both branches of CASE and cannot cast an empty text, hence '0' ||.
MOVES = view(
    "moves",
    "Every kind of first move of every pair, in either order. Filter by n, a and b, because the view is large.",
    """
SELECT x.n, x.id AS a, y.id AS b, x.k, x.piece, x.rest AS rest_a, y.rest AS rest_b,
    x.ways * y.ways AS ways,
    1 + CASE WHEN x.rest = y.rest THEN 0 ELSE (
        SELECT CAST('0' || substr(hex(plies), abs(x.rest - y.rest), 1) AS INTEGER) FROM packed_plies
        WHERE packed_plies.n = x.n - x.k AND a = CASE WHEN x.rest < y.rest THEN x.rest ELSE y.rest END
    ) END AS plies
FROM cuts AS x JOIN cuts AS y USING (n, k, piece)
""",
    _n(key=False),
    integer("a", "number of one polyomino"),
    integer("b", "number of the other"),
    *_piece(),
    *_rests(),
    integer(
        "ways", "number of moves of this kind: the pieces are congruent, and so are the remainders of each polyomino"
    ),
    integer("plies", "plies of the game with this move and best play after it; odd: the mover wins"),
)

WINNERS = view(
    "winners",
    "Number of pairs that each player wins, by plies: for the sizes of the run, and from records for larger ones.",
    """
SELECT rule, n, plies % 2 AS winner, plies, count AS pairs FROM histogram
UNION ALL SELECT rule, n, winner, plies, pairs FROM records
WHERE rule = (SELECT max_cut FROM rule) AND n NOT IN (SELECT n FROM histogram)
""",
    text("rule", "the largest piece that may be cut: any or half"),
    _n(key=False),
    integer("winner", "who wins: 1 the first player, 0 the second"),
    integer("plies", "plies under best play; NULL where only winners were counted", null=True),
    integer("pairs", "pairs a < b of different polyominoes that the winner wins in this many plies"),
)

RECORD_CUTS = Schema(GODOMACHI.stage("record_cuts"), VERSION, tables=())
"""Arrays only: the moves of each size, see `tablebases.godomachi.lost_pairs`."""
DATABASE = Schema(
    **vars(tablebase.KIND),
    tables=(POLYOMINOES, RULE, CUTS, PACKED_PLIES, HISTOGRAM, PUZZLES, RECORDS, PAIRS, MOVES, WINNERS),
    meaning="Everything about Godomachi.",
    example="SELECT n, plies, count FROM histogram ORDER BY n, plies;",
)
DATABASES = (DATABASE,)
"""The databases that docs/tables.md describes."""
