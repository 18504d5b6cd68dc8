"""Covers: the fewest theme synonyms that answer all theme sets."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np
import scipy  # loads its modules on first use, and few stages need them
from sqlalchemy import select

from pipeline.nine_tiles_panic.tables import MATCH_SET_THEME_SETS, MATCH_SETS, MATCHES
from pipeline.reading import open_database
from pipeline.schemas import Schema
from tablebases.arrays import Matrix, Vector
from tablebases.compiled import copy_elements, njit
from tablebases.errors import Error
from tablebases.nine_tiles.rules.round_robin import WORD_BITS, Matcher
from tablebases.nine_tiles.rules.themes import ThemeSet
from tablebases.nine_tiles.search.boxes import intern_table, interned
from tablebases.nine_tiles.tablebase import Triple

SET_NUMBER_BITS = 32


@njit(cache=True)
def _packed(longer: Vector[np.uint64], wanted: Vector[np.int64], sets: Matrix[np.uint64]) -> None:
    """Set the bits of the theme sets of wanted match sets: `sets` (wanted, words)."""
    for row, match_set in enumerate(wanted):
        number = np.uint64(match_set)
        while number:
            word = longer[number - np.uint64(1)]
            theme_set = word & np.uint64((1 << SET_NUMBER_BITS) - 1)
            sets[row, theme_set // np.uint64(WORD_BITS)] |= np.uint64(1) << theme_set % np.uint64(WORD_BITS)
            number = word >> np.uint64(SET_NUMBER_BITS)


@dataclass(frozen=True)
class MatchSets:
    """Sets of theme sets, each a shorter one plus a theme set."""

    match_set_of: Vector[np.int64]
    """(n,), the number of the match set of each theme synonym; 0 is the empty one."""
    longer: Vector[np.uint64]
    """(m,), for match set i + 1 the number of the shorter one, and in the lower 32 bits the place of the theme set."""
    by_all: list[int]
    """Places of the theme sets that all theme synonyms match."""

    def theme_sets(self) -> list[tuple[int, ...]]:
        """The places of the theme sets in each match set, ascending, by their numbers."""
        sets: list[tuple[int, ...]] = [()]
        for word in self.longer.tolist():
            shorter, theme_set = divmod(word, 1 << SET_NUMBER_BITS)
            sets.append((*sets[shorter], theme_set))
        return sets

    def packed(self, theme_sets: int) -> tuple[Matrix[np.uint64], Vector[np.int64]]:
        """The match sets as bits, (sets, words), and the lowest theme synonym of each, ascending."""
        in_use, first = np.unique(self.match_set_of, return_index=True)
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

    Match sets grow by one theme set after the other: theme synonyms with the same match set that all match the next
    theme set get the same longer match set. `distances` is (themes, n), `best` has the best triples of each theme set,
    and `advance` is called with 1 after each.
    """
    matcher = Matcher(distances)
    match_set_of = np.zeros(distances.shape[1], dtype=np.int64)
    longer = intern_table()
    by_all = []
    for number, (theme_set, triples) in enumerate(zip(theme_sets, best, strict=True)):
        matching = [matcher.with_distances(theme_set.indices, triple) for triple in triples]
        if sum(map(len, matching)) == len(match_set_of):
            by_all.append(number)
        for places in matching:
            keys = (match_set_of[places] << SET_NUMBER_BITS | number).astype(np.uint64)
            longer, found = interned(longer, keys)
            match_set_of[places] = found + 1
        advance(1)
    return MatchSets(match_set_of, longer.in_use, by_all)


# Minimum covers (the fewest sets with all elements) and maximum coverages (the most elements in k sets): greedy, and
# proven. Functions raise an `Error` if the solver did not prove an optimum, or if an element is in no set.

WHOLE = 1e-6
"""Tolerance for whole numbers of the solver."""


def membership(sets: Sequence[Sequence[int]], elements: int) -> scipy.sparse.csr_array:
    """The incidence matrix of sets and elements 0 .. elements - 1: int32 (sets, elements)."""
    sizes = [len(members) for members in sets]
    columns = np.fromiter((e for members in sets for e in members), dtype=np.int64)
    starts = np.concatenate([[0], np.cumsum(sizes)])
    ones = np.ones(len(columns), dtype=np.int32)
    return scipy.sparse.csr_array((ones, columns, starts), shape=(len(sets), elements))


@njit(cache=True)
def _is_maximal(sets: Matrix[np.uint64], order: Vector[np.int64]) -> Vector[np.bool_]:
    """Whether no earlier set in `order`, by size, contains a set; empty sets count as contained."""
    is_maximal = np.zeros(len(sets), dtype=np.bool_)
    maximal = np.empty_like(sets)
    count = 0
    for i in order:
        contained = not sets[i].any()
        for j in range(count):
            if contained:
                break
            contained = True
            for word in range(sets.shape[1]):
                if sets[i, word] & ~maximal[j, word]:
                    contained = False
                    break
        if not contained:
            is_maximal[i] = True
            copy_elements(sets[i], maximal[count])
            count += 1
    return is_maximal


