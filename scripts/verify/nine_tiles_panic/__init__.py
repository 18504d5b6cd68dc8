"""Checks of Nine Tiles Panic, from tables of a few rows to all towns."""

from scripts.verify.nine_tiles_panic import answers, mixes, synonyms, towns
from scripts.verify.nine_tiles_panic.artifacts import Artifacts

checks = [*answers.checks, *mixes.checks, *synonyms.checks, *towns.checks]

__all__ = ["Artifacts", "checks"]
