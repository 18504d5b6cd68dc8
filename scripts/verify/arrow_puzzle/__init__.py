"""The checks of the arrow puzzle: levels, matrices, boards and how many taps they need."""

from scripts.verify.arrow_puzzle import boards, known, levels
from scripts.verify.arrow_puzzle.artifacts import Artifacts
from scripts.verify.arrow_puzzle.known import agrees, expected_figures

LADDERS = [levels.ladder, boards.ladder, known.ladder]

__all__ = ["LADDERS", "Artifacts", "agrees", "expected_figures"]
