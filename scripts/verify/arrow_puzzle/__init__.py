"""The checks of the arrow puzzle: levels, matrices, boards and how many taps they need."""

from scripts.verify.arrow_puzzle import boards, levels
from scripts.verify.arrow_puzzle.artifacts import Artifacts

ALL_CHECKS = [levels.checks, boards.checks]

__all__ = ["ALL_CHECKS", "Artifacts"]
