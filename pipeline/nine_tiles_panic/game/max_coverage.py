"""Maximum coverage: the most elements that a given number of sets can hold together."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from scipy import optimize, sparse

from pipeline.core.arrays import Vector
from pipeline.core.errors import PipelineError
from pipeline.nine_tiles_panic.game.set_cover import greedy_cover, maximal_sets


@dataclass(frozen=True)
class Coverage:
    """Some sets and how many elements they hold together."""

    chosen: list[int]
    """Indices of the sets."""
    n_held: int
    """Elements in at least one of them."""
    bound: int
    """The most that any choice of as many sets can hold."""


def greedy_coverages(sets: sparse.csr_array, most: int) -> list[Coverage]:
    """The coverages by the first 1, 2, .. `most` sets of the greedy cover.

    They hold at least 1 - (1 - 1/k)^k of what k sets can (Nemhauser, Wolsey and Fisher, 1978), which bounds the
    optimum.
    """
    chosen: list[int] = []
    held = 0
    coverages = []
    for set_, gained in greedy_cover(sets)[:most]:
        chosen.append(set_)
        held += len(gained)
        k = len(chosen)
        bound = math.floor(held / (1 - (1 - 1 / k) ** k) + 1e-9)
        coverages.append(Coverage(chosen.copy(), held, min(bound, sets.shape[1])))
    return coverages


def _distinct_elements(sets: sparse.csr_array) -> tuple[sparse.csc_array, Vector[np.float64]]:
    """The different columns: float64 (sets, columns), and how often each occurs."""
    columns = sets.astype(np.float64).tocsc()
    columns.sort_indices()
    places: dict[bytes, list[int]] = {}
    for element, (start, end) in enumerate(pairwise(columns.indptr)):
        places.setdefault(columns.indices[start:end].tobytes(), []).append(element)
    firsts = [elements[0] for elements in places.values()]
    weights = np.array([len(elements) for elements in places.values()], dtype=np.float64)
    return columns[:, firsts], weights


class MaximumCoverage:
    """The integer program for any number of sets: x says which sets are taken, y what they hold.

    Subsets of other sets are left out. Elements that are in the same sets are merged into one, weighted by how many
    they are.

    Args:
        sets: (sets, elements), from `membership`.
    """

    def __init__(self, sets: sparse.csr_array) -> None:
        self._sets = sets
        self._candidates = maximal_sets(sets)
        taken, weights = _distinct_elements(sets[self._candidates])
        n_sets, n_elements = taken.shape
        self._gain = np.concatenate([np.zeros(n_sets), -weights])
        self._integrality = np.concatenate([np.ones(n_sets), np.zeros(n_elements)])
        self._held_by_taken = optimize.LinearConstraint(
            sparse.hstack([taken.T, -sparse.eye_array(n_elements)], format="csr"), lb=0
        )
        self._one_per_set = np.concatenate([np.ones(n_sets), np.zeros(n_elements)])[np.newaxis]

    def of(self, count: int) -> Coverage:
        """The most elements that `count` sets can hold, proven.

        Raises:
            PipelineError: the solver did not prove it.
        """
        result = optimize.milp(
            self._gain,
            integrality=self._integrality,
            bounds=optimize.Bounds(0, 1),
            constraints=[self._held_by_taken, optimize.LinearConstraint(self._one_per_set, ub=count)],
            options={"mip_rel_gap": 0.0},
        )
        if not result.success:
            raise PipelineError(f"the solver found no proven coverage by {count}: {result.message}")
        taken = np.round(result.x[: len(self._candidates)]).astype(bool)
        chosen = self._candidates[taken]
        n_held = int((self._sets[chosen].sum(axis=0) >= 1).sum())
        bound = math.floor(-result.mip_dual_bound + 1e-6)
        if n_held != bound or len(chosen) > count:
            raise PipelineError(
                f"the solver's {len(chosen)} sets hold {n_held}, which does not agree with its "
                f"bound {bound} for {count} sets"
            )
        return Coverage(chosen.tolist(), n_held, bound)
