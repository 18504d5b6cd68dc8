"""The database that people ask, for commands that need nothing of its tables' definitions."""

from pipeline.core.opened import Kind

VERSION = 2
FILE = "millijan.db"
KIND = Kind("millijan_database", VERSION)
