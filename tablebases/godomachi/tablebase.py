"""The database godomachi.db: its name, its version, and how large the polyominoes in it are."""

from __future__ import annotations

from tablebases.database import Kind

FOLDER = "godomachi"
"""Of the puzzle, among the results."""
VERSION = 3
FILE = "godomachi.db"
KIND = Kind("godomachi_database", VERSION, FILE)
MAX_CELLS_WITH_ROWS = 9
"""Pairs and puzzles of larger polyominoes are too many for a row each."""
MAX_CELLS_OF_RECORDS = 14
"""The keys of larger shapes would not fit into 64 bits."""
