"""The database of the pipeline, `millijan.db`: its kind, version and file name.

Stages depend on this module; `questions` reads the database.
"""

from __future__ import annotations

from tablebases.database import Kind

VERSION = 3
FILE = "millijan.db"
KIND = Kind("millijan_database", VERSION, FILE)
