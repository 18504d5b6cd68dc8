"""The tables of the arrow puzzle, by the stages that write them.

Tiles are numbered from 0 in reading order. Vectors and matrices have a row for each entry, so that
boards can be solved by SQL alone: with b = shown number - 1 and m directions,

- a board can be solved iff for every check_no the sum of value * b over `checks` is 0 modulo m;
- the taps at a tile are -(sum of value * b over `inverse`) modulo m * divisor, / divisor, modulo m;
- all solutions are one of them plus multiples 0 .. multiples - 1 of every generator of `kernel`.

Numbers that can be larger than 64 bits are kept as decimal text.
"""

from __future__ import annotations

from collections.abc import Mapping

SCHEMA_VERSION = 1

TABLES: Mapping[str, Mapping[str, str]] = {
    "levels": {
        "levels": """(
            level TEXT PRIMARY KEY, shape TEXT NOT NULL, side INTEGER NOT NULL,
            directions INTEGER NOT NULL, tiles INTEGER NOT NULL, smith_normal_form TEXT NOT NULL,
            n_solutions TEXT NOT NULL, n_solvable_boards TEXT NOT NULL, divisor INTEGER NOT NULL
        ) STRICT""",
        "primes": """(
            level TEXT NOT NULL, prime INTEGER NOT NULL, power INTEGER NOT NULL,
            rank INTEGER NOT NULL, n_solutions TEXT NOT NULL, PRIMARY KEY (level, prime)
        ) STRICT, WITHOUT ROWID""",
        "cells": """(
            level TEXT NOT NULL, tile INTEGER NOT NULL, "row" INTEGER NOT NULL,
            "column" INTEGER NOT NULL, PRIMARY KEY (level, tile)
        ) STRICT, WITHOUT ROWID""",
        "tap_matrix": """(
            level TEXT NOT NULL, tapped INTEGER NOT NULL, turned INTEGER NOT NULL,
            PRIMARY KEY (level, tapped, turned)
        ) STRICT, WITHOUT ROWID""",
        "inverse": """(
            level TEXT NOT NULL, tapped INTEGER NOT NULL, tile INTEGER NOT NULL,
            value INTEGER NOT NULL, PRIMARY KEY (level, tapped, tile)
        ) STRICT, WITHOUT ROWID""",
        "checks": """(
            level TEXT NOT NULL, check_no INTEGER NOT NULL, tile INTEGER NOT NULL,
            value INTEGER NOT NULL, PRIMARY KEY (level, check_no, tile)
        ) STRICT, WITHOUT ROWID""",
        "kernel": """(
            level TEXT NOT NULL, generator INTEGER NOT NULL, prime INTEGER NOT NULL,
            multiples INTEGER NOT NULL, tile INTEGER NOT NULL, value INTEGER NOT NULL,
            PRIMARY KEY (level, generator, tile)
        ) STRICT, WITHOUT ROWID""",
    },
    "boards": {
        "solutions": """(
            board_id INTEGER PRIMARY KEY, level TEXT NOT NULL, layout TEXT NOT NULL,
            board TEXT NOT NULL, solvable INTEGER NOT NULL, n_solutions TEXT NOT NULL,
            min_taps INTEGER, n_min_solutions INTEGER, min_tiles INTEGER, solution TEXT,
            single_tile_fixes TEXT NOT NULL
        ) STRICT""",
        "optimal_solutions": """(
            board_id INTEGER NOT NULL, place INTEGER NOT NULL, solution TEXT NOT NULL,
            PRIMARY KEY (board_id, place)
        ) STRICT, WITHOUT ROWID""",
    },
    "tap_counts": {
        "tap_statistics": """(
            level TEXT PRIMARY KEY, method TEXT NOT NULL, n_boards INTEGER NOT NULL,
            mean REAL NOT NULL, mean_low REAL NOT NULL, mean_high REAL NOT NULL,
            most INTEGER NOT NULL, proven_bound INTEGER NOT NULL
        ) STRICT""",
        "tap_counts": """(
            level TEXT NOT NULL, taps INTEGER NOT NULL, n_boards INTEGER NOT NULL,
            share REAL NOT NULL, share_low REAL NOT NULL, share_high REAL NOT NULL,
            PRIMARY KEY (level, taps)
        ) STRICT, WITHOUT ROWID""",
    },
    "hardest_boards": {
        "hardest_boards": """(
            level TEXT NOT NULL, board TEXT NOT NULL, min_taps INTEGER NOT NULL,
            n_min_solutions INTEGER NOT NULL, solution TEXT NOT NULL, PRIMARY KEY (level, board)
        ) STRICT, WITHOUT ROWID""",
    },
}
"""Stage -> table -> its columns.

board_id: the place of a board in its file, from 1. n_boards: of all solvable boards if the method
is exact; else of a sample, and the bounds have a confidence of 95 %.
"""
