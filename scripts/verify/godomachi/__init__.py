"""The checks of Godomachi: polyominoes, cuts and plies, against the oracle and against each other."""

from scripts.verify.godomachi import known, records, shapes
from scripts.verify.godomachi.artifacts import Artifacts
from scripts.verify.godomachi.known import agrees, expected_figures

LADDERS = [shapes.ladder, records.ladder, known.ladder]

__all__ = ["LADDERS", "Artifacts", "agrees", "expected_figures"]
