"""The checks of MilliJan: the game, hands, and how random ones fare."""

from scripts.verify.millijan import chances, hands, known, tenpai
from scripts.verify.millijan.artifacts import Artifacts
from scripts.verify.millijan.known import agrees, expected_figures

LADDERS = [hands.ladder, chances.ladder, tenpai.ladder, known.ladder]

__all__ = ["LADDERS", "Artifacts", "agrees", "expected_figures"]
