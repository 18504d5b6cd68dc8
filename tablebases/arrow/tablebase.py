"""The kind and version of the database of the arrow puzzle."""

from __future__ import annotations

from tablebases.database import Kind

VERSION = 3
FILE = "arrow_puzzle.db"
KIND = Kind("arrow_puzzle_database", VERSION, FILE)
EXACT, SAMPLED = "exact", "sampled"
"""The methods of the table `tap_statistics`."""
