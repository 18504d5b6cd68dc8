"""The kind and version of the database of the arrow puzzle."""

from __future__ import annotations

from tablebases.database import Kind
from tablebases.puzzles import ARROW

VERSION = 3
KIND = Kind(ARROW.stage("database"), VERSION, f"{ARROW.package}.db")
EXACT, SAMPLED = "exact", "sampled"
"""The methods of the table `tap_statistics`."""
