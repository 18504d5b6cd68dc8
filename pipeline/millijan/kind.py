"""The database that people ask, for commands that need nothing of its tables' definitions."""

from pipeline.core.opened import Kind

VERSION = 3
FILE = "millijan.db"
KIND = Kind("millijan_database", VERSION)
