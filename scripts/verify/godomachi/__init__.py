"""The checks of Godomachi: polyominoes, cuts and plies, against the oracle and against each other."""

from scripts.verify.godomachi import known, records, shapes
from scripts.verify.godomachi.artifacts import Artifacts
from scripts.verify.godomachi.known import agrees, expected_figures

ALL_CHECKS = [shapes.checks, records.checks, known.checks]

__all__ = ["ALL_CHECKS", "Artifacts", "agrees", "expected_figures"]
