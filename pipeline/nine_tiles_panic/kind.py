"""The database that people ask most, for commands that need nothing of its tables' definitions."""

from pipeline.core.opened import Kind

VERSION = 5
FILE = "best_towns.db"
KIND = Kind("nine_tiles_panic_best_towns", VERSION)
