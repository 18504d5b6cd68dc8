"""Fewest sets that together hold every element: greedy, and the proven minimum."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import optimize, sparse

from pipeline.core.arrays import Vector
from pipeline.core.errors import PipelineError


def membership(sets: Sequence[Sequence[int]], elements: int) -> sparse.csr_array:
    """Which elements (0 .. elements - 1) each set holds: int32 (sets, elements)."""
    sizes = [len(members) for members in sets]
    columns = np.fromiter((e for members in sets for e in members), dtype=np.int64)
    starts = np.concatenate([[0], np.cumsum(sizes)])
    ones = np.ones(len(columns), dtype=np.int32)
    return sparse.csr_array((ones, columns, starts), shape=(len(sets), elements))


def maximal_sets(sets: sparse.csr_array) -> Vector[np.int64]:
    """Indices of the sets that no other set contains; of equal ones the first."""
    telling = sets[:, sets.sum(axis=0) < sets.shape[0]]  # what all hold would compare all with all
    sizes = telling.sum(axis=1)
    common = (telling @ telling.T).tocoo()
    small, large = common.coords
    contained = common.data == sizes[small]
    contained &= (sizes[large] > sizes[small]) | ((sizes[large] == sizes[small]) & (large < small))
    is_maximal = sizes > 0
    is_maximal[small[contained]] = False
    return np.flatnonzero(is_maximal) if is_maximal.any() else np.arange(1)


def greedy_cover(sets: sparse.csr_array) -> list[tuple[int, list[int]]]:
    """Take the set that adds most elements, the first of several, until all elements are held.

    Returns:
        (set, the elements that it adds) in the order in which they are taken.

    Raises:
        PipelineError: some element is in no set.
    """
    missing = np.ones(sets.shape[1], dtype=np.int32)
    taken = []
    while missing.any():
        gains = sets @ missing
        best = int(gains.argmax())
        if gains[best] == 0:
            raise PipelineError(f"{int(missing.sum())} theme sets have no best answer at all")
        members = sets.indices[sets.indptr[best] : sets.indptr[best + 1]]
        taken.append((best, [int(e) for e in members if missing[e]]))
        missing[members] = 0
    return taken


@dataclass(frozen=True)
class MinimumCover:
    """A smallest cover."""

    chosen: list[int]
    """Indices of its sets, ascending."""
    bound: int
    """No cover has fewer sets, as the solver has proved."""


def minimum_cover(sets: sparse.csr_array) -> MinimumCover:
    """Find a smallest cover as an integer program, and prove that it is one.

    Subsets of other sets are left out first.

    Raises:
        PipelineError: the solver did not prove a cover to be smallest.
    """
    candidates = maximal_sets(sets)
    each_once = optimize.LinearConstraint(sets[candidates].T.astype(np.float64), lb=1)
    result = optimize.milp(
        np.ones(len(candidates)),
        integrality=np.ones(len(candidates)),
        bounds=optimize.Bounds(0, 1),
        constraints=each_once,
        options={"mip_rel_gap": 0.0},
    )
    if not result.success:
        raise PipelineError(f"the solver found no proven smallest cover: {result.message}")
    chosen = candidates[np.round(result.x).astype(bool)]
    bound = math.ceil(result.mip_dual_bound - 1e-6)
    if not (sets[chosen].sum(axis=0) >= 1).all() or bound != len(chosen):
        raise PipelineError(f"the solver's cover of {len(chosen)} sets does not agree with its bound {bound}")
    return MinimumCover(chosen.tolist(), bound)


def assign_elements(sets: sparse.csr_array, chosen: Sequence[int]) -> list[tuple[int, list[int]]]:
    """Give every element to one of the chosen sets that hold it, the largest gain first."""
    return [(chosen[i], elements) for i, elements in greedy_cover(sets[list(chosen)])]
