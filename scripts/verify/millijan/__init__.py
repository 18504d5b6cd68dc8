"""The checks of MilliJan: the game, hands, and how random ones fare."""

from scripts.verify.millijan import chances, hands, known
from scripts.verify.millijan.artifacts import Artifacts
from scripts.verify.millijan.known import agrees, expected_figures

ALL_CHECKS = [hands.checks, chances.checks, known.checks]

__all__ = ["ALL_CHECKS", "Artifacts", "agrees", "expected_figures"]
