"""The database that people ask, for commands that need nothing of its tables' definitions."""

from pipeline.core.opened import Kind

VERSION = 3
FILE = "godomachi.db"
KIND = Kind("godomachi_database", VERSION)
MAX_CELLS_WITH_ROWS = 9
"""Pairs and puzzles of larger polyominoes are too many for a row each."""
MAX_CELLS_OF_RECORDS = 14
"""The keys of larger shapes would not fit into 64 bits."""
