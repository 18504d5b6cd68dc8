"""The checks of Godomachi: polyominoes, cuts and plies, against the oracle and against each other."""

from scripts.verify.godomachi import records, shapes
from scripts.verify.godomachi.artifacts import Artifacts

ALL_CHECKS = [shapes.checks, records.checks]

__all__ = ["ALL_CHECKS", "Artifacts"]
