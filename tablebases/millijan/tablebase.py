"""The database of the pipeline, `millijan.db`, by what it says it is.

Stages depend on this module, so the questions that it answers are elsewhere.
"""

from __future__ import annotations

from tablebases.database import Kind

VERSION = 3
FILE = "millijan.db"
KIND = Kind("millijan_database", VERSION, FILE)