def maximal_packed(sets: Matrix[np.uint64]) -> Vector[np.int64]:
    """Indices of the maximal sets; of equal ones the first. `sets` is (sets, words), one bit per element."""
    sizes = np.bitwise_count(sets).sum(axis=1, dtype=np.int64)
    is_maximal = _is_maximal(sets, np.argsort(-sizes, kind="stable"))
    return np.flatnonzero(is_maximal) if is_maximal.any() else np.arange(1)


def maximal_sets(sets: scipy.sparse.csr_array) -> Vector[np.int64]:
    """Indices of the maximal sets, those in no other set; of equal ones the first."""
    packed = np.zeros((sets.shape[0], -(-sets.shape[1] // WORD_BITS)), dtype=np.uint64)
    rows, elements = sets.tocoo().coords
    bits = np.uint64(1) << (elements % WORD_BITS).astype(np.uint64)
    np.bitwise_or.at(packed, (rows, elements // WORD_BITS), bits)
    return maximal_packed(packed)


def unpacked(sets: Matrix[np.uint64], elements: Vector[np.int64]) -> scipy.sparse.csr_array:
    """The incidence matrix of packed sets and `elements`: int32 (sets, elements)."""
    bits = sets[:, elements // WORD_BITS] >> (elements % WORD_BITS).astype(np.uint64) & np.uint64(1)
    return scipy.sparse.csr_array(bits.astype(np.int32))


class Optimum(NamedTuple):
    """The solution of an integer program."""

    taken: Vector[np.bool_]
    """Whether each whole variable is 1."""
    bound: float
    """No solution costs less."""


def _proven_optimum(
    wanted: str, costs: Vector[np.float64], is_whole: Vector[np.float64], *constraints: scipy.optimize.LinearConstraint
) -> Optimum:
    """Solve an integer program with variables from 0 to 1, whole where `is_whole` is 1.

    The linear program without this condition is tried first because it takes a fraction of the time.
    """
    for integrality in (np.zeros_like(is_whole), is_whole):
        result = scipy.optimize.milp(
            costs,
            integrality=integrality,
            bounds=scipy.optimize.Bounds(0, 1),
            constraints=constraints,
            options={"mip_rel_gap": 0.0},
        )
        if not result.success:
            raise Error(f"the solver found no proven {wanted}: {result.message}")
        values = result.x[is_whole == 1]
        if np.abs(values - np.round(values)).max() < WHOLE:
            break
    bound = result.fun if result.mip_dual_bound is None else result.mip_dual_bound
    return Optimum(np.round(values).astype(np.bool_), bound)


def greedy_cover(sets: scipy.sparse.csr_array) -> list[tuple[int, list[int]]]:
    """Take sets with the most new elements until all are covered.

    Of several such sets it takes the first. Returns (set, added elements) in the order of the choice.
    """
    missing = np.ones(sets.shape[1], dtype=np.int32)
    taken = []
    while missing.any():
        gains = sets @ missing
        best = int(gains.argmax())
        if gains[best] == 0:
            raise Error(f"{int(missing.sum())} theme sets have no best answer at all")
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
    """No cover has fewer sets, proven."""
    n_candidates: int
    """Number of maximal sets."""


def minimum_cover(sets: scipy.sparse.csr_array) -> MinimumCover:
    """Find and prove a smallest cover as an integer program of the maximal sets."""
    candidates = maximal_sets(sets)
    each_once = scipy.optimize.LinearConstraint(sets[candidates].T.astype(np.float64), lb=1)
    ones = np.ones(len(candidates))
    result = _proven_optimum("smallest cover", ones, ones, each_once)
    chosen = candidates[result.taken]
    bound = math.ceil(result.bound - WHOLE)
    if not (sets[chosen].sum(axis=0) >= 1).all() or bound != len(chosen):
        raise Error(f"the solver's cover of {len(chosen)} sets does not agree with its bound {bound}")
    return MinimumCover(chosen.tolist(), bound, len(candidates))


def assign_elements(sets: scipy.sparse.csr_array, chosen: Sequence[int]) -> list[tuple[int, list[int]]]:
    """Assign every element to one of the chosen sets that have it, the largest gain first."""
    return [(chosen[i], elements) for i, elements in greedy_cover(sets[list(chosen)])]


@dataclass(frozen=True)
class Coverage:
    """A choice of sets and the number of covered elements."""

    chosen: list[int]
    """Indices of the sets."""
    n_held: int
    """Elements in at least one of them."""
    bound: int
    """The most that any choice of as many sets can cover."""


def greedy_coverages(sets: scipy.sparse.csr_array, most: int) -> list[Coverage]:
    """The coverages by the first 1, 2, .. `most` sets of the greedy cover.

    They cover at least 1 - (1 - 1/k)^k of the optimum for k sets (Nemhauser, Wolsey, Fisher, 1978), which bounds it.
    """
    chosen: list[int] = []
    held = 0
    coverages = []
    for k, (set_, gained) in enumerate(greedy_cover(sets)[:most], start=1):
        chosen.append(set_)
        held += len(gained)
        bound = math.floor(held / (1 - (1 - 1 / k) ** k) + 1e-9)
        coverages.append(Coverage(chosen.copy(), held, min(bound, sets.shape[1])))
    return coverages


def _distinct_elements(sets: scipy.sparse.csr_array) -> tuple[scipy.sparse.csc_array, Vector[np.float64]]:
    """The distinct columns, float64 (sets, columns), and their numbers of occurrences."""
    columns = sets.astype(np.float64).tocsc()
    columns.sort_indices()
    places: dict[bytes, list[int]] = {}
    for element, (start, end) in enumerate(pairwise(columns.indptr)):
        places.setdefault(columns.indices[start:end].tobytes(), []).append(element)
    firsts = [elements[0] for elements in places.values()]
    weights = np.array([len(elements) for elements in places.values()], dtype=np.float64)
    return columns[:, firsts], weights


class MaximumCoverage:
    """The integer program of maximum coverage.

    It has variables for maximal sets and for elements. Elements in the same sets share one, weighted by their number.
    """

    def __init__(self, sets: scipy.sparse.csr_array) -> None:
        self._sets = sets
        self._candidates = maximal_sets(sets)
        taken, weights = _distinct_elements(sets[self._candidates])
        n_sets, n_elements = taken.shape
        self._costs = np.concatenate([np.zeros(n_sets), -weights])
        self._is_set = np.concatenate([np.ones(n_sets), np.zeros(n_elements)])
        taken_less_held = scipy.sparse.hstack([taken.T, -scipy.sparse.eye_array(n_elements)], format="csr")
        self._held_by_taken = scipy.optimize.LinearConstraint(taken_less_held, lb=0)

    def best(self, count: int) -> Coverage:
        """The best coverage by `count` sets, proven."""
        at_most = scipy.optimize.LinearConstraint(self._is_set[np.newaxis], ub=count)
        result = _proven_optimum(f"coverage by {count}", self._costs, self._is_set, self._held_by_taken, at_most)
        chosen = self._candidates[result.taken]
        n_held = int((self._sets[chosen].sum(axis=0) >= 1).sum())
        bound = math.floor(-result.bound + WHOLE)
        if n_held != bound or len(chosen) > count:
            raise Error(
                f"the solver's {len(chosen)} sets hold {n_held}, which does not agree with its "
                f"bound {bound} for {count} sets"
            )
        return Coverage(chosen.tolist(), n_held, bound)


# The distinct match sets, for covers.


@dataclass(frozen=True)
class MatchTable:
    """The distinct match sets, each with its theme sets and its lowest theme synonym."""

    sets: scipy.sparse.csr_array
    """int32 (match sets, theme sets), 1 where a theme set is in a match set."""
    theme_synonym: list[int]
    """The lowest id of each match set."""
    theme_sets: list[str]
    """Ids of the theme sets, ascending."""

    def rows(self, cover: Iterable[tuple[int, Sequence[int]]]) -> list[tuple[int, list[str]]]:
        """(theme synonym, ids of theme sets) for (match set, theme sets) of a cover."""
        return [
            (self.theme_synonym[match_set], [self.theme_sets[e] for e in sorted(elements)])
            for match_set, elements in cover
        ]


def read_match_table(path: Path, schema: Schema = MATCHES) -> MatchTable:
    """Read the match sets of match_sets.db, or of answers.db with the schema `ANSWERS`."""
    with open_database(path, schema) as database:
        synonyms = database.execute(select(MATCH_SETS.c.theme_synonym_id).order_by(MATCH_SETS.c.match_set_id))
        theme_synonym = list(synonyms.scalars())
        members = database.execute(select(MATCH_SET_THEME_SETS).order_by(*MATCH_SET_THEME_SETS.primary_key)).all()
    theme_sets, columns = np.unique([theme_set for theme_set, _ in members], return_inverse=True)
    rows = np.array([match_set - 1 for _, match_set in members], dtype=np.int32)
    shape = (len(theme_synonym), len(theme_sets))
    sets = scipy.sparse.csr_array((np.ones(len(members), dtype=np.int32), (rows, columns)), shape=shape)
    sets.sort_indices()
    return MatchTable(sets, theme_synonym, theme_sets.tolist())
