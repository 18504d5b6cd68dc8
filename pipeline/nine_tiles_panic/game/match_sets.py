"""The theme sets that each theme synonym is a best answer to, for any best answers to the theme sets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from pipeline.core.arrays import Matrix, Vector
from pipeline.core.compiled import njit
from pipeline.nine_tiles_panic.game.best_answers import WORD_BITS, Matcher
from pipeline.nine_tiles_panic.game.interning import intern_table, interned
from pipeline.nine_tiles_panic.game.themes import ThemeSet

SET_NUMBER_BITS = 32
Triple = tuple[int, int, int]
"""Distances in the three themes of a set: ranks, 0 the best."""


@njit(cache=True)
def _packed(longer: Vector[np.uint64], wanted: Vector[np.int64], sets: Matrix[np.uint64]) -> None:
    """Put the bits of the theme sets of each wanted match set into its row of `sets`, (wanted, words)."""
    for row, match_set in enumerate(wanted):
        number = np.uint64(match_set)
        while number:
            word = longer[number - np.uint64(1)]
            theme_set = word & np.uint64((1 << SET_NUMBER_BITS) - 1)
            sets[row, theme_set // np.uint64(WORD_BITS)] |= np.uint64(1) << theme_set % np.uint64(WORD_BITS)
            number = word >> np.uint64(SET_NUMBER_BITS)


@dataclass(frozen=True)
class MatchSets:
    """Sets of theme sets, each but the empty one a shorter one with a theme set more."""

    of: Vector[np.int64]
    """(n,), the number of the match set of each theme synonym; 0 is the empty one."""
    longer: Vector[np.uint64]
    """(m,), of number i + 1 the number of the shorter one, and in the lower 32 bits the place of the theme set."""
    by_all: list[int]
    """Places of the theme sets that all theme synonyms match."""

    def held(self) -> list[tuple[int, ...]]:
        """The places of the theme sets in each match set, ascending, by their numbers."""
        sets: list[tuple[int, ...]] = [()]
        for word in self.longer.tolist():
            shorter, theme_set = divmod(word, 1 << SET_NUMBER_BITS)
            sets.append((*sets[shorter], theme_set))
        return sets

    def packed(self, theme_sets: int) -> tuple[Matrix[np.uint64], Vector[np.int64]]:
        """The match sets that theme synonyms have, in the order of their lowest ones.

        Returns:
            A row a match set with a bit a theme set (sets, words), and the place of the lowest theme synonym (sets,).
        """
        in_use, first = np.unique(self.of, return_index=True)
        order = np.argsort(first)
        sets = np.zeros((len(in_use), -(-theme_sets // WORD_BITS)), dtype=np.uint64)
        _packed(self.longer, in_use[order], sets)
        return sets, first[order]


def grow_match_sets(
    distances: Matrix[np.uint8],
    theme_sets: Sequence[ThemeSet],
    best: Sequence[Sequence[Triple]],
    advance: Callable[[int], None],
) -> MatchSets:
    """Find the theme sets that each theme synonym is a best answer to.

    Match sets grow by one theme set after the other: all theme synonyms that have the same match set so far and match
    the next theme set have the same one afterwards.

    Args:
        distances: (themes, n).
        theme_sets: all theme sets.
        best: the best triples of each.
        advance: is told after each theme set that it is done.
    """
    matcher = Matcher(distances)
    of = np.zeros(distances.shape[1], dtype=np.int64)
    longer = intern_table()
    by_all = []
    for number, (theme_set, triples) in enumerate(zip(theme_sets, best, strict=True)):
        matching = [matcher.with_distances(theme_set.indices, triple) for triple in triples]
        if sum(map(len, matching)) == len(of):
            by_all.append(number)
        for places in matching:
            longer, found = interned(longer, (of[places] << SET_NUMBER_BITS | number).astype(np.uint64))
            of[places] = found + 1
        advance(1)
    return MatchSets(of, longer.in_use, by_all)
