"""The checks of MilliJan: the game, hands, and how random ones fare."""

from scripts.verify.millijan import chances, hands
from scripts.verify.millijan.artifacts import Artifacts

ALL_CHECKS = [hands.checks, chances.checks]

__all__ = ["ALL_CHECKS", "Artifacts"]
