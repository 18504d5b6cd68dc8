"""The checks of Nine Tiles Panic, from tables of a few rows to all towns."""

from scripts.verify.nine_tiles_panic import answers, covers, files, known, rounds, scores, town_synonyms, towns
from scripts.verify.nine_tiles_panic.artifacts import Artifacts
from scripts.verify.nine_tiles_panic.known import agrees, expected_figures

ALL_CHECKS = [of.checks for of in (answers, covers, files, town_synonyms, scores, rounds, known, towns)]

__all__ = ["ALL_CHECKS", "Artifacts", "agrees", "expected_figures"]
