"""Rule sets: what units score."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

import numpy as np

from pipeline.core.arrays import Vector
from pipeline.millijan.game.units import Unit


class RuleSet(StrEnum):
    """How units are scored; named after the versions of the published programs."""

    SEED = "seed"
    OF_2019_10_08 = "2019-10-08"
    V1_6 = "v1.6"


class UnitScores(NamedTuple):
    """What each unit scores: arrays of shape (units,)."""

    complete: Vector[np.int32]
    """In a hand that is complete."""
    partial: Vector[np.int32]
    """In a hand that is not."""
    called_complete: Vector[np.int32]
    """Called, beside a hand that is complete."""
    called_partial: Vector[np.int32]
    """Called, beside a hand that is not."""
    bonus: int
    """Scored once if any unit has the main idol."""
    has_bonus: Vector[np.bool_]
    """Whether a unit has the main idol, and the rules a bonus."""

    def points(self, unit: int, is_called: bool, is_complete: bool) -> int:
        """What a unit scores, without the bonus."""
        if is_called:
            return int((self.called_complete if is_complete else self.called_partial)[unit])
        return int((self.complete if is_complete else self.partial)[unit])


def score_of_size(size: int) -> int:
    """What a unit of so many members scores."""
    return 1000 if size <= 1 else 2000 * (size - 1)


MAIN_BONUS = 2000


def unit_scores(units: Sequence[Unit], rules: RuleSet, main: int | None = None) -> UnitScores:
    """What the units score under a rule set.

    Args:
        units: the units.
        rules: the rule set.
        main: the player's main idol, a kind.
    """
    has_main = np.array([main in unit.members for unit in units], dtype=np.bool_)
    won = np.array([score_of_size(len(unit.members)) for unit in units], dtype=np.int32)
    none = np.zeros(len(units), dtype=np.bool_)
    if rules is RuleSet.OF_2019_10_08:
        doubled = np.where(has_main, 2 * won, won).astype(np.int32)
        return UnitScores(doubled, doubled, doubled // 2, doubled // 2, 0, none)
    if rules is RuleSet.V1_6:
        smaller = np.array([score_of_size(len(u.members) - 1) for u in units], dtype=np.int32)
        return UnitScores(won, smaller, won, smaller, MAIN_BONUS, has_main)
    return UnitScores(won, won, won, won, 0, none)
