"""The database of the pipeline, `millijan.db`: its kind, version and file name.

Stages depend on this module; `questions` reads the database.
"""

from __future__ import annotations

from tablebases.database import Kind
from tablebases.puzzles import MILLIJAN

VERSION = 3
KIND = Kind(MILLIJAN.stage("database"), VERSION, f"{MILLIJAN.package}.db")
