"""The checks of the arrow puzzle: levels, matrices, boards and how many taps they need."""

from scripts.verify.arrow_puzzle import boards, known, levels
from scripts.verify.arrow_puzzle.artifacts import Artifacts
from scripts.verify.arrow_puzzle.known import agrees, expected_figures

ALL_CHECKS = [levels.checks, boards.checks, known.checks]

__all__ = ["ALL_CHECKS", "Artifacts", "agrees", "expected_figures"]
