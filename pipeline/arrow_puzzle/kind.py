"""The database that people ask, for commands that need nothing of its tables' definitions."""

from pipeline.core.opened import Kind

VERSION = 2
FILE = "arrow_puzzle.db"
KIND = Kind("arrow_puzzle_database", VERSION)
EXACT, SAMPLED = "exact", "sampled"
"""The methods of the table `tap_statistics`."""
