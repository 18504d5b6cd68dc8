"""All pairs of pentominoes and hexominoes: the obvious minimax, with the rules alone, and ours.

The obvious way tries all moves to the end and remembers no values; it does keep the cuts of the
shapes that it has met. Both run here, one after the other, on one core.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from itertools import combinations
from typing import Any

import numpy as np

from scripts.benchmark.rates import Rate, rates_table
from tablebases.godomachi.cut_tables import ONE_CELL, Plies, all_cuts, all_plies
from tablebases.godomachi.polyominoes import free_polyominoes
from tablebases.messages import say
from tests.oracle import godomachi as oracle


def _all_pairs(cells: int) -> Plies:
    """The plies of all pairs of a size, from nothing: shapes, cuts, and all sizes below."""
    shapes = free_polyominoes(cells)
    plies = [ONE_CELL]
    for size in range(2, cells + 1):
        cuts = all_cuts(shapes[size - 1], shapes[: size - 1])
        plies.append(np.concatenate(list(all_plies(cuts, plies))))
    return plies[-1]


def benchmark(_: Mapping[str, Any], scale: float) -> list[str]:
    """Pairs per second of polyominoes of 5 cells, and of 6 where that is not too long; see `_of_size`."""
    return [_of_size(cells) for cells in (5, 6) if cells == 5 or scale >= 1]


def _of_size(cells: int) -> str:
    """Pairs per second of polyominoes of a size, and ours at 10 cells too.

    Args:
        cells: of the pairs that both solve; 6 takes plain Python seconds.
    """
    rates = []
    pairs = list(combinations(oracle.polyominoes(cells), 2))
    say(f"plain minimax: {len(pairs):,} pairs of {cells} cells")
    started = time.perf_counter()
    obvious = [oracle.value_without_memo(a, b) for a, b in pairs]
    rates.append(Rate(f"plain minimax, {cells} cells", len(pairs), time.perf_counter() - started))
    _all_pairs(3)  # so that the code is compiled
    for size in (cells, 10):
        started = time.perf_counter()
        plies = _all_pairs(size)
        seconds = time.perf_counter() - started
        count = len(plies) * (len(plies) - 1) // 2
        rates.append(Rate(f"the pipeline, {size} cells", count, seconds))
        if size == cells:
            assert obvious == plies[np.triu_indices(len(plies), 1)].tolist()
    return rates_table(f"Pairs of polyominoes of {cells} cells, one core", "pairs", rates)
