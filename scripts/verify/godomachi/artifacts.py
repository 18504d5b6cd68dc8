"""The artifacts of Godomachi, as their checks read them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from pipeline.godomachi.configuration import Configuration
from pipeline.godomachi.readers import read_plies
from pipeline.godomachi.tables import DATABASE
from scripts.verify import artifacts as of_any_puzzle
from scripts.verify.artifacts import Origin
from tablebases.godomachi.cut_tables import Plies
from tablebases.godomachi.polyominoes import Cells, Shapes, free_polyominoes

LARGEST_LISTED = 13
PAIRS_ASKED = 500
"""Pairs that the oracle and the solver of single pairs are asked for, of all sizes together."""


class Artifacts(of_any_puzzle.Artifacts[Configuration]):
    """The artifacts of a run."""

    puzzle = "godomachi"

    @property
    def origins(self) -> Mapping[str, Origin]:
        """What artifacts were made with."""
        run = self.section
        return {DATABASE.file: Origin("database", {"max_n": run.max_n, "max_cut": run.max_cut}, [run.record_file])}

    @cached_property
    def shapes(self) -> list[Shapes]:
        """All polyominoes of 1, 2, ... cells, listed anew."""
        return free_polyominoes(LARGEST_LISTED)

    @cached_property
    def plies(self) -> list[Plies]:
        """The plies of all pairs of 1, 2, ... cells, as the packed rows have them."""
        return read_plies(self.folder / DATABASE.file, self.section.max_n)

    def shape(self, cells: int, number: int) -> Cells:
        """A polyomino by its number."""
        shape: Cells = self.shapes[cells - 1][number]
        return shape

    def random_pairs(self, largest: int) -> Iterator[tuple[int, int, int, int]]:
        """(n, a, b, plies) of pairs at random, as many of every size."""
        random = self.random()
        sizes = range(4, min(self.section.max_n, largest) + 1)
        for cells in sizes:
            plies = self.plies[cells - 1]
            for _ in range(self.sample_of(PAIRS_ASKED // len(sizes) + 1)):
                a, b = sorted(random.sample(range(len(plies)), 2))
                yield cells, a, b, int(plies[a, b])
