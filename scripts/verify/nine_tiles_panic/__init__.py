"""The checks of Nine Tiles Panic, from tables of a few rows to all towns."""

from scripts.verify.nine_tiles_panic import answers, covers, files, rounds, scores, town_synonyms, towns
from scripts.verify.nine_tiles_panic.artifacts import Artifacts

ALL_CHECKS = [of.checks for of in (answers, covers, files, town_synonyms, scores, rounds, towns)]

__all__ = ["ALL_CHECKS", "Artifacts"]
