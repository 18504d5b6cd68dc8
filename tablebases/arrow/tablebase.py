"""What the database of the arrow puzzle says it is, for readers and for the stage that writes it."""

from __future__ import annotations

from tablebases.database import Kind

VERSION = 2
FILE = "arrow_puzzle.db"
KIND = Kind("arrow_puzzle_database", VERSION, FILE)
EXACT, SAMPLED = "exact", "sampled"
"""The methods of the table `tap_statistics`."""
