"""The tables of Godomachi, by the stages that write them.

Polyominoes of n cells are numbered from 0, in the order of their canonical forms. A pair of
different polyominoes a < b of the same size takes so many plies under best play; if they are odd,
the first player wins, if even, the second.

`packed_plies` has them for every n in the least space: in hexadecimal, digit number b - a of
`plies`, counted from 1, is the plies of the pair (a, b), so that
`substr(hex(plies), b - a, 1)` reads one.
"""

from __future__ import annotations

from collections.abc import Mapping

SCHEMA_VERSION = 1

MOST_CELLS_OF_ROWS = 9
"""Pairs and puzzles of larger polyominoes are too many for a row each."""

TABLES: Mapping[str, Mapping[str, str]] = {
    "polyominoes": {
        "polyominoes": """(
            n INTEGER NOT NULL, id INTEGER NOT NULL, cells TEXT NOT NULL, width INTEGER NOT NULL,
            height INTEGER NOT NULL, holes INTEGER NOT NULL, symmetry INTEGER NOT NULL,
            PRIMARY KEY (n, id)
        ) STRICT, WITHOUT ROWID""",
    },
    "cuts": {
        "rule": "(max_cut TEXT NOT NULL) STRICT",
        "cuts": """(
            n INTEGER NOT NULL, id INTEGER NOT NULL, k INTEGER NOT NULL, piece INTEGER NOT NULL,
            rest INTEGER NOT NULL, ways INTEGER NOT NULL, PRIMARY KEY (n, id, k, piece, rest)
        ) STRICT, WITHOUT ROWID""",
    },
    "plies": {
        "packed_plies": """(
            n INTEGER NOT NULL, a INTEGER NOT NULL, plies BLOB NOT NULL, PRIMARY KEY (n, a)
        ) STRICT, WITHOUT ROWID""",
        "histogram": """(
            rule TEXT NOT NULL, n INTEGER NOT NULL, plies INTEGER NOT NULL, count INTEGER NOT NULL,
            PRIMARY KEY (rule, n, plies)
        ) STRICT, WITHOUT ROWID""",
    },
    "puzzles": {
        "puzzles": """(
            n INTEGER NOT NULL, a INTEGER NOT NULL, b INTEGER NOT NULL, plies INTEGER NOT NULL,
            k INTEGER NOT NULL, piece INTEGER NOT NULL, rest_a INTEGER NOT NULL,
            rest_b INTEGER NOT NULL, PRIMARY KEY (n, a, b)
        ) STRICT, WITHOUT ROWID""",
    },
}
"""Stage -> table -> its columns.

cells: row by row, `#` a cell and `.` a gap. symmetry: how many of the 8 ways to turn and mirror a
shape leave it as it is. k: cells of the piece that is cut off. piece: its number among those of k
cells. rest: what is left, among those of n - k cells. ways: how many cuts are so.
"""

PAIRS = """(
    n INTEGER NOT NULL, a INTEGER NOT NULL, b INTEGER NOT NULL, plies INTEGER NOT NULL,
    winner INTEGER GENERATED ALWAYS AS (plies % 2) VIRTUAL, PRIMARY KEY (n, a, b)
) STRICT, WITHOUT ROWID"""
"""The table `pairs` of the database. winner: 1 the first player, 0 the second."""

MOVES = """
SELECT a.n, a.id AS a, b.id AS b, a.k, a.piece, a.rest AS rest_a, b.rest AS rest_b,
    a.ways * b.ways AS ways,
    1 + CASE WHEN a.rest = b.rest THEN 0 ELSE (
        SELECT CAST(substr(hex(plies), abs(a.rest - b.rest), 1) AS INTEGER) FROM packed_plies
        WHERE packed_plies.n = a.n - a.k AND packed_plies.a = min(a.rest, b.rest)
    ) END AS plies
FROM cuts AS a JOIN cuts AS b USING (n, k, piece)
"""
"""The view `moves` of the database: every kind of move of a position, and the plies with it."""
